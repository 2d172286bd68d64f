//! The way up to a parent's sidecar.

use super::{Answer, Authorizer, BoxFuture, Question};
use crate::decision::Cause;
use std::sync::Arc;

/// Carries a question to a parent session in another process and brings the answer back. It carries facts,
/// never a judgement.
pub trait Relay: Send + Sync {
    /// Asks the session `parent`. Dropping the future withdraws the question.
    fn ask(&self, parent: String, question: Question) -> BoxFuture<'static, Answer>;
}

/// The authority of a session whose parent is known.
pub struct ParentAuthorizer {
    parent: String,
    relay: Arc<dyn Relay>,
}

impl ParentAuthorizer {
    /// The authority behind session `parent`.
    pub fn new(parent: String, relay: Arc<dyn Relay>) -> Self {
        Self { parent, relay }
    }
}

impl Authorizer for ParentAuthorizer {
    fn authorize(&self, question: Question) -> BoxFuture<'static, Answer> {
        if question.human_only {
            let answer = Answer::unavailable(
                Cause::NoUi,
                "only a human at this session's own client may answer",
            );
            return Box::pin(std::future::ready(answer));
        }
        question.witness.somebody_is_asked();
        self.relay.ask(self.parent.clone(), question)
    }
}
