//! Offers and their check.

use crate::access::{Access, Files};
use crate::gate::{GrantRule, Verdict};
use crate::policy::Snapshot;

/// One rule that a session answer would record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Proposal {
    /// The surface: `bash`, a tool's name, `mcp`, `skill`, `path_read`, `path_write`, `path` (both).
    pub surface: String,
    /// The pattern.
    pub pattern: String,
}

/// What may be offered for a call: one proposal for each rule that would be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The suggestion.
    pub patterns: Vec<Proposal>,
    /// Other widths, each of the same length and order.
    pub alternatives: Vec<Vec<Proposal>>,
}

/// The call that is asked about, and what is in force for it.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// What it accesses.
    pub access: &'a Access,
    /// The verdict on it; its `asks` say what has to be answered.
    pub verdict: &'a Verdict,
    /// What is in force.
    pub policy: &'a Snapshot,
    /// The grants in scope.
    pub grants: &'a [GrantRule],
    /// The file system.
    pub files: &'a dyn Files,
    /// The active agent.
    pub agent: Option<&'a str>,
    /// The home folder.
    pub home: &'a str,
}

/// Why patterns record nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// What may be offered. `None` where nothing may: an ask for a human alone, a command that was not
/// fully understood, a program whose grant would open everything.
pub fn suggest(setting: &Setting<'_>) -> Option<Offer> {
    let _ = setting;
    None
}

/// Checks patterns that came back with an answer: as many as were offered, in the same order, each under the
/// surface it was offered for (a bare string has none), none of a kind that is never offered; and together
/// they make this very call an allow. What is returned may be recorded as it is.
pub fn validate(
    setting: &Setting<'_>,
    patterns: &[(Option<String>, String)],
) -> Result<Vec<GrantRule>, Refusal> {
    let _ = (setting, patterns);
    Err(Refusal("nothing may be recorded for this call".to_owned()))
}
