//! The complete facts of a question. They are built elsewhere; this says their shape on the wire.

use super::PayloadKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Complete facts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payload {
    /// What it is about.
    pub kind: PayloadKind,
    /// The request: `requester`, `forwarded`, `tool`, `invokedTool`, `surface`, `rule`, `value`, `span`,
    /// `executedUnit`, `commandContext`, `gates`.
    pub request: Map<String, Value>,
    /// What the call holds.
    pub evidence: Vec<Evidence>,
    /// What others say about it.
    pub annotations: Vec<Annotation>,
}

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// What it is.
    pub label: String,
    /// The text.
    pub text: String,
}

/// What a link says about a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Annotation {
    /// Which link.
    pub source: String,
    /// The text.
    pub text: String,
    /// Always true: it was not written by a human, and is no fact of the call.
    #[serde(default = "yes")]
    pub model_generated: bool,
}

fn yes() -> bool {
    true
}
