//! What a request answers when its handler fails. A failure while deciding is a deny.

use super::outgoing::Outgoing;
use crate::decision::RequestId;
use crate::protocol::{
    Action, AuthorizeResult, CheckResult, DecidedBy, Decision, DecisionParams, ErrorObject, Id,
    ObservedEvent, Origin, Resolution, Source, Trace, code,
};
use crate::session::{Failed, Session};
use serde_json::json;

/// What the agent, or whoever looks at the answer, is told.
const REASON: &str = "an internal failure while deciding";

/// The failure of a method.
pub(super) enum Failure {
    /// An error.
    Error,
    /// Of a check.
    Check {
        /// The tool or surface asked about.
        surface: String,
    },
    /// Of an explanation.
    Explain {
        /// The tool or surface asked about.
        surface: String,
    },
    /// Of a decision.
    Authorize(Box<Call>),
}

/// What is known of a call that could not be decided.
pub(super) struct Call {
    pub(super) session_id: String,
    pub(super) tool_call_id: Option<String>,
    pub(super) agent_name: Option<String>,
    pub(super) tool: String,
    /// Whose log says so.
    pub(super) session: Session,
    /// An editor is sent no events.
    pub(super) publishes: bool,
}

impl Failure {
    pub(super) fn answer(&self, outgoing: &Outgoing, id: &Id) {
        match self {
            Self::Error => {
                outgoing.error(Some(id), &ErrorObject::new(code::INTERNAL, "Internal error"));
            }
            Self::Check { surface } => outgoing.result(id, &check(surface)),
            Self::Explain { surface } => {
                let mut answer = json!(check(surface));
                if let Some(answer) = answer.as_object_mut() {
                    answer.insert("trace".to_owned(), json!(Trace::default()));
                }
                outgoing.result(id, &answer);
            }
            Self::Authorize(call) => {
                let result = authorize(call);
                if call.publishes {
                    call.session.record_failure(&Failed {
                        request_id: &result.request_id,
                        session_id: &call.session_id,
                        tool_call_id: call.tool_call_id.as_deref(),
                        agent_name: call.agent_name.as_deref(),
                        tool: &call.tool,
                        reason: REASON,
                    });
                    outgoing.publish(ObservedEvent::Decision, &event(&result));
                }
                outgoing.result(id, &result);
            }
        }
    }
}

fn check(surface: &str) -> CheckResult<'_> {
    CheckResult {
        state: Action::Deny,
        surface: surface.into(),
        value: "".into(),
        matched_pattern: None,
        origin: Origin::FailClosed,
        source: Source::Floor,
        reason: Some(REASON.into()),
        executed_unit: None,
        human_only: false,
        gates: Vec::new(),
    }
}

fn authorize(call: &Call) -> AuthorizeResult {
    AuthorizeResult {
        request_id: RequestId::mint().to_string(),
        session_id: call.session_id.clone(),
        tool_call_id: call.tool_call_id.clone(),
        agent_name: call.agent_name.clone(),
        decision: Decision::Deny,
        resolution: Resolution::GateError,
        cause: None,
        surface: call.tool.clone(),
        value: String::new(),
        matched_pattern: None,
        origin: Origin::FailClosed,
        decided_by: DecidedBy::GateError {
            reason: REASON.to_owned(),
        },
        message: Some(format!(
            "The call of {} was denied: {REASON}. Trying again may help; if it does not, tell the user.",
            call.tool
        )),
    }
}

fn event(result: &AuthorizeResult) -> DecisionParams {
    DecisionParams {
        request_id: result.request_id.clone(),
        session_id: result.session_id.clone(),
        tool_call_id: result.tool_call_id.clone(),
        agent_name: result.agent_name.clone(),
        surface: result.surface.clone(),
        value: result.value.clone(),
        result: result.decision,
        resolution: result.resolution,
        cause: result.cause,
        origin: result.origin,
        matched_pattern: result.matched_pattern.clone(),
        forwarding: None,
    }
}
