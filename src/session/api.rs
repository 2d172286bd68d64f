//! What the edge hands in and what it gets back.

use super::{Hints, ProblemReport};
use crate::authority::Forwarding;
use crate::decision::{Cause, DecisionSource, Origin, RequestId, Resolution};
use crate::policy::ToolAccess;
use crate::rule::Action;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// How a session is opened.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct SessionConfig {
    /// Its id; minted when absent.
    pub id: Option<String>,
    /// Absolute working folder.
    pub cwd: String,
    /// The home folder.
    pub home: String,
    /// The active agent.
    pub agent_name: Option<String>,
    /// The parent's session, where one is known.
    pub parent_session_id: Option<String>,
    /// What the environment says of subagents.
    pub hints: Hints,
    /// Whether asks go to a parent in another process, and those of children in other processes are served.
    pub forwards: bool,
    /// Where the runtime keeps this session's files.
    pub session_dir: Option<String>,
    /// When given, a call of any other tool is denied.
    pub tools: Option<Vec<String>>,
    /// Known MCP servers.
    pub mcp_servers: Vec<String>,
    /// Folder of `policy.jsonc` and `hard-guards.jsonc`.
    pub config_dir: PathBuf,
    /// Set where an environment variable puts the configuration folder below the working folder: the guards then
    /// count as unreadable.
    pub config_dir_refused: bool,
    /// Folder of the global agent files.
    pub agent_dir: PathBuf,
    /// Folder of logs and forwarding.
    pub state_dir: PathBuf,
    /// The folder for sockets of the user's login.
    pub runtime_dir: Option<PathBuf>,
    /// Folder below which a session folder marks a subagent.
    pub subagents_dir: Option<PathBuf>,
    /// The client's word over `yoloMode`.
    pub yolo: Option<bool>,
    /// The client's word over `inbox`.
    pub inbox: Option<bool>,
    /// Whether the client can show prompts.
    pub can_prompt: bool,
    /// Whether the client can ask a model.
    pub completes_models: bool,
    /// Columns of a prompt.
    pub prompt_columns: u32,
    /// Who is at the other end. For an editor nothing is logged or sent.
    pub tier: Tier,
}

/// Who is at the other end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tier {
    /// An agent's runtime.
    #[default]
    Runtime,
    /// An editor.
    Editor,
}

/// Whose session, agent and folder a request is about; absent parts are the session's own.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The session; an in-process child's id, or the own.
    pub session_id: Option<String>,
    /// The agent.
    pub agent_name: Option<String>,
    /// The call's own working folder.
    pub cwd: Option<String>,
}

/// What a runtime says a call is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallSource {
    /// A tool call.
    #[default]
    ToolCall,
    /// A skill asked for by name.
    SkillInput,
    /// A label only.
    SkillRead,
}

/// One `authorize`.
#[derive(Clone, Debug)]
pub struct Request {
    /// The tool.
    pub tool: String,
    /// Its input.
    pub input: Value,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// What kind of call.
    pub source: CallSource,
    /// Whose.
    pub scope: Scope,
}

/// One `check` or `explain`.
#[derive(Clone, Debug)]
pub struct Query {
    /// What is asked about.
    pub kind: QueryKind,
    /// Whose.
    pub scope: Scope,
}

/// The two forms of a query.
#[derive(Clone, Debug)]
pub enum QueryKind {
    /// A call.
    Call {
        /// The tool.
        tool: String,
        /// Its input.
        input: Value,
    },
    /// A surface, with a value as a user writes it, or as a whole.
    Surface {
        /// The surface.
        surface: String,
        /// The value.
        value: Option<String>,
    },
}

/// Params that can't be taken (-32602).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct Invalid {
    /// JSON Pointer into the params.
    pub field: String,
    /// What is wrong and what to do.
    pub problem: String,
}

/// A registration that is refused (-32803).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Refused {
    /// `built_in`, `already_registered` or `policy`.
    pub reason: &'static str,
}

/// `registerTool`.
#[derive(Clone, Debug)]
pub struct Registration {
    /// The tool.
    pub tool: String,
    /// What it accesses.
    pub access: ToolAccess,
}

/// Why a registration was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegisterError {
    /// The params can't be taken.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The operator's or the built-in word wins.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// A skill as a runtime lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillEntry {
    /// Its name.
    pub name: String,
    /// Its file.
    pub path: Option<String>,
}

