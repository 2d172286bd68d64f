//! A request that waits: asked, judged again whenever something changes, and once more before an approval
//! counts.

use super::granting::is_recorded_above;
use super::inner::Inner;
use super::judging::{Ground, Judged, guarded};
use super::links;
use super::members::ActiveAgent;
use super::pending::Pending;
use super::question::{Call, Facts, budget, findings, prompt};
use super::resolution::Resolved;
use super::witness::Watch;
use super::{Outcome, Scope};
use crate::authority::{Answer, BoxFuture, Question, Witness};
use crate::decision::{Cause, DecisionSource, RequestId, Resolution};
use crate::gate::{Ask, JudgeOptions};
use crate::grant::Offer;
use crate::presentation::AskFacts;
use crate::record::says_any;
use crate::rule::Action;
use std::sync::Arc;
use tokio::sync::watch;

/// A request that waits for an answer. Dropping it is cancelling it: the guard comes first, so that the
/// `decision` is out before the prompt, whose future is dropped after it, is withdrawn.
pub(super) struct Asking {
    guard: Guard,
    session_id: String,
    /// As it was when the call came: the runtime may switch its agent while the call waits.
    agent: ActiveAgent,
    folder: Option<String>,
    pub(super) call: Call,
    changes: watch::Receiver<u64>,
    posed: Option<Posed>,
    _seat: Seat,
}

/// Ends the request when it goes, whatever became of it.
struct Guard {
    inner: Arc<Inner>,
    pending: Arc<Pending>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.pending.end(
            &self.inner,
            &Resolved::unavailable(Cause::Cancelled, "the call was cancelled before an answer"),
        );
    }
}

/// A place among the waiting, given up last: a shutdown waits until all are empty.
struct Seat {
    inner: Arc<Inner>,
    request_id: RequestId,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.inner.forget(self.request_id);
    }
}

/// A question that is out.
pub(super) struct Posed {
    answer: BoxFuture<'static, Answer>,
    facts: Facts,
    pub(super) offer: Option<Offer>,
    chain: links::Resolved,
    watch: Arc<Watch>,
}

/// What a request needs to be waited with.
pub(super) struct Start<'a> {
    pub(super) pending: &'a Arc<Pending>,
    pub(super) ground: &'a Ground,
    pub(super) folder: Option<String>,
    pub(super) call: Call,
    pub(super) changes: watch::Receiver<u64>,
}

/// Stores what the verdict says, for whoever ends the request. Of a plain allow only what decided: nothing more
/// is ever said of it, unless that is a part of a command whose whole shows a secret in it.
pub(super) fn learn(
    inner: &Inner,
    pending: &Pending,
    call: &Call,
    (ground, judged): (&Ground, &Judged),
    resolved: &Resolved,
) {
    let is_told = call.carried().is_some() || !resolved.is_plain_allow() || says_secrets(call, judged);
    let findings = is_told.then(|| findings(inner, &pending.ids, call, (ground, judged), None));
    pending.learn(&judged.verdict.deciding, findings);
}

/// Whether the command of `call` says secrets to its own parts.
fn says_secrets(call: &Call, judged: &Judged) -> bool {
    let command = match call {
        Call::Own { tool, input, .. } => judged.in_force.command_of(tool, input),
        Call::Carried(_) => None,
    };
    command.is_some_and(|command| says_any(&command))
}

impl Asking {
    /// A request that has its place among the waiting and has not been put to anybody yet.
    pub(super) fn new(inner: &Arc<Inner>, start: Start<'_>) -> Self {
        let Start {
            pending,
            ground,
            folder,
            call,
            changes,
        } = start;
        Self {
            guard: Guard {
                inner: Arc::clone(inner),
                pending: Arc::clone(pending),
            },
            session_id: ground.session_id.to_string(),
            agent: ground.agent.clone(),
            folder,
            call,
            changes,
            posed: None,
            _seat: Seat {
                inner: Arc::clone(inner),
                request_id: pending.ids.request_id,
            },
        }
    }

