//! `permissions/turnStart`.

use super::SessionId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A turn starts.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TurnStartParams {
    /// The client's id of it.
    pub turn_id: Option<String>,
    /// The conversation so far; absent keeps what is known.
    #[serde(deserialize_with = "super::object::list")]
    pub transcript: Option<Vec<TranscriptEntry>>,
    /// Whose session; the process's own where absent.
    pub session_id: Option<SessionId>,
}

/// One entry of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TranscriptEntry {
    /// Who: `user`, `assistant`, …
    pub role: String,
    /// What: `message`, `answer`, …
    pub kind: String,
    /// The words.
    pub text: String,
    /// The person took an answer back.
    #[serde(default)]
    pub cancelled: Option<bool>,
}
