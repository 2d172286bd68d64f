//! Error codes and the error object.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The codes.
pub mod code {
    /// No JSON, no UTF-8, or nested over 128.
    pub const PARSE: i64 = -32700;
    /// A batch, a fractional id, a second `initialize`, an id in flight, anything after `shutdown`.
    pub const INVALID_REQUEST: i64 = -32600;
    /// Unknown method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// Params that can't be taken; `data` says which field.
    pub const INVALID_PARAMS: i64 = -32602;
    /// An internal failure; never from a method that decides.
    pub const INTERNAL: i64 = -32603;
    /// A request before `initialize`.
    pub const NOT_INITIALIZED: i64 = -32002;
    /// The request was cancelled.
    pub const CANCELLED: i64 = -32800;
    /// Refused: a limit, or a registration against the operator's word.
    pub const REFUSED: i64 = -32803;
}

/// What a failed request answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ErrorObject {
    /// One of [`code`].
    pub code: i64,
    /// In words.
    pub message: String,
    /// For programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl ErrorObject {
    /// An error without data.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The same with `data`.
    #[must_use]
    pub fn with(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }
}
