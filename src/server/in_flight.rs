//! Requests of the client that wait: for a human, a link, a parent, or an editor's method that takes long.

use super::responder::Responder;
use crate::protocol::{ErrorObject, Id, code};
use futures::FutureExt;
use futures::StreamExt;
use futures::future::{AbortHandle, Abortable};
use futures::stream::FuturesUnordered;
use std::collections::HashMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Requests that may wait at once.
pub(super) const MAX_REQUESTS: usize = 4096;
/// Bytes of their frames, taken together.
pub(super) const MAX_BYTES: usize = 64 << 20;

/// What ends the wait for a request from outside.
#[derive(Debug)]
pub(super) enum Stop {
    /// Dropping its handler.
    Abort(AbortHandle),
    /// The router of the editor's methods, which knows it by this number.
    Route(i64),
}

#[derive(Debug)]
struct Flight {
    stop: Stop,
    bytes: usize,
}

/// The requests that wait, by their ids.
#[derive(Default)]
pub(super) struct InFlight {
    flights: HashMap<Id, Flight>,
    bytes: usize,
    futures: FuturesUnordered<Pin<Box<dyn Future<Output = Id>>>>,
}

impl InFlight {
    pub(super) fn contains(&self, id: &Id) -> bool {
        !self.flights.is_empty() && self.flights.contains_key(id)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.futures.is_empty()
    }

    /// Whether no more may wait.
    pub(super) fn is_full(&self) -> bool {
        self.flights.len() >= MAX_REQUESTS || self.bytes > MAX_BYTES
    }

    /// Runs a handler. It is polled at once, so that what need not wait is answered in the order of arrival
    /// and without a task; `answer` answers with what comes of it. A panic in it drops the responder, which
    /// then answers the method's failure.
    pub(super) fn run<T: 'static>(
        &mut self,
        cx: &mut Context<'_>,
        bytes: usize,
        handler: impl Future<Output = T> + 'static,
        responder: Responder,
        answer: impl FnOnce(T, Responder) + 'static,
    ) {
        let mut handler = Box::pin(AssertUnwindSafe(handler).catch_unwind());
        match handler.poll_unpin(cx) {
            Poll::Ready(Ok(done)) => return answer(done, responder),
            Poll::Ready(Err(_)) => return,
            Poll::Pending => {}
        }
        let id = responder.id().clone();
        let (stop, registration) = AbortHandle::new_pair();
        let waiting = {
            let id = id.clone();
            async move {
                // The handler is gone before anything is answered: what it had to say was said by then.
                let ended = Abortable::new(handler, registration).await;
                match ended {
                    Ok(Ok(done)) => answer(done, responder),
                    Ok(Err(_)) => drop(responder),
                    Err(_) => responder.error(ErrorObject::new(code::CANCELLED, "Cancelled")),
                }
                id
            }
        };
        self.add(id, Stop::Abort(stop), bytes, Box::pin(waiting));
    }

    /// Adds what waits already.
    pub(super) fn add(
        &mut self,
        id: Id,
        stop: Stop,
        bytes: usize,
        waiting: Pin<Box<dyn Future<Output = Id>>>,
    ) {
        self.bytes += bytes;
        self.flights.insert(id, Flight { stop, bytes });
        self.futures.push(waiting);
    }

    /// Cancels a request. What its handler has to say comes before its answer. Returns the number of one that
    /// the router has to cancel.
    pub(super) fn cancel(&self, id: &Id) -> Option<i64> {
        match &self.flights.get(id)?.stop {
            Stop::Abort(handle) => {
                handle.abort();
                None
            }
            Stop::Route(number) => Some(*number),
        }
    }

    /// Drives what waits.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) {
        // Most of the time nothing does, and polling nothing has its price.
        if self.futures.is_empty() {
            return;
        }
        while let Poll::Ready(Some(id)) = self.futures.poll_next_unpin(cx) {
            if let Some(flight) = self.flights.remove(&id) {
                self.bytes -= flight.bytes;
            }
        }
    }

    /// Gives up on all of them: each answers its method's failure.
    pub(super) fn give_up(&mut self) {
        self.futures.clear();
        self.flights.clear();
        self.bytes = 0;
    }
}
