//! How a call ended, and everything that has to be said about it.

use super::{CallSource, DecisionEvent, Outcome};
use crate::authority::{Forwarding, GrantScope, Suggestion};
use crate::decision::{Cause, DecisionSource, Origin, RequestId, Resolution};
use crate::gate::{GateVerdict, Verdict};
use crate::presentation::{
    Explanation, Ground, PromptPayload, Refusal, agent_note, agent_text, review_facts,
};
use crate::record::{Event, PlainAllow, Recorder, clean_text, hide_said};
use crate::rule::Action;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Which request it is about.
#[derive(Clone, Debug)]
pub(super) struct Ids {
    pub(super) request_id: RequestId,
    pub(super) session_id: String,
    pub(super) tool_call_id: Option<String>,
    pub(super) agent_name: Option<String>,
    pub(super) tool: String,
    pub(super) source: CallSource,
    pub(super) forwarding: Option<Forwarding>,
    /// The session here that answers, of a call of a session in another process.
    pub(super) served_by: Option<Arc<str>>,
}

impl CallSource {
    /// The word on the wire and in the log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ToolCall => "tool_call",
            Self::SkillInput => "skill_input",
            Self::SkillRead => "skill_read",
        }
    }
}

/// How a call ended.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    pub(super) decision: Action,
    pub(super) resolution: Resolution,
    pub(super) cause: Option<Cause>,
    pub(super) decided_by: DecisionSource,
    /// The words of whoever decided.
    pub(super) words: Option<String>,
    /// Whether somebody was asked: then the log says approved or denied, else blocked or allowed.
    pub(super) asked: bool,
    /// What was granted beyond this call.
    pub(super) granted: Option<Granted>,
}

/// What an answer grants beyond the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Granted {
    /// Whom it covers.
    pub(super) scope: GrantScope,
    /// The rules.
    pub(super) patterns: Vec<Suggestion>,
}

impl Resolved {
    /// What a verdict that asks nobody comes to; `None` where it asks.
    pub(super) fn of_verdict(verdict: &Verdict) -> Option<Self> {
        let deciding = &verdict.deciding;
        let rule = || DecisionSource::Rule {
            surface: deciding.surface.clone(),
            pattern: deciding.matched_pattern.clone(),
            origin: Some(deciding.origin),
        };
        let (resolution, decided_by) = match verdict.state {
            Action::Ask => return None,
            Action::Deny if deciding.origin == Origin::HardGuard => (Resolution::HardGuardDeny, rule()),
            Action::Deny => (Resolution::PolicyDeny, rule()),
            Action::Allow => {
                // What would have been an ask without yolo or a grant says so, whichever gate spoke last.
                let by = |origin| verdict.gates.iter().rev().find(|gate| gate.origin == origin);
                if let Some(gate) = by(Origin::Yolo) {
                    let pattern = gate.matched_pattern.clone();
                    (Resolution::AutoApproved, DecisionSource::Yolo { pattern })
                } else if let Some(gate) = by(Origin::Session) {
                    let source = DecisionSource::SessionApproval {
                        surface: gate.surface.clone(),
                        pattern: gate.matched_pattern.clone(),
                    };
                    (Resolution::SessionApproved, source)
                } else {
                    (Resolution::PolicyAllow, rule())
                }
            }
        };
        Some(Self {
            decision: verdict.state,
            resolution,
            cause: None,
            decided_by,
            words: None,
            asked: false,
            granted: None,
        })
    }

    /// A tool outside the session's list.
    pub(super) fn unknown_tool(tool: &str) -> Self {
        Self {
            decision: Action::Deny,
            resolution: Resolution::UnknownTool,
            cause: None,
            decided_by: DecisionSource::Rule {
                surface: tool.to_owned(),
                pattern: None,
                origin: Some(Origin::Builtin),
            },
            words: None,
            asked: false,
            granted: None,
        }
    }

    /// A failure inside.
    pub(super) fn gate_error(reason: String) -> Self {
        Self {
            decision: Action::Deny,
            resolution: Resolution::GateError,
            cause: None,
            decided_by: DecisionSource::GateError { reason },
            words: None,
            asked: false,
            granted: None,
        }
    }

    /// Nobody answered.
    pub(super) fn unavailable(cause: Cause, reason: &str) -> Self {
        let reason = reason.to_owned();
        Self::unanswered(cause, DecisionSource::Unavailable { reason })
    }

