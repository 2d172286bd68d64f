//! The handle that the edge holds.

use super::api::{
    AgentStart, AgentStarted, Child, Invalid, Outcome, Query, QueryKind, RegisterError, Registration,
    Request, Scope, SessionRule, SkillEntry, Turn,
};
use super::authorize::{Begun, begin};
use super::inner::Inner;
use super::judging::{self, Ground, Subject, guarded};
use super::members::{ActiveAgent, Member};
use super::report::{PolicyReport, ProblemReport};
use super::{force, names, watch};
use crate::access::{self, Cwd, Known, Skill};
use crate::decision::{Cause, Origin};
use crate::gate::{self, JudgeOptions, Verdict};
use crate::policy::Places;
use crate::record::Event;
use crate::rule::Action;
use serde_json::json;
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// How long the end of a session waits until its answers to other sessions are written.
const POST_AT_END: Duration = Duration::from_secs(2);
/// How long the end of a session waits for the log.
const LOG_AT_END: Duration = Duration::from_secs(2);

/// One agent session with its in-process children. A clone is the same session.
#[derive(Clone)]
pub struct Session {
    pub(super) inner: Arc<Inner>,
    /// Ends the watcher when the last handle goes.
    pub(super) watcher: Arc<watch::Watcher>,
}

impl Session {
    /// The session's own id.
    pub fn id(&self) -> &str {
        &self.inner.id
    }

    /// The session's own working folder.
    pub fn cwd(&self) -> &str {
        &self.inner.config.cwd
    }

    /// The session's own active agent.
    pub fn agent(&self) -> Option<String> {
        let state = self.inner.state();
        state
            .members
            .get(None)
            .and_then(|own| own.agent.name().map(str::to_owned))
    }

    /// Where its policy files lie.
    pub fn places(&self) -> Places {
        force::places(&self.inner.config)
    }

    /// Reads the policy files again that may have changed, where nothing runs beside the session that would.
    pub fn look_again(&self) {
        self.inner.look_for_changes();
    }

    /// Whether `portcullis inbox` may answer what this session asks, as the client or the policy says now.
    pub fn opted_in(&self) -> bool {
        self.inner.opted_in(&self.inner.force.options())
    }

    /// Inboxes came or went: what waits is judged again.
    pub fn inboxes_changed(&self) {
        self.inner.changed();
    }

    /// Judges without asking, logging or recording. A failure inside is a deny by a floor.
    pub fn check(&self, query: &Query) -> Result<Verdict, Invalid> {
        self.query(query, JudgeOptions::default())
    }

    /// As `check`; the verdict does not list who asks.
    pub fn check_briefly(&self, query: &Query) -> Result<Verdict, Invalid> {
        let options = JudgeOptions {
            asks_nobody: true,
            ..JudgeOptions::default()
        };
        self.query(query, options)
    }

    /// As `check`, with the trace.
    pub fn explain(&self, query: &Query) -> Result<Verdict, Invalid> {
        let options = JudgeOptions {
            trace: true,
            ..JudgeOptions::default()
        };
        self.query(query, options)
    }

    fn query(&self, query: &Query, options: JudgeOptions<'_>) -> Result<Verdict, Invalid> {
        let ground = self.inner.ground(&query.scope)?;
        let subject = match &query.kind {
            QueryKind::Call { tool, input } => {
                if tool.is_empty() {
                    return Err(names::invalid("/tool", "a call needs the name of its tool"));
                }
                if !ground.has_tool(tool) {
                    return Ok(judging::unknown_tool(tool));
                }
                Subject::Call { tool, input }
            }
            QueryKind::Surface { surface, .. } if surface.is_empty() => {
                return Err(names::invalid("/surface", "a surface has a name"));
            }
            // Named by surface, a tool is the same tool.
            QueryKind::Surface { surface, .. } if !is_no_tool(surface) && !ground.has_tool(surface) => {
                return Ok(judging::unknown_tool(surface));
            }
            QueryKind::Surface { surface, value: None } => {
                return Ok(self.surface_verdict(surface, &ground));
            }
            QueryKind::Surface {
                surface,
                value: Some(value),
            } => Subject::Value { surface, value },
        };
        Ok(guarded(|| self.inner.judge(subject, &ground, options).verdict)
            .unwrap_or_else(|reason| judging::failed(subject.tool(), &reason)))
    }

    fn surface_verdict(&self, surface: &str, ground: &Ground) -> Verdict {
        guarded(|| gate::tool_permission(surface, &self.inner.in_force(ground).snapshot)).map_or_else(
            |reason| judging::failed(surface, &reason),
            |state| judging::verdict_on(surface, state, Origin::Builtin, None),
        )
    }

    /// Decides a call. All that can be decided without asking anybody is decided before this returns; the
    /// future waits for whoever is asked. Dropping it cancels the call. However it ends, one `decision` event
    /// and one log line are written, before the future resolves.
    pub fn authorize(
        &self,
        request: Request,
    ) -> impl Future<Output = Result<Outcome, Invalid>> + Send + use<> {
        let begun = begin(&self.inner, request);
        async move {
            match begun? {
                Begun::Ended(outcome) => Ok(*outcome),
                Begun::Asking(asking) => Ok(asking.run().await),
            }
        }
    }

