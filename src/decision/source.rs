//! Who decided, stamped where the decision is made and never inferred afterwards.

use super::Origin;
use crate::rule::Action;
use serde::{Deserialize, Serialize};

/// The surface on which a human answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Via {
    /// The client's own dialog.
    Dialog,
    /// A plain list of choices.
    Select,
    /// `portcullis inbox`.
    Inbox,
}

/// What decided a request. Each variant repeats what made it decisive, so that it still says everything
/// where no neighbouring column survives (a forwarded answer, a log line read alone).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum DecisionSource {
    /// A human.
    User {
        /// Where the human answered.
        via: Via,
    },
    /// A link of the authorizer chain.
    Authorizer {
        /// The name under which it is registered.
        name: String,
        /// What it said: allow or deny.
        verdict: Action,
        /// Its words.
        reason: Option<String>,
    },
    /// A rule of the policy, an agent file or the hard guards.
    Rule {
        /// The surface it stands under.
        surface: String,
        /// Its pattern; null for a built-in.
        pattern: Option<String>,
        /// Whose rule it is.
        origin: Option<Origin>,
    },
    /// A grant of the session.
    SessionApproval {
        /// The surface of the grant.
        surface: String,
        /// Its pattern.
        pattern: Option<String>,
    },
    /// `yoloMode`.
    Yolo {
        /// The pattern or sentinel whose ask it answered.
        pattern: Option<String>,
    },
    /// Kept from the specification for readers of older records; never produced.
    InfrastructureRead,
    /// Nobody could be asked.
    Unavailable {
        /// Why, in words.
        reason: String,
    },
    /// An internal failure while deciding.
    GateError {
        /// What failed.
        reason: String,
    },
    /// Another session answered.
    Forwarded {
        /// Which one.
        responder_session_id: Option<String>,
        /// What within it decided; null when it did not say.
        decision: Option<Box<DecisionSource>>,
    },
}

impl DecisionSource {
    /// A link of the chain said allow.
    pub fn link_allowed(name: &str, reason: Option<String>) -> Self {
        Self::Authorizer {
            name: name.to_owned(),
            verdict: Action::Allow,
            reason,
        }
    }

    /// A link of the chain said deny.
    pub fn link_denied(name: &str, reason: Option<String>) -> Self {
        Self::Authorizer {
            name: name.to_owned(),
            verdict: Action::Deny,
            reason,
        }
    }
}