    /// Waits for the end.
    pub(super) async fn run(mut self) -> Outcome {
        loop {
            let Some(posed) = &mut self.posed else {
                // Nothing is out and nothing has ended: that would wait for ever.
                return self.end(&Resolved::gate_error("an ask was not put to anybody".to_owned()));
            };
            let answer = tokio::select! {
                biased;
                () = self.guard.pending.ended.notified() => None,
                _ = self.changes.changed() => None,
                answer = guarded_future(&mut posed.answer) => Some(answer),
            };
            if let Some(outcome) = self.guard.pending.outcome() {
                return outcome;
            }
            let next = match answer {
                None => guarded(|| self.again()),
                Some(Ok(answer)) => guarded(|| self.answered(answer)),
                Some(Err(reason)) => Ok(Some(self.end(&Resolved::gate_error(reason)))),
            };
            match next {
                Ok(None) => {}
                Ok(Some(outcome)) => return outcome,
                Err(reason) => return self.end(&Resolved::gate_error(reason)),
            }
        }
    }

    pub(super) fn inner(&self) -> &Arc<Inner> {
        &self.guard.inner
    }

    pub(super) fn request_id(&self) -> RequestId {
        self.guard.pending.ids.request_id
    }

    fn end(&self, resolved: &Resolved) -> Outcome {
        self.guard.pending.end(&self.guard.inner, resolved)
    }

    /// Judges on what is in force now. `None` where the session is gone.
    fn judge(&self) -> Option<(Ground, Judged)> {
        if let Some(carried) = self.call.carried() {
            let ground = self.inner().ground_elsewhere(carried)?;
            let judged = self
                .inner()
                .judge(self.call.subject(), &ground, JudgeOptions::default());
            return Some((ground, judged));
        }
        let scope = Scope {
            session_id: Some(self.session_id.clone()),
            agent_name: None,
            cwd: self.folder.clone(),
        };
        let mut ground = self.inner().ground(&scope).ok()?;
        ground.agent = self.agent.clone();
        let judged = self
            .inner()
            .judge(self.call.subject(), &ground, JudgeOptions::default());
        Some((ground, judged))
    }

    fn orphaned(&self) -> Outcome {
        self.end(&Resolved::unavailable(
            Cause::Cancelled,
            "the session of the call is gone",
        ))
    }

    /// Something changed.
    fn again(&mut self) -> Option<Outcome> {
        match self.judge() {
            Some((ground, judged)) => self.consider(&ground, &judged),
            None => Some(self.orphaned()),
        }
    }

    /// Ends the request if nobody has to be asked any more; else sees to it that the question that is out is
    /// the right one.
    pub(super) fn consider(&mut self, ground: &Ground, judged: &Judged) -> Option<Outcome> {
        if let Some(mut resolved) = Resolved::of_verdict(&judged.verdict) {
            resolved.asked = self.posed.is_some();
            learn(
                self.inner(),
                &self.guard.pending,
                &self.call,
                (ground, judged),
                &resolved,
            );
            let outcome = self.end(&resolved);
            // Only now: a prompt is withdrawn by its decision first.
            self.posed = None;
            return Some(outcome);
        }
        let human_only = self.human_only(judged);
        let facts = Facts::of(judged, human_only);
        let is_right = |posed: &Posed| {
            posed.facts == facts && (posed.watch.human_was_asked() || self.stands(posed, ground, judged))
        };
        if self.posed.as_ref().is_some_and(is_right) {
            return None;
        }
        self.pose(ground, judged, facts);
        None
    }

    /// Whether every link of the chain that has the question may still answer it: none was taken back, and the
    /// policy names each.
    fn stands(&self, posed: &Posed, ground: &Ground, judged: &Judged) -> bool {
        let options = &judged.in_force.snapshot.options;
        let (_, now) = self.inner().authority_for(options, &ground.registrations);
        posed.chain.still_stands_in(&now)
    }

    /// A proven write to a protected file is for a human alone; an unproven one too where a human is near, and
    /// an ordinary ask elsewhere.
    fn human_only(&self, judged: &Judged) -> bool {
        let options = &judged.in_force.snapshot.options;
        if self.inner().selection_now(options).is_local_human() {
            judged.verdict.human_only
        } else {
            judged.verdict.asks.iter().any(Ask::is_proven_write)
        }
    }

