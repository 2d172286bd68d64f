//! `auto-review`, the built-in link: a model looks at an ask before a human does.
//!
//! It is consulted for ordinary asks alone; what the policy allows or denies never comes here. Whatever goes wrong
//! is a defer with its category, so that an outage is never read as somebody's denial.

mod answer;
mod instructions;
mod material;

use super::{AUTO_REVIEW, BoxFuture, Category, Completion, Failure, Link, Model, Opinion, Question, Review};
use answer::Verdict;
use material::Material;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// Tokens of an answer: a verdict in JSON, and what a model thinks before it.
const MAX_TOKENS: u32 = 4096;

/// Masks secrets in what is about to leave for a model.
pub type Redact = fn(Value) -> Value;

/// What the policy says of the reviewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewSettings {
    /// Who serves the model.
    pub provider: String,
    /// Which model.
    pub model: String,
    /// How long it may take.
    pub timeout: Duration,
    /// The operator's own words to it.
    pub instructions: Option<String>,
}

/// The reviewer.
pub struct AutoReview {
    /// What it is, or why it can't be asked.
    reviewer: Result<Reviewer, Failure>,
    identity: String,
    limit: Duration,
    redact: Redact,
}

#[derive(Clone)]
struct Reviewer {
    settings: ReviewSettings,
    model: Arc<dyn Model>,
}

impl AutoReview {
    /// The reviewer of these settings; `model` is the way to it, or why there is none.
    pub fn new(settings: ReviewSettings, model: Result<Arc<dyn Model>, Failure>, redact: Redact) -> Self {
        Self {
            identity: format!("{settings:?}"),
            limit: settings.timeout,
            reviewer: model.map(|model| Reviewer { settings, model }),
            redact,
        }
    }

    /// The reviewer of a policy that names none: it fails for this reason.
    pub fn unconfigured(redact: Redact) -> Self {
        let detail = "policy.jsonc has no autoReview";
        Self {
            identity: String::new(),
            limit: Duration::MAX,
            reviewer: Err(Failure::new(Category::Unconfigured, detail)),
            redact,
        }
    }
}

impl Link for AutoReview {
    fn name(&self) -> &str {
        AUTO_REVIEW
    }

    fn identity(&self) -> &str {
        &self.identity
    }

    fn limit(&self) -> Duration {
        self.limit
    }

    fn review(&self, question: &Question) -> BoxFuture<'static, Review> {
        let review = self
            .reviewer
            .clone()
            .map(|reviewer| reviewer.review(question, self.redact));
        Box::pin(async move {
            match review {
                Ok(review) => review.await,
                Err(failure) => Review::Failed(failure),
            }
        })
    }
}

impl Reviewer {
    fn review(self, question: &Question, redact: Redact) -> BoxFuture<'static, Review> {
        let ready = |review| -> BoxFuture<'static, Review> { Box::pin(std::future::ready(review)) };
        let turn = Arc::clone(&question.turn);
        if turn.is_paused() {
            let detail = "it denied too often this turn, and is asked again in the next one";
            return ready(Review::failed(Category::Paused, detail));
        }
        let Some(material) = Material::of(question, redact) else {
            // What is not shown whole can't be allowed, and half a command says too little to deny it.
            let reason = "the request is too long for a review".to_owned();
            return ready(Review::Defer(Opinion::of(Some(reason))));
        };
        let Self { settings, model } = self;
        let completion = Completion {
            request_id: question.prompt.request_id,
            provider: settings.provider,
            model: settings.model,
            system: instructions::system(settings.instructions.as_deref()),
            message: material.message(),
            max_tokens: MAX_TOKENS,
            timeout_ms: u64::try_from(settings.timeout.as_millis()).unwrap_or(u64::MAX),
        };
        Box::pin(async move {
            let text = match model.complete(completion).await {
                Ok(text) => text,
                Err(failure) => return Review::Failed(failure),
            };
            match Verdict::read(&text) {
                Ok(verdict) => {
                    let review = verdict.review();
                    turn.reviewed(matches!(review, Review::Deny(_)));
                    review
                }
                Err(problem) => {
                    let detail = format!("the model's answer is no verdict: {problem}");
                    Review::failed(Category::Malformed, detail)
                }
            }
        })
    }
}

#[cfg(test)]
mod tests;