    /// The surface-level state of each tool; `deny` only where every input is denied.
    pub fn tool_permission(&self, tools: &[String], scope: &Scope) -> Result<Vec<(String, Action)>, Invalid> {
        let ground = self.inner.ground(scope)?;
        let state = |tool: &String| {
            if !ground.has_tool(tool) {
                return Action::Deny;
            }
            guarded(|| gate::tool_permission(tool, &self.inner.in_force(&ground).snapshot))
                .unwrap_or(Action::Deny)
        };
        Ok(tools.iter().map(|tool| (tool.clone(), state(tool))).collect())
    }

    /// Learns the active agent and leaves out denied skills.
    pub fn before_agent_start(&self, start: &AgentStart) -> Result<AgentStarted, Invalid> {
        if let Some(agent) = &start.scope.agent_name {
            names::agent(agent, "/agentName")?;
        }
        let prompt = start.system_prompt.as_deref().unwrap_or_default();
        let known: Vec<Skill> = match &start.skills {
            Some(skills) => skills
                .iter()
                .map(|SkillEntry { name, path }| skill(name, path.as_ref()))
                .collect(),
            None => access::prompt::skills(prompt),
        };
        {
            let mut state = self.inner.state();
            let member = state.member_mut(start.scope.session_id.as_deref())?;
            if start.scope.agent_name.is_some() {
                member.agent = ActiveAgent::named(start.scope.agent_name.as_deref());
            } else if start.system_prompt.is_some() {
                // What is written in a prompt only ever adds restrictions to those of the named agent.
                let named = member.agent.named.as_deref();
                let prompted = access::prompt::active_agent(prompt).filter(|name| Some(*name) != named);
                member.agent.prompted = prompted.map(Arc::from);
            }
            member.learn_skills(&known, &*self.inner.files);
        }
        self.inner.changed();
        let scope = Scope {
            session_id: start.scope.session_id.clone(),
            ..Scope::default()
        };
        let ground = self.inner.ground(&scope)?;
        let denied = |name: &str| !self.skill_is_offered(name, &ground);
        let kept_skills = start.skills.as_ref().map(|skills| {
            (0..)
                .zip(skills)
                .filter(|(_, skill)| !denied(&skill.name))
                .map(|(at, _)| at)
                .collect()
        });
        let system_prompt = start.system_prompt.clone().map(|prompt| match &kept_skills {
            Some(_) => prompt,
            None => access::prompt::without_skills(&prompt, denied).into_owned(),
        });
        let agent_name = ground.agent.name().map(str::to_owned);
        Ok(AgentStarted {
            agent_name,
            kept_skills,
            system_prompt,
        })
    }

    fn skill_is_offered(&self, name: &str, ground: &Ground) -> bool {
        let subject = Subject::Value {
            surface: "skill",
            value: name,
        };
        guarded(|| {
            self.inner
                .judge(subject, ground, JudgeOptions::default())
                .verdict
                .state
        })
        .is_ok_and(|state| state != Action::Deny)
    }

    /// Registers what a tool accesses; the id of the registration.
    pub fn register_tool(&self, registration: Registration) -> Result<String, RegisterError> {
        let options = self.inner.force.options();
        let id = {
            let mut state = self.inner.state();
            Arc::make_mut(&mut state.registrations).register_tool(registration, &options)?
        };
        self.inner.changed();
        Ok(id)
    }

    /// Registers an authorizer link, which counts once `authorizerChain` names it; the id of the registration.
    pub fn register_authorizer(&self, name: &str) -> Result<String, RegisterError> {
        let mut state = self.inner.state();
        Arc::make_mut(&mut state.registrations).register_link(name)
    }

    /// Takes a registration back; a stale id removes nothing.
    pub fn unregister(&self, registration_id: &str) {
        let removed = {
            let mut state = self.inner.state();
            Arc::make_mut(&mut state.registrations).unregister(registration_id)
        };
        if removed {
            self.inner.changed();
        }
    }

    /// The grants of a session, oldest first; of the own one where none is named.
    pub fn session_rules(&self, session_id: Option<&str>) -> Result<Vec<SessionRule>, Invalid> {
        let state = self.inner.state();
        let member = state.member(session_id)?;
        Ok(state.grants.of(&member.id))
    }

    /// Revokes a grant; a stale id revokes nothing.
    pub fn revoke_session_rule(&self, id: &str) {
        let revoked = self.inner.state().grants.revoke(id);
        let Some(rule) = revoked else { return };
        self.inner.review(
            Event::GrantRevoked,
            [
                ("id", json!(rule.id)),
                ("surface", json!(rule.surface)),
                ("pattern", json!(rule.pattern)),
                ("requestId", json!(rule.request_id)),
            ],
        );
        self.inner.changed();
    }

    /// What is in force.
    pub fn policy(&self, scope: &Scope) -> Result<PolicyReport, Invalid> {
        let ground = self.inner.ground(scope)?;
        Ok(self.inner.force.report(&ground))
    }

