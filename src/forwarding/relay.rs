//! The way up: an ask is put to the parent's sidecar through the spool.

use super::outgoing::Ask;
use super::post::Message;
use super::process::Process;
use super::request::{self, MAX_HOPS};
use crate::authority::{Answer, BoxFuture, Question, Relay};
use crate::decision::{Cause, RequestId};
use futures::channel::oneshot;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Carries asks to a parent in another process.
pub struct SpoolRelay {
    messages: Sender<Message>,
    process: Arc<Process>,
    timeout: Arc<dyn Fn() -> Duration + Send + Sync>,
}

impl SpoolRelay {
    pub(super) fn new(
        messages: Sender<Message>,
        process: Arc<Process>,
        timeout: Arc<dyn Fn() -> Duration + Send + Sync>,
    ) -> Self {
        Self {
            messages,
            process,
            timeout,
        }
    }
}

/// Withdraws the question when nobody waits for the answer any more.
struct Out {
    messages: Sender<Message>,
    id: RequestId,
}

impl Drop for Out {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::Withdraw(self.id));
    }
}

impl Relay for SpoolRelay {
    fn ask(&self, parent: String, question: Question) -> BoxFuture<'static, Answer> {
        let hops = question.prompt.forwarding.as_ref().map_or(0, |it| it.hops);
        if hops >= MAX_HOPS {
            let answer = Answer::unavailable(Cause::NoParent, "too many sessions pass this ask on");
            return Box::pin(std::future::ready(answer));
        }
        let (reply, answer) = oneshot::channel();
        let messages = self.messages.clone();
        let ask = Ask {
            id: question.prompt.request_id,
            bytes: request::write(&parent, &question, &self.process),
            requester: question.prompt.session_id,
            parent,
            timeout: (self.timeout)(),
            reply,
        };
        Box::pin(async move {
            let out = Out {
                messages: messages.clone(),
                id: ask.id,
            };
            // Where that fails the sender of the answer is dropped with it.
            let _ = messages.send(Message::Ask(Box::new(ask)));
            let answer = answer.await;
            drop(out);
            answer.unwrap_or_else(|_| Answer::unavailable(Cause::Shutdown, "the sidecar is shutting down"))
        })
    }
}
