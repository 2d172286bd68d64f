//! A session with a scripted human and a folder of real policy files.

mod agents;
mod children;
mod links;
mod provenance;
mod reloading;
mod resolutions;
mod review;
mod storm;
mod waiting;
mod wired;

use super::*;
use crate::authority::{BoxFuture, Client, ClientError, Prompt, PromptAnswer};
use crate::decision::{Cause, Resolution};
use crate::rule::Action;
use futures::FutureExt;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use tokio::sync::oneshot;

/// What happened, in order.
#[derive(Clone, Debug, PartialEq)]
enum Heard {
    UiPrompt(String),
    Decision(String, Resolution, Option<Cause>),
    PolicyChanged(usize),
    Warning(String),
    /// A prompt was withdrawn.
    Withdrawn(String),
}

/// The human, the client and the listeners in one.
#[derive(Default)]
struct Stage {
    heard: Mutex<Vec<Heard>>,
    decisions: Mutex<Vec<DecisionEvent>>,
    ui_prompts: Mutex<Vec<PromptEvent>>,
    prompts: Mutex<Vec<Prompt>>,
    answers: Mutex<BTreeMap<usize, oneshot::Sender<Result<PromptAnswer, ClientError>>>>,
}

impl Stage {
    fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }

    fn note(&self, heard: Heard) {
        self.heard.lock().unwrap().push(heard);
    }

    fn prompts(&self) -> Vec<Prompt> {
        self.prompts.lock().unwrap().clone()
    }

    fn decisions(&self) -> Vec<DecisionEvent> {
        self.decisions.lock().unwrap().clone()
    }

    /// Answers the prompt `at`; whether anybody still wants to know.
    fn answer(&self, at: usize, answer: Result<PromptAnswer, ClientError>) -> bool {
        let sender = self
            .answers
            .lock()
            .unwrap()
            .remove(&at)
            .expect("that prompt was not put");
        sender.send(answer).is_ok()
    }

    fn choose(&self, at: usize, choice: &str) -> bool {
        self.answer(
            at,
            Ok(PromptAnswer {
                choice: Some(choice.to_owned()),
                ..PromptAnswer::default()
            }),
        )
    }
}

/// The client's side; apart from [`Stage`] since one type can't see itself behind an `Arc`.
struct Human(Arc<Stage>);

/// Notes that a prompt was dropped before it was answered.
struct Outstanding {
    stage: Arc<Stage>,
    tool_call_id: String,
    answered: bool,
}

impl Drop for Outstanding {
    fn drop(&mut self) {
        if !self.answered {
            self.stage.note(Heard::Withdrawn(self.tool_call_id.clone()));
        }
    }
}

impl Client for Human {
    fn prompt(&self, prompt: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
        let (sender, receiver) = oneshot::channel();
        let outstanding = Outstanding {
            stage: Arc::clone(&self.0),
            tool_call_id: prompt.tool_call_id.clone().unwrap_or_default(),
            answered: false,
        };
        let at = {
            let mut prompts = self.0.prompts.lock().unwrap();
            prompts.push(prompt);
            prompts.len() - 1
        };
        self.0.answers.lock().unwrap().insert(at, sender);
        Box::pin(async move {
            let mut outstanding = outstanding;
            let answer = receiver.await;
            outstanding.answered = true;
            answer.unwrap_or(Err(ClientError::Gone))
        })
    }
}

impl Events for Stage {
    fn ui_prompt(&self, event: &PromptEvent) {
        self.note(Heard::UiPrompt(event.tool_call_id.clone().unwrap_or_default()));
        self.ui_prompts.lock().unwrap().push(event.clone());
    }
    fn decision(&self, event: &DecisionEvent) {
        let id = event.tool_call_id.clone().unwrap_or_default();
        self.note(Heard::Decision(id, event.resolution, event.cause));
        self.decisions.lock().unwrap().push(event.clone());
    }
    fn policy_changed(&self, problems: &[ProblemReport], _: &BTreeMap<String, Arc<str>>) {
        self.note(Heard::PolicyChanged(problems.len()));
    }
    fn warn(&self, message: &str) {
        self.note(Heard::Warning(message.to_owned()));
    }
}

/// A folder with a configuration, a project and a state folder.
struct World {
    folder: tempfile::TempDir,
    stage: Arc<Stage>,
}

impl World {
    fn new() -> Self {
        let world = Self {
            folder: tempfile::tempdir().unwrap(),
            stage: Arc::default(),
        };
        for folder in ["config/agents", "proj", "state"] {
            std::fs::create_dir_all(world.at(folder)).unwrap();
        }
        world
    }

