//! `permissions/toolPermission`.

use super::{Action, AgentName, SessionId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which tools.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolPermissionParams {
    /// Their names.
    pub tools: Vec<String>,
    /// Under which agent; the session's active one where absent.
    #[serde(default)]
    pub agent_name: Option<AgentName>,
    /// Whose session; the process's own where absent.
    #[serde(default)]
    pub session_id: Option<SessionId>,
}

/// The surface-level state of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolPermissionResult {
    /// By name; `deny` only where every input is denied.
    pub states: BTreeMap<String, Action>,
}
