//! The configured links in front of the terminal authority.

use super::{Answer, Authorizer, BoxFuture, Category, GrantScope, Link, Opinion, Question, Review, Timer};
use crate::decision::{DecisionSource, Resolution};
use crate::presentation::Annotation;
use futures::FutureExt;
use futures::future::{Either, select};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// Characters of a remark that are shown.
const REMARK: usize = 1000;

/// Links in the order in which they are asked, and the authority behind them.
pub struct Chain {
    links: Vec<Arc<dyn Link>>,
    terminal: Arc<dyn Authorizer>,
    timer: Arc<dyn Timer>,
}

impl Chain {
    /// `links` in front of `terminal`.
    pub fn new(links: Vec<Arc<dyn Link>>, terminal: Arc<dyn Authorizer>, timer: Arc<dyn Timer>) -> Self {
        Self {
            links,
            terminal,
            timer,
        }
    }
}

impl Authorizer for Chain {
    fn authorize(&self, question: Question) -> BoxFuture<'static, Answer> {
        // A question for a human alone passes every link.
        if question.human_only {
            return self.terminal.authorize(question);
        }
        let links = self.links.clone();
        let terminal = Arc::clone(&self.terminal);
        let timer = Arc::clone(&self.timer);
        Box::pin(async move {
            let mut question = question;
            let mut remarks = Vec::new();
            for link in links {
                question.witness.somebody_is_asked();
                let review = ask(&*link, &question, &*timer).await;
                question.witness.link_answered(link.name(), &review);
                remarks.extend(remark(link.name(), &review));
                if let Some(answer) = answer_of(link.name(), review) {
                    return answer;
                }
            }
            if !remarks.is_empty() {
                question.prompt = question.witness.remarked(question.prompt, remarks);
            }
            terminal.authorize(question).await
        })
    }
}

/// What a link that defers says to whoever is asked next.
fn remark(name: &str, review: &Review) -> Option<Annotation> {
    let Review::Defer(Opinion {
        reason: Some(reason), ..
    }) = review
    else {
        return None;
    };
    let text: String = reason.chars().take(REMARK).collect();
    Some(Annotation::new(name, text))
}

/// Asks one link. Whatever goes wrong with it is a defer.
async fn ask(link: &dyn Link, question: &Question, timer: &dyn Timer) -> Review {
    let review = AssertUnwindSafe(async { link.review(question).await }).catch_unwind();
    let limit = timer.sleep(link.limit());
    match select(Box::pin(review), limit).await {
        Either::Left((Ok(review), _)) => review,
        Either::Left((Err(_), _)) => Review::failed(Category::Unavailable, "it failed inside"),
        Either::Right(((), _)) => {
            let detail = format!("no answer within {} ms", link.limit().as_millis());
            Review::failed(Category::Timeout, detail)
        }
    }
}

fn answer_of(name: &str, review: Review) -> Option<Answer> {
    match review {
        Review::Allow(opinion) => Some(Answer::Allowed {
            resolution: Resolution::AuthorizerAllowed,
            scope: GrantScope::Once,
            patterns: None,
            decided_by: DecisionSource::link_allowed(name, opinion.reason),
            // A reviewer's grounds for allowing are for the log, not for the agent.
            reason: None,
        }),
        Review::Deny(opinion) => Some(Answer::Denied {
            resolution: Resolution::AuthorizerDenied,
            decided_by: DecisionSource::link_denied(name, opinion.reason.clone()),
            reason: opinion.reason,
        }),
        Review::Defer(_) | Review::Failed(_) => None,
    }
}

#[cfg(test)]
mod tests;
