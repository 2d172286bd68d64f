//! `permissions/check`.

use super::authorize::Input;
use super::{AbsolutePath, Action, AgentName, Gate, Origin, SessionId, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A question in one of two forms: `tool` and `input`, or `surface` and perhaps `value`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckParams {
    /// A tool's name.
    #[serde(default)]
    pub tool: Option<String>,
    /// Its input.
    #[serde(default)]
    pub input: Option<Input>,
    /// A surface.
    #[serde(default)]
    pub surface: Option<String>,
    /// A value as a user writes it; the surface as a whole where absent.
    #[serde(default)]
    pub value: Option<String>,
    /// Whose session; the process's own where absent.
    #[serde(default)]
    pub session_id: Option<SessionId>,
    /// Under which agent; the session's active one where absent.
    #[serde(default)]
    pub agent_name: Option<AgentName>,
    /// The call's own working folder.
    #[serde(default)]
    pub cwd: Option<AbsolutePath>,
}

/// The state, and what decided it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckResult<'a> {
    /// The most restrictive of all gates.
    pub state: Action,
    /// The surface of the gate that decided.
    #[serde(borrow)]
    pub surface: Cow<'a, str>,
    /// The unit, path or target to blame.
    #[serde(borrow)]
    pub value: Cow<'a, str>,
    /// The pattern or sentinel that decided; null for a built-in.
    #[serde(borrow)]
    pub matched_pattern: Option<Cow<'a, str>>,
    /// Whose rule it is.
    pub origin: Origin,
    /// The same, coarsely.
    pub source: Source,
    /// The operator's words, or why a floor stands.
    #[serde(borrow)]
    pub reason: Option<Cow<'a, str>>,
    /// What a wrapper or runner really runs.
    #[serde(borrow)]
    pub executed_unit: Option<Cow<'a, str>>,
    /// Only a human may answer.
    pub human_only: bool,
    /// Every gate that was not silent, in pipeline order.
    #[serde(borrow)]
    pub gates: Vec<GateState<'a>>,
}

/// What one gate says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GateState<'a> {
    /// Which.
    pub gate: Gate,
    /// Its state.
    pub state: Action,
    /// Its surface.
    #[serde(borrow)]
    pub surface: Cow<'a, str>,
    /// What it blames.
    #[serde(borrow)]
    pub value: Cow<'a, str>,
    /// The pattern that decided in it.
    #[serde(borrow)]
    pub matched_pattern: Option<Cow<'a, str>>,
    /// Whose rule it is.
    pub origin: Origin,
}
