//! What waits to be written. Frames go out in the order in which they were put in, each as a whole.
//!
//! A response is never dropped; whoever reads requests stops while the queue is full, so that it can't grow
//! with them. What nobody waits for may be dropped, and is counted.

use serde::Serialize;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;

/// Bytes at which no more requests are read, and what may be dropped is dropped.
const FULL: usize = 8 << 20;
/// Bytes at which even events are dropped: something other than requests fills the queue.
const OVERFULL: usize = 64 << 20;
/// A buffer that has grown beyond this is given back once it is empty.
const KEPT: usize = 1 << 20;

/// How much it matters that a message arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A response: never dropped.
    Response,
    /// A request of ours, or an event that belongs to one of the client's: dropped only when overfull.
    Event,
    /// Dropped when the queue is full.
    Hint,
}

/// The queue. Shared by everything that writes; any thread may put in.
#[derive(Debug, Default)]
pub struct Outbox {
    queue: Mutex<Queue>,
    /// Bytes that wait, as of the last change: most looks ask for no more and need no lock.
    waiting: AtomicUsize,
    /// The one who writes waits for something to write.
    sleeps: AtomicBool,
}

#[derive(Debug, Default)]
struct Queue {
    bytes: Vec<u8>,
    written: usize,
    scratch: Vec<u8>,
    /// Of the one who writes; kept from one wait to the next.
    waker: Option<Waker>,
    dropped: u64,
    closed: bool,
}

impl Queue {
    fn len(&self) -> usize {
        self.bytes.len() - self.written
    }
}

impl Outbox {
    /// Puts a message in; false where it was dropped.
    pub fn push(&self, message: &impl Serialize, weight: Weight) -> bool {
        self.push_with(weight, |body| serde_json::to_writer(body, message))
    }

    /// Puts in the message whose JSON text `write` appends.
    pub fn push_with(
        &self,
        weight: Weight,
        write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
    ) -> bool {
        let mut queue = self.lock();
        let limit = match weight {
            Weight::Response => usize::MAX,
            Weight::Event => OVERFULL,
            Weight::Hint => FULL,
        };
        if queue.closed || queue.len() > limit {
            queue.dropped += 1;
            return false;
        }
        let Queue { bytes, scratch, .. } = &mut *queue;
        scratch.clear();
        if let Err(error) = write(scratch) {
            tracing::error!(%error, "a message could not be written as JSON");
            return false;
        }
        // Writing to a vector does not fail.
        let _ = write!(bytes, "Content-Length: {}\r\n\r\n", scratch.len());
        bytes.extend_from_slice(scratch);
        if scratch.capacity() > KEPT {
            *scratch = Vec::new();
        }
        self.waiting.store(queue.len(), Ordering::Release);
        self.rouse(queue);
        true
    }

    /// Wakes the one who writes, if it sleeps.
    fn rouse(&self, queue: MutexGuard<'_, Queue>) {
        if self.sleeps.load(Ordering::Relaxed) {
            self.sleeps.store(false, Ordering::Relaxed);
            let waker = queue.waker.clone();
            drop(queue);
            if let Some(waker) = waker {
                waker.wake();
            }
        }
    }

