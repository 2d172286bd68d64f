//! The asks that wait for a human, and the inboxes that show them.

use crate::authority::{BoxFuture, Client, ClientError, Inbox, Prompt, PromptAnswer};
use crate::protocol::{InboxAsk, InboxDecided, InboxGone, InboxNote, SentNotification, Version};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::{mpsc, oneshot, watch};

/// Messages that may wait for an inbox. One that is further behind is no human's any more, and is hung up on.
const QUEUE: usize = 1024;

/// Writes a prompt as `permissions/prompt` would carry it; the words of the wire are the server's business.
pub type Write = fn(Prompt) -> Option<Box<RawValue>>;

/// Inboxes came or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// One of this process was attached.
    Attached(i32),
    /// One is gone.
    Left,
}

type Told = Box<dyn Fn(Presence) + Send + Sync>;

/// Between a session and the inboxes. It is the [`Client`] that asks whoever is at one.
#[derive(Clone)]
pub struct Hub {
    shared: Arc<Shared>,
}

struct Shared {
    write: Write,
    state: Mutex<State>,
    /// Inboxes that are attached, to be looked at without waiting.
    attached: AtomicUsize,
    /// The same, to wait for.
    presence: watch::Sender<usize>,
    told: OnceLock<Told>,
}

#[derive(Default)]
struct State {
    last_id: u64,
    asks: BTreeMap<u64, Ask>,
    inboxes: Vec<Member>,
}

struct Ask {
    /// `inbox/ask`, written.
    text: Arc<str>,
    answer: oneshot::Sender<PromptAnswer>,
}

struct Member {
    id: u64,
    messages: mpsc::Sender<Arc<str>>,
}

/// An inbox that is attached; it is gone when this is dropped.
pub(super) struct Attached {
    shared: Arc<Shared>,
    id: u64,
    /// What it is to be sent; closed once it is hung up on.
    pub(super) messages: mpsc::Receiver<Arc<str>>,
}

impl Hub {
    /// One at which nobody is.
    pub fn new(write: Write) -> Self {
        Self {
            shared: Arc::new(Shared {
                write,
                state: Mutex::default(),
                attached: AtomicUsize::new(0),
                presence: watch::Sender::new(0),
                told: OnceLock::new(),
            }),
        }
    }

    /// Has `told` told when inboxes come and go. Only the first counts.
    pub fn tell(&self, told: impl Fn(Presence) + Send + Sync + 'static) {
        let _ = self.shared.told.set(Box::new(told));
    }

    /// Attaches an inbox of a process, and leaves for it what waits.
    pub(super) fn attach(&self, process: i32) -> Attached {
        let shared = Arc::clone(&self.shared);
        let (sender, messages) = mpsc::channel(QUEUE);
        let mut state = shared.state();
        state.last_id += 1;
        let id = state.last_id;
        for ask in state.asks.values() {
            // There is more room than asks may wait, or it is hung up on below.
            let _ = sender.try_send(Arc::clone(&ask.text));
        }
        state.inboxes.push(Member { id, messages: sender });
        shared.counted(state, Presence::Attached(process));
        Attached { shared, id, messages }
    }

    /// An inbox answers; false where that ask waits no more.
    pub(super) fn answer(&self, ask_id: u64, answer: PromptAnswer) -> bool {
        // Its own guard tells everybody that it is gone.
        let ask = self.shared.state().asks.remove(&ask_id);
        let answered = ask.is_some_and(|ask| ask.answer.send(answer).is_ok());
        if answered {
            self.shared.say("inbox/gone", &InboxGone { ask_id });
        }
        answered
    }

    /// Tells the inboxes how a request ended.
    pub fn decided(&self, decided: impl FnOnce() -> InboxDecided) {
        if self.is_attached() {
            self.shared.say("inbox/decided", &decided());
        }
    }

    /// Has the inboxes show a warning.
    pub fn note(&self, message: &str) {
        if self.is_attached() {
            let message = message.to_owned();
            self.shared.say("inbox/note", &InboxNote { message });
        }
    }
}

impl Client for Hub {
    fn prompt(&self, prompt: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
        let shared = Arc::clone(&self.shared);
        Box::pin(async move {
            // Put with the first poll, behind the `ui_prompt` that the session publishes before it.
            let (answer, answered) = oneshot::channel();
            let _open = shared.open(prompt, answer);
            answered.await.map_err(|_| ClientError::Gone)
        })
    }
}

impl Inbox for Hub {
    fn is_attached(&self) -> bool {
        self.shared.attached.load(Ordering::Acquire) > 0
    }

    fn deserted(&self) -> BoxFuture<'static, ()> {
        let mut presence = self.shared.presence.subscribe();
        Box::pin(async move {
            // Its sender lives as long as the session.
            let _ = presence.wait_for(|attached| *attached == 0).await;
        })
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Each change of it is one insert or remove: a panic leaves it whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts an ask before everybody.
    fn open(self: &Arc<Self>, prompt: Prompt, answer: oneshot::Sender<PromptAnswer>) -> Open {
        let mut state = self.state();
        state.last_id += 1;
        let ask_id = state.last_id;
        let text = (self.write)(prompt).and_then(|prompt| {
            let ask = InboxAsk {
                ask_id,
                prompt: &prompt,
            };
            message("inbox/ask", &ask)
        });
        let Some(text) = text else {
            tracing::error!("a prompt could not be written as JSON");
            // Nobody can answer what nobody sees; the sender is kept, so that this is no answer.
            return Open {
                shared: Arc::clone(self),
                ask_id,
                _unseen: Some(answer),
            };
        };
        let ask = Ask {
            text: Arc::clone(&text),
            answer,
        };
        state.asks.insert(ask_id, ask);
        self.send(state, &text);
        Open {
            shared: Arc::clone(self),
            ask_id,
            _unseen: None,
        }
    }

