//! Who decided, stamped where the decision is made and never inferred afterwards.

use super::Origin;
use crate::rule::Action;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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

/// How deep a source from another process is followed. Sessions nest no deeper in practice.
const DEPTH: usize = 32;

impl DecisionSource {
    /// Reads a source that came from another process: `None` where it is none that is known here, or nests
    /// deeper than is followed. What a session above did not say, or said in words of a later version, is null
    /// in its place, so that the sessions on the way are still named.
    pub fn read(value: &Value) -> Option<Self> {
        let mut responders = Vec::new();
        let mut value = value;
        let innermost = loop {
            let kind = value.get("kind").and_then(Value::as_str);
            if kind != Some("forwarded") {
                break kind.and_then(|_| Self::deserialize(value).ok());
            }
            if responders.len() == DEPTH {
                return None;
            }
            responders.push(match value.get("responderSessionId") {
                None | Some(Value::Null) => None,
                Some(id) => Some(id.as_str()?.to_owned()),
            });
            match value.get("decision") {
                Some(inner) => value = inner,
                None => break None,
            }
        };
        responders.into_iter().rev().fold(innermost, |inner, responder| {
            Some(Self::Forwarded {
                responder_session_id: responder,
                decision: inner.map(Box::new),
            })
        })
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn each() -> Vec<DecisionSource> {
        let some = |text: &str| Some(text.to_owned());
        let text = str::to_owned;
        vec![
            DecisionSource::User { via: Via::Dialog },
            DecisionSource::User { via: Via::Select },
            DecisionSource::User { via: Via::Inbox },
            DecisionSource::link_allowed("judge", None),
            DecisionSource::link_denied("judge", some("no")),
            DecisionSource::Rule {
                surface: text("bash"),
                pattern: some("git *"),
                origin: Some(Origin::Global),
            },
            DecisionSource::Rule {
                surface: text("bash"),
                pattern: None,
                origin: None,
            },
            DecisionSource::SessionApproval {
                surface: text("bash"),
                pattern: some("git *"),
            },
            DecisionSource::Yolo {
                pattern: some("<opaque-bash-wrapper>"),
            },
            DecisionSource::InfrastructureRead,
            DecisionSource::Unavailable { reason: text("r") },
            DecisionSource::GateError { reason: text("r") },
            DecisionSource::Forwarded {
                responder_session_id: None,
                decision: None,
            },
        ]
    }

    fn above(responder: &str, decision: Option<DecisionSource>) -> DecisionSource {
        DecisionSource::Forwarded {
            responder_session_id: Some(responder.to_owned()),
            decision: decision.map(Box::new),
        }
    }

    #[test]
    fn each_source_survives_the_way_through_another_process() {
        for source in each() {
            for source in [source.clone(), above("p", Some(source))] {
                let written = serde_json::to_value(&source).unwrap();
                assert_eq!(DecisionSource::read(&written), Some(source), "{written}");
            }
        }
    }

    #[test]
    fn what_is_not_known_is_no_source() {
        #[rustfmt::skip]
        let cases = [
            json!(null), json!("user"), json!([]), json!({}), json!({"kind": 7}), json!({"kind": "oracle"}),
            json!(["user", "dialog"]),
            json!({"kind": "user"}), json!({"kind": "user", "via": "telepathy"}),
            json!({"kind": "authorizer", "name": "x", "verdict": "perhaps"}),
            json!({"kind": "rule", "pattern": "x"}),
            json!({"kind": "rule", "surface": "bash", "pattern": "x", "origin": "heaven"}),
            json!({"kind": "forwarded", "responderSessionId": 7}),
        ];
        for value in cases {
            assert_eq!(DecisionSource::read(&value), None, "{value}");
        }
        let user = DecisionSource::User { via: Via::Dialog };
        let newer = json!({"kind": "user", "via": "dialog", "confidence": 1});
        assert_eq!(
            DecisionSource::read(&newer),
            Some(user),
            "a field too many is no harm"
        );
    }

    #[test]
    fn sessions_on_the_way_are_named_also_where_the_last_says_nothing_known() {
        for last in [json!(null), json!({"kind": "oracle"}), json!(7)] {
            let value = json!({"kind": "forwarded", "responderSessionId": "p", "decision":
                {"kind": "forwarded", "responderSessionId": "g", "decision": last}});
            let expected = above("p", Some(above("g", None)));
            assert_eq!(DecisionSource::read(&value), Some(expected), "{value}");
        }
        let silent = json!({"kind": "forwarded", "responderSessionId": "p"});
        assert_eq!(DecisionSource::read(&silent), Some(above("p", None)));
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |depth: usize| {
            (0..depth).fold(
                json!({"kind": "user", "via": "dialog"}),
                |inner, _| json!({"kind": "forwarded", "responderSessionId": "s", "decision": inner}),
            )
        };
        assert!(DecisionSource::read(&nested(DEPTH)).is_some());
        for depth in [DEPTH + 1, 1000] {
            assert_eq!(DecisionSource::read(&nested(depth)), None, "{depth}");
        }
    }
}