    /// Writes as much as `write` takes. `WouldBlock` comes back as an error, with the rest still queued.
    pub fn write_with(&self, mut write: impl FnMut(&[u8]) -> io::Result<usize>) -> io::Result<()> {
        let mut queue = self.lock();
        while let Some(rest) = queue.bytes.get(queue.written..).filter(|rest| !rest.is_empty()) {
            match write(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => queue.written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // What is written is let go of once it is the greater part.
                    if queue.written > KEPT && queue.written > queue.bytes.len() / 2 {
                        let written = std::mem::take(&mut queue.written);
                        queue.bytes.drain(..written);
                    }
                    self.waiting.store(queue.len(), Ordering::Release);
                    return Err(error);
                }
            }
        }
        queue.bytes.clear();
        queue.written = 0;
        self.waiting.store(0, Ordering::Release);
        if queue.dropped > 0 {
            let dropped = std::mem::take(&mut queue.dropped);
            tracing::warn!(dropped, "messages were dropped while the client did not read");
        }
        if queue.bytes.capacity() > KEPT {
            queue.bytes = Vec::new();
        }
        Ok(())
    }

    /// Whether nothing waits. If so, `waker` is woken once something does.
    pub fn is_empty_or_wakes(&self, waker: &Waker) -> bool {
        let mut queue = self.lock();
        let empty = queue.len() == 0;
        if empty {
            if !queue.waker.as_ref().is_some_and(|known| known.will_wake(waker)) {
                queue.waker = Some(waker.clone());
            }
            self.sleeps.store(true, Ordering::Relaxed);
        }
        empty
    }

    /// Wakes whoever waits for something to write.
    pub fn wake(&self) {
        self.rouse(self.lock());
    }

    /// The one who writes is awake: what is put in from now on is written on the next occasion.
    pub fn mark_awake(&self) {
        self.sleeps.store(false, Ordering::Relaxed);
    }

    /// Bytes that wait.
    pub fn len(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether requests should wait.
    pub fn is_full(&self) -> bool {
        self.len() > FULL
    }

    /// Nobody reads any more: drops what waits, and takes nothing.
    pub fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        queue.bytes = Vec::new();
        queue.written = 0;
        self.waiting.store(0, Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A panic while it was held left at worst a message out.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(outbox: &Outbox, at_once: usize) -> String {
        let mut out = Vec::new();
        outbox
            .write_with(|bytes| {
                let count = bytes.len().min(at_once);
                out.extend_from_slice(&bytes[..count]);
                Ok(count)
            })
            .unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn frames_go_out_whole_and_in_order() {
        let outbox = Outbox::default();
        assert!(outbox.push(&"a", Weight::Response));
        assert!(outbox.push(&[1, 2], Weight::Event));
        assert_eq!(
            drain(&outbox, 3),
            "Content-Length: 3\r\n\r\n\"a\"Content-Length: 5\r\n\r\n[1,2]"
        );
        assert!(outbox.is_empty());
    }

    #[test]
    fn what_is_left_by_a_full_pipe_goes_out_later() {
        let outbox = Outbox::default();
        outbox.push(&"abc", Weight::Response);
        let mut out = Vec::new();
        let error = outbox
            .write_with(|bytes| {
                if out.is_empty() {
                    out.extend_from_slice(&bytes[..10]);
                    Ok(10)
                } else {
                    Err(io::ErrorKind::WouldBlock.into())
                }
            })
            .unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        out.extend_from_slice(drain(&outbox, 100).as_bytes());
        assert_eq!(out, b"Content-Length: 5\r\n\r\n\"abc\"");
    }

    #[test]
    fn responses_are_never_dropped_and_the_rest_is_counted() {
        let outbox = Outbox::default();
        let long = "x".repeat(1 << 20);
        for _ in 0..8 {
            assert!(!outbox.is_full());
            outbox.push(&long, Weight::Response);
        }
        assert!(outbox.is_full());
        assert!(!outbox.push(&1, Weight::Hint));
        assert!(outbox.push(&1, Weight::Event));
        for _ in 8..64 {
            outbox.push(&long, Weight::Response);
        }
        assert!(!outbox.push(&1, Weight::Event));
        assert!(outbox.push(&1, Weight::Response));
        assert_eq!(outbox.lock().dropped, 2);
    }

    #[test]
    fn whoever_waits_is_woken_once() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicUsize, Ordering};
        struct Count(AtomicUsize);
        impl std::task::Wake for Count {
            fn wake(self: Arc<Self>) {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
        }
        let count = Arc::new(Count(AtomicUsize::new(0)));
        let waker = Waker::from(Arc::clone(&count));
        let outbox = Outbox::default();
        assert!(outbox.is_empty_or_wakes(&waker));
        outbox.push(&1, Weight::Response);
        outbox.push(&2, Weight::Response);
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
        assert!(!outbox.is_empty_or_wakes(&waker));
    }
}
