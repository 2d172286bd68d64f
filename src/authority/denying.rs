//! Nobody: an ask that nobody may answer is not allowed.

use super::{Answer, Authorizer, BoxFuture, Question};
use crate::decision::Cause;

/// Answers every question with its cause.
pub struct Denying {
    cause: Cause,
}

impl Denying {
    /// Nobody answers, because of `cause`.
    pub fn new(cause: Cause) -> Self {
        Self { cause }
    }
}

impl Authorizer for Denying {
    fn authorize(&self, question: Question) -> BoxFuture<'static, Answer> {
        let cause = if question.human_only {
            Cause::NoUi
        } else {
            self.cause
        };
        let reason = match cause {
            Cause::NoParent => "a subagent that knows no parent session",
            Cause::ParentGone => "the parent session is not served",
            _ => "no client that shows prompts, and no parent session",
        };
        Box::pin(std::future::ready(Answer::unavailable(cause, reason)))
    }
}
