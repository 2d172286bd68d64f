//! A question, a clock that stands still, and links that say what they are told to.

use super::*;
use crate::decision::RequestId;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Notes what it is told, in order.
#[derive(Default)]
pub(super) struct Notes(Mutex<Vec<String>>);

impl Notes {
    pub(super) fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    pub(super) fn note(&self, text: String) {
        self.0.lock().unwrap().push(text);
    }
}

impl Witness for Notes {
    fn somebody_is_asked(&self) {
        self.note("asked".to_owned());
    }
    fn human_is_asked(&self) {
        self.note("human".to_owned());
    }
    fn link_answered(&self, name: &str, review: &Review) {
        let why = match review {
            Review::Failed(failure) => format!(" {}", failure.category.name()),
            _ => String::new(),
        };
        self.note(format!("{name} {}{why}", review.verdict()));
    }
}

/// A question about a command; its payload is empty.
pub(super) fn question(witness: &Arc<Notes>) -> Question {
    Question {
        prompt: Prompt {
            request_id: RequestId::mint(),
            session_id: "s".to_owned(),
            tool_call_id: None,
            agent_name: None,
            title: String::new(),
            payload: serde_json::Value::Null,
            lines: Vec::new(),
            expandable: false,
            options: Vec::new(),
            forwarding: None,
        },
        facts: None,
        source: "tool_call",
        cwd: "/".to_owned(),
        human_only: false,
        turn: Arc::default(),
        witness: Arc::clone(witness) as Arc<dyn Witness>,
    }
}

/// A clock on which the given time never comes, or has come already.
pub(super) enum Clock {
    Stands,
    HasRung,
}

impl Timer for Clock {
    fn sleep(&self, _: Duration) -> BoxFuture<'static, ()> {
        match self {
            Self::Stands => Box::pin(std::future::pending()),
            Self::HasRung => Box::pin(std::future::ready(())),
        }
    }
}

/// What a scripted link does.
#[derive(Clone)]
pub(super) enum Script {
    Says(Review),
    Panics,
    IsSilent,
}

/// A link that follows its script.
pub(super) struct Scripted(pub(super) &'static str, pub(super) Script);

impl Link for Scripted {
    fn name(&self) -> &str {
        self.0
    }
    fn identity(&self) -> &str {
        self.0
    }
    fn limit(&self) -> Duration {
        Duration::from_millis(5)
    }
    fn review(&self, _: &Question) -> BoxFuture<'static, Review> {
        match self.1.clone() {
            Script::Says(review) => Box::pin(std::future::ready(review)),
            Script::Panics => panic!("a fault of the link"),
            Script::IsSilent => Box::pin(std::future::pending()),
        }
    }
}
