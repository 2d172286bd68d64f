//! How a session comes to be.

use super::api::{Events, SessionConfig, Tier};
use super::force::Force;
use super::handle::Session;
use super::inner::Inner;
use super::links::Links;
use super::members::{ActiveAgent, Member};
use super::watch;
use crate::access::{self, Cwd, Files, Known, OsFiles, Skills};
use crate::authority::{self, Surroundings, select};
use crate::decision::RequestId;
use crate::record::{Recorder, Settings, Warn};
use std::path::Path;
use std::sync::Arc;

impl Session {
    /// Opens a session: loads the policy, starts the watcher and the log writer. Never fails: what can't be
    /// read is a floor, and is said in `policy`.
    pub fn open(config: SessionConfig, client: Arc<dyn authority::Client>, events: Arc<dyn Events>) -> Self {
        Self::open_on(config, client, events, Arc::new(OsFiles::new()))
    }

    /// The same on another file system, for what is looked at while judging. Policy files are read from the
    /// disk either way.
    pub fn open_on(
        mut config: SessionConfig,
        client: Arc<dyn authority::Client>,
        events: Arc<dyn Events>,
        files: Arc<dyn Files>,
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
        let force = Force::open(&config, &files);
        let recorder = recorder(&config, &id, &force, &events);
        let selection = select(Surroundings {
            human: config.can_prompt.then(|| Arc::clone(&client)),
            parent: config.parent_session_id.clone(),
            is_subagent: is_subagent(&config),
            relay: None,
        });
        let links = Links::new(client, config.completes_models);
        let inner = Arc::new(Inner::new(
            config, own, force, files, recorder, events, selection, links,
        ));
        // The forms of allow patterns are those of this moment.
        inner.log_config();
        let watcher = Arc::new(watch::Watcher::start(&inner));
        Self { inner, watcher }
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
    };
    let events = Arc::clone(events);
    let warn: Warn = Arc::new(move |text: &str| events.warn(text));
    Recorder::open(settings, &warn)
}

/// A session whose folder lies below that of the subagents is one, also where nobody says whose.
fn is_subagent(config: &SessionConfig) -> bool {
    match (&config.subagents_dir, &config.session_dir) {
        (Some(subagents), Some(session)) => {
            let session = Path::new(session);
            session.starts_with(subagents) && session != subagents
        }
        _ => false,
    }
}