    /// Nobody answered, as whoever was asked says.
    pub(super) fn unanswered(cause: Cause, decided_by: DecisionSource) -> Self {
        Self {
            decision: Action::Deny,
            resolution: Resolution::ConfirmationUnavailable,
            cause: Some(cause),
            decided_by,
            words: None,
            asked: true,
            granted: None,
        }
    }

    /// A rule allowed and nobody was asked: such a call is counted, not written down.
    pub(super) fn is_plain_allow(&self) -> bool {
        self.resolution == Resolution::PolicyAllow && !self.asked
    }

    /// The line about a call of a session in another process.
    fn event_elsewhere(&self) -> Event {
        match (self.decision, self.asked) {
            (Action::Allow, true) => Event::ForwardedApproved,
            (Action::Allow, false) => Event::ForwardedAutoApproved,
            (_, true) => Event::ForwardedDenied,
            (_, false) => Event::ForwardedAutoDenied,
        }
    }

    /// The line in the review log; `None` for a plain allow, which is counted.
    fn event(&self) -> Option<Event> {
        match (self.decision, self.resolution) {
            _ if self.is_plain_allow() => None,
            // Whatever it was there, here somebody was asked.
            (Action::Allow, _) if matches!(self.decided_by, DecisionSource::Forwarded { .. }) => {
                Some(Event::Approved)
            }
            (_, Resolution::SessionApproved) => Some(Event::SessionApproved),
            (_, Resolution::AutoApproved) => Some(Event::AutoApproved),
            (Action::Allow, _) => Some(Event::Approved),
            _ if self.asked => Some(Event::Denied),
            _ => Some(Event::Blocked),
        }
    }
}

/// What decided, as it stands on top of an answer.
pub(super) struct Deciding {
    surface: String,
    value: String,
    matched_pattern: Option<String>,
    origin: Origin,
}

impl Deciding {
    pub(super) fn of(gate: &GateVerdict) -> Self {
        Self {
            surface: gate.surface.clone(),
            value: gate.value.clone(),
            matched_pattern: gate.matched_pattern.clone(),
            origin: gate.origin,
        }
    }
}

/// All that can be said of a verdict.
pub(super) struct Findings {
    pub(super) explanation: Explanation,
    pub(super) payload: PromptPayload,
    /// Every rule that was considered, as far as the log keeps it.
    pub(super) grounds: Vec<Ground>,
    /// What an answer for the session would record.
    pub(super) suggested: Vec<Suggestion>,
}

/// The answer to the client.
pub(super) fn outcome(
    ids: &Ids,
    facts: Option<&Deciding>,
    findings: Option<&Findings>,
    resolved: &Resolved,
) -> Outcome {
    let message = match (resolved.decision, &resolved.words) {
        (Action::Allow, Some(words)) => Some(agent_note(words)),
        (Action::Allow, None) => None,
        _ => Some(agent_text(&Refusal {
            tool: &ids.tool,
            resolution: resolved.resolution,
            cause: resolved.cause,
            decided_by: &resolved.decided_by,
            explanation: findings.map(|findings| &findings.explanation),
            words: resolved.words.as_deref(),
        })),
    };
    Outcome {
        request_id: ids.request_id,
        session_id: ids.session_id.clone(),
        tool_call_id: ids.tool_call_id.clone(),
        agent_name: ids.agent_name.clone(),
        decision: resolved.decision,
        resolution: resolved.resolution,
        cause: resolved.cause,
        surface: facts.map_or_else(|| ids.tool.clone(), |facts| facts.surface.clone()),
        value: facts.map_or_else(String::new, |facts| facts.value.clone()),
        matched_pattern: facts.and_then(|facts| facts.matched_pattern.clone()),
        origin: facts.map_or_else(|| default_origin(resolved), |facts| facts.origin),
        decided_by: resolved.decided_by.clone(),
        message,
    }
}

fn default_origin(resolved: &Resolved) -> Origin {
    match resolved.resolution {
        Resolution::GateError => Origin::FailClosed,
        _ => Origin::Builtin,
    }
}

