//! Serves the requests of sessions in other processes: what they ask is judged, and asked about, as a call of
//! the session that they ask is.

use super::CallSource;
use super::asking::{Asking, Start, learn};
use super::carried::Carried;
use super::inner::Inner;
use super::judging::guarded;
use super::pending::Pending;
use super::question::Call;
use super::resolution::{Ids, Resolved};
use crate::authority::Forwarding;
use crate::decision::{Cause, RequestId};
use crate::forwarding::{Incoming, Note, Reply, Response, Serve, Withdrawal};
use crate::gate::JudgeOptions;
use crate::record::Event;
use serde_json::json;
use std::sync::{Arc, Weak};
use tokio::runtime::Handle;

/// Where requests arrive.
pub(super) struct Desk {
    inner: Weak<Inner>,
    /// Where asks are waited for.
    runtime: Handle,
}

impl Desk {
    pub(super) fn new(inner: Weak<Inner>, runtime: Handle) -> Self {
        Self { inner, runtime }
    }

    fn wait_for(&self, asking: Box<Asking>) {
        self.runtime.spawn(async move {
            asking.run().await;
        });
    }
}

fn source_of(word: &str) -> CallSource {
    [CallSource::SkillInput, CallSource::SkillRead]
        .into_iter()
        .find(|source| source.as_str() == word)
        .unwrap_or_default()
}

impl Serve for Desk {
    fn request(&self, incoming: Incoming, reply: Reply) {
        let Some(inner) = self.inner.upgrade() else {
            return reply.send(Response::unavailable(
                Cause::Shutdown,
                "the parent session is over",
            ));
        };
        if inner.waits(incoming.id) {
            return reply.send(Response::failed("a request of this id waits already"));
        }
        let cwd = {
            let state = inner.state();
            let member = state.members.get(Some(&incoming.target));
            member.map(|member| Arc::clone(&member.cwd))
        };
        let carried = Arc::new(Carried::of(&incoming, cwd.as_ref().map(|cwd| &*cwd.typed)));
        let agent_name = carried.agent.as_deref().map(str::to_owned);
        let ids = Ids {
            request_id: incoming.id,
            session_id: incoming.requester.clone(),
            tool_call_id: incoming.tool_call_id,
            agent_name: agent_name.clone(),
            tool: carried.tool.clone(),
            source: source_of(&incoming.source),
            forwarding: Some(Forwarding {
                requester_session_id: incoming.requester,
                requester_agent_name: agent_name,
                hops: incoming.hops,
            }),
            served_by: Some(Arc::clone(&carried.target)),
        };
        let pending = Arc::new(Pending::for_another(ids, reply));
        if let Some(asking) = begin(&inner, &pending, &carried) {
            self.wait_for(asking);
        }
    }

    fn withdrawn(&self, id: RequestId, why: Withdrawal) {
        let Some(inner) = self.inner.upgrade() else { return };
        let words = match why {
            Withdrawal::Removed => "the subagent took the request back",
            Withdrawal::Dead => "the subagent's process has ended",
            Withdrawal::Rival => "another process serves the session now",
        };
        inner.end_carried(id, &Resolved::unavailable(Cause::Cancelled, words));
    }

    fn note(&self, note: Note) {
        let Some(inner) = self.inner.upgrade() else { return };
        match note {
            Note::Created {
                id,
                requester,
                parent,
            } => inner.review_of(
                &requester,
                Event::ForwardedCreated,
                [("requestId", json!(id)), ("targetSessionId", json!(parent))],
            ),
            Note::Received {
                id,
                requester,
                parent,
                responder,
                allow,
                resolution,
                cause,
                grant,
                decided_by,
            } => inner.review_of(
                &requester,
                Event::ForwardedReceived,
                [
                    ("requestId", json!(id)),
                    ("targetSessionId", json!(parent)),
                    ("responderSessionId", json!(responder)),
                    ("result", json!(if allow { "allow" } else { "deny" })),
                    ("resolution", json!(resolution)),
                    ("cause", json!(cause)),
                    ("grant", json!(grant)),
                    ("decidedBy", json!(decided_by)),
                ],
            ),
            Note::Ignored { session, file, why } => inner.review_of(
                &session,
                Event::ForwardedIgnored,
                [("file", json!(file)), ("why", json!(why))],
            ),
            Note::Rival { session } => {
                let why = "another process serves this session";
                inner.review_of(&session, Event::ForwardingTrouble, [("why", json!(why))]);
                inner.events.warn(&format!(
                    "Another process serves the session {session}: what its subagents ask goes there."
                ));
            }
            Note::Trouble { why } => {
                // Most sessions have no subagents: whoever has one is told by what becomes of its asks.
                inner.review(Event::ForwardingTrouble, [("why", json!(why))]);
            }
        }
    }
}

/// Begins a request of another session; what is left to be waited for.
fn begin(inner: &Arc<Inner>, pending: &Arc<Pending>, carried: &Arc<Carried>) -> Option<Box<Asking>> {
    let end = |resolved: &Resolved| {
        pending.end(inner, resolved);
        None
    };
    let Some(ground) = inner.ground_elsewhere(carried) else {
        return end(&Resolved::unavailable(
            Cause::Shutdown,
            "the parent session is over",
        ));
    };
    let changes = inner.changes.subscribe();
    let call = Call::Carried(Arc::clone(carried));
    let judged = match guarded(|| inner.judge(call.subject(), &ground, JudgeOptions::default())) {
        Ok(judged) => judged,
        Err(reason) => return end(&Resolved::gate_error(reason)),
    };
    if let Some(resolved) = Resolved::of_verdict(&judged.verdict) {
        return match guarded(|| learn(inner, pending, &call, (&ground, &judged), &resolved)) {
            Ok(()) => end(&resolved),
            Err(reason) => end(&Resolved::gate_error(reason)),
        };
    }
    if !inner.wait_for(pending) {
        return end(&Resolved::unavailable(
            Cause::Shutdown,
            "the parent session's sidecar is shutting down",
        ));
    }
    let start = Start {
        pending,
        ground: &ground,
        folder: None,
        call,
        changes,
    };
    let mut asking = Box::new(Asking::new(inner, start));
    match guarded(|| asking.consider(&ground, &judged)) {
        Ok(None) => Some(asking),
        Ok(Some(_)) => None,
        Err(reason) => end(&Resolved::gate_error(reason)),
    }
}
