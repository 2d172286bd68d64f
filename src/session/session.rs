//! The handle that the edge holds.

use super::api::{
    AgentStart, AgentStarted, Child, Events, Invalid, Outcome, PolicyReport, Query, Refused, RegisterError,
    Registration, Request, Scope, SessionConfig, SessionRule, Turn,
};
use crate::authority;
use crate::gate::Verdict;
use crate::rule::Action;
use std::future::Future;
use std::sync::Arc;

/// One agent session with its in-process children. A clone is the same session.
#[derive(Clone)]
pub struct Session {
    inner: Arc<Inner>,
}

struct Inner {
    config: SessionConfig,
    client: Arc<dyn authority::Client>,
    events: Arc<dyn Events>,
}

impl Session {
    /// Opens a session: loads the policy, starts the watcher and the log writer. Never fails: what can't be
    /// read is a floor, and is said in `policy`.
    pub fn open(config: SessionConfig, client: Arc<dyn authority::Client>, events: Arc<dyn Events>) -> Self {
        Self {
            inner: Arc::new(Inner {
                config,
                client,
                events,
            }),
        }
    }

    /// The session's own id.
    pub fn id(&self) -> &str {
        self.inner.config.id.as_deref().unwrap_or_default()
    }

    /// The session's own working folder.
    pub fn cwd(&self) -> &str {
        &self.inner.config.cwd
    }

    /// The session's own active agent.
    pub fn agent(&self) -> Option<String> {
        self.inner.config.agent_name.clone()
    }

    /// Judges without asking, logging or recording. A failure inside is a deny by a floor.
    pub fn check(&self, query: &Query) -> Result<Verdict, Invalid> {
        todo!("{query:?}")
    }

    /// As `check`, with the trace.
    pub fn explain(&self, query: &Query) -> Result<Verdict, Invalid> {
        todo!("{query:?}")
    }

    /// Decides a call. All that can be decided without asking anybody is decided before this returns; the
    /// future waits for whoever is asked. Dropping it cancels the call. However it ends, one `decision` event
    /// and one log line are written, before the future resolves.
    pub fn authorize(
        &self,
        request: Request,
    ) -> impl Future<Output = Result<Outcome, Invalid>> + Send + use<> {
        let _ = (&self.inner.client, &self.inner.events, request);
        async move { todo!() }
    }

    /// The surface-level state of each tool; `deny` only where every input is denied.
    pub fn tool_permission(&self, tools: &[String], scope: &Scope) -> Result<Vec<(String, Action)>, Invalid> {
        todo!("{tools:?} {scope:?}")
    }

    /// Learns the active agent and leaves out denied skills.
    pub fn before_agent_start(&self, start: &AgentStart) -> Result<AgentStarted, Invalid> {
        todo!("{start:?}")
    }

    /// Registers what a tool accesses; the id of the registration.
    pub fn register_tool(&self, registration: Registration) -> Result<String, RegisterError> {
        let _ = Refused { reason: "policy" };
        todo!("{registration:?}")
    }

    /// Registers an authorizer link, which counts once `authorizerChain` names it; the id of the registration.
    pub fn register_authorizer(&self, name: &str) -> Result<String, RegisterError> {
        todo!("{name:?}")
    }

    /// Takes a registration back; a stale id removes nothing.
    pub fn unregister(&self, registration_id: &str) {
        todo!("{registration_id:?}")
    }

    /// The grants of a session, oldest first; of the own one and every child where none is named.
    pub fn session_rules(&self, session_id: Option<&str>) -> Result<Vec<SessionRule>, Invalid> {
        todo!("{session_id:?}")
    }

    /// Revokes a grant; a stale id revokes nothing.
    pub fn revoke_session_rule(&self, id: &str) {
        todo!("{id:?}")
    }

    /// What is in force.
    pub fn policy(&self, scope: &Scope) -> Result<PolicyReport, Invalid> {
        todo!("{scope:?}")
    }

    /// Reads every file again, publishes `policy_changed`, and says what is in force.
    pub fn reload(&self, scope: &Scope) -> Result<PolicyReport, Invalid> {
        todo!("{scope:?}")
    }

    /// A turn starts.
    pub fn turn_start(&self, turn: Turn) -> Result<(), Invalid> {
        todo!("{turn:?}")
    }

    /// The active agent of a session is now `name`; `None` for none.
    pub fn active_agent(&self, name: Option<String>, session_id: Option<&str>) -> Result<(), Invalid> {
        todo!("{name:?} {session_id:?}")
    }

    /// An in-process child is there.
    pub fn child_created(&self, child: Child) -> Result<(), Invalid> {
        todo!("{child:?}")
    }

    /// An in-process child is gone: its asks are settled as cancelled and its grants dropped.
    pub fn child_disposed(&self, session_id: &str) -> Result<(), Invalid> {
        todo!("{session_id:?}")
    }

    /// Settles every waiting ask (cause `shutdown`), writes what is left to the log, stops the watcher. Asks
    /// that come later are settled the same way at once.
    pub async fn shutdown(&self) {
        todo!()
    }
}
