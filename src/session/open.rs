//! How a session comes to be.

use super::ProblemReport;
use super::api::{DecisionEvent, Events, PromptEvent, SessionConfig, Tier};
use super::desk::Desk;
use super::force::Force;
use super::handle::Session;
use super::inner::Inner;
use super::links::Links;
use super::members::{ActiveAgent, Member};
use super::subagent;
use crate::access::{self, Cwd, Files, Known, OsFiles, Skills};
use crate::authority::{self, BoxFuture, ClientError, Prompt, PromptAnswer, Surroundings, select};
use crate::decision::RequestId;
use crate::forwarding::{Post, Tempo};
use crate::policy::{DiskSource, Source};
use crate::record::{Recorder, Settings, Warn};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;
use tokio::runtime::Handle;

impl Session {
    /// Opens a session: loads the policy, starts the watcher and the log writer. Never fails: what can't be
    /// read is a floor, and is said in `policy`.
    pub fn open(config: SessionConfig, client: Arc<dyn authority::Client>, events: Arc<dyn Events>) -> Self {
        let session = Self::prepare(config, client, events);
        session.start();
        session
    }

    /// The same without the watcher and the log writer: whoever waits for a first verdict need not wait for them.
    /// [`Session::start`] has to follow soon; what is written to the log in between is kept.
    pub fn prepare(
        config: SessionConfig,
        client: Arc<dyn authority::Client>,
        events: Arc<dyn Events>,
    ) -> Self {
        Self::prepare_on(config, client, events, Arc::new(OsFiles::new()))
    }

    /// Starts what runs beside the session, if it does not yet.
    pub fn start(&self) {
        self.inner.begin_log();
        self.inner.recorder.start();
        self.watcher.start(&self.inner);
        if let (Some(post), Ok(runtime)) = (&self.inner.post, Handle::try_current()) {
            start(post, &self.inner, runtime);
        }
    }

    /// The same on another file system, for what is looked at while judging. Policy files are read from the disk
    /// either way.
    pub fn prepare_on(
        config: SessionConfig,
        client: Arc<dyn authority::Client>,
        events: Arc<dyn Events>,
        files: Arc<dyn Files>,
    ) -> Self {
        Self::prepare_from(config, client, events, files, Arc::new(DiskSource))
    }

    /// A session beside this one that is only asked, with policy files from `source`: what would be decided were they
    /// in force. What clients registered holds there too. Nothing is logged, sent or granted.
    #[must_use]
    pub fn supposing(&self, source: Arc<dyn Source>) -> Self {
        let config = SessionConfig {
            id: None,
            parent_session_id: None,
            forwards: false,
            can_prompt: false,
            completes_models: false,
            agent_name: self.agent(),
            tier: Tier::Editor,
            ..self.inner.config.clone()
        };
        let files = Arc::new(OsFiles::new());
        let supposed = Self::prepare_from(config, Arc::new(Nobody), Arc::new(Nobody), files, source);
        let registrations = Arc::clone(&self.inner.state().registrations);
        supposed.inner.state().registrations = registrations;
        supposed
    }

    fn prepare_from(
        mut config: SessionConfig,
        client: Arc<dyn authority::Client>,
        events: Arc<dyn Events>,
        files: Arc<dyn Files>,
        source: Arc<dyn Source>,
    ) -> Self {
        let id: Arc<str> = config
            .id
            .take()
            .unwrap_or_else(|| RequestId::mint().to_string())
            .into();
        let cwd = Arc::new(Cwd::resolve(&config.cwd, &*files));
        let tools: Option<Arc<[String]>> = config.tools.clone().map(Into::into);
        let agent = config
            .agent_name
            .clone()
            .filter(|name| access::prompt::is_agent_name(name));
        let own = Member {
            id: Arc::clone(&id),
            parent: None,
            agent: ActiveAgent::named(agent.as_deref()),
            cwd,
            known: Arc::new(Known {
                mcp_servers: config.mcp_servers.clone(),
                skills: Skills::default(),
                tools: config.tools.clone(),
            }),
            tools,
            turn: Some(Arc::default()),
        };
        let force = Force::open(&config, &files, source);
        let recorder = recorder(&config, &id, &force, &events);
        let is_served = config.forwards && Handle::try_current().is_ok();
        let post = is_served.then(Post::new);
        // Known once it is there.
        let opened: Arc<OnceLock<Weak<Inner>>> = Arc::default();
        let selection = select(Surroundings {
            human: config.can_prompt.then(|| Arc::clone(&client)),
            parent: subagent::parent(&config),
            is_subagent: subagent::is_subagent(&config),
            relay: post.as_ref().map(|post| relay(post, &opened)),
            inbox: client.inbox().filter(|_| config.tier == Tier::Runtime),
        });
        let links = Links::new(client, config.completes_models);
        let inner = Arc::new(Inner::new(
            config, own, force, files, recorder, events, selection, links, post,
        ));
        let _ = opened.set(Arc::downgrade(&inner));
        // The forms of allow patterns are those of this moment.
        inner.make_own_forms();
        Self {
            inner,
            watcher: Arc::default(),
        }
    }
}

fn recorder(config: &SessionConfig, id: &str, force: &Force, events: &Arc<dyn Events>) -> Recorder {
    if config.tier == Tier::Editor {
        return Recorder::off();
    }
    let options = force.options();
    let settings = Settings {
        state_dir: config.state_dir.clone(),
        session_id: id.to_owned(),
        width: usize::try_from(options.review_log_field_max_width).unwrap_or(usize::MAX),
        review: options.permission_review_log,
        debug: options.debug_log,
        limits: None,
    };
    let events = Arc::clone(events);
    let warn: Warn = Arc::new(move |text: &str| events.warn(text));
    Recorder::open(settings, &warn)
}

/// The way up; an answer is waited for as long as the policy says at the time.
fn relay(post: &Post, opened: &Arc<OnceLock<Weak<Inner>>>) -> Arc<dyn authority::Relay> {
    let opened = Arc::clone(opened);
    let timeout = move || {
        let inner = opened.get().and_then(Weak::upgrade);
        Duration::from_millis(inner.map_or(0, |inner| inner.force.options().forwarding_timeout_ms))
    };
    Arc::new(post.relay(Arc::new(timeout)))
}

/// Serves what sessions in other processes ask.
fn start(post: &Post, inner: &Arc<Inner>, runtime: Handle) {
    let desk = Arc::new(Desk::new(Arc::downgrade(inner), runtime));
    post.serve(&inner.id, false);
    if let Err(error) = post.start(&inner.config.state_dir, Tempo::from_env(), desk) {
        inner
            .events
            .warn(&format!("Subagents can't be served ({error})."));
    }
}

/// There is no client behind a session that is only asked, and nobody listens to it.
struct Nobody;

impl authority::Client for Nobody {
    fn prompt(&self, _: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
        Box::pin(std::future::ready(Err(ClientError::Gone)))
    }
}

impl Events for Nobody {
    fn ui_prompt(&self, _: &PromptEvent) {}
    fn decision(&self, _: &DecisionEvent) {}
    fn policy_changed(&self, _: &[ProblemReport], _: &BTreeMap<String, Arc<str>>) {}
    fn warn(&self, _: &str) {}
}
