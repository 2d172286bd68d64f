//! `permissions/authorize`.

use super::{
    AbsolutePath, AgentName, CallSource, Cause, Decision, Origin, Resolution, SessionId, ToolCallId, Via,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A call to decide.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthorizeParams {
    /// The tool's name.
    pub tool: String,
    /// Its input, as the model gave it.
    pub input: Input,
    /// The client's id of the call.
    #[serde(default)]
    pub tool_call_id: Option<ToolCallId>,
    /// What kind of call; a tool call where absent.
    #[serde(default)]
    pub source: Option<CallSource>,
    /// Whose call; the process's own session where absent.
    #[serde(default)]
    pub session_id: Option<SessionId>,
    /// Under which agent; the session's active one where absent.
    #[serde(default)]
    pub agent_name: Option<AgentName>,
    /// The call's own working folder.
    #[serde(default)]
    pub cwd: Option<AbsolutePath>,
}

/// A tool's input: any JSON but null.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(try_from = "Value")]
pub struct Input(pub Value);

impl TryFrom<Value> for Input {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        if value.is_null() {
            return Err("an input is not null; a tool without arguments has {}");
        }
        Ok(Self(value))
    }
}

/// The decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthorizeResult {
    /// A lower-case UUID of version 7, minted before anything else.
    pub request_id: String,
    /// Whose call it was.
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent it was judged under.
    pub agent_name: Option<String>,
    /// Whether it may run.
    pub decision: Decision,
    /// How that came about.
    pub resolution: Resolution,
    /// Why nobody could be asked; null otherwise.
    pub cause: Option<Cause>,
    /// The surface of the gate that decided.
    pub surface: String,
    /// The unit, path or target to blame.
    pub value: String,
    /// The pattern or sentinel that decided; null for a built-in.
    pub matched_pattern: Option<String>,
    /// Whose rule it is.
    pub origin: Origin,
    /// Who decided.
    pub decided_by: DecidedBy,
    /// The text for the agent: on a deny, and where the human left a note.
    pub message: Option<String>,
}

/// Who decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum DecidedBy {
    /// A human.
    User {
        /// Where.
        via: Via,
    },
    /// A link of the authorizer chain.
    Authorizer {
        /// Its name.
        name: String,
        /// What it said.
        verdict: Decision,
        /// Its words.
        reason: Option<String>,
    },
    /// A rule.
    Rule {
        /// Its surface.
        surface: String,
        /// Its pattern; null for a built-in.
        pattern: Option<String>,
        /// Whose.
        origin: Option<Origin>,
    },
    /// A grant of the session.
    SessionApproval {
        /// Its surface.
        surface: String,
        /// Its pattern.
        pattern: Option<String>,
    },
    /// `yoloMode`.
    Yolo {
        /// The pattern or sentinel whose ask it answered.
        pattern: Option<String>,
    },
    /// Read in older records, never produced.
    InfrastructureRead,
    /// Nobody could be asked.
    Unavailable {
        /// Why.
        reason: String,
    },
    /// An internal failure while deciding.
    GateError {
        /// What failed.
        reason: String,
    },
    /// Another session answered.
    Forwarded {
        /// Which one.
        responder_session_id: Option<String>,
        /// What decided there.
        decision: Option<Box<DecidedBy>>,
    },
}
