//! What this room needs of a client that shows prompts to a human.

use crate::decision::{RequestId, Via};
use std::future::Future;
use std::pin::Pin;

/// A boxed future, so that the trait can stand behind a pointer.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// One rule that a session answer would record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Suggestion {
    /// The surface.
    pub surface: String,
    /// The pattern.
    pub pattern: String,
}

/// Where a forwarded ask comes from. In-process children have zero hops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forwarding {
    /// The child's session.
    pub requester_session_id: String,
    /// The child's agent.
    pub requester_agent_name: Option<String>,
    /// Sidecars between the child and here.
    pub hops: u32,
}

/// The ids of the choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// One choice as it is offered.
#[derive(Clone, Debug)]
pub struct PromptOption {
    /// Its id.
    pub choice: Choice,
    /// Its text.
    pub label: String,
    /// The rules it would record, one for each that asked.
    pub patterns: Vec<Suggestion>,
    /// Other widths of the same.
    pub alternatives: Vec<Vec<Suggestion>>,
}

/// A question to a human.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The request.
    pub request_id: RequestId,
    /// The session it is for (a child's own id where it is a child's).
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent.
    pub agent_name: Option<String>,
    /// One line.
    pub title: String,
    /// Complete facts.
    pub payload: serde_json::Value,
    /// The bounded render.
    pub lines: Vec<String>,
    /// Whether the render left anything out.
    pub expandable: bool,
    /// The choices, in order.
    pub options: Vec<PromptOption>,
    /// Provenance.
    pub forwarding: Option<Forwarding>,
}

/// A human's answer as the client sent it; not yet checked.
#[derive(Clone, Debug, Default)]
pub struct PromptAnswer {
    /// The id of the choice, verbatim; `None` for null, which is a deny.
    pub choice: Option<String>,
    /// The human's words.
    pub reason: Option<String>,
    /// Edited patterns; a bare string has no surface and counts by position.
    pub patterns: Option<Vec<(Option<String>, String)>>,
    /// Where the human answered.
    pub via: Option<Via>,
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// The client answered with an error or something that is no answer.
    #[error("the client failed: {0}")]
    Failed(String),
    /// The client is gone.
    #[error("the client is gone")]
    Gone,
}

/// A client that can do things for the server. Dropping a returned future withdraws the request: the
/// implementation then sends `$/cancelRequest`.
pub trait Client: Send + Sync {
    /// Asks the human.
    fn prompt(&self, prompt: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>>;
}
