//! `permissions/policy` and `permissions/reload`.

use super::{Action, AgentName, FileKind, FileScope, FileState, Origin, SessionId, Severity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose policy.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PolicyParams {
    /// Under which agent; the session's active one where absent.
    pub agent_name: Option<AgentName>,
    /// Whose session; the process's own where absent.
    pub session_id: Option<SessionId>,
}

/// What is in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PolicyResult {
    /// The agent.
    pub agent_name: Option<String>,
    /// Every file that could count.
    pub files: Vec<FileStatus>,
    /// Every rule.
    pub rules: Vec<Rule>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// One policy file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileStatus {
    /// Absolute path.
    pub path: String,
    /// What it is.
    pub kind: FileKind,
    /// Whose.
    pub scope: FileScope,
    /// How it is.
    pub state: FileState,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Its key.
    pub surface: String,
    /// Its pattern.
    pub pattern: String,
    /// What it says now.
    pub action: Action,
    /// The operator's words.
    pub reason: Option<String>,
    /// Whose.
    pub origin: Origin,
    /// Absolute path of the file it stands in; null for a built-in or a grant.
    pub file: Option<String>,
    /// Where in that file.
    pub range: Option<Range>,
    /// What it said before a floor or yolo rewrote it.
    pub rewritten_from: Option<Action>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Absolute path.
    pub file: String,
    /// Where in that file; null for the file as a whole.
    pub range: Option<Range>,
    /// How bad.
    pub severity: Severity,
    /// A stable code.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub advice: Option<String>,
}

/// An LSP range in the negotiated encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Range {
    /// First position.
    pub start: Position,
    /// One past the last.
    pub end: Position,
}

/// An LSP position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// From 0.
    pub line: u32,
    /// From 0, in units of the negotiated encoding.
    pub character: u32,
}
