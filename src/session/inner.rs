//! What a session consists of. Its mutable parts stand behind one lock, which is held for a look or a change
//! and never while judging, asking or waiting.

use super::carried::Carried;
use super::declared::InForce;
use super::force::Force;
use super::grants::{Coverage, Grants};
use super::judging::{self, Ground, Judged, Subject};
use super::links::{Links, Resolved as ResolvedChain};
use super::members::{Member, Members};
use super::names;
use super::pending::Pending;
use super::registrations::Registrations;
use super::resolution::Resolved;
use super::{Events, FileReport, Invalid, PolicyReport, ProblemReport, Scope, SessionConfig, Tier};
use crate::access::Files;
use crate::authority::Selection;
use crate::decision::{Cause, RequestId};
use crate::forwarding::Post;
use crate::gate::{GrantRule, JudgeOptions};
use crate::record::{Event, Recorder};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, watch};

pub(super) struct Inner {
    pub(super) config: SessionConfig,
    pub(super) id: Arc<str>,
    pub(super) events: Arc<dyn Events>,
    pub(super) files: Arc<dyn Files>,
    pub(super) force: Force,
    pub(super) recorder: Recorder,
    /// Who answers in the end; selected when the session was opened.
    pub(super) selection: Selection,
    /// What links are made of.
    pub(super) links: Links,
    /// The way to sessions in other processes.
    pub(super) post: Option<Post>,
    /// Raised by every change that a waiting ask may have to be judged again for.
    pub(super) changes: watch::Sender<u64>,
    /// Woken when nobody waits any more.
    pub(super) nobody_waits: Notify,
    /// The log says which files are in force.
    has_begun_log: AtomicBool,
    state: Mutex<State>,
}

pub(super) struct State {
    pub(super) members: Members,
    pub(super) grants: Grants,
    pub(super) registrations: Arc<Registrations>,
    waiting: HashMap<RequestId, Arc<Pending>>,
    closing: bool,
    /// The chain that the log has been told of.
    pub(super) told_chain: Option<ResolvedChain>,
}

