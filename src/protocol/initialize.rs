//! `initialize`, as far as permissions are concerned; the rest of its params belongs to LSP.

use super::{AbsolutePath, AgentName, SessionId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is read of `initialize`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InitializeParams {
    /// The client's process; its death ends the server.
    pub process_id: Option<i64>,
    /// A `file:` URI.
    pub root_uri: Option<String>,
    /// Workspace folders; the first one counts.
    #[serde(deserialize_with = "super::object::list")]
    pub workspace_folders: Option<Vec<WorkspaceFolder>>,
    /// What the client can do.
    #[serde(deserialize_with = "super::object::optional")]
    pub capabilities: Option<ClientCapabilities>,
    /// Everything that only Portcullis knows.
    #[serde(deserialize_with = "super::object::optional")]
    pub initialization_options: Option<InitializationOptions>,
}

/// A workspace folder.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceFolder {
    /// A `file:` URI.
    pub uri: String,
}

/// What the client can do.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ClientCapabilities {
    /// Encodings of positions.
    #[serde(deserialize_with = "super::object::optional")]
    pub general: Option<General>,
    /// Beyond LSP: whatever the client likes. Only its member `permissions` is looked at.
    pub experimental: Option<Value>,
}

/// General capabilities of LSP.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct General {
    /// Encodings of positions, best first.
    pub position_encodings: Option<Vec<String>>,
}

/// What the client can do for the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ClientPermissions {
    /// It shows prompts to a human.
    pub prompt: Option<bool>,
    /// It has a model.
    pub complete_model: Option<bool>,
    /// Columns of a prompt; 80 where absent.
    pub prompt_columns: Option<u32>,
}

/// `initializationOptions`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InitializationOptions {
    /// The agent session.
    #[serde(deserialize_with = "super::object::optional")]
    pub session: Option<SessionOptions>,
    /// Folder of `policy.jsonc` and `hard-guards.jsonc`.
    pub config_dir: Option<String>,
    /// Folder of the global agent files.
    pub agent_dir: Option<String>,
    /// Folder of logs and forwarding.
    pub state_dir: Option<String>,
    /// Folder below which a session folder marks a subagent.
    pub subagents_dir: Option<String>,
    /// Wins over the policy's `yoloMode`.
    pub yolo: Option<bool>,
    /// Wins over the policy's `inbox`.
    pub inbox: Option<bool>,
}

/// The agent session.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SessionOptions {
    /// Its id; generated where absent.
    pub id: Option<SessionId>,
    /// Its working folder; the first workspace folder, the root or the process's own where absent.
    pub cwd: Option<AbsolutePath>,
    /// The active agent.
    pub agent_name: Option<AgentName>,
    /// The parent's session.
    pub parent_session_id: Option<SessionId>,
    /// Where the runtime keeps this session's files.
    pub session_dir: Option<String>,
    /// When given, a call of any other tool is denied.
    pub tools: Option<Vec<String>>,
    /// Known MCP servers.
    pub mcp_servers: Option<Vec<String>>,
}

/// What the server offers beyond LSP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerPermissions {
    /// Only a breaking change raises it.
    pub version: u32,
    /// The session's id.
    pub session_id: String,
    /// Path of the event socket; null where there is none.
    pub observer_socket: Option<String>,
    /// Requests that are served.
    pub methods: Vec<String>,
    /// Notifications that are sent.
    pub notifications: Vec<String>,
}
