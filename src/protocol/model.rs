//! `permissions/completeModel`: the client's model is asked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A completion to make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompleteModelParams {
    /// The request.
    pub request_id: String,
    /// Who serves the model.
    pub provider: String,
    /// Which model.
    pub model: String,
    /// The system prompt.
    pub system: String,
    /// The conversation.
    pub messages: Vec<ModelMessage>,
    /// Tokens at most.
    pub max_tokens: u32,
    /// Milliseconds at most.
    pub timeout_ms: u64,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ModelMessage {
    /// Who.
    pub role: String,
    /// The words.
    pub content: String,
}

/// Text, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CompleteModelResult {
    /// The completion.
    Text {
        /// The text.
        text: String,
    },
    /// A category of failure.
    Failed {
        /// Which.
        error: super::ModelError,
    },
}

impl CompleteModelResult {
    /// Reads an answer: an object, and nothing else.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        super::object::required(&mut serde_json::Deserializer::from_str(text))
    }
}