impl Inner {
    #[expect(
        clippy::too_many_arguments,
        reason = "each is a part of its own, made in one place"
    )]
    pub(super) fn new(
        config: SessionConfig,
        own: Member,
        force: Force,
        files: Arc<dyn Files>,
        recorder: Recorder,
        events: Arc<dyn Events>,
        selection: Selection,
        links: Links,
        post: Option<Post>,
    ) -> Self {
        Self {
            id: Arc::clone(&own.id),
            config,
            events,
            files,
            force,
            recorder,
            selection,
            links,
            post,
            changes: watch::Sender::new(0),
            nobody_waits: Notify::new(),
            has_begun_log: AtomicBool::new(false),
            state: Mutex::new(State {
                members: Members::new(own),
                grants: Grants::default(),
                registrations: Arc::default(),
                waiting: HashMap::new(),
                closing: false,
                told_chain: None,
            }),
        }
    }

    /// The mutable state. A panic while it was held left it as it was between two changes.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ground of a call of a session in another process; `None` where the session that it asks is gone.
    pub(super) fn ground_elsewhere(&self, carried: &Carried) -> Option<Ground> {
        let state = self.state();
        let member = state.members.get(Some(&carried.target))?;
        let grants = state.grants.covering_elsewhere(&state.members.line(&member.id));
        Some(Ground::elsewhere(member, carried, grants, &state.registrations))
    }

    /// The ground of a request.
    pub(super) fn ground(&self, scope: &Scope) -> Result<Ground, Invalid> {
        if let Some(agent) = &scope.agent_name {
            names::agent(agent, "/agentName")?;
        }
        let mut state = self.state();
        let State {
            members,
            grants,
            registrations,
            ..
        } = &mut *state;
        let member = members
            .get(scope.session_id.as_deref())
            .ok_or_else(no_such_session)?;
        let grants = grants.covering(&member.id, || members.line(&member.id));
        Ok(Ground::of(member, scope, grants, registrations))
    }

    /// What is in force there.
    pub(super) fn in_force(&self, ground: &Ground) -> Arc<InForce> {
        self.force.at(&ground.agent, &ground.cwd, &ground.registrations)
    }

    /// Judges.
    pub(super) fn judge(&self, subject: Subject<'_>, ground: &Ground, options: JudgeOptions<'_>) -> Judged {
        judging::judge(
            subject,
            ground,
            self.in_force(ground),
            &self.config.home,
            &*self.files,
            options,
        )
    }

    /// Tells every waiting ask that something changed.
    pub(super) fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Takes a request among the waiting; `false` once the session shuts down.
    pub(super) fn wait_for(&self, pending: &Arc<Pending>) -> bool {
        let mut state = self.state();
        if state.closing {
            return false;
        }
        state.waiting.insert(pending.ids.request_id, Arc::clone(pending));
        true
    }

    /// Whether a request of this id waits.
    pub(super) fn waits(&self, request_id: RequestId) -> bool {
        self.state().waiting.contains_key(&request_id)
    }

    /// Ends a request of a session in another process, if it waits.
    pub(super) fn end_carried(&self, request_id: RequestId, resolved: &Resolved) {
        let pending = self.state().waiting.get(&request_id).cloned();
        if let Some(pending) = pending.filter(|pending| pending.ids.served_by.is_some()) {
            pending.end(self, resolved);
        }
    }

    /// A request waits no more.
    pub(super) fn forget(&self, request_id: RequestId) {
        let mut state = self.state();
        state.waiting.remove(&request_id);
        if state.waiting.is_empty() {
            drop(state);
            self.nobody_waits.notify_waiters();
        }
    }

    /// Ends the waiting requests of `sessions`, or all.
    pub(super) fn end_waiting(&self, sessions: Option<&[Arc<str>]>, cause: Cause, reason: &str) {
        let ending: Vec<Arc<Pending>> = {
            let state = self.state();
            let concerned = state.waiting.values().filter(|pending| {
                let ids = &pending.ids;
                let member = ids.served_by.as_deref().unwrap_or(&ids.session_id);
                sessions.is_none_or(|sessions| sessions.iter().any(|id| **id == *member))
            });
            let mut ending: Vec<_> = concerned.cloned().collect();
            // Ids grow with time: the oldest is told first.
            ending.sort_by_key(|pending| pending.ids.request_id);
            ending
        };
        for pending in ending {
            let resolved = match &pending.ids.served_by {
                // It is not the call that ends, but the session that was asked.
                Some(_) if sessions.is_some() => {
                    Resolved::unavailable(Cause::Shutdown, "the parent session is over")
                }
                _ => Resolved::unavailable(cause, reason),
            };
            pending.end(self, &resolved);
        }
    }

    /// From now on nobody is asked any more.
    pub(super) fn close(&self) {
        self.state().closing = true;
    }

    /// Whether anybody still waits.
    pub(super) fn anybody_waits(&self) -> bool {
        !self.state().waiting.is_empty()
    }

    /// Records grants and has waiting asks judged again.
    pub(super) fn record_grants(
        &self,
        ground: &Ground,
        serving_session: bool,
        rules: Vec<GrantRule>,
        request_id: RequestId,
        now: &str,
    ) {
        let session_id = if serving_session {
            &self.id
        } else {
            &ground.session_id
        };
        let coverage = Coverage {
            session_id: Arc::clone(session_id),
            children: serving_session,
        };
        self.debug("session_rules.recorded", || {
            let rules: Vec<Value> = rules
                .iter()
                .map(|rule| json!({"surface": rule.surface, "pattern": rule.pattern.source()}))
                .collect();
            json!({"requestId": request_id, "covers": &**session_id, "children": serving_session, "rules": rules})
        });
        self.state().grants.record(rules, &coverage, request_id, now);
        self.changed();
    }

    /// Looks whether a policy file changed, and if so takes it over.
    pub(super) fn look_for_changes(&self) {
        if self.force.look_for_changes() {
            self.policy_changed();
        }
    }

    /// Every folder that may hold a policy file.
    pub(super) fn policy_folders(&self) -> Vec<PathBuf> {
        let cwds: Vec<String> = {
            let state = self.state();
            state
                .members
                .iter()
                .map(|member| member.cwd.typed.clone())
                .collect()
        };
        let mut folders = vec![self.config.config_dir.clone(), self.config.agent_dir.clone()];
        for cwd in cwds {
            let cwd = PathBuf::from(cwd);
            folders.extend([cwd.join(".pi/agents"), cwd.join(".portcullis/agents")]);
        }
        folders
    }

    /// Says that the policy was read again.
    pub(super) fn policy_changed(&self) {
        let options = self.force.options();
        let wide = usize::try_from(options.review_log_field_max_width).unwrap_or(usize::MAX);
        self.recorder
            .set(wide, options.permission_review_log, options.debug_log);
        self.has_begun_log.store(true, Ordering::Release);
        self.log_config();
        self.changed();
        if self.config.tier == Tier::Runtime {
            let (problems, texts) = self.problems();
            self.events.policy_changed(&problems, &texts);
        }
    }

    /// Makes the forms of the own session's path rules, of which those of allow rules are kept.
    pub(super) fn make_own_forms(&self) {
        if let Ok(ground) = self.ground(&Scope::default()) {
            self.force.at(&ground.agent, &ground.cwd, &ground.registrations);
        }
    }

    /// Writes down which files are in force, as the first line of the session; once.
    pub(super) fn begin_log(&self) {
        if self.config.tier == Tier::Runtime && !self.has_begun_log.swap(true, Ordering::AcqRel) {
            self.log_config();
        }
    }

    /// Writes down which files are in force.
    fn log_config(&self) {
        let reports = self.surveys();
        let mut files: Vec<&FileReport> = Vec::new();
        for file in reports.iter().flat_map(|report| &report.files) {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        let files: Vec<Value> = files
            .into_iter()
            .map(|file| json!({"path": file.path, "kind": file.kind, "scope": file.scope, "state": file.state}))
            .collect();
        let problems = gathered(reports.iter().flat_map(|report| report.problems.clone())).len();
        self.review(
            Event::ConfigResolved,
            [("files", json!(files)), ("problems", json!(problems))],
        );
    }

    /// The files in force for each session under its active agent, the own session first.
    fn surveys(&self) -> Vec<PolicyReport> {
        let ids: Vec<Arc<str>> = {
            let state = self.state();
            let mut ids: Vec<_> = state
                .members
                .iter()
                .map(|member| Arc::clone(&member.id))
                .collect();
            ids.sort_by_key(|id| (*id != self.id, Arc::clone(id)));
            ids
        };
        ids.iter()
            .filter_map(|id| {
                let scope = Scope {
                    session_id: Some(id.to_string()),
                    ..Scope::default()
                };
                self.ground(&scope).ok()
            })
            .map(|ground| self.force.survey(&ground))
            .collect()
    }

    /// What is wrong with the files of all sessions, and their texts by path.
    pub(super) fn problems(&self) -> (Vec<ProblemReport>, BTreeMap<String, Arc<str>>) {
        let mut reports = self.surveys();
        let texts = reports
            .iter_mut()
            .flat_map(|report| std::mem::take(&mut report.texts))
            .collect();
        (
            gathered(reports.into_iter().flat_map(|report| report.problems)),
            texts,
        )
    }

    /// Whether what is decided here is written down.
    pub(super) fn is_logged(&self) -> bool {
        self.config.tier == Tier::Runtime && self.recorder.is_reviewing()
    }

    /// A line of the debug log; its facts are put together only where one is written.
    pub(super) fn debug(&self, event: &'static str, facts: impl FnOnce() -> Value) {
        self.recorder.debug(event, || {
            let mut line = match facts() {
                Value::Object(line) => line,
                _ => Map::new(),
            };
            line.insert("sessionId".to_owned(), json!(&*self.id));
            line
        });
    }

    /// A line of the review log about the session itself.
    pub(super) fn review<const N: usize>(&self, event: Event, fields: [(&str, Value); N]) {
        self.review_of(&self.id, event, fields);
    }

    /// A line of the review log about a session.
    pub(super) fn review_of<const N: usize>(&self, session: &str, event: Event, fields: [(&str, Value); N]) {
        if self.config.tier != Tier::Runtime {
            return;
        }
        self.begin_log();
        let mut line: Map<String, Value> = fields
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect();
        line.insert("sessionId".to_owned(), json!(session));
        self.recorder.review(event, line);
    }
}

impl State {
    /// The session `id`, the own one where none is named.
    pub(super) fn member(&self, id: Option<&str>) -> Result<&Member, Invalid> {
        self.members.get(id).ok_or_else(no_such_session)
    }

    /// The same, to be changed.
    pub(super) fn member_mut(&mut self, id: Option<&str>) -> Result<&mut Member, Invalid> {
        self.members.get_mut(id).ok_or_else(no_such_session)
    }
}

fn no_such_session() -> Invalid {
    names::invalid("/sessionId", "no such session")
}

/// Each problem once: sessions share most of their files.
fn gathered(found: impl Iterator<Item = ProblemReport>) -> Vec<ProblemReport> {
    let mut problems: Vec<ProblemReport> = Vec::new();
    for problem in found {
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    problems
}
