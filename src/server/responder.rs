//! Exactly one response per request, whatever fails.

use super::failure::Failure;
use super::outgoing::Outgoing;
use crate::protocol::{CheckResult, ErrorObject, Id};
use serde::Serialize;
use std::sync::Arc;

/// The right and the duty to answer one request. Dropped without an answer (by a panic, or by a handler that
/// was given up), it answers what the method's failure is.
pub(super) struct Responder {
    outgoing: Arc<Outgoing>,
    id: Id,
    failure: Failure,
    answered: bool,
}

impl Responder {
    pub(super) fn new(outgoing: &Arc<Outgoing>, id: Id) -> Self {
        Self {
            outgoing: Arc::clone(outgoing),
            id,
            failure: Failure::Error,
            answered: false,
        }
    }

    /// What to answer should the handler fail.
    pub(super) fn on_failure(&mut self, failure: Failure) {
        self.failure = failure;
    }

    pub(super) fn id(&self) -> &Id {
        &self.id
    }

    pub(super) fn result(mut self, result: &(impl Serialize + ?Sized)) {
        self.answered = true;
        self.outgoing.result(&self.id, result);
    }

    /// The answer to a check.
    pub(super) fn checked(mut self, result: &CheckResult<'_>) {
        self.answered = true;
        self.outgoing.checked(&self.id, result);
    }

    pub(super) fn error(mut self, error: impl Into<ErrorObject>) {
        self.answered = true;
        self.outgoing.error(Some(&self.id), &error.into());
    }

    /// The answer of a handler that can do both.
    pub(super) fn answer<R: Serialize, E: Into<ErrorObject>>(self, answer: Result<R, E>) {
        match answer {
            Ok(result) => self.result(&result),
            Err(error) => self.error(error),
        }
    }
}

impl Drop for Responder {
    fn drop(&mut self) {
        if !self.answered {
            self.failure.answer(&self.outgoing, &self.id);
        }
    }
}
