//! A reviewer in front of the terminal authority, and what it may say.

use super::{BoxFuture, Question};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A reviewer that may answer an ask or pass it on.
pub trait Link: Send + Sync {
    /// The name under which `authorizerChain` knows it.
    fn name(&self) -> &str;

    /// This very registration: the same name may be registered again by somebody else.
    fn identity(&self) -> &str;

    /// After this long without an answer it has deferred.
    fn limit(&self) -> Duration;

    /// Looks at an ask. Dropping the future takes the question back.
    fn review(&self, question: &Question) -> BoxFuture<'static, Review>;
}

/// What a link says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Review {
    /// The call may run.
    Allow(Opinion),
    /// The call may not run.
    Deny(Opinion),
    /// The next one is to say: it does not want to.
    Defer(Opinion),
    /// The next one is to say: it could not.
    Failed(Failure),
}

/// What a link gives beside its verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// Its words.
    pub reason: Option<String>,
    /// How much it thinks is at stake; links of the client say nothing of it.
    pub risk: Option<Risk>,
}

impl Opinion {
    /// Words alone.
    pub fn of(reason: Option<String>) -> Self {
        Self { reason, risk: None }
    }
}

/// What is at stake if the call runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// Nothing to speak of.
    Low,
    /// What can be undone.
    Medium,
    /// What can hardly be undone.
    High,
    /// What can't be undone, or reaches beyond this machine.
    Critical,
}

/// Why a link could not say anything. Every one is a defer; none is anybody's denial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind, for whoever counts.
    pub category: Category,
    /// What happened, for a person.
    pub detail: String,
}

/// The kinds of failure, as the log names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// No model is configured, or no way to it.
    Unconfigured,
    /// Nobody of that name serves models.
    UnknownProvider,
    /// That provider has no such model.
    UnpublishedModel,
    /// No answer in time.
    Timeout,
    /// It could not be reached, or refused.
    Unavailable,
    /// What came back is no answer.
    Malformed,
    /// The breaker is open: too many denials this turn.
    Paused,
}

impl Category {
    /// The word in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unconfigured => "unconfigured",
            Self::UnknownProvider => "unknown_provider",
            Self::UnpublishedModel => "unpublished_model",
            Self::Timeout => "timeout",
            Self::Unavailable => "unavailable",
            Self::Malformed => "malformed",
            Self::Paused => "paused",
        }
    }

    /// The category that a client names; one that is not known is an outage.
    pub fn of_name(name: &str) -> Self {
        [
            Self::Unconfigured,
            Self::UnknownProvider,
            Self::UnpublishedModel,
            Self::Timeout,
            Self::Malformed,
        ]
        .into_iter()
        .find(|category| category.name() == name)
        .unwrap_or(Self::Unavailable)
    }
}

impl Failure {
    /// A failure of this kind.
    pub fn new(category: Category, detail: impl Into<String>) -> Self {
        Self {
            category,
            detail: detail.into(),
        }
    }
}

impl Review {
    /// It could not say anything.
    pub fn failed(category: Category, detail: impl Into<String>) -> Self {
        Self::Failed(Failure::new(category, detail))
    }

    /// The verdict in the log: `allow`, `deny` or `defer`.
    pub const fn verdict(&self) -> &'static str {
        match self {
            Self::Allow(_) => "allow",
            Self::Deny(_) => "deny",
            Self::Defer(_) | Self::Failed(_) => "defer",
        }
    }
}
