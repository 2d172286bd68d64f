//! One request on its way to its end, which comes exactly once.

use super::inner::Inner;
use super::resolution::{Deciding, Findings, Ids, Resolved, decision_event, outcome, record};
use super::{Outcome, Tier};
use crate::gate::GateVerdict;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// A request. Whoever ends it first ends it; everybody else gets that end.
pub(super) struct Pending {
    pub(super) ids: Ids,
    state: Mutex<State>,
    /// Woken when somebody else than the request's own future ended it.
    pub(super) ended: Notify,
}

#[derive(Default)]
struct State {
    deciding: Option<Deciding>,
    findings: Option<Arc<Findings>>,
    outcome: Option<Outcome>,
}

impl Pending {
    pub(super) fn new(ids: Ids) -> Self {
        Self {
            ids,
            state: Mutex::default(),
            ended: Notify::new(),
        }
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
            inner
                .events
                .decision(&decision_event(&self.ids, &outcome, inner.recorder.width()));
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
