//! Notifications, server → client.

use super::{Cause, Decision, Forwarding, Origin, Problem, Resolution};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `permissions/ready`: the policy is loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadyParams {}

/// `permissions/ui_prompt`: a human is about to be asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UiPromptParams {
    /// The request.
    pub request_id: String,
    /// Whose.
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent.
    pub agent_name: Option<String>,
    /// `tool_call`, `skill_input` or `skill_read`.
    pub source: String,
    /// The payload's request, redacted and cut as in the log.
    pub request: Value,
    /// The surface.
    pub surface: String,
    /// The value, redacted and cut.
    pub value: String,
    /// Where a forwarded ask comes from.
    pub forwarding: Option<Forwarding>,
}

/// `permissions/decision`: one for every resolution, before its response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionParams {
    /// The request.
    pub request_id: String,
    /// Whose.
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent.
    pub agent_name: Option<String>,
    /// The surface.
    pub surface: String,
    /// The value, redacted and cut.
    pub value: String,
    /// Whether the call may run.
    pub result: Decision,
    /// How that came about.
    pub resolution: Resolution,
    /// Why nobody could be asked.
    pub cause: Option<Cause>,
    /// Whose rule.
    pub origin: Origin,
    /// The pattern that decided.
    pub matched_pattern: Option<String>,
    /// Where a forwarded ask comes from.
    pub forwarding: Option<Forwarding>,
}

/// `permissions/policyChanged`: the policy in force changed, or was read again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PolicyChangedParams {
    /// The problems now found.
    pub problems: Vec<Problem>,
}

/// `window/showMessage` and `window/logMessage` of LSP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MessageParams {
    /// One of [`severity`].
    #[serde(rename = "type")]
    pub kind: u8,
    /// The text.
    pub message: String,
}

/// The message types of LSP.
pub mod severity {
    /// An error.
    pub const ERROR: u8 = 1;
    /// A warning.
    pub const WARNING: u8 = 2;
    /// Good to know.
    pub const INFO: u8 = 3;
}
