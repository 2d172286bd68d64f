//! A client with links and a model: it keeps what it is asked, and answers when the test says so.

use super::*;
use crate::authority::{Completion, Failure, LinkAnswer, LinkCall, LinkVerdict};
use std::sync::atomic::{AtomicBool, Ordering};

/// Answers that are still to be given, by the order in which they were asked for.
type Open<T> = Mutex<BTreeMap<usize, oneshot::Sender<T>>>;

pub(super) struct Wired {
    human: Human,
    pub(super) calls: Mutex<Vec<LinkCall>>,
    link_answers: Open<Result<LinkAnswer, ClientError>>,
    pub(super) completions: Mutex<Vec<Completion>>,
    model_answers: Open<Result<String, Failure>>,
    withdrawn: Mutex<Vec<String>>,
    /// Set to have the client fail inside when it is to prompt.
    pub(super) is_broken: AtomicBool,
    /// The limits of links need a clock.
    pub(super) runtime: tokio::runtime::Runtime,
}

/// Says that whoever was asked was not waited for.
struct Out<'a> {
    wired: &'a Wired,
    name: String,
    answered: bool,
}

impl Drop for Out<'_> {
    fn drop(&mut self) {
        if !self.answered {
            self.wired.withdrawn.lock().unwrap().push(self.name.clone());
        }
    }
}

impl Wired {
    pub(super) fn new(world: &World) -> Arc<Self> {
        Arc::new(Self {
            human: Human(Arc::clone(&world.stage)),
            calls: Mutex::default(),
            link_answers: Mutex::default(),
            completions: Mutex::default(),
            model_answers: Mutex::default(),
            withdrawn: Mutex::default(),
            is_broken: AtomicBool::new(false),
            runtime: tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .build()
                .unwrap(),
        })
    }

    pub(super) fn open(self: &Arc<Self>, world: &World, adjust: impl FnOnce(&mut SessionConfig)) -> Session {
        let mut config = world.config();
        adjust(&mut config);
        let client = Arc::clone(self) as Arc<dyn Client>;
        Session::open(config, client, Arc::clone(&world.stage) as Arc<dyn Events>)
    }

    pub(super) fn stage(&self) -> &Stage {
        &self.human.0
    }

    /// A call that somebody is asked about; it is polled inside the runtime.
    pub(super) fn ask(&self, session: &Session, request: Request) -> WiredAsk<'_> {
        let _clock = self.runtime.enter();
        WiredAsk {
            wired: self,
            asked: Asked::new(session, request),
        }
    }

    pub(super) fn link_answers(&self, at: usize, answer: Result<LinkAnswer, ClientError>) {
        let sender = self.link_answers.lock().unwrap().remove(&at);
        let _ = sender.expect("that link was not asked").send(answer);
    }

    pub(super) fn model_answers(&self, at: usize, answer: Result<String, Failure>) {
        let sender = self.model_answers.lock().unwrap().remove(&at);
        let _ = sender.expect("the model was not asked").send(answer);
    }

    /// The questions that links still have, by the order in which they were asked.
    pub(super) fn open_questions(&self) -> Vec<usize> {
        self.link_answers.lock().unwrap().keys().copied().collect()
    }

    /// The links that were asked, in order.
    pub(super) fn called(&self) -> Vec<String> {
        let calls = self.calls.lock().unwrap();
        calls.iter().map(|call| call.name.clone()).collect()
    }

    /// What was taken back, in order: names of links, and `model`.
    pub(super) fn withdrawn(&self) -> Vec<String> {
        self.withdrawn.lock().unwrap().clone()
    }

    /// The review log once the session has ended.
    pub(super) fn log(&self, world: &World, session: &Session) -> Vec<Value> {
        let _clock = self.runtime.enter();
        world.log(session)
    }
}

/// A call on its way.
pub(super) struct WiredAsk<'a> {
    wired: &'a Wired,
    asked: Asked,
}

impl WiredAsk<'_> {
    pub(super) fn poll(&mut self) -> Option<Outcome> {
        let _clock = self.wired.runtime.enter();
        self.asked.poll()
    }

    pub(super) fn waits(&mut self) {
        assert!(self.poll().is_none(), "it still waits");
    }

    pub(super) fn done(mut self) -> Outcome {
        self.poll().expect("it is decided")
    }
}

pub(super) fn link_says(verdict: LinkVerdict, reason: Option<&str>) -> LinkAnswer {
    LinkAnswer {
        verdict,
        reason: reason.map(str::to_owned),
    }
}

impl Client for Wired {
    fn prompt(&self, prompt: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Box::pin(async { panic!("a fault of the client") });
        }
        self.human.prompt(prompt)
    }

    fn call_authorizer(&self, call: LinkCall) -> BoxFuture<'_, Result<LinkAnswer, ClientError>> {
        let out = Out {
            wired: self,
            name: call.name.clone(),
            answered: false,
        };
        let (sender, receiver) = oneshot::channel();
        let mut calls = self.calls.lock().unwrap();
        self.link_answers.lock().unwrap().insert(calls.len(), sender);
        calls.push(call);
        Box::pin(async move {
            let mut out = out;
            let answer = receiver.await;
            out.answered = true;
            answer.unwrap_or(Err(ClientError::Gone))
        })
    }

    fn complete_model(&self, completion: Completion) -> BoxFuture<'_, Result<String, Failure>> {
        let out = Out {
            wired: self,
            name: "model".to_owned(),
            answered: false,
        };
        let (sender, receiver) = oneshot::channel();
        let mut completions = self.completions.lock().unwrap();
        self.model_answers
            .lock()
            .unwrap()
            .insert(completions.len(), sender);
        completions.push(completion);
        Box::pin(async move {
            let mut out = out;
            let answer = receiver.await;
            out.answered = true;
            answer.expect("the test holds the other end")
        })
    }
}
