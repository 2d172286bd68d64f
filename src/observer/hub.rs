//! Where events are put down for observers. Whoever publishes leaves an event and goes on; the observers' own thread
//! takes it from there.

use crate::protocol::{EventParams, ObservedEvent};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Events that may lie here, and their bytes: more than that is dropped, and counted.
const MAX_EVENTS: usize = 4096;
const MAX_BYTES: usize = 8 << 20;
/// Events after which the observers' thread is woken even if the connection never comes to rest.
const WAKE_AFTER: usize = 64;

/// An event as it goes out: `{event, params}`.
#[derive(Clone, Debug)]
pub(super) struct Published {
    pub(super) event: ObservedEvent,
    pub(super) text: Box<RawValue>,
}

impl Published {
    fn new((event, params): (ObservedEvent, Box<RawValue>)) -> Option<Self> {
        let name = event.name();
        let params = &*params;
        // Text around text that was JSON: nothing can go wrong.
        let text = to_raw_value(&EventParams { event: name, params }).ok()?;
        Some(Self { event, text })
    }
}

/// Between the session and its observers.
#[derive(Debug, Default)]
pub struct Hub {
    /// Subscriptions there are. While there is none, publishing is one look at this.
    subscriptions: AtomicUsize,
    left: Mutex<Left>,
    has_left: AtomicBool,
    wake: Notify,
}

#[derive(Debug, Default)]
struct Left {
    /// The params of each.
    events: Vec<(ObservedEvent, Box<RawValue>)>,
    bytes: usize,
    lost: u64,
}

impl Hub {
    /// Whether anybody listens: then the params of what is published are worth writing down.
    pub fn is_watched(&self) -> bool {
        self.subscriptions.load(Ordering::Relaxed) > 0
    }

    /// Leaves an event. Never waits for an observer.
    pub fn publish(&self, event: ObservedEvent, params: &(impl Serialize + ?Sized)) {
        if !self.is_watched() {
            return;
        }
        let params = match to_raw_value(params) {
            Ok(params) => params,
            Err(error) => return tracing::error!(%error, "an event could not be written as JSON"),
        };
        let mut left = self.left();
        let bytes = left.bytes.saturating_add(params.get().len());
        if left.events.len() >= MAX_EVENTS || bytes > MAX_BYTES {
            left.lost += 1;
        } else {
            left.bytes = bytes;
            left.events.push((event, params));
        }
        let many = left.events.len().is_multiple_of(WAKE_AFTER);
        drop(left);
        self.has_left.store(true, Ordering::Release);
        if many {
            self.flush();
        }
    }

    /// Wakes the observers' thread if anything was left for it. Called when the connection has nothing else to do, so
    /// that no answer waits for it.
    pub fn flush(&self) {
        if self.has_left.load(Ordering::Relaxed) && self.has_left.swap(false, Ordering::AcqRel) {
            self.wake.notify_one();
        }
    }

    /// Waits for [`Hub::flush`].
    pub(super) async fn woken(&self) {
        self.wake.notified().await;
    }

    /// What was left, and how many events more there would have been.
    pub(super) fn take(&self) -> (Vec<Published>, u64) {
        let mut left = self.left();
        left.bytes = 0;
        let (events, lost) = (std::mem::take(&mut left.events), std::mem::take(&mut left.lost));
        drop(left);
        (events.into_iter().filter_map(Published::new).collect(), lost)
    }

    pub(super) fn subscribed(&self) {
        self.subscriptions.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn unsubscribed(&self) {
        self.subscriptions.fetch_sub(1, Ordering::Relaxed);
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        // Each change leaves it whole.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_is_kept_while_nobody_listens() {
        let hub = Hub::default();
        hub.publish(ObservedEvent::Ready, &json!({}));
        assert!(hub.take().0.is_empty());
        hub.subscribed();
        hub.publish(ObservedEvent::Ready, &json!({}));
        let (events, lost) = hub.take();
        let texts: Vec<&str> = events.iter().map(|event| event.text.get()).collect();
        assert_eq!(
            (texts.as_slice(), lost),
            ([r#"{"event":"ready","params":{}}"#].as_slice(), 0)
        );
        hub.unsubscribed();
        hub.publish(ObservedEvent::Ready, &json!({}));
        assert!(hub.take().0.is_empty());
    }

    #[test]
    fn what_nobody_takes_is_dropped_and_counted() {
        let hub = Hub::default();
        hub.subscribed();
        for _ in 0..MAX_EVENTS + 3 {
            hub.publish(ObservedEvent::Decision, &json!({}));
        }
        let (events, lost) = hub.take();
        assert_eq!((events.len(), lost), (MAX_EVENTS, 3));
        let long = "x".repeat(MAX_BYTES);
        hub.publish(ObservedEvent::Decision, &long);
        hub.publish(ObservedEvent::Decision, &"short");
        let (events, lost) = hub.take();
        assert_eq!((events.len(), lost), (1, 1));
    }
}
