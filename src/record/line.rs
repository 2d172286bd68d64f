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
    /// A request was put to a parent's session.
    ForwardedCreated,
    /// Somebody is being asked for a session in another process.
    ForwardedPrompted,
    /// The rules here allowed what another session asked.
    ForwardedAutoApproved,
    /// The rules here refused it.
    ForwardedAutoDenied,
    /// Whoever was asked here allowed it.
    ForwardedApproved,
    /// Whoever was asked here refused it, or nobody could be asked.
    ForwardedDenied,
    /// The parent's session answered.
    ForwardedReceived,
    /// A file in the spool is no request to a session here.
    ForwardedIgnored,
    /// The spool can't be used, or somebody else serves the session.
    ForwardingTrouble,
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
            Self::ForwardedCreated => "forwarded_permission.request_created",
            Self::ForwardedPrompted => "forwarded_permission.prompted",
            Self::ForwardedAutoApproved => "forwarded_permission.auto_approved",
            Self::ForwardedAutoDenied => "forwarded_permission.auto_denied",
            Self::ForwardedApproved => "forwarded_permission.approved",
            Self::ForwardedDenied => "forwarded_permission.denied",
            Self::ForwardedReceived => "forwarded_permission.response_received",
            Self::ForwardedIgnored => "forwarded_permission.ignored",
            Self::ForwardingTrouble => "forwarded_permission.trouble",
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
