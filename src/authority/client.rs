//! What this room needs of a client: to show prompts to a human, to ask a link, to ask a model.

use super::{Category, Failure, Inbox};
use crate::decision::{RequestId, Via};
use crate::presentation::AccessFact;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

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

/// A question to a link of the client.
#[derive(Clone, Debug)]
pub struct LinkCall {
    /// The link.
    pub name: String,
    /// The request.
    pub request_id: RequestId,
    /// The session it is for.
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent.
    pub agent_name: Option<String>,
    /// Complete facts, as for a human.
    pub payload: serde_json::Value,
    /// What asks, in every spelling.
    pub access: Vec<AccessFact>,
    /// Provenance.
    pub forwarding: Option<Forwarding>,
}

/// What a link of the client answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkAnswer {
    /// Its verdict.
    pub verdict: LinkVerdict,
    /// Its words.
    pub reason: Option<String>,
}

/// The verdicts of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkVerdict {
    /// The call may run.
    Allow,
    /// The call may not run.
    Deny,
    /// The next one is to say.
    Defer,
}

/// A completion to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The request it is about.
    pub request_id: RequestId,
    /// Who serves the model.
    pub provider: String,
    /// Which model.
    pub model: String,
    /// The system prompt.
    pub system: String,
    /// What a user says; the one message there is.
    pub message: String,
    /// Tokens at most.
    pub max_tokens: u32,
    /// Milliseconds at most.
    pub timeout_ms: u64,
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// The client answered with an error.
    #[error("the client failed: {0}")]
    Failed(String),
    /// The client answered something that is no answer.
    #[error("the client failed: {0}")]
    Unreadable(String),
    /// The client is gone.
    #[error("the client is gone")]
    Gone,
}

/// A client that can do things for the server. Dropping a returned future withdraws the request: the
/// implementation then sends `$/cancelRequest`.
pub trait Client: Send + Sync {
    /// Asks the human.
    fn prompt(&self, prompt: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>>;

    /// The inboxes at which a human may answer in its place, where there can be any.
    fn inbox(&self) -> Option<Arc<dyn Inbox>> {
        None
    }

    /// Asks a link that it registered. A client that registers none has none.
    fn call_authorizer(&self, call: LinkCall) -> BoxFuture<'_, Result<LinkAnswer, ClientError>> {
        let failed = ClientError::Failed(format!("it has no link {}", call.name));
        Box::pin(std::future::ready(Err(failed)))
    }

    /// Asks a model; its text, or why there is none. Without an implementation there is no model.
    fn complete_model(&self, completion: Completion) -> BoxFuture<'_, Result<String, Failure>> {
        let detail = format!("the client has no model {}", completion.model);
        Box::pin(std::future::ready(Err(Failure::new(
            Category::Unconfigured,
            detail,
        ))))
    }
}
