//! The way of one `authorize`, up to the point where somebody has to be asked.

use super::asking::{Asking, Start, learn};
use super::handle::Session;
use super::inner::Inner;
use super::judging::guarded;
use super::pending::Pending;
use super::question::Call;
use super::resolution::{Ids, Resolved};
use super::{CallSource, Invalid, Outcome, Request, names};
use crate::authority::Forwarding;
use crate::decision::{Cause, RequestId};
use crate::gate::JudgeOptions;
use crate::record::Event;
use serde_json::json;
use std::sync::Arc;

/// Where a request stands when `authorize` returns.
pub(super) enum Begun {
    /// It is over.
    Ended(Box<Outcome>),
    /// Somebody has to be asked.
    Asking(Box<Asking>),
}

/// A call that failed before or after it was the session's.
#[derive(Clone, Copy, Debug)]
pub struct Failed<'a> {
    /// The request, as it is answered.
    pub request_id: &'a str,
    /// Whose call it was.
    pub session_id: &'a str,
    /// The client's id of it.
    pub tool_call_id: Option<&'a str>,
    /// The agent it was made under.
    pub agent_name: Option<&'a str>,
    /// The tool.
    pub tool: &'a str,
    /// What the answer says of it.
    pub reason: &'a str,
}

impl Session {
    /// Writes it down like any other end of a call.
    pub fn record_failure(&self, failed: &Failed<'_>) {
        let resolved = Resolved::gate_error(failed.reason.to_owned());
        self.inner.review_of(
            failed.session_id,
            Event::Blocked,
            [
                ("requestId", json!(failed.request_id)),
                ("toolCallId", json!(failed.tool_call_id)),
                ("agentName", json!(failed.agent_name)),
                ("tool", json!(failed.tool)),
                ("surface", json!(failed.tool)),
                ("result", json!(resolved.decision)),
                ("resolution", json!(resolved.resolution)),
                ("decidedBy", json!(resolved.decided_by)),
            ],
        );
    }
}

/// Begins a request: everything up to the first question happens here, before anything is awaited.
pub(super) fn begin(inner: &Arc<Inner>, request: Request) -> Result<Begun, Invalid> {
    inner.begin_log();
    let request_id = RequestId::mint();
    let Request {
        tool,
        input,
        tool_call_id,
        source,
        scope,
    } = request;
    if let Some(id) = &tool_call_id {
        names::tool_call_id(id)?;
    }
    if tool.is_empty() {
        return Err(names::invalid("/tool", "a call needs the name of its tool"));
    }
    let ground = inner.ground(&scope)?;
    let agent_name = ground.agent.name().map(str::to_owned);
    let forwarding = ground.is_child.then(|| Forwarding {
        requester_session_id: ground.session_id.to_string(),
        requester_agent_name: agent_name.clone(),
        hops: 0,
    });
    let pending = Arc::new(Pending::new(Ids {
        request_id,
        session_id: ground.session_id.to_string(),
        tool_call_id,
        agent_name,
        tool: tool.clone(),
        source,
        forwarding,
        served_by: None,
    }));
    let ended = |resolved: &Resolved| Ok(Begun::Ended(Box::new(pending.end(inner, resolved))));
    // A skill that a person asks for by name is no call of a tool.
    if source != CallSource::SkillInput && !ground.has_tool(&tool) {
        return ended(&Resolved::unknown_tool(&tool));
    }
    let changes = inner.changes.subscribe();
    let folder = scope.cwd.clone().filter(|folder| *folder != ground.cwd.typed);
    let call = Call::Own { tool, input, folder };
    let started = std::time::Instant::now();
    let judged = match guarded(|| inner.judge(call.subject(), &ground, JudgeOptions::default())) {
        Ok(judged) => judged,
        Err(reason) => return ended(&Resolved::gate_error(reason)),
    };
    inner.debug("authorize.judged", || {
        serde_json::json!({
            "requestId": request_id,
            "tool": call.subject().tool(),
            "state": judged.verdict.state,
            "intents": judged.access.intents.len(),
            "micros": u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
        })
    });
    if let Some(resolved) = Resolved::of_verdict(&judged.verdict) {
        return match guarded(|| learn(inner, &pending, &call, (&ground, &judged), &resolved)) {
            Ok(()) => ended(&resolved),
            Err(reason) => ended(&Resolved::gate_error(reason)),
        };
    }
    if !inner.wait_for(&pending) {
        return ended(&Resolved::unavailable(
            Cause::Shutdown,
            "the sidecar is shutting down",
        ));
    }
    let start = Start {
        pending: &pending,
        ground: &ground,
        folder: scope.cwd,
        call,
        changes,
    };
    let mut asking = Box::new(Asking::new(inner, start));
    match guarded(|| asking.consider(&ground, &judged)) {
        Ok(None) => Ok(Begun::Asking(asking)),
        Ok(Some(outcome)) => Ok(Begun::Ended(Box::new(outcome))),
        Err(reason) => ended(&Resolved::gate_error(reason)),
    }
}
