//! `permissions/beforeAgentStart` and `permissions/activeAgent`.

use super::{AgentName, SessionId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An agent is about to start.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BeforeAgentStartParams {
    /// The prompt, which may name the agent and list the skills.
    pub system_prompt: Option<String>,
    /// The skills on offer, where the runtime lists them.
    #[serde(deserialize_with = "super::object::list")]
    pub skills: Option<Vec<Skill>>,
    /// The active agent.
    pub agent_name: Option<AgentName>,
    /// Whose session; the process's own where absent.
    pub session_id: Option<SessionId>,
}

/// A skill; members that are not named here come back as they were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// Its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// What the agent may start with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeforeAgentStartResult {
    /// The active agent from now on.
    pub agent_name: Option<String>,
    /// The skills that are not denied; null where none were listed.
    pub skills: Option<Vec<Skill>>,
    /// The prompt, without the denied skills where none were listed.
    pub system_prompt: Option<String>,
}

/// The active agent changes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActiveAgentParams {
    /// Its name, null to clear. It must be there: without it nothing changes.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schemars(required)]
    pub name: Option<AgentName>,
    /// Whose session; the process's own where absent.
    #[serde(default)]
    pub session_id: Option<SessionId>,
}