    /// With this under `permission` in `policy.jsonc`.
    fn with_policy(permission: &Value) -> Self {
        Self::with_file(&json!({ "permission": permission }))
    }

    /// With this as `policy.jsonc`.
    fn with_file(policy: &Value) -> Self {
        let world = Self::new();
        world.write("config/policy.jsonc", &policy.to_string());
        world
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes as an editor does: a new file takes the place of the old one.
    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let fresh = path.with_extension("fresh");
        std::fs::write(&fresh, text).unwrap();
        std::fs::rename(fresh, path).unwrap();
    }

    fn config(&self) -> SessionConfig {
        let text = |path: &str| self.at(path).to_str().unwrap().to_owned();
        SessionConfig {
            id: Some("own".to_owned()),
            cwd: text("proj"),
            home: text(""),
            config_dir: self.at("config"),
            agent_dir: self.at("config/agents"),
            state_dir: self.at("state"),
            can_prompt: true,
            prompt_columns: 80,
            ..SessionConfig::default()
        }
    }

    fn open(&self) -> Session {
        self.open_as(|_| {})
    }

    fn open_as(&self, adjust: impl FnOnce(&mut SessionConfig)) -> Session {
        let mut config = self.config();
        adjust(&mut config);
        Session::open(
            config,
            Arc::new(Human(Arc::clone(&self.stage))),
            Arc::clone(&self.stage) as Arc<dyn Events>,
        )
    }

    fn lines(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.at("state/review.jsonl")).unwrap_or_default();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The review log once the session has ended.
    fn log(&self, session: &Session) -> Vec<Value> {
        session.shutdown().now_or_never().expect("nobody waits");
        self.lines()
    }

    /// The lines of the log about requests: id of the call, event, who decided.
    fn told(&self, session: &Session) -> Vec<(String, String, String)> {
        told(&self.log(session))
    }

    /// The same while the session goes on.
    fn told_so_far(&self, session: &Session) -> Vec<(String, String, String)> {
        session.inner.recorder.flush(std::time::Duration::from_secs(20));
        told(&self.lines())
    }
}

fn told(lines: &[Value]) -> Vec<(String, String, String)> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    lines
        .iter()
        .filter(|line| word(&line["event"]).starts_with("permission_request."))
        .map(|line| {
            (
                word(&line["toolCallId"]),
                word(&line["event"]),
                word(&line["decidedBy"]["kind"]),
            )
        })
        .collect()
}

/// A call of the tool `notes` with a value.
fn note(value: &str, id: &str) -> Request {
    call("notes", json!({ "name": value }), id)
}

fn call(tool: &str, input: Value, id: &str) -> Request {
    Request {
        tool: tool.to_owned(),
        input,
        tool_call_id: Some(id.to_owned()),
        source: CallSource::ToolCall,
        scope: Scope::default(),
    }
}

fn in_session(mut request: Request, session_id: &str) -> Request {
    request.scope.session_id = Some(session_id.to_owned());
    request
}

/// A call on its way, polled by hand.
struct Asked(Pin<Box<dyn Future<Output = Result<Outcome, Invalid>> + Send>>);

impl Asked {
    fn new(session: &Session, request: Request) -> Self {
        let mut asked = Self(Box::pin(session.authorize(request)));
        assert!(asked.poll().is_none(), "somebody is asked");
        asked
    }

    fn poll(&mut self) -> Option<Outcome> {
        let mut context = Context::from_waker(futures::task::noop_waker_ref());
        match self.0.as_mut().poll(&mut context) {
            Poll::Ready(outcome) => Some(outcome.unwrap()),
            Poll::Pending => None,
        }
    }

    fn waits(&mut self) {
        assert!(self.poll().is_none(), "it still waits");
    }

    fn done(mut self) -> Outcome {
        self.poll().expect("it is decided")
    }
}

/// The outcome of a call that asks nobody.
fn decide(session: &Session, request: Request) -> Outcome {
    session
        .authorize(request)
        .now_or_never()
        .expect("nobody is asked")
        .unwrap()
}

fn state(session: &Session, request: &Request) -> Action {
    let query = Query {
        kind: QueryKind::Call {
            tool: request.tool.clone(),
            input: request.input.clone(),
        },
        scope: request.scope.clone(),
    };
    session.check(&query).unwrap().state
}

/// Runs `done` again until it is true; what changes the answer is another thread.
fn eventually(what: &str, mut done: impl FnMut() -> bool) {
    for _ in 0..2000 {
        if done() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{what}");
}

fn exists(path: &Path) -> bool {
    path.exists()
}
