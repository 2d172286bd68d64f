//! What is spoken on the inbox socket: JSON-RPC in Content-Length frames. The messages are `inbox/attach` (request),
//! `inbox/ask`, `inbox/gone`, `inbox/decided`, `inbox/note`, `inbox/refused` (notifications of the session), and
//! `inbox/answer` (request).

use super::{Decision, ObservedSession, PatternAnswer, Resolution};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Raised by what an inbox of another version would read wrongly.
pub const INBOX_VERSION: u32 = 1;

/// `inbox/attach`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct InboxAttachParams {
    /// [`INBOX_VERSION`] of the inbox.
    pub version: u32,
}

/// The result of `inbox/attach`; what waits follows as `inbox/ask`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InboxAttached {
    /// [`INBOX_VERSION`] of the session.
    pub version: u32,
    /// Whose asks they are.
    pub session: ObservedSession,
}

/// `inbox/ask`: something waits.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InboxAsk<'a> {
    /// What an answer names. The same request may be asked about anew, on other facts, under another id.
    pub ask_id: u64,
    /// As in `permissions/prompt`.
    pub prompt: &'a RawValue,
}

/// `inbox/answer`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InboxAnswerParams {
    /// The ask.
    pub ask_id: u64,
    /// The id of an option.
    pub choice: String,
    /// Words for the agent.
    #[serde(default)]
    pub reason: Option<String>,
    /// The rules to record, where others than the option's first.
    #[serde(default)]
    pub patterns: Option<Vec<PatternAnswer>>,
}

/// `inbox/gone`: it waits no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InboxGone {
    /// The ask.
    pub ask_id: u64,
}

/// `inbox/decided`: a request is resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InboxDecided {
    /// The request.
    pub request_id: String,
    /// Allow or deny.
    pub result: Decision,
    /// How that came about.
    pub resolution: Resolution,
}

/// `inbox/note` and `inbox/refused`: words for the person at the inbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboxNote {
    /// The words.
    pub message: String,
}
