//! The way of one `authorize`: judged at once, and where it asks, asked, judged again whenever something
//! changes, and once more before an approval counts.

use super::inner::Inner;
use super::judging::{Ground, Judged, Subject, guarded};
use super::members::ActiveAgent;
use super::pending::Pending;
use super::resolution::{Findings, Ids, Resolved, line_fields};
use super::{CallSource, Invalid, Outcome, PromptEvent, Request, Scope, Tier, names};
use crate::access::Group;
use crate::authority::{
    Answer, BoxFuture, Choice, Forwarding, GrantScope, Prompt, PromptOption, Question, Suggestion,
};
use crate::decision::{Cause, Gate, RequestId, Resolution};
use crate::gate::{Ask, GrantRule};
use crate::grant::{self, Offer, Proposal};
use crate::presentation::{Budget, CallFacts, Explanation, PromptPayload, broadcast_facts, dialog};
use crate::record::{Event, clean, clean_text, timestamp};
use crate::rule::Action;
use std::sync::Arc;
use tokio::sync::watch;

/// Where a request stands when `authorize` returns.
pub(super) enum Begun {
    /// It is over.
    Ended(Box<Outcome>),
    /// Somebody has to be asked.
    Asking(Box<Asking>),
}

/// A request that waits for an answer. Dropping it is cancelling it: the guard comes first, so that the
/// `decision` is out before the prompt, whose future is dropped after it, is withdrawn.
pub(super) struct Asking {
    guard: Guard,
    session_id: String,
    /// As it was when the call came: the runtime may switch its agent while the call waits.
    agent: ActiveAgent,
    folder: Option<String>,
    call: Call,
    changes: watch::Receiver<u64>,
    posed: Option<Posed>,
    _seat: Seat,
}

/// What is asked for.
struct Call {
    tool: String,
    input: serde_json::Value,
}

impl Call {
    fn subject(&self) -> Subject<'_> {
        Subject::Call {
            tool: &self.tool,
            input: &self.input,
        }
    }
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
struct Posed {
    answer: BoxFuture<'static, Answer>,
    facts: Facts,
    offer: Option<Offer>,
}

/// What a human was told, and what it was told about: an approval counts for this and nothing else.
#[derive(PartialEq)]
struct Facts {
    asks: Vec<AskFacts>,
    human_only: bool,
}

#[derive(PartialEq)]
struct AskFacts {
    gate: Gate,
    surface: String,
    value: String,
    pattern: Option<String>,
    groups: Vec<Group>,
}

impl Facts {
    fn of(judged: &Judged, human_only: bool) -> Self {
        let asks = judged.verdict.asks.iter().map(|ask| AskFacts {
            gate: ask.verdict.gate,
            surface: ask.verdict.surface.clone(),
            value: ask.verdict.value.clone(),
            pattern: ask.verdict.matched_pattern.clone(),
            groups: ask.intent.groups.clone(),
        });
        Self {
            asks: asks.collect(),
            human_only,
        }
    }
}

