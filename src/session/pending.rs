//! One request on its way to its end, which comes exactly once.

use super::inner::Inner;
use super::resolution::{Deciding, Findings, Ids, Resolved, decision_event, outcome, record};
use super::{Outcome, Tier};
use crate::authority::GrantScope;
use crate::forwarding::{Grant, Reply, Response};
use crate::gate::GateVerdict;
use crate::rule::Action;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// A request. Whoever ends it first ends it; everybody else gets that end.
pub(super) struct Pending {
    pub(super) ids: Ids,
    state: Mutex<State>,
    /// A human at this client was told of it, and so is of its end.
    announced: AtomicBool,
    /// Woken when somebody else than the request's own future ended it.
    pub(super) ended: Notify,
}

#[derive(Default)]
struct State {
    deciding: Option<Deciding>,
    findings: Option<Arc<Findings>>,
    outcome: Option<Outcome>,
    /// Where the answer goes, of a call of a session in another process.
    reply: Option<Reply>,
}

impl Pending {
    pub(super) fn new(ids: Ids) -> Self {
        Self {
            ids,
            state: Mutex::default(),
            announced: AtomicBool::new(false),
            ended: Notify::new(),
        }
    }

    /// A request of a session in another process.
    pub(super) fn for_another(ids: Ids, reply: Reply) -> Self {
        let pending = Self::new(ids);
        pending.lock().reply = Some(reply);
        pending
    }

    /// A human is told of it.
    pub(super) fn is_announced(&self) {
        self.announced.store(true, Ordering::Release);
    }

    /// The facts of the latest judgement.
    pub(super) fn learn(&self, deciding: &GateVerdict, findings: Option<Arc<Findings>>) {
        let mut state = self.lock();
        state.deciding = Some(Deciding::of(deciding));
        state.findings = findings;
    }

    /// The facts of the latest judgement.
    pub(super) fn findings(&self) -> Option<Arc<Findings>> {
        self.lock().findings.clone()
    }

    /// How it ended, once it has.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.lock().outcome.clone()
    }

    /// Ends it: one line or count, then one event, then the outcome. All under the request's own lock, so that
    /// nobody hears the outcome before the event is out.
    pub(super) fn end(&self, inner: &Inner, resolved: &Resolved) -> Outcome {
        let mut state = self.lock();
        if let Some(outcome) = &state.outcome {
            return outcome.clone();
        }
        let outcome = outcome(
            &self.ids,
            state.deciding.as_ref(),
            state.findings.as_deref(),
            resolved,
        );
        if inner.config.tier == Tier::Runtime {
            record(
                &inner.recorder,
                &self.ids,
                state.findings.as_deref(),
                resolved,
                &outcome,
            );
            // Of a call of another process, whoever was not told that it asks is not told how it ended.
            if self.ids.served_by.is_none() || self.announced.load(Ordering::Acquire) {
                let width = inner.recorder.width();
                let findings = state.findings.as_deref();
                inner
                    .events
                    .decision(&decision_event(&self.ids, findings, &outcome, width));
            }
        }
        if let Some(reply) = state.reply.take() {
            reply.send(response(resolved, state.findings.as_deref()));
        }
        state.outcome = Some(outcome.clone());
        drop(state);
        self.ended.notify_one();
        outcome
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the other session is told.
fn response(resolved: &Resolved, findings: Option<&Findings>) -> Response {
    let granted = resolved.granted.as_ref();
    let operators_words = || {
        let deciding = &findings?.explanation.deciding;
        deciding.reason.clone().filter(|_| !resolved.asked)
    };
    Response {
        allow: resolved.decision == Action::Allow,
        resolution: resolved.resolution,
        cause: resolved.cause,
        grant: granted.and_then(|granted| match granted.scope {
            GrantScope::Once => None,
            GrantScope::Session => Some(Grant::Subagent),
            GrantScope::ServingSession => Some(Grant::ServingSession),
        }),
        patterns: granted.map(|granted| granted.patterns.clone()),
        reason: resolved.words.clone().or_else(operators_words),
        decided_by: resolved.decided_by.clone(),
    }
}
