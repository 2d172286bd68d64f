//! The one question of this room and its answers.

use super::{BoxFuture, Prompt, Turn, Witness};
use crate::decision::{Cause, DecisionSource, Resolution};
use crate::presentation::AskFacts;
use std::sync::Arc;

/// An ask on its way to whoever answers it.
#[derive(Clone)]
pub struct Question {
    /// What a human would see; its payload is complete.
    pub prompt: Prompt,
    /// What it is about, for whoever judges without seeing the prompt; `None` where it came from another
    /// session without facts that can be read.
    pub facts: Option<Arc<AskFacts>>,
    /// `tool_call`, `skill_input` or `skill_read`.
    pub source: &'static str,
    /// The working folder of the session that asks.
    pub cwd: String,
    /// Only a human at this very client may answer: no link, no parent.
    pub human_only: bool,
    /// What the person said, for a reviewer.
    pub turn: Arc<Turn>,
    /// Told what becomes of it.
    pub witness: Arc<dyn Witness>,
}

/// What an allow covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GrantScope {
    /// This call.
    Once,
    /// The session that asks.
    Session,
    /// The session that serves it, with all its children.
    ServingSession,
}

/// An answer; each says who gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The call may run.
    Allowed {
        /// How; for a human's answer with a grant the session decides which it becomes.
        resolution: Resolution,
        /// What it covers.
        scope: GrantScope,
        /// The patterns to record, where they were edited.
        patterns: Option<Vec<(Option<String>, String)>>,
        /// Words for the agent.
        reason: Option<String>,
        /// Who.
        decided_by: DecisionSource,
    },
    /// The call may not run.
    Denied {
        /// How.
        resolution: Resolution,
        /// Words for the agent.
        reason: Option<String>,
        /// Who.
        decided_by: DecisionSource,
    },
    /// Nobody answered.
    Unavailable {
        /// Why.
        cause: Cause,
        /// Why, in words, as [`DecisionSource::Unavailable`].
        decided_by: DecisionSource,
    },
}

impl Answer {
    /// Nobody answered.
    pub fn unavailable(cause: Cause, reason: impl Into<String>) -> Self {
        Self::Unavailable {
            cause,
            decided_by: DecisionSource::Unavailable {
                reason: reason.into(),
            },
        }
    }
}

/// Somebody with the right to answer an ask. Every one answers: where nobody can be asked, by denying.
pub trait Authorizer: Send + Sync {
    /// Answers, and tells the question's witness whom it asks. Dropping the future withdraws the question.
    fn authorize(&self, question: Question) -> BoxFuture<'static, Answer>;
}
