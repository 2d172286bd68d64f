//! `permissions/callAuthorizer`: a link of the chain is asked.

use super::{Forwarding, LinkVerdict, Payload};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A question to a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallAuthorizerParams {
    /// The link.
    pub name: String,
    /// The request.
    pub request_id: String,
    /// Whose.
    pub session_id: String,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// The agent.
    pub agent_name: Option<String>,
    /// Complete facts.
    #[schemars(with = "Payload")]
    pub payload: Value,
    /// What the call accesses.
    pub access_intents: Vec<Value>,
    /// Where a forwarded ask comes from.
    pub forwarding: Option<Forwarding>,
}

/// Its answer. An error, or silence past `authorizerTimeoutMs`, is `defer`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CallAuthorizerResult {
    /// What it says.
    pub verdict: LinkVerdict,
    /// Its words.
    #[serde(default)]
    pub reason: Option<String>,
}

impl CallAuthorizerResult {
    /// Reads an answer: an object, and nothing else.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        super::object::required(&mut serde_json::Deserializer::from_str(text))
    }
}
