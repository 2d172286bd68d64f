//! `permissions/childSessionCreated` and `permissions/childSessionDisposed`.

use super::{AbsolutePath, AgentName, SessionId};
use schemars::JsonSchema;
use serde::Deserialize;

/// An in-process child is there.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChildSessionCreatedParams {
    /// Its id.
    pub session_id: SessionId,
    /// The session it was started from.
    pub parent_session_id: SessionId,
    /// Its agent.
    #[serde(default)]
    pub agent_name: Option<AgentName>,
    /// Its working folder; the parent's where absent.
    #[serde(default)]
    pub cwd: Option<AbsolutePath>,
    /// When given, a call of any other tool is denied.
    #[serde(default)]
    pub tools: Option<Vec<String>>,
}

/// An in-process child is gone.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChildSessionDisposedParams {
    /// Its id.
    pub session_id: SessionId,
}
