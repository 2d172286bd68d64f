//! The one loop: reads frames, hands them over, drives what waits, writes what is queued, and ends well.
//!
//! Everything is one future, polled by the runtime's only thread: a check is read, answered and written in one
//! turn, with one read and one write.

use super::alarm::Alarm;
use super::dispatch::{Dispatch, Order};
use super::responder::Responder;
use crate::transport::{Decoder, Frame, Input, Output, Untrusted};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Sleep;

/// How long closing a session may take before what still waits is given up.
const CLOSING: Duration = Duration::from_secs(5);
/// How long a client that reads nothing is given to take the last messages.
const LAST_WRITES: Duration = Duration::from_secs(2);

/// One client, from its first byte to the exit code.
pub(super) struct Connection {
    input: Input,
    output: Output,
    decoder: Decoder,
    /// No whole frame is left in the decoder. Nothing is read before that: the end of the input is not to
    /// overtake what came in front of it.
    drained: bool,
    dispatch: Dispatch,
    alarm: Alarm,
    closing: Option<Closing>,
    /// Set once nothing is left but to write what is queued.
    ending: Option<Ending>,
    /// An end that was asked for while a `shutdown` was being answered.
    end_next: Option<u8>,
}

/// The last messages are being written.
struct Ending {
    code: u8,
    /// When a client that takes nothing is given up.
    limit: Pin<Box<Sleep>>,
    /// Bytes that were left to write when `limit` was set.
    left: usize,
}

/// The session is being closed.
struct Closing {
    /// The session's part of it.
    session: Option<Pin<Box<dyn Future<Output = ()>>>>,
    limit: Pin<Box<Sleep>>,
    then: Then,
}

enum Then {
    Answer(Responder),
    End(u8),
}

impl Connection {
    pub(super) fn new(input: Input, output: Output, alarm: Alarm) -> Self {
        Self {
            input,
            output,
            decoder: Decoder::default(),
            drained: true,
            dispatch: Dispatch::new(alarm.clone()),
            alarm,
            closing: None,
            ending: None,
            end_next: None,
        }
    }

