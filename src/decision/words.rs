//! The closed vocabularies of a decision. Their spelling is fixed by the protocol.

use serde::{Deserialize, Serialize};

/// One stage of the pipeline; the order is the pipeline's.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// Named skills.
    Skill,
    /// Every local path of every tool.
    Path,
    /// Commands of a shell tool.
    Bash,
    /// The tool itself: its path, its value or its MCP target.
    Tool,
    /// Writes to files that only a human may let change.
    ProtectedWrite,
}

/// Which authority a deciding rule belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
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

/// The coarse origin that `permissions/check` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CheckSource {
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
    /// A sentinel or a rewrite.
    Floor,
}

impl From<Origin> for CheckSource {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::HardGuard | Origin::ProtectedWrite => Self::Guard,
            Origin::Session => Self::Session,
            Origin::Agent | Origin::ProjectAgent => Self::Agent,
            Origin::Global => Self::Config,
            Origin::Baseline => Self::Baseline,
            Origin::Builtin => Self::Default,
            Origin::Floor | Origin::FailClosed | Origin::Yolo => Self::Floor,
        }
    }
}

/// What an access does to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Proven to read only.
    Read,
    /// Writes, creates, moves or removes.
    Write,
    /// Not proven: judged as both.
    Both,
}

/// How a call was resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
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
