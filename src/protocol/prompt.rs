//! `permissions/prompt`: a question to a human, and the answer.

use super::Payload;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptParams {
    /// The request.
    pub request_id: String,
    /// Whose (a child's own id where it is a child's).
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent.
    pub agent_name: Option<String>,
    /// One line.
    pub title: String,
    /// Complete facts.
    #[schemars(with = "Payload")]
    pub payload: Value,
    /// The bounded render at `promptColumns`.
    pub lines: Vec<String>,
    /// Whether the render left anything out.
    pub expandable: bool,
    /// The choices, in order.
    pub options: Vec<PromptOption>,
    /// Where a forwarded ask comes from.
    pub forwarding: Option<Forwarding>,
}

/// One choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptOption {
    /// Its id.
    pub id: super::Choice,
    /// Its text.
    pub label: String,
    /// The rules it would record, one for each that asked; null where it records none.
    pub patterns: Option<Vec<Suggestion>>,
    /// Other widths of the same; null where it records none.
    pub alternatives: Option<Vec<Vec<Suggestion>>>,
}

/// A rule that an answer would record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// Its surface.
    pub surface: String,
    /// Its pattern.
    pub pattern: String,
}

/// Where a forwarded ask comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Forwarding {
    /// The child's session.
    pub requester_session_id: String,
    /// The child's agent.
    pub requester_agent_name: Option<String>,
    /// Sidecars in between; 0 for an in-process child.
    pub hops: u32,
}

/// The answer, or null for a deny.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptResult {
    /// The id of a choice. Null counts as a deny; what is no choice counts as a failure of the client.
    #[serde(deserialize_with = "Option::deserialize")]
    pub choice: Option<String>,
    /// The human's words; taken with every choice.
    #[serde(default)]
    pub reason: Option<String>,
    /// Edited patterns: as many as were offered, in that order.
    #[serde(default)]
    pub patterns: Option<Vec<PatternAnswer>>,
    /// Where the human answered.
    #[serde(default)]
    pub via: Option<String>,
}

impl PromptResult {
    /// Reads an answer: an object, or null.
    pub fn read(text: &str) -> Result<Option<Self>, serde_json::Error> {
        super::object::optional(&mut serde_json::Deserializer::from_str(text))
    }
}

/// An edited pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PatternAnswer {
    /// Counts by its position.
    Bare(String),
    /// With its surface.
    Full(Suggestion),
}
