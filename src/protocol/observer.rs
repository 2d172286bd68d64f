//! What is spoken on the observer socket.

use super::words::ObservedEvent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// `permissions_subscribe`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SubscribeParams {
    /// The events wanted; all where absent.
    pub events: Option<Vec<ObservedEvent>>,
}

/// `permissions_event`: one event of a subscription.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EventParams<'a> {
    /// The name of the notification, without `permissions/`; or `lagged`.
    pub event: &'a str,
    /// The params of the notification of that name; of `lagged`: `{lost}`.
    #[schemars(with = "serde_json::Value")]
    pub params: &'a RawValue,
}

/// The params of `lagged`: this observer did not take events as fast as they came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LaggedParams {
    /// Events of this subscription that were dropped since the last one it was sent.
    pub lost: u64,
}

/// The result of `permissions_session`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ObservedSession {
    /// The session's id.
    pub id: String,
    /// Its working folder.
    pub cwd: String,
    /// Its active agent.
    pub agent: Option<String>,
    /// The sidecar's process.
    pub pid: u32,
}