    /// Puts the question.
    fn pose(&mut self, ground: &Ground, judged: &Judged, facts: Facts) {
        // The old one is withdrawn before the new one is put.
        self.posed = None;
        let inner = Arc::clone(self.inner());
        let pending = Arc::clone(&self.guard.pending);
        let (offer, serving) = if facts.human_only {
            (None, false)
        } else {
            self.offer(ground, judged)
        };
        let findings = findings(&inner, &pending.ids, &self.call, (ground, judged), offer.as_ref());
        pending.learn(&judged.verdict.deciding, Some(Arc::clone(&findings)));
        let prompt = prompt(
            &inner,
            &pending.ids,
            &findings.payload,
            judged,
            offer.as_ref(),
            serving,
        );
        let options = &judged.in_force.snapshot.options;
        let (authority, chain) = inner.authority_for(options, &ground.registrations);
        inner.tell_of_chain(&chain);
        let watch = Arc::new(Watch::new(&inner, &pending, budget(&inner, options)));
        inner.debug("authorize.asked", || {
            serde_json::json!({
                "requestId": pending.ids.request_id,
                "asks": judged.verdict.asks.len(),
                "humanOnly": facts.human_only,
                "suggests": offer.is_some(),
            })
        });
        let question = Question {
            prompt,
            facts: match self.call.carried() {
                // They stay as they were fixed where the call was made.
                Some(carried) => carried.facts.clone(),
                None => Some(Arc::new(AskFacts::of(&judged.verdict, &judged.access))),
            },
            source: pending.ids.source.as_str(),
            cwd: match self.call.carried() {
                Some(carried) => carried.cwd.clone(),
                None => ground.cwd.typed.clone(),
            },
            human_only: facts.human_only,
            turn: inner.state().members.turn(&ground.member),
            witness: Arc::clone(&watch) as Arc<dyn Witness>,
        };
        self.posed = Some(Posed {
            answer: authority.authorize(question),
            facts,
            offer,
            chain,
            watch,
        });
    }

    /// An answer came.
    fn answered(&mut self, answer: Answer) -> Option<Outcome> {
        let (resolution, scope, patterns, reason, decided_by) = match answer {
            Answer::Unavailable { cause, decided_by } => {
                return Some(self.end(&Resolved::unanswered(cause, decided_by)));
            }
            Answer::Denied {
                resolution,
                reason,
                decided_by,
            } => {
                return Some(self.end(&Resolved {
                    decision: Action::Deny,
                    resolution,
                    cause: None,
                    decided_by,
                    words: reason,
                    asked: true,
                    granted: None,
                }));
            }
            Answer::Allowed {
                resolution,
                scope,
                patterns,
                reason,
                decided_by,
            } => (resolution, scope, patterns, reason, decided_by),
        };
        let mut allowed = Resolved {
            decision: Action::Allow,
            resolution,
            cause: None,
            decided_by,
            words: reason,
            asked: true,
            granted: None,
        };
        // Once more, on the files as they are now: what the human saw must still be what would run.
        self.inner().look_for_changes();
        let Some((ground, judged)) = self.judge() else {
            return Some(self.orphaned());
        };
        match judged.verdict.state {
            Action::Deny => return self.consider(&ground, &judged),
            Action::Allow => {
                allowed.resolution = once(allowed.resolution);
                return Some(self.end(&allowed));
            }
            Action::Ask => {}
        }
        let facts = Facts::of(&judged, self.human_only(&judged));
        let by_link = matches!(allowed.decided_by, DecisionSource::Authorizer { .. });
        let posed = self.posed.take();
        let counts =
            |posed: &Posed| posed.facts == facts && (!by_link || self.stands(posed, &ground, &judged));
        let Some(posed) = posed.filter(counts) else {
            self.pose(&ground, &judged, facts);
            return None;
        };
        match self.grant(&ground, &judged, &posed, &allowed, scope, patterns) {
            Some(granted) => allowed.granted = Some(granted),
            None if is_recorded_above(scope, &allowed) => {}
            None => allowed.resolution = once(allowed.resolution),
        }
        let outcome = self.end(&allowed);
        drop(posed);
        Some(outcome)
    }
}

/// What an approval is that records nothing.
fn once(resolution: Resolution) -> Resolution {
    match resolution {
        Resolution::UserApprovedForSession => Resolution::UserApproved,
        other => other,
    }
}

/// Polls an answer; a panic in it becomes its words.
async fn guarded_future(answer: &mut BoxFuture<'static, Answer>) -> Result<Answer, String> {
    use futures::FutureExt;
    std::panic::AssertUnwindSafe(answer)
        .catch_unwind()
        .await
        .map_err(|_| "whoever was asked failed".to_owned())
}