/// `beforeAgentStart`.
#[derive(Clone, Debug, Default)]
pub struct AgentStart {
    /// The prompt, which may name the agent and list the skills.
    pub system_prompt: Option<String>,
    /// The skills on offer, where the runtime lists them.
    pub skills: Option<Vec<SkillEntry>>,
    /// Whose.
    pub scope: Scope,
}

/// The answer to `beforeAgentStart`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentStarted {
    /// The active agent from now on.
    pub agent_name: Option<String>,
    /// Indices of the skills that stay, into the list that was handed in; `None` where none was.
    pub kept_skills: Option<Vec<usize>>,
    /// The prompt, without the denied skills where no list was handed in.
    pub system_prompt: Option<String>,
}

/// One entry of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptEntry {
    /// Who: `user`, `assistant`, …
    pub role: String,
    /// What: `message`, `answer`, …
    pub kind: String,
    /// The words.
    pub text: String,
    /// The person took an answer back.
    pub cancelled: bool,
}

/// `turnStart`.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// The client's id of the turn.
    pub turn_id: Option<String>,
    /// The conversation so far; absent keeps what is known.
    pub transcript: Option<Vec<TranscriptEntry>>,
    /// Whose.
    pub session_id: Option<String>,
}

/// `childSessionCreated`.
#[derive(Clone, Debug)]
pub struct Child {
    /// Its id.
    pub session_id: String,
    /// The session it was started from: the own or another child's.
    pub parent_session_id: String,
    /// Its agent.
    pub agent_name: Option<String>,
    /// Its working folder; the parent's where absent.
    pub cwd: Option<String>,
    /// When given, a call of any other tool is denied.
    pub tools: Option<Vec<String>>,
}

/// A grant, as `sessionRules` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRule {
    /// Its id, a UUID of version 7.
    pub id: String,
    /// The session it covers.
    pub session_id: String,
    /// The surface.
    pub surface: String,
    /// The pattern.
    pub pattern: String,
    /// When, RFC 3339 in UTC with milliseconds.
    pub created_at: String,
    /// The request whose answer recorded it.
    pub request_id: RequestId,
}

/// The answer to an `authorize`.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The request.
    pub request_id: RequestId,
    /// The session.
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent it was judged under.
    pub agent_name: Option<String>,
    /// Allow or deny; an ask never leaves here.
    pub decision: Action,
    /// How.
    pub resolution: Resolution,
    /// Why nobody could be asked.
    pub cause: Option<Cause>,
    /// The surface.
    pub surface: String,
    /// The value to blame.
    pub value: String,
    /// The pattern that decided.
    pub matched_pattern: Option<String>,
    /// Whose rule.
    pub origin: Origin,
    /// Who decided.
    pub decided_by: DecisionSource,
    /// The text for the agent: on a deny, and where the human left a note.
    pub message: Option<String>,
}

/// Just before a human is asked.
#[derive(Clone, Debug)]
pub struct PromptEvent {
    /// The request.
    pub request_id: RequestId,
    /// The session.
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent.
    pub agent_name: Option<String>,
    /// `tool_call`, `skill_input`, `skill_read`.
    pub source: &'static str,
    /// The payload's request group, redacted and cut as in the log.
    pub request: Value,
    /// The surface.
    pub surface: String,
    /// The value, redacted and cut.
    pub value: String,
    /// Provenance.
    pub forwarding: Option<Forwarding>,
}

/// One for every resolution, before its response.
#[derive(Clone, Debug)]
pub struct DecisionEvent {
    /// The request.
    pub request_id: RequestId,
    /// The session.
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent.
    pub agent_name: Option<String>,
    /// The surface.
    pub surface: String,
    /// The value, redacted and cut.
    pub value: String,
    /// Allow or deny.
    pub result: Action,
    /// How.
    pub resolution: Resolution,
    /// Why nobody could be asked.
    pub cause: Option<Cause>,
    /// Whose rule.
    pub origin: Origin,
    /// The pattern that decided.
    pub matched_pattern: Option<String>,
    /// Provenance.
    pub forwarding: Option<Forwarding>,
}

/// Where the session publishes. Called in the order in which things happened; must not block.
pub trait Events: Send + Sync {
    /// A human is about to be asked.
    fn ui_prompt(&self, event: &PromptEvent);
    /// A request is resolved.
    fn decision(&self, event: &DecisionEvent);
    /// The policy in force changed, or was read again. The problems now found in any of the session's files,
    /// `texts` being what their byte ranges point into; empty where there are none.
    fn policy_changed(&self, problems: &[ProblemReport], texts: &BTreeMap<String, Arc<str>>);
    /// A warning for the person at the client (`window/showMessage`).
    fn warn(&self, message: &str);
}
