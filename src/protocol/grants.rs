//! `permissions/sessionRules` and `permissions/revokeSessionRule`.

use super::SessionId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose grants.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SessionRulesParams {
    /// A session; the process's own and every child of it where absent.
    pub session_id: Option<SessionId>,
}

/// The grants, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionRulesResult {
    /// The grants.
    pub rules: Vec<SessionRule>,
}

/// One grant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionRule {
    /// A lower-case UUID of version 7.
    pub id: String,
    /// The session it covers.
    pub session_id: String,
    /// Its surface.
    pub surface: String,
    /// Its pattern.
    pub pattern: String,
    /// RFC 3339 in UTC with milliseconds.
    pub created_at: String,
    /// The request whose answer recorded it.
    pub request_id: String,
}

/// A grant is revoked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeSessionRuleParams {
    /// Which; a stale one revokes nothing.
    pub id: String,
}