/// Begins a request: everything up to the first question happens here, before anything is awaited.
pub(super) fn begin(inner: &Arc<Inner>, request: Request) -> Result<Begun, Invalid> {
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
    }));
    let ended = |resolved: &Resolved| Ok(Begun::Ended(Box::new(pending.end(inner, resolved))));
    // A skill that a person asks for by name is no call of a tool.
    if source != CallSource::SkillInput && !ground.has_tool(&tool) {
        return ended(&Resolved::unknown_tool(&tool));
    }
    let changes = inner.changes.subscribe();
    let call = Call { tool, input };
    let started = std::time::Instant::now();
    let judged = match guarded(|| inner.judge(call.subject(), &ground, false)) {
        Ok(judged) => judged,
        Err(reason) => return ended(&Resolved::gate_error(reason)),
    };
    inner.debug("authorize.judged", || {
        serde_json::json!({
            "requestId": request_id,
            "tool": call.tool,
            "state": judged.verdict.state,
            "intents": judged.access.intents.len(),
            "micros": u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
        })
    });
    if let Some(resolved) = Resolved::of_verdict(&judged.verdict) {
        return match guarded(|| learn(&pending, &call, &judged, &resolved)) {
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
    let mut asking = Box::new(Asking {
        guard: Guard {
            inner: Arc::clone(inner),
            pending: Arc::clone(&pending),
        },
        session_id: ground.session_id.to_string(),
        agent: ground.agent.clone(),
        folder: scope.cwd,
        call,
        changes,
        posed: None,
        _seat: Seat {
            inner: Arc::clone(inner),
            request_id,
        },
    });
    match guarded(|| asking.consider(&ground, &judged)) {
        Ok(None) => Ok(Begun::Asking(asking)),
        Ok(Some(outcome)) => Ok(Begun::Ended(Box::new(outcome))),
        Err(reason) => ended(&Resolved::gate_error(reason)),
    }
}

/// Stores what the verdict says, for whoever ends the request. Of a plain allow only what decided: nothing more
/// is ever said of it.
fn learn(pending: &Pending, call: &Call, judged: &Judged, resolved: &Resolved) {
    let findings = (!resolved.is_plain_allow()).then(|| findings(&pending.ids, call, judged));
    pending.learn(&judged.verdict.deciding, findings);
}

fn findings(ids: &Ids, call: &Call, judged: &Judged) -> Arc<Findings> {
    let explanation = Explanation::of_call(&judged.verdict, &judged.access);
    let payload = payload(ids, call, judged, &explanation);
    Arc::new(Findings { explanation, payload })
}

fn payload(ids: &Ids, call: &Call, judged: &Judged, explanation: &Explanation) -> PromptPayload {
    let Call { tool, input } = call;
    let command = judged.in_force.command_of(tool, input);
    let facts = CallFacts {
        agent_name: ids.agent_name.as_deref(),
        forwarded: ids.forwarding.is_some(),
        tool,
        command: command.as_deref(),
        input,
        declared: judged.in_force.evidence.get(tool).map_or(&[][..], Vec::as_slice),
    };
    PromptPayload::of(&facts, explanation)
}

impl Asking {
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

    fn inner(&self) -> &Arc<Inner> {
        &self.guard.inner
    }

    fn end(&self, resolved: &Resolved) -> Outcome {
        self.guard.pending.end(&self.guard.inner, resolved)
    }

    /// Judges on what is in force now. `None` where the session is gone.
    fn judge(&self) -> Option<(Ground, Judged)> {
        let scope = Scope {
            session_id: Some(self.session_id.clone()),
            agent_name: None,
            cwd: self.folder.clone(),
        };
        let mut ground = self.inner().ground(&scope).ok()?;
        ground.agent = self.agent.clone();
        let judged = self.inner().judge(self.call.subject(), &ground, false);
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
    fn consider(&mut self, ground: &Ground, judged: &Judged) -> Option<Outcome> {
        if let Some(mut resolved) = Resolved::of_verdict(&judged.verdict) {
            resolved.asked = self.posed.is_some();
            learn(&self.guard.pending, &self.call, judged, &resolved);
            let outcome = self.end(&resolved);
            // Only now: a prompt is withdrawn by its decision first.
            self.posed = None;
            return Some(outcome);
        }
        let human_only = self.human_only(judged);
        let facts = Facts::of(judged, human_only);
        if self.posed.as_ref().is_some_and(|posed| posed.facts == facts) {
            return None;
        }
        self.pose(ground, judged, facts);
        None
    }

    /// A proven write to a protected file is for a human alone; an unproven one too where a human is near, and
    /// an ordinary ask elsewhere.
    fn human_only(&self, judged: &Judged) -> bool {
        if self.inner().authority.is_local_human() {
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
        let findings = findings(&pending.ids, &self.call, judged);
        pending.learn(&judged.verdict.deciding, Some(Arc::clone(&findings)));
        let offer = if facts.human_only {
            None
        } else {
            grant::suggest(&judged.setting(ground, &inner.config.home, &*inner.files))
        };
        let prompt = prompt(&inner, &pending.ids, &findings.payload, judged, offer.as_ref());
        let announce = {
            let (inner, pending) = (Arc::clone(&inner), Arc::clone(&pending));
            Arc::new(move || announce(&inner, &pending))
        };
        let authority = inner.authority_for(&judged.in_force, &ground.registrations);
        let asks_somebody = authority.is_local_human() || (authority.asks_somebody() && !facts.human_only);
        if inner.config.tier == Tier::Runtime && asks_somebody {
            inner
                .recorder
                .review(Event::Waiting, line_fields(&pending.ids, Some(&findings)));
        }
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
            human_only: facts.human_only,
            announce,
        };
        self.posed = Some(Posed {
            answer: authority.authorize(question),
            facts,
            offer,
        });
    }

    /// An answer came.
    fn answered(&mut self, answer: Answer) -> Option<Outcome> {
        let (resolution, scope, patterns, reason, decided_by) = match answer {
            Answer::Unavailable { cause, decided_by } => {
                let mut resolved = Resolved::unavailable(cause, "");
                resolved.decided_by = decided_by;
                return Some(self.end(&resolved));
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
        let Some(posed) = self.posed.take().filter(|posed| posed.facts == facts) else {
            self.pose(&ground, &judged, facts);
            return None;
        };
        if scope != GrantScope::Once && !self.grant(&ground, &judged, &posed, scope, patterns) {
            allowed.resolution = once(allowed.resolution);
        }
        let outcome = self.end(&allowed);
        drop(posed);
        Some(outcome)
    }

    /// Records what a "for this session" answer grants; whether anything was recorded.
    fn grant(
        &self,
        ground: &Ground,
        judged: &Judged,
        posed: &Posed,
        scope: GrantScope,
        patterns: Option<Vec<(Option<String>, String)>>,
    ) -> bool {
        match self.checked(ground, judged, posed, scope, patterns) {
            Ok(rules) => {
                let inner = self.inner();
                let children = scope == GrantScope::ServingSession;
                inner.record_grants(
                    ground,
                    children,
                    rules,
                    self.guard.pending.ids.request_id,
                    &timestamp(),
                );
                true
            }
            Err(why) => {
                if self.inner().config.tier == Tier::Runtime {
                    self.inner().events.warn(&format!(
                        "The call was approved once, and nothing was recorded for the session: {why}."
                    ));
                }
                false
            }
        }
    }

    fn checked(
        &self,
        ground: &Ground,
        judged: &Judged,
        posed: &Posed,
        scope: GrantScope,
        patterns: Option<Vec<(Option<String>, String)>>,
    ) -> Result<Vec<GrantRule>, String> {
        let Some(offer) = &posed.offer else {
            return Err("no session rule may be offered for it".to_owned());
        };
        if scope == GrantScope::ServingSession && !ground.is_child {
            return Err("the call is not that of a child session".to_owned());
        }
        let patterns = patterns.unwrap_or_else(|| {
            offer
                .patterns
                .iter()
                .map(|Proposal { surface, pattern }| (Some(surface.clone()), pattern.clone()))
                .collect()
        });
        let setting = judged.setting(ground, &self.inner().config.home, &*self.inner().files);
        grant::validate(&setting, &patterns).map_err(|refusal| refusal.to_string())
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

/// Tells whoever listens that a human is about to be asked.
fn announce(inner: &Inner, pending: &Pending) {
    if inner.config.tier != Tier::Runtime {
        return;
    }
    let Some(findings) = pending.findings() else {
        return;
    };
    let width = inner.recorder.width();
    let ids = &pending.ids;
    let deciding = &findings.explanation.deciding;
    inner.events.ui_prompt(&PromptEvent {
        request_id: ids.request_id,
        session_id: ids.session_id.clone(),
        tool_call_id: ids.tool_call_id.clone(),
        agent_name: ids.agent_name.clone(),
        source: ids.source.as_str(),
        request: clean(broadcast_facts(&findings.payload), width),
        surface: deciding.surface.clone(),
        value: clean_text(&deciding.value, width),
        forwarding: ids.forwarding.clone(),
    });
}

fn prompt(
    inner: &Inner,
    ids: &Ids,
    payload: &PromptPayload,
    judged: &Judged,
    offer: Option<&Offer>,
) -> Prompt {
    let options = &judged.in_force.snapshot.options;
    let wide = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    let budget = Budget {
        rows: wide(options.prompt_max_rows),
        field: wide(options.prompt_field_max_width),
        columns: wide(inner.config.prompt_columns),
    };
    let rendered = dialog(payload, budget);
    Prompt {
        request_id: ids.request_id,
        session_id: ids.session_id.clone(),
        tool_call_id: ids.tool_call_id.clone(),
        agent_name: ids.agent_name.clone(),
        title: rendered.title,
        payload: serde_json::to_value(payload).unwrap_or_default(),
        lines: rendered.lines,
        expandable: rendered.expandable,
        options: choices(ids.forwarding.is_some(), offer),
        forwarding: ids.forwarding.clone(),
    }
}

/// The choices, in their fixed order.
fn choices(forwarded: bool, offer: Option<&Offer>) -> Vec<PromptOption> {
    let plain = |choice, label: &str| PromptOption {
        choice,
        label: label.to_owned(),
        patterns: Vec::new(),
        alternatives: Vec::new(),
    };
    let mut options = vec![plain(Choice::Approve, "Allow once")];
    if let Some(offer) = offer {
        let suggestions = |proposals: &[Proposal]| {
            proposals
                .iter()
                .map(|proposal| Suggestion {
                    surface: proposal.surface.clone(),
                    pattern: proposal.pattern.clone(),
                })
                .collect::<Vec<_>>()
        };
        let session = |choice, whom: &str| PromptOption {
            choice,
            label: format!("Allow for {whom}"),
            patterns: suggestions(&offer.patterns),
            alternatives: offer
                .alternatives
                .iter()
                .map(|width| suggestions(width))
                .collect(),
        };
        if forwarded {
            options.push(session(Choice::ApproveForSession, "this subagent's session"));
            options.push(session(
                Choice::ApproveForServingSession,
                "the whole session and its subagents",
            ));
        } else {
            options.push(session(Choice::ApproveForSession, "this session"));
        }
    }
    options.push(plain(Choice::Deny, "Deny"));
    options.push(plain(Choice::DenyWithReason, "Deny with a reason"));
    options
}