/// The event of an outcome, cut and redacted as in the log.
pub(super) fn decision_event(
    ids: &Ids,
    findings: Option<&Findings>,
    outcome: &Outcome,
    width: usize,
) -> DecisionEvent {
    let told = |text: &str| clean_text(&hidden(findings, text), width);
    DecisionEvent {
        request_id: outcome.request_id,
        session_id: outcome.session_id.clone(),
        tool_call_id: outcome.tool_call_id.clone(),
        agent_name: outcome.agent_name.clone(),
        surface: outcome.surface.clone(),
        value: told(&outcome.value),
        result: outcome.decision,
        resolution: outcome.resolution,
        cause: outcome.cause,
        origin: outcome.origin,
        matched_pattern: outcome.matched_pattern.as_deref().map(told),
        forwarding: ids.forwarding.clone(),
    }
}

/// A text about a part of the command, without what only the whole command shows to be a secret.
pub(super) fn hidden(findings: Option<&Findings>, text: &str) -> String {
    let mut value = Value::String(text.to_owned());
    if let Some(command) = findings.and_then(|findings| findings.payload.command()) {
        hide_said(&mut value, command);
    }
    match value {
        Value::String(text) => text,
        _ => String::new(),
    }
}

/// The ids and facts that every line about a request carries.
pub(super) fn line_fields(ids: &Ids, findings: Option<&Findings>) -> Map<String, Value> {
    let mut fields = findings
        .map(|findings| review_facts(&findings.payload))
        .unwrap_or_default();
    let forwarding = ids.forwarding.as_ref().map(|forwarding| {
        json!({
            "requesterSessionId": forwarding.requester_session_id,
            "requesterAgentName": forwarding.requester_agent_name,
            "hops": forwarding.hops,
        })
    });
    fields.extend([
        ("requestId".to_owned(), json!(ids.request_id)),
        ("sessionId".to_owned(), json!(ids.session_id)),
        ("toolCallId".to_owned(), json!(ids.tool_call_id)),
        ("agentName".to_owned(), json!(ids.agent_name)),
        ("source".to_owned(), json!(ids.source.as_str())),
        ("forwarding".to_owned(), json!(forwarding)),
    ]);
    if let Some(target) = &ids.served_by {
        fields.insert("targetSessionId".to_owned(), json!(&**target));
    }
    fields.entry("tool".to_owned()).or_insert_with(|| json!(ids.tool));
    fields
}

fn suggestion(rules: &[Suggestion]) -> Value {
    rules
        .iter()
        .map(|rule| json!({"surface": rule.surface, "pattern": rule.pattern}))
        .collect()
}

/// The line without what only the whole command shows to be a secret.
pub(super) fn without_said(findings: Option<&Findings>, fields: Map<String, Value>) -> Map<String, Value> {
    let Some(command) = findings.and_then(|findings| findings.payload.command()) else {
        return fields;
    };
    let mut line = Value::Object(fields);
    hide_said(&mut line, command);
    match line {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Writes what the log has to say of an outcome: one line, or for a plain allow one more of its count.
pub(super) fn record(
    recorder: &Recorder,
    ids: &Ids,
    findings: Option<&Findings>,
    resolved: &Resolved,
    outcome: &Outcome,
) {
    let event = match &ids.served_by {
        Some(_) => Some(resolved.event_elsewhere()),
        None => resolved.event(),
    };
    let Some(event) = event else {
        recorder.count(PlainAllow {
            surface: &outcome.surface,
            pattern: outcome.matched_pattern.as_deref(),
            origin: outcome.origin,
        });
        return;
    };
    let mut fields = line_fields(ids, findings);
    fields.extend([
        ("surface".to_owned(), json!(outcome.surface)),
        ("value".to_owned(), json!(outcome.value)),
        ("matchedPattern".to_owned(), json!(outcome.matched_pattern)),
        ("origin".to_owned(), json!(outcome.origin)),
        ("result".to_owned(), json!(resolved.decision)),
        ("resolution".to_owned(), json!(resolved.resolution)),
        ("cause".to_owned(), json!(resolved.cause)),
        ("decidedBy".to_owned(), json!(resolved.decided_by)),
        ("reason".to_owned(), json!(resolved.words)),
    ]);
    if let Some(findings) = findings {
        if !findings.grounds.is_empty() {
            fields.insert("explanation".to_owned(), json!(findings.grounds));
        }
        if resolved.asked {
            fields.insert("suggestion".to_owned(), suggestion(&findings.suggested));
        }
    }
    recorder.review(event, without_said(findings, fields));
}