    /// Serves until the end; the exit code.
    pub(super) async fn serve(mut self) -> u8 {
        std::future::poll_fn(|cx| {
            self.alarm.register(cx.waker());
            Poll::Ready(())
        })
        .await;
        std::future::poll_fn(|cx| self.poll(cx)).await
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<u8> {
        self.dispatch.outgoing().outbox().mark_awake();
        loop {
            // What these come to is dealt with further down in the same turn; only what comes after them makes another
            // one necessary.
            self.take_frames(cx);
            self.dispatch.waiting().poll(cx);
            self.dispatch.outgoing().send_withdrawals();
            if self.alarm.take() {
                self.end(0);
            }
            let mut progress = self.poll_closing(cx);
            let was_closing = self.closing.is_some();
            let written = self.poll_write(cx);
            if let Some(code) = self.poll_ending(cx, written) {
                return Poll::Ready(code);
            }
            progress |= self.poll_read(cx);
            if progress || self.closing.is_some() != was_closing {
                continue;
            }
            self.dispatch.rest(cx);
            if written.is_pending() || self.dispatch.outgoing().outbox().is_empty_or_wakes(cx.waker()) {
                return Poll::Pending;
            }
        }
    }

    /// Whether messages may be taken in: not while the session closes, and not while the client is so far
    /// behind with reading that answers would pile up.
    fn may_take(&self) -> bool {
        self.closing.is_none() && self.ending.is_none() && !self.dispatch.outgoing().outbox().is_full()
    }

    fn take_frames(&mut self, cx: &mut Context<'_>) {
        while self.may_take() {
            let dispatch = &mut self.dispatch;
            let next = self.decoder.next_frame();
            self.drained = matches!(next, Ok(None));
            match next {
                Ok(None) => break,
                Ok(Some(frame)) => {
                    // Whoever owed an answer gives one as the panic passes, so it ends here.
                    let handled = catch_unwind(AssertUnwindSafe(|| match frame {
                        Frame::Body(body) => dispatch.frame(cx, body),
                        Frame::TooLong(skimmed) => dispatch.too_long(&skimmed),
                    }));
                    if handled.is_err() {
                        tracing::error!("a message could not be handled");
                    }
                }
                Err(error) => self.distrust(&error),
            }
            match self.dispatch.take_order() {
                None => {}
                Some(Order::ShutDown(responder)) => self.close(Then::Answer(responder)),
                Some(Order::Exit(code)) => self.end(code),
            }
        }
    }

    fn distrust(&mut self, error: &Untrusted) {
        tracing::error!("portcullis: the stream on stdin can't be trusted: {error}");
        self.end(3);
    }

    fn poll_read(&mut self, cx: &mut Context<'_>) -> bool {
        if !self.may_take() {
            return false;
        }
        if !self.drained {
            // Writing has just made room for more answers.
            return true;
        }
        match self.input.poll_fill(cx, &mut self.decoder) {
            Poll::Pending => return false,
            Poll::Ready(Ok(0)) => {
                if self.decoder.is_within_frame() {
                    tracing::warn!("the input ends within a frame");
                }
                self.end(0);
            }
            Poll::Ready(Ok(_)) => {}
            Poll::Ready(Err(error)) => {
                tracing::warn!(%error, "stdin can't be read");
                self.end(0);
            }
        }
        true
    }

    fn poll_write(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let outgoing = self.dispatch.outgoing();
        match self.output.poll_flush(cx, outgoing.outbox()) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Ok(())) => {}
            Poll::Ready(Err(error)) => {
                tracing::info!(%error, "nobody reads stdout any more");
                outgoing.outbox().close();
                outgoing.client_is_gone();
                self.end(0);
            }
        }
        Poll::Ready(())
    }

    /// Ends the process, once the session is closed and what is queued is written.
    fn end(&mut self, code: u8) {
        if self.ending.is_some() {
            return;
        }
        match &self.closing {
            None => self.close(Then::End(code)),
            Some(Closing {
                then: Then::Answer(_),
                ..
            }) => self.end_next = Some(code),
            Some(Closing {
                then: Then::End(_), ..
            }) => {}
        }
    }

    fn close(&mut self, then: Then) {
        let session = self.dispatch.session().cloned().map(|session| {
            let closing: Pin<Box<dyn Future<Output = ()>>> =
                Box::pin(async move { session.shutdown().await });
            closing
        });
        self.closing = Some(Closing {
            session,
            limit: Box::pin(tokio::time::sleep(CLOSING)),
            then,
        });
    }

    /// The exit code, once the last messages are written or nobody takes them. A slow client is waited for as
    /// long as it reads.
    fn poll_ending(&mut self, cx: &mut Context<'_>, written: Poll<()>) -> Option<u8> {
        let ending = self.ending.as_mut()?;
        if written.is_ready() {
            return Some(ending.code);
        }
        let left = self.dispatch.outgoing().outbox().len();
        if left < ending.left {
            ending.left = left;
            ending.limit = Box::pin(tokio::time::sleep(LAST_WRITES));
        }
        ending.limit.as_mut().poll(cx).is_ready().then_some(ending.code)
    }

    /// Closes the session: every ask that waits is answered before anything else is.
    fn poll_closing(&mut self, cx: &mut Context<'_>) -> bool {
        let Some(closing) = &mut self.closing else {
            return false;
        };
        if let Some(session) = &mut closing.session {
            let done = catch_unwind(AssertUnwindSafe(|| session.as_mut().poll(cx).is_ready()));
            if done.unwrap_or(true) {
                closing.session = None;
            }
        }
        // What it settled is ready now, and is answered in front of what comes next.
        self.dispatch.waiting().poll(cx);
        let late = closing.limit.as_mut().poll(cx).is_ready();
        if late {
            tracing::error!("the session did not close in time");
            self.dispatch.waiting().give_up();
        } else if closing.session.is_some() || !self.dispatch.waiting().is_empty() {
            return false;
        }
        self.dispatch.outgoing().send_withdrawals();
        let Some(Closing { then, .. }) = self.closing.take() else {
            return false;
        };
        match then {
            Then::Answer(responder) => {
                responder.result(&());
                if let Some(code) = self.end_next.take() {
                    self.end(code);
                }
            }
            Then::End(code) => {
                self.ending = Some(Ending {
                    code,
                    limit: Box::pin(tokio::time::sleep(LAST_WRITES)),
                    left: usize::MAX,
                });
            }
        }
        true
    }
}
