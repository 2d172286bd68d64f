//! What the server sends: responses, notifications, and requests of its own with the answers they wait for.

use crate::observer::Hub;
use crate::protocol::{
    CancelParams, CheckResult, ErrorObject, Id, ObservedEvent, SentError, SentNotification, SentRequest,
    SentResult, Version,
};
use crate::transport::{Outbox, Weight};
use serde::Serialize;
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use tokio::sync::oneshot;
use tower_lsp::jsonrpc;

/// The sending half of the connection; shared with whatever sends.
#[derive(Debug)]
pub(super) struct Outgoing {
    outbox: Outbox,
    /// The id of the next request of ours.
    next_id: AtomicI64,
    calls: Mutex<Calls>,
    /// Where observers hear of what is published.
    hub: Arc<Hub>,
    /// Whether `calls` holds withdrawals, so that the common case needs no lock.
    has_withdrawn: AtomicBool,
}

#[derive(Debug, Default)]
struct Calls {
    open: HashMap<Id, oneshot::Sender<Answer>>,
    /// Requests of the typed LSP client: its own id by ours.
    passed_on: HashMap<Id, jsonrpc::Id>,
    withdrawn: Vec<Id>,
    gone: bool,
}

/// What a client says to a request of ours: JSON text of a result, or an error.
pub(super) type Answer = Result<String, CallError>;

/// Why a request of ours has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum CallError {
    /// The client said so.
    #[error("{} ({})", .0.message, .0.code)]
    Refused(ErrorObject),
    /// What came back is no answer.
    #[error("{0}")]
    Unreadable(&'static str),
    /// Nobody is there any more, or nobody reads.
    #[error("the client is gone")]
    Gone,
}

impl Outgoing {
    pub(super) fn new() -> Self {
        Self {
            outbox: Outbox::default(),
            next_id: AtomicI64::new(0),
            calls: Mutex::default(),
            hub: Arc::default(),
            has_withdrawn: AtomicBool::new(false),
        }
    }

    fn next_id(&self) -> i64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    pub(super) fn result(&self, id: &Id, result: &(impl Serialize + ?Sized)) {
        self.send_withdrawals();
        let jsonrpc = Version;
        self.outbox
            .push(&SentResult { jsonrpc, id, result }, Weight::Response);
    }

    /// The answer to a check.
    pub(super) fn checked(&self, id: &Id, result: &CheckResult<'_>) {
        self.send_withdrawals();
        self.outbox.push_with(Weight::Response, |body| {
            result.write_response(id, body);
            Ok(())
        });
    }

    pub(super) fn error(&self, id: Option<&Id>, error: &ErrorObject) {
        self.send_withdrawals();
        let jsonrpc = Version;
        self.outbox
            .push(&SentError { jsonrpc, id, error }, Weight::Response);
    }

    pub(super) fn notify(&self, method: &str, params: &(impl Serialize + ?Sized), weight: Weight) {
        let message = SentNotification {
            jsonrpc: Version,
            method,
            params,
        };
        self.outbox.push(&message, weight);
    }

    /// Publishes an event: a notification to the client, and a word to whoever observes.
    pub(super) fn publish(&self, event: ObservedEvent, params: &(impl Serialize + ?Sized)) {
        self.notify(event.method(), params, Weight::Event);
        self.hub.publish(event, params);
    }

    /// Where observers hear of what is published.
    pub(super) fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Passes on what the typed LSP client sends; its requests under ids of ours, since it counts for itself.
    pub(super) fn pass_on(&self, message: jsonrpc::Request) {
        let (method, theirs, params) = message.into_parts();
        let Some(theirs) = theirs else {
            let jsonrpc = Version;
            let (method, params) = (&*method, &params);
            self.outbox.push(
                &SentNotification {
                    jsonrpc,
                    method,
                    params,
                },
                Weight::Hint,
            );
            return;
        };
        let id = Id::Number(self.next_id());
        let message = SentRequest {
            jsonrpc: Version,
            id: &id,
            method: &method,
            params: &params,
        };
        if self.outbox.push(&message, Weight::Event) {
            self.calls().passed_on.insert(id, theirs);
        }
    }

    /// The typed LSP client's own id of the request that this id was given; it says so once.
    pub(super) fn take_passed_on(&self, id: &Id) -> Option<jsonrpc::Id> {
        self.calls().passed_on.remove(id)
    }

    /// Sends a request. The answer is waited for with the returned future; dropping that withdraws it.
    pub(super) fn call(self: &Arc<Self>, method: &str, params: &impl Serialize) -> Call {
        let id = Id::Number(self.next_id());
        let (sender, receiver) = oneshot::channel();
        let message = SentRequest {
            jsonrpc: Version,
            id: &id,
            method,
            params,
        };
        let mut calls = self.calls();
        let sent = !calls.gone && self.outbox.push(&message, Weight::Event);
        if sent {
            calls.open.insert(id.clone(), sender);
        }
        drop(calls);
        Call {
            outgoing: Arc::clone(self),
            open: sent.then_some(id),
            receiver,
        }
    }

    /// An answer arrived; false where no request of ours waits for it.
    pub(super) fn answered(&self, id: &Id, answer: Answer) -> bool {
        let Some(waiting) = self.calls().open.remove(id) else {
            return false;
        };
        // Whoever waited may have left in this very moment: then it is a late answer.
        let _ = waiting.send(answer);
        true
    }

    /// The client can't answer any more.
    pub(super) fn client_is_gone(&self) {
        let mut calls = self.calls();
        calls.gone = true;
        // Dropping the senders tells whoever waits.
        calls.open.clear();
    }

    /// Tells the client which requests are no longer waited for. This comes after what was sent in the turn
    /// that withdrew them, so that the decision is seen first, and before any response.
    pub(super) fn send_withdrawals(&self) {
        if !self.has_withdrawn.swap(false, Ordering::AcqRel) {
            return;
        }
        let withdrawn = std::mem::take(&mut self.calls().withdrawn);
        for id in withdrawn {
            self.notify("$/cancelRequest", &CancelParams { id }, Weight::Event);
        }
    }

    fn calls(&self) -> MutexGuard<'_, Calls> {
        // Each change of it is one insert or remove: a panic leaves it whole.
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request of ours that waits for its answer.
#[derive(Debug)]
pub(super) struct Call {
    outgoing: Arc<Outgoing>,
    open: Option<Id>,
    receiver: oneshot::Receiver<Answer>,
}

impl Future for Call {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer> {
        let answer = match Pin::new(&mut self.receiver).poll(cx) {
            Poll::Ready(Ok(answer)) => answer,
            Poll::Ready(Err(_)) => Err(CallError::Gone),
            Poll::Pending => return Poll::Pending,
        };
        self.open = None;
        Poll::Ready(answer)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let Some(id) = self.open.take() else {
            return;
        };
        let mut calls = self.outgoing.calls();
        if calls.open.remove(&id).is_some() {
            calls.withdrawn.push(id);
            self.outgoing.has_withdrawn.store(true, Ordering::Release);
            drop(calls);
            // A thread or task of its own may have withdrawn it: then nobody else comes by soon.
            self.outgoing.outbox.wake();
        }
    }
}
