//! The wire: types of every method and notification, the envelope around them, error codes, and the
//! conventions for params. The `OpenRPC` document is generated from these types.
//!
//! Nothing here knows the rest of the program; the edge converts. Every field that the server sends is
//! present, null where there is nothing; unknown fields of what a client sends are ignored.

mod agent;
mod authorize;
mod check;
mod children;
mod envelope;
mod error;
mod events;
mod explain;
mod grants;
mod id;
mod inbox;
mod initialize;
mod link;
mod locate;
mod method;
mod model;
mod object;
mod observer;
mod openrpc;
mod params;
mod payload;
mod policy;
mod prompt;
mod registration;
mod sent;
mod text;
mod tools;
mod turn;
mod usual;
mod words;
mod written;

pub use agent::{ActiveAgentParams, BeforeAgentStartParams, BeforeAgentStartResult, Skill};
pub use authorize::{AuthorizeParams, AuthorizeResult, DecidedBy, Input};
pub use check::{CheckParams, CheckResult, GateState};
pub use children::{ChildSessionCreatedParams, ChildSessionDisposedParams};
pub use envelope::{Malformed, Message, nesting_within};
pub use error::{ErrorObject, code};
pub use events::{DecisionParams, MessageParams, PolicyChangedParams, ReadyParams, UiPromptParams, severity};
pub use explain::{ExplainResult, Trace, TraceEntry, TraceGroup, TraceRule};
pub use grants::{RevokeSessionRuleParams, SessionRule, SessionRulesParams, SessionRulesResult};
pub use id::Id;
pub use inbox::{
    INBOX_VERSION, InboxAnswerParams, InboxAsk, InboxAttachParams, InboxAttached, InboxDecided, InboxGone,
    InboxNote,
};
pub use initialize::{
    ClientCapabilities, ClientPermissions, General, InitializationOptions, InitializeParams,
    ServerPermissions, SessionOptions, WorkspaceFolder,
};
pub use link::{CallAuthorizerParams, CallAuthorizerResult};
pub use method::{Direction, METHODS, Method, NOTIFICATIONS_SENT, OBSERVER_METHODS, REQUESTS_SERVED};
pub use model::{CompleteModelParams, CompleteModelResult, ModelMessage};
pub use observer::{EventParams, LaggedParams, ObservedSession, SubscribeParams};
pub use openrpc::document;
pub use params::{Invalid, Params, read};
pub use payload::{Annotation, Evidence, Payload};
pub use policy::{FileStatus, PolicyParams, PolicyResult, Position, Problem, Range, Rule};
pub use prompt::{Forwarding, PatternAnswer, PromptOption, PromptParams, PromptResult, Suggestion};
pub use registration::{
    Access, EvidencePointer, Pointers, RegisterAuthorizerParams, RegisterToolParams, RegistrationResult,
    ShellPointers, UnregisterParams,
};
pub use sent::{SentError, SentNotification, SentRequest, SentResult, Version};
pub use text::{AbsolutePath, AgentName, SessionId, ToolCallId};
pub use tools::{ToolPermissionParams, ToolPermissionResult};
pub use turn::{TranscriptEntry, TurnStartParams};
pub use usual::UsualCheck;
pub use words::{
    Action, CallSource, Cause, Choice, Decision, Effect, FileKind, FileScope, FileState, Gate, LinkVerdict,
    ModelError, ObservedEvent, Origin, PayloadKind, Resolution, Severity, Source, Via,
};

use serde::{Deserialize, Serialize};

/// The version of this protocol; only a breaking change raises it.
pub const VERSION: u32 = 1;

/// An empty object: the result of what has nothing to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Empty {}

/// `$/cancelRequest`, in both directions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CancelParams {
    /// The id of the request.
    pub id: Id,
}
