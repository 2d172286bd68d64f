//! The subscriptions, and what each of them is sent or loses.

use super::hub::{Hub, Published};
use crate::protocol::{EventParams, LaggedParams, ObservedEvent, SubscribeParams};
use jsonrpsee::SubscriptionSink;
use jsonrpsee::core::server::TrySendError;
use jsonrpsee::types::SubscriptionId;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long what follows an event is gathered. Of a session that decides without a pause, each event for itself would
/// take turns with the next decision on the processor's caches; nobody who is told sees the difference.
const GATHER: Duration = Duration::from_millis(5);

/// Where a subscription's events go.
pub(super) trait Sink {
    /// Sends, or says why not; never waits.
    fn send(&mut self, text: Box<RawValue>) -> Result<(), Unsent>;
}

/// Why something was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsent {
    /// The observer is too far behind.
    Full,
    /// It is gone.
    Gone,
}

impl Sink for SubscriptionSink {
    fn send(&mut self, text: Box<RawValue>) -> Result<(), Unsent> {
        self.try_send(text).map_err(|error| match error {
            TrySendError::Full(_) => Unsent::Full,
            TrySendError::Closed(_) => Unsent::Gone,
        })
    }
}

/// One subscription.
pub(super) struct Subscriber<S> {
    sink: S,
    /// The events it wants; all where absent.
    wanted: Option<Vec<ObservedEvent>>,
    /// Events it lost that it was not told of yet.
    lost: u64,
}

impl<S: Sink> Subscriber<S> {
    pub(super) fn new(sink: S, wanted: SubscribeParams) -> Self {
        Self {
            sink,
            wanted: wanted.events,
            lost: 0,
        }
    }

    fn wants(&self, event: ObservedEvent) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(&event))
    }

    /// Sends an event, behind the word about what was lost before it.
    fn publish(&mut self, published: &Published) {
        if !self.wants(published.event) {
            return;
        }
        if !self.catch_up() || self.sink.send(published.text.clone()) == Err(Unsent::Full) {
            self.lost = self.lost.saturating_add(1);
        }
    }

    /// Says what was lost; false where not even that can be sent.
    fn catch_up(&mut self) -> bool {
        if self.lost == 0 {
            return true;
        }
        let Ok(text) = to_raw_value(&LaggedParams { lost: self.lost }).and_then(|params| {
            to_raw_value(&EventParams {
                event: "lagged",
                params: &params,
            })
        }) else {
            return true;
        };
        let told = self.sink.send(text) != Err(Unsent::Full);
        if told {
            self.lost = 0;
        }
        told
    }
}

type List = Vec<(SubscriptionId<'static>, Subscriber<SubscriptionSink>)>;

/// All subscriptions of this process.
#[derive(Clone)]
pub(super) struct Subscribers {
    hub: Arc<Hub>,
    list: Arc<Mutex<List>>,
}

impl Subscribers {
    pub(super) fn new(hub: Arc<Hub>) -> Self {
        Self {
            hub,
            list: Arc::default(),
        }
    }

    /// Keeps a subscription until its observer ends it or goes.
    pub(super) async fn keep(&self, sink: SubscriptionSink, wanted: SubscribeParams) {
        let id = sink.subscription_id();
        let member = Subscriber::new(sink.clone(), wanted);
        self.list().push((id.clone(), member));
        self.hub.subscribed();
        sink.closed().await;
        self.hub.unsubscribed();
        self.list().retain(|(known, _)| *known != id);
    }

    /// Hands out what the session left, whenever it did, and tells whoever lost something once that fits.
    pub(super) async fn serve(self) {
        loop {
            let behind = self.list().iter().any(|(_, subscriber)| subscriber.lost > 0);
            if behind {
                // Nothing says when there is room again.
                let _ = tokio::time::timeout(super::LOOK_AGAIN, self.hub.woken()).await;
            } else {
                self.hub.woken().await;
            }
            self.distribute();
            tokio::time::sleep(GATHER).await;
        }
    }

    /// Hands out what the session left.
    pub(super) fn distribute(&self) {
        let (events, dropped) = self.hub.take();
        for (_, subscriber) in self.list().iter_mut() {
            subscriber.catch_up();
            for published in &events {
                subscriber.publish(published);
            }
            // They came behind those that were left.
            subscriber.lost = subscriber.lost.saturating_add(dropped);
        }
    }

    /// Whether every observer that still reads has been written all there is.
    pub(super) fn are_done(&self) -> bool {
        self.list()
            .iter()
            .all(|(_, subscriber)| subscriber.sink.capacity() == subscriber.sink.max_capacity())
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::RawValue;

    /// Takes a few, then none.
    struct Narrow {
        room: usize,
        taken: Vec<String>,
    }

    impl Sink for Narrow {
        fn send(&mut self, text: Box<RawValue>) -> Result<(), Unsent> {
            self.room = self.room.checked_sub(1).ok_or(Unsent::Full)?;
            self.taken.push(text.get().to_owned());
            Ok(())
        }
    }

    fn published(event: ObservedEvent, text: &str) -> Published {
        Published {
            event,
            text: RawValue::from_string(text.to_owned()).unwrap(),
        }
    }

    fn narrow(room: usize, events: Option<Vec<ObservedEvent>>) -> Subscriber<Narrow> {
        let sink = Narrow {
            room,
            taken: Vec::new(),
        };
        Subscriber::new(sink, SubscribeParams { events })
    }

    #[test]
    fn what_was_lost_is_said_before_the_next_event() {
        let mut subscriber = narrow(2, None);
        for text in ["1", "2", "3", "4"] {
            subscriber.publish(&published(ObservedEvent::Decision, text));
        }
        subscriber.sink.room = 2;
        subscriber.publish(&published(ObservedEvent::Decision, "5"));
        assert_eq!(
            subscriber.sink.taken,
            ["1", "2", r#"{"event":"lagged","params":{"lost":2}}"#, "5"]
        );
        subscriber.publish(&published(ObservedEvent::Decision, "6"));
        subscriber.publish(&published(ObservedEvent::Decision, "7"));
        subscriber.sink.room = 1;
        assert!(subscriber.catch_up(), "also where nothing comes behind it");
        assert_eq!(
            subscriber.sink.taken.last().unwrap(),
            r#"{"event":"lagged","params":{"lost":2}}"#
        );
    }

    #[test]
    fn only_what_is_wanted_is_sent_or_lost() {
        let mut subscriber = narrow(1, Some(vec![ObservedEvent::UiPrompt]));
        subscriber.publish(&published(ObservedEvent::Decision, "1"));
        subscriber.publish(&published(ObservedEvent::UiPrompt, "2"));
        subscriber.publish(&published(ObservedEvent::Decision, "3"));
        assert_eq!(subscriber.sink.taken, ["2"]);
        assert_eq!(subscriber.lost, 0);
    }
}
