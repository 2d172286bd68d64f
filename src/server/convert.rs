//! Words of the rooms below → words of the wire.

use crate::authority::Forwarding;
use crate::decision::{self, Cause, CheckSource, DecisionSource, Gate, Origin, Resolution, Via};
use crate::protocol as wire;
use crate::rule::Action;
use crate::session::{Invalid, RegisterError};
use serde_json::json;

pub(super) const fn action(action: Action) -> wire::Action {
    match action {
        Action::Allow => wire::Action::Allow,
        Action::Ask => wire::Action::Ask,
        Action::Deny => wire::Action::Deny,
    }
}

/// A decision; what is no allow is a deny.
pub(super) const fn decision(action: Action) -> wire::Decision {
    match action {
        Action::Allow => wire::Decision::Allow,
        Action::Ask | Action::Deny => wire::Decision::Deny,
    }
}

pub(super) const fn gate(gate: Gate) -> wire::Gate {
    match gate {
        Gate::Skill => wire::Gate::Skill,
        Gate::Path => wire::Gate::Path,
        Gate::Bash => wire::Gate::Bash,
        Gate::Tool => wire::Gate::Tool,
        Gate::ProtectedWrite => wire::Gate::ProtectedWrite,
    }
}

pub(super) const fn origin(origin: Origin) -> wire::Origin {
    match origin {
        Origin::HardGuard => wire::Origin::HardGuard,
        Origin::ProtectedWrite => wire::Origin::ProtectedWrite,
        Origin::Session => wire::Origin::Session,
        Origin::Agent => wire::Origin::Agent,
        Origin::ProjectAgent => wire::Origin::ProjectAgent,
        Origin::Global => wire::Origin::Global,
        Origin::Baseline => wire::Origin::Baseline,
        Origin::Builtin => wire::Origin::Builtin,
        Origin::Yolo => wire::Origin::Yolo,
        Origin::FailClosed => wire::Origin::FailClosed,
        Origin::Floor => wire::Origin::Floor,
    }
}

pub(super) const fn source(source: CheckSource) -> wire::Source {
    match source {
        CheckSource::Guard => wire::Source::Guard,
        CheckSource::Session => wire::Source::Session,
        CheckSource::Agent => wire::Source::Agent,
        CheckSource::Config => wire::Source::Config,
        CheckSource::Baseline => wire::Source::Baseline,
        CheckSource::Default => wire::Source::Default,
        CheckSource::Floor => wire::Source::Floor,
    }
}

pub(super) const fn resolution(resolution: Resolution) -> wire::Resolution {
    match resolution {
        Resolution::PolicyAllow => wire::Resolution::PolicyAllow,
        Resolution::PolicyDeny => wire::Resolution::PolicyDeny,
        Resolution::HardGuardDeny => wire::Resolution::HardGuardDeny,
        Resolution::SessionApproved => wire::Resolution::SessionApproved,
        Resolution::AutoApproved => wire::Resolution::AutoApproved,
        Resolution::UserApproved => wire::Resolution::UserApproved,
        Resolution::UserApprovedForSession => wire::Resolution::UserApprovedForSession,
        Resolution::UserDenied => wire::Resolution::UserDenied,
        Resolution::AuthorizerAllowed => wire::Resolution::AuthorizerAllowed,
        Resolution::AuthorizerDenied => wire::Resolution::AuthorizerDenied,
        Resolution::ConfirmationUnavailable => wire::Resolution::ConfirmationUnavailable,
        Resolution::UnknownTool => wire::Resolution::UnknownTool,
        Resolution::GateError => wire::Resolution::GateError,
    }
}

pub(super) const fn cause(cause: Cause) -> wire::Cause {
    match cause {
        Cause::NoUi => wire::Cause::NoUi,
        Cause::ClientFailed => wire::Cause::ClientFailed,
        Cause::Cancelled => wire::Cause::Cancelled,
        Cause::Shutdown => wire::Cause::Shutdown,
        Cause::NoParent => wire::Cause::NoParent,
        Cause::ParentGone => wire::Cause::ParentGone,
        Cause::TimedOut => wire::Cause::TimedOut,
        Cause::Unreadable => wire::Cause::Unreadable,
    }
}

pub(super) const fn direction(direction: decision::Direction) -> wire::Effect {
    match direction {
        decision::Direction::Read => wire::Effect::Read,
        decision::Direction::Write => wire::Effect::Write,
        decision::Direction::Both => wire::Effect::Both,
    }
}

pub(super) fn forwarding(forwarding: &Forwarding) -> wire::Forwarding {
    wire::Forwarding {
        requester_session_id: forwarding.requester_session_id.clone(),
        requester_agent_name: forwarding.requester_agent_name.clone(),
        hops: forwarding.hops,
    }
}

/// Who decided. What was forwarded nests no deeper than sessions do.
pub(super) fn decided_by(source: DecisionSource) -> wire::DecidedBy {
    match source {
        DecisionSource::User { via } => wire::DecidedBy::User {
            via: match via {
                Via::Dialog => wire::Via::Dialog,
                Via::Select => wire::Via::Select,
                Via::Inbox => wire::Via::Inbox,
            },
        },
        DecisionSource::Authorizer {
            name,
            verdict,
            reason,
        } => wire::DecidedBy::Authorizer {
            name,
            verdict: decision(verdict),
            reason,
        },
        DecisionSource::Rule {
            surface,
            pattern,
            origin: whose,
        } => wire::DecidedBy::Rule {
            surface,
            pattern,
            origin: whose.map(origin),
        },
        DecisionSource::SessionApproval { surface, pattern } => {
            wire::DecidedBy::SessionApproval { surface, pattern }
        }
        DecisionSource::Yolo { pattern } => wire::DecidedBy::Yolo { pattern },
        DecisionSource::InfrastructureRead => wire::DecidedBy::InfrastructureRead,
        DecisionSource::Unavailable { reason } => wire::DecidedBy::Unavailable { reason },
        DecisionSource::GateError { reason } => wire::DecidedBy::GateError { reason },
        DecisionSource::Forwarded {
            responder_session_id,
            decision,
        } => wire::DecidedBy::Forwarded {
            responder_session_id,
            decision: decision.map(|inner| Box::new(decided_by(*inner))),
        },
    }
}

/// Params that the session can't take.
pub(super) fn invalid(invalid: Invalid) -> wire::ErrorObject {
    wire::Invalid::new(invalid.field, invalid.problem).into()
}

pub(super) fn register_error(error: RegisterError) -> wire::ErrorObject {
    match error {
        RegisterError::Invalid(params) => invalid(params),
        RegisterError::Refused(refused) => {
            wire::ErrorObject::new(wire::code::REFUSED, format!("Refused: {}", refused.reason))
                .with(json!({"reason": refused.reason}))
        }
    }
}