    fn say(&self, method: &str, params: &impl Serialize) {
        if let Some(text) = message(method, params) {
            self.send(self.state(), &text);
        }
    }

    /// Sends a message to every inbox. Those that are too far behind are hung up on.
    fn send(&self, mut state: MutexGuard<'_, State>, text: &Arc<str>) {
        let before = state.inboxes.len();
        state
            .inboxes
            .retain(|inbox| inbox.messages.try_send(Arc::clone(text)).is_ok());
        if state.inboxes.len() < before {
            self.counted(state, Presence::Left);
        }
    }

    /// Says how many there are now. Who waits is judged again first: then nobody takes an answer for that of somebody
    /// who was not the one to ask.
    fn counted(&self, state: MutexGuard<'_, State>, presence: Presence) {
        let attached = state.inboxes.len();
        self.attached.store(attached, Ordering::Release);
        drop(state);
        if let Some(told) = self.told.get() {
            told(presence);
        }
        self.presence.send_replace(self.attached.load(Ordering::Acquire));
    }
}

/// An ask that waits; everybody is told when it does no more.
struct Open {
    shared: Arc<Shared>,
    ask_id: u64,
    _unseen: Option<oneshot::Sender<PromptAnswer>>,
}

impl Drop for Open {
    fn drop(&mut self) {
        let waited = self.shared.state().asks.remove(&self.ask_id).is_some();
        if waited {
            self.shared.say("inbox/gone", &InboxGone { ask_id: self.ask_id });
        }
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let before = state.inboxes.len();
        state.inboxes.retain(|inbox| inbox.id != self.id);
        if state.inboxes.len() < before {
            self.shared.counted(state, Presence::Left);
        }
    }
}

fn message(method: &str, params: &impl Serialize) -> Option<Arc<str>> {
    let message = SentNotification {
        jsonrpc: Version,
        method,
        params,
    };
    serde_json::to_string(&message).ok().map(Arc::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::RequestId;
    use futures::FutureExt;

    fn hub() -> Hub {
        Hub::new(|prompt| RawValue::from_string(format!("\"{}\"", prompt.title)).ok())
    }

    fn prompt(title: &str) -> Prompt {
        Prompt {
            request_id: RequestId::mint(),
            session_id: "s".to_owned(),
            tool_call_id: None,
            agent_name: None,
            title: title.to_owned(),
            payload: serde_json::Value::Null,
            lines: Vec::new(),
            expandable: false,
            options: Vec::new(),
            forwarding: None,
        }
    }

    fn deny() -> PromptAnswer {
        PromptAnswer {
            choice: Some("deny".to_owned()),
            ..PromptAnswer::default()
        }
    }

    fn sent(inbox: &mut Attached) -> Vec<String> {
        std::iter::from_fn(|| inbox.messages.try_recv().ok())
            .map(|text| {
                let message: serde_json::Value = serde_json::from_str(&text).unwrap();
                let params = &message["params"];
                format!("{} {}", message["method"].as_str().unwrap(), params["askId"])
            })
            .collect()
    }

    #[test]
    fn an_ask_is_put_to_everybody_and_the_first_answer_takes_it() {
        let hub = hub();
        let mut first = hub.attach(1);
        let mut asked = hub.prompt(prompt("a"));
        assert!((&mut asked).now_or_never().is_none());
        let mut second = hub.attach(2);
        assert_eq!(sent(&mut first), ["inbox/ask 2"]);
        assert_eq!(sent(&mut second), ["inbox/ask 2"], "also to one that comes later");
        assert!(hub.answer(2, deny()));
        assert!(!hub.answer(2, deny()), "it is taken");
        assert_eq!(
            asked.now_or_never().unwrap().unwrap().choice.as_deref(),
            Some("deny")
        );
        assert_eq!(sent(&mut first), ["inbox/gone 2"]);
        assert_eq!(sent(&mut second), ["inbox/gone 2"]);
    }

    #[test]
    fn what_is_withdrawn_is_taken_from_everybody_and_an_old_answer_hits_nothing_new() {
        let hub = hub();
        let mut inbox = hub.attach(1);
        let mut asked = hub.prompt(prompt("a"));
        assert!((&mut asked).now_or_never().is_none());
        drop(asked);
        let mut anew = hub.prompt(prompt("a, on other facts"));
        assert!((&mut anew).now_or_never().is_none());
        assert_eq!(sent(&mut inbox), ["inbox/ask 2", "inbox/gone 2", "inbox/ask 3"]);
        assert!(!hub.answer(2, deny()));
        assert!((&mut anew).now_or_never().is_none());
    }

    #[test]
    fn the_session_is_told_who_comes_and_goes_before_anybody_stops_to_wait() {
        let hub = hub();
        let notes: Arc<Mutex<Vec<Presence>>> = Arc::default();
        let kept = Arc::clone(&notes);
        hub.tell(move |presence| kept.lock().unwrap().push(presence));
        assert!(!hub.is_attached());
        let inbox = hub.attach(7);
        let mut deserted = hub.deserted();
        assert!(hub.is_attached() && (&mut deserted).now_or_never().is_none());
        drop(inbox);
        assert!(!hub.is_attached() && deserted.now_or_never().is_some());
        assert_eq!(*notes.lock().unwrap(), [Presence::Attached(7), Presence::Left]);
    }

    #[test]
    fn an_inbox_that_takes_nothing_is_hung_up_on() {
        let hub = hub();
        let stuck = hub.attach(1);
        for _ in 0..=QUEUE {
            hub.note("x");
        }
        assert!(!hub.is_attached());
        drop(stuck);
        assert!(!hub.is_attached());
    }
}
