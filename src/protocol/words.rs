//! The closed vocabularies of the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is to be done with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// The call runs.
    Allow,
    /// Somebody with authority is asked first.
    Ask,
    /// The call does not run.
    Deny,
}

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It may run.
    Allow,
    /// It may not.
    Deny,
}

/// What a runtime says a call is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CallSource {
    /// A tool call.
    #[default]
    ToolCall,
    /// A skill asked for by name: `{tool: "skill", input: {name}}`.
    SkillInput,
    /// A label only: reads of known skill files are recognised anyway.
    SkillRead,
}

/// One stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// Named skills.
    Skill,
    /// Every local path of every tool.
    Path,
    /// Commands of a shell tool.
    Bash,
    /// The tool itself.
    Tool,
    /// Writes that only a human may let pass.
    ProtectedWrite,
}

/// Which authority a deciding rule belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// `hard-guards.jsonc`.
    HardGuard,
    /// `protectedWrites`, declared or built in.
    ProtectedWrite,
    /// A grant of this session.
    Session,
    /// The global file of the active agent.
    Agent,
    /// The project's file of the active agent.
    ProjectAgent,
    /// `policy.jsonc`.
    Global,
    /// What an MCP client may list and describe once any MCP rule allows.
    Baseline,
    /// The built-in `ask`.
    Builtin,
    /// An `ask` that `yoloMode` rewrote to `allow`.
    Yolo,
    /// An `allow` that an unreadable file floored to `ask`.
    FailClosed,
    /// A sentinel: something in the command could not be established.
    Floor,
}

/// The coarse origin of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Hard guards and protected writes.
    Guard,
    /// A session grant.
    Session,
    /// An agent file.
    Agent,
    /// The global policy.
    Config,
    /// The MCP baseline.
    Baseline,
    /// The built-in `ask`.
    Default,
    /// A sentinel, a rewrite or a failure.
    Floor,
}

/// How a call was resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// A rule allowed.
    PolicyAllow,
    /// A rule denied.
    PolicyDeny,
    /// A hard guard denied.
    HardGuardDeny,
    /// A session grant allowed.
    SessionApproved,
    /// `yoloMode` allowed.
    AutoApproved,
    /// The human allowed this call.
    UserApproved,
    /// The human allowed this call and recorded a grant.
    UserApprovedForSession,
    /// The human denied.
    UserDenied,
    /// A link of the chain allowed.
    AuthorizerAllowed,
    /// A link of the chain denied.
    AuthorizerDenied,
    /// Nobody could be asked; see the cause.
    ConfirmationUnavailable,
    /// A tool outside the session's list.
    UnknownTool,
    /// An internal failure while deciding.
    GateError,
}

/// Why nobody could be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The client cannot prompt and no parent is known.
    NoUi,
    /// The client answered with an error, an unknown choice, or died.
    ClientFailed,
    /// The runtime took the call back.
    Cancelled,
    /// The sidecar was shutting down.
    Shutdown,
    /// A subagent that knows no parent.
    NoParent,
    /// The parent's sidecar is gone.
    ParentGone,
    /// No answer within the time allowed.
    TimedOut,
    /// The parent could not be asked, or its answer not be read.
    Unreadable,
}

/// The choices of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Allow this call.
    Approve,
    /// Allow, and record the suggested rules for this session (of a child: for that child alone).
    ApproveForSession,
    /// Allow, and record them for the whole serving session.
    ApproveForServingSession,
    /// Deny.
    Deny,
    /// Deny with words.
    DenyWithReason,
}

/// Where a human answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Via {
    /// The client's own dialog.
    Dialog,
    /// A plain list of choices.
    Select,
    /// `portcullis inbox`.
    Inbox,
}

/// A notification that observers may be told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ObservedEvent {
    /// `permissions/ready`.
    #[serde(rename = "ready")]
    Ready,
    /// `permissions/ui_prompt`.
    #[serde(rename = "ui_prompt")]
    UiPrompt,
    /// `permissions/decision`.
    #[serde(rename = "decision")]
    Decision,
    /// `permissions/policyChanged`.
    #[serde(rename = "policyChanged")]
    PolicyChanged,
}

impl ObservedEvent {
    /// Its name: that of the notification, without `permissions/`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::UiPrompt => "ui_prompt",
            Self::Decision => "decision",
            Self::PolicyChanged => "policyChanged",
        }
    }

    /// The notification.
    pub const fn method(self) -> &'static str {
        match self {
            Self::Ready => "permissions/ready",
            Self::UiPrompt => "permissions/ui_prompt",
            Self::Decision => "permissions/decision",
            Self::PolicyChanged => "permissions/policyChanged",
        }
    }
}

/// What a payload is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PayloadKind {
    /// A command.
    Bash,
    /// A tool.
    Tool,
    /// A path.
    Path,
    /// An MCP target.
    Mcp,
    /// A skill.
    Skill,
    /// A child's ask.
    Forwarded,
}

/// What is done to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Proven to read only.
    Read,
    /// Writes, creates, moves or removes.
    Write,
    /// Not proven: judged as both.
    Both,
}

/// What a policy file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// `policy.jsonc`.
    Policy,
    /// `hard-guards.jsonc`.
    Guards,
    /// An agent file.
    Agent,
}

/// Whose a policy file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileScope {
    /// The user's.
    Global,
    /// The checkout's.
    Project,
}

/// How a policy file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileState {
    /// Not there.
    Absent,
    /// Read, nothing wrong.
    Valid,
    /// Read, with problems.
    Problems,
    /// Could not be read.
    Unreadable,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file does not say what it seems to say.
    Error,
    /// Probably not what was meant.
    Warning,
    /// Good to know.
    Info,
}

/// What a link of the authorizer chain says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkVerdict {
    /// The call may run.
    Allow,
    /// It may not.
    Deny,
    /// The next one is asked.
    Defer,
}

/// Why a model gave no text: `unconfigured`, `unknown_provider`, `unpublished_model`, `timeout`, `unavailable` or
/// `malformed`; any other word counts as `unavailable`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ModelError(pub String);