    /// Reads every file again, publishes `policy_changed`, and says what is in force.
    pub fn reload(&self, scope: &Scope) -> Result<PolicyReport, Invalid> {
        let ground = self.inner.ground(scope)?;
        self.inner.force.reload();
        self.inner.policy_changed();
        Ok(self.inner.force.report(&ground))
    }

    /// Whether the reading of the files alone found something wrong. [`Session::problems`] also compares the rules
    /// with one another.
    pub fn has_found_problems(&self) -> bool {
        self.inner.force.has_found_problems()
    }

    /// What is wrong with the session's files, and their texts by path.
    pub fn problems(&self) -> (Vec<ProblemReport>, BTreeMap<String, Arc<str>>) {
        self.inner.problems()
    }

    /// A turn starts.
    pub fn turn_start(&self, turn: Turn) -> Result<(), Invalid> {
        let mut state = self.inner.state();
        let member = state.member_mut(turn.session_id.as_deref())?;
        member.start_turn(turn.transcript);
        Ok(())
    }

    /// The active agent of a session is now `name`; `None` for none.
    pub fn active_agent(&self, name: Option<String>, session_id: Option<&str>) -> Result<(), Invalid> {
        if let Some(name) = &name {
            names::agent(name, "/name")?;
        }
        let agent = ActiveAgent {
            named: name.map(Arc::from),
            ..ActiveAgent::default()
        };
        self.inner.state().member_mut(session_id)?.agent = agent;
        Ok(())
    }

    /// An in-process child is there.
    pub fn child_created(&self, child: Child) -> Result<(), Invalid> {
        names::session_id(&child.session_id, "/sessionId")?;
        if let Some(agent) = &child.agent_name {
            names::agent(agent, "/agentName")?;
        }
        let mut state = self.inner.state();
        if state.members.knows(&child.session_id) {
            return Err(names::invalid(
                "/sessionId",
                "there is a session of this id already",
            ));
        }
        let parent = state
            .members
            .get(Some(&child.parent_session_id))
            .ok_or_else(|| names::invalid("/parentSessionId", "no such session"))?;
        let cwd = match &child.cwd {
            None => Arc::clone(&parent.cwd),
            Some(cwd) if cwd.starts_with('/') => Arc::new(Cwd::resolve(cwd, &*self.inner.files)),
            Some(_) => return Err(names::invalid("/cwd", "a working folder is an absolute path")),
        };
        let id = child.session_id.clone();
        let member = Member {
            id: child.session_id.into(),
            parent: Some(Arc::clone(&parent.id)),
            agent: ActiveAgent::named(child.agent_name.as_deref()),
            cwd,
            known: Arc::new(Known {
                mcp_servers: parent.known.mcp_servers.clone(),
                skills: parent.known.skills.clone(),
                tools: child.tools.clone(),
            }),
            tools: child.tools.map(Into::into),
            turn: None,
        };
        state.members.add(member);
        drop(state);
        // The forms of allow patterns are those of this moment.
        let scope = Scope {
            session_id: Some(id),
            ..Scope::default()
        };
        let ground = self.inner.ground(&scope)?;
        self.inner.in_force(&ground);
        if let Some(post) = &self.inner.post {
            post.serve(&ground.session_id, true);
        }
        Ok(())
    }

    /// An in-process child is gone: its asks are settled as cancelled and its grants dropped, and so for every
    /// session below it.
    pub fn child_disposed(&self, session_id: &str) -> Result<(), Invalid> {
        let gone = {
            let mut state = self.inner.state();
            let gone = state.members.remove(session_id);
            state.grants.drop_of(&gone);
            gone
        };
        if gone.is_empty() {
            return Err(names::invalid("/sessionId", "no such child session"));
        }
        self.inner.end_waiting(
            Some(&gone),
            Cause::Cancelled,
            "the session of the call was disposed",
        );
        for session in &gone {
            if let Some(post) = &self.inner.post {
                post.leave(session);
            }
        }
        Ok(())
    }

    /// Settles every waiting ask (cause `shutdown`), writes what is left to the log, stops the watcher. Asks
    /// that come later are settled the same way at once.
    pub async fn shutdown(&self) {
        self.inner.begin_log();
        self.inner.close();
        self.inner
            .end_waiting(None, Cause::Shutdown, "the sidecar is shutting down");
        loop {
            // Registered before the look, so that the last one to leave is not missed.
            let left = self.inner.nobody_waits.notified();
            tokio::pin!(left);
            left.as_mut().enable();
            if !self.inner.anybody_waits() {
                break;
            }
            left.await;
        }
        if let Some(post) = &self.inner.post {
            post.stop(POST_AT_END);
        }
        self.watcher.stop();
        self.inner.recorder.close(LOG_AT_END);
    }
}

/// Surfaces that stand for no tool of that name.
fn is_no_tool(surface: &str) -> bool {
    matches!(surface, "path" | "path_read" | "path_write" | "skill" | "mcp")
}

fn skill(name: &str, path: Option<&String>) -> Skill {
    Skill {
        name: name.to_owned(),
        path: path.cloned(),
    }
}
