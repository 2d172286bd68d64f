//! One line of a log.

use serde_json::{Map, Value};

/// Raised when a reader of older lines would misunderstand newer ones.
pub const VERSION: u32 = 1;

/// What a line of the review log says happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// Somebody is being asked.
    Waiting,
    /// Whoever was asked allowed.
    Approved,
    /// Whoever was asked denied, or nobody could be asked.
    Denied,
    /// Refused without asking.
    Blocked,
    /// A grant of the session allowed.
    SessionApproved,
    /// `yoloMode` allowed.
    AutoApproved,
    /// The files that are in force, at start and at each change.
    ConfigResolved,
    /// A grant was taken back.
    GrantRevoked,
    /// Which links of `authorizerChain` are asked and which are not there, at the first ask and at each change.
    ChainResolved,
    /// A link answered, or failed to.
    LinkAnswered,
    /// Counts of plain allows.
    Usage,
    /// Lines were lost.
    Lost,
}

impl Event {
    /// The name in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "permission_request.waiting",
            Self::Approved => "permission_request.approved",
            Self::Denied => "permission_request.denied",
            Self::Blocked => "permission_request.blocked",
            Self::SessionApproved => "permission_request.session_approved",
            Self::AutoApproved => "permission_request.auto_approved",
            Self::ConfigResolved => "config.resolved",
            Self::GrantRevoked => "session_rule.revoked",
            Self::ChainResolved => "authorizer_chain_resolved",
            Self::LinkAnswered => "authorizer_link.answered",
            Self::Usage => "usage",
            Self::Lost => "log.lost",
        }
    }
}

/// A line before it is cut and redacted.
#[derive(Clone, Debug)]
pub struct Line {
    /// What happened.
    pub event: &'static str,
    /// Everything else.
    pub fields: Map<String, Value>,
}

impl Line {
    /// A line of the review log.
    pub fn new(event: Event, fields: Map<String, Value>) -> Self {
        Self {
            event: event.name(),
            fields,
        }
    }
}

/// Now, RFC 3339 in UTC with milliseconds.
pub fn timestamp() -> String {
    let now = jiff::Timestamp::now();
    format!("{now:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_milliseconds_and_end_in_z() {
        let now = timestamp();
        assert_eq!(now.len(), "2026-01-02T03:04:05.678Z".len(), "{now}");
        assert!(now.ends_with('Z'), "{now}");
    }
}
