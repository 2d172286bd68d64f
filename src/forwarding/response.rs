//! An answer on its way down.

use super::request::{PatternOut, VERSION, now};
use crate::authority::{Answer, GrantScope, Suggestion};
use crate::decision::{Cause, DecisionSource, RequestId, Resolution};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Bytes of an answer at most.
pub(super) const MAX_RESPONSE: u64 = 1 << 20;

/// Bytes of the words for the agent at most.
const MAX_WORDS: usize = 64 << 10;

/// Whom a session answer covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grant {
    /// The session that asked; it records the rules itself.
    Subagent,
    /// The session that was asked, with its children; recorded there.
    ServingSession,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Whether the call may run.
    pub allow: bool,
    /// How it was decided.
    pub resolution: Resolution,
    /// Why nobody could be asked.
    pub cause: Option<Cause>,
    /// Whom it covers beyond this call.
    pub grant: Option<Grant>,
    /// The rules of that.
    pub patterns: Option<Vec<Suggestion>>,
    /// Words for the agent.
    pub reason: Option<String>,
    /// Who decided.
    pub decided_by: DecisionSource,
}

/// An answer as the session that asked sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Received {
    pub(super) response: Response,
    /// Who says to have answered.
    pub(super) responder: Option<String>,
    /// Who within it decided, where it says so.
    pub(super) source: Option<DecisionSource>,
}

impl Response {
    /// Nobody could be asked.
    pub fn unavailable(cause: Cause, reason: &str) -> Self {
        Self {
            allow: false,
            resolution: Resolution::ConfirmationUnavailable,
            cause: Some(cause),
            grant: None,
            patterns: None,
            reason: None,
            decided_by: DecisionSource::Unavailable {
                reason: reason.to_owned(),
            },
        }
    }

    /// A failure on the side that was asked.
    pub fn failed(reason: &str) -> Self {
        Self {
            resolution: Resolution::GateError,
            cause: None,
            decided_by: DecisionSource::GateError {
                reason: reason.to_owned(),
            },
            ..Self::unavailable(Cause::Unreadable, reason)
        }
    }

    /// As it is written by the session `responder`.
    pub(super) fn write(&self, id: RequestId, responder: &str) -> Vec<u8> {
        let patterns = self.patterns.as_ref();
        let patterns: Option<Vec<PatternOut>> =
            patterns.map(|patterns| patterns.iter().map(PatternOut::from).collect());
        json!({
            "version": VERSION,
            "id": id,
            "responderSessionId": responder,
            "decision": if self.allow { "allow" } else { "deny" },
            "resolution": self.resolution,
            "cause": self.cause,
            "grant": self.grant,
            "patterns": patterns,
            "reason": self.reason.as_deref().map(shortened),
            "decidedBy": self.decided_by,
            "respondedAt": now(),
        })
        .to_string()
        .into_bytes()
    }
}

/// A text as far as an answer carries it.
fn shortened(text: &str) -> &str {
    let mut end = text.len().min(MAX_WORDS);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

/// Reads the answer to `id` of the session `parent`. An answer that contradicts itself is none.
pub(super) fn read(id: RequestId, parent: &str, bytes: &[u8]) -> Result<Received, &'static str> {
    let value: Value = serde_json::from_slice(bytes).map_err(|_| "it is no JSON")?;
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    match value.get("version") {
        None | Some(Value::Null) => {}
        Some(version) if version.as_u64() == Some(VERSION) => {}
        Some(_) => return Err("it is of another version"),
    }
    if text("id") != Some(id.to_string().as_str()) {
        return Err("it answers another request");
    }
    let responder = text("responderSessionId");
    if responder.is_some_and(|responder| responder != parent) {
        return Err("another session answers");
    }
    let allow = match text("decision") {
        Some("allow") => true,
        Some("deny") => false,
        _ => return Err("it decides nothing"),
    };
    let resolution = value
        .get("resolution")
        .and_then(|resolution| Resolution::deserialize(resolution).ok())
        .ok_or("it does not say how it was decided")?;
    if allow != allows(resolution) {
        return Err("it contradicts itself");
    }
    let cause = value
        .get("cause")
        .and_then(|cause| Cause::deserialize(cause).ok());
    let source = value.get("decidedBy").and_then(DecisionSource::read);
    let patterns = value
        .get("patterns")
        .and_then(|patterns| Vec::<PatternOut>::deserialize(patterns).ok());
    let response = Response {
        allow,
        resolution,
        cause: match (resolution, cause) {
            // One that is not known here is still one.
            (Resolution::ConfirmationUnavailable, None) => Some(Cause::Unreadable),
            (Resolution::ConfirmationUnavailable, cause) => cause,
            _ => None,
        },
        grant: value
            .get("grant")
            .and_then(|grant| Grant::deserialize(grant).ok())
            .filter(|_| allow),
        patterns: patterns.map(|patterns| {
            patterns
                .into_iter()
                .map(|PatternOut { surface, pattern }| Suggestion { surface, pattern })
                .collect()
        }),
        reason: text("reason").map(str::to_owned),
        decided_by: DecisionSource::Forwarded {
            responder_session_id: responder.map(str::to_owned),
            decision: source.clone().map(Box::new),
        },
    };
    Ok(Received {
        response,
        responder: responder.map(str::to_owned),
        source,
    })
}

const fn allows(resolution: Resolution) -> bool {
    match resolution {
        Resolution::PolicyAllow
        | Resolution::SessionApproved
        | Resolution::AutoApproved
        | Resolution::UserApproved
        | Resolution::UserApprovedForSession
        | Resolution::AuthorizerAllowed => true,
        Resolution::PolicyDeny
        | Resolution::HardGuardDeny
        | Resolution::UserDenied
        | Resolution::AuthorizerDenied
        | Resolution::ConfirmationUnavailable
        | Resolution::UnknownTool
        | Resolution::GateError => false,
    }
}

impl Received {
    /// What it means for the session that asked.
    pub(super) fn answer(self) -> Answer {
        let Response {
            allow,
            resolution,
            cause,
            grant,
            patterns,
            reason,
            decided_by,
        } = self.response;
        if let Some(cause) = cause {
            return Answer::Unavailable { cause, decided_by };
        }
        if !allow {
            return Answer::Denied {
                resolution,
                reason,
                decided_by,
            };
        }
        Answer::Allowed {
            resolution,
            scope: match grant {
                None => GrantScope::Once,
                Some(Grant::Subagent) => GrantScope::Session,
                Some(Grant::ServingSession) => GrantScope::ServingSession,
            },
            patterns: patterns.map(|patterns| {
                patterns
                    .into_iter()
                    .map(|Suggestion { surface, pattern }| (Some(surface), pattern))
                    .collect()
            }),
            reason,
            decided_by,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Via;

    fn approved() -> Response {
        Response {
            allow: true,
            resolution: Resolution::UserApprovedForSession,
            cause: None,
            grant: Some(Grant::Subagent),
            patterns: Some(vec![Suggestion {
                surface: "bash".to_owned(),
                pattern: "ls *".to_owned(),
            }]),
            reason: Some("go".to_owned()),
            decided_by: DecisionSource::User { via: Via::Dialog },
        }
    }

    fn changed(id: RequestId, change: impl FnOnce(&mut Value)) -> Vec<u8> {
        let mut value: Value = serde_json::from_slice(&approved().write(id, "own")).unwrap();
        change(&mut value);
        value.to_string().into_bytes()
    }

    #[test]
    fn what_is_written_is_read_and_its_source_nested() {
        let id = RequestId::mint();
        let received = read(id, "own", &approved().write(id, "own")).unwrap();
        let nested = DecisionSource::Forwarded {
            responder_session_id: Some("own".to_owned()),
            decision: Some(Box::new(approved().decided_by)),
        };
        assert_eq!(
            received.response,
            Response {
                decided_by: nested,
                ..approved()
            }
        );
    }

    #[test]
    fn an_answer_that_can_not_be_trusted_is_none() {
        let id = RequestId::mint();
        #[rustfmt::skip]
        let cases: [(&str, Value); 8] = [
            ("version",            json!(2)),
            ("id",                 json!(RequestId::mint())),
            ("responderSessionId", json!("other")),
            ("decision",           json!("ask")),
            ("decision",           json!("deny")),
            ("decision",           json!(true)),
            ("resolution",         json!("user_denied")),
            ("resolution",         json!("new_way")),
        ];
        for (key, to) in cases {
            let bytes = changed(id, |value| value[key] = to.clone());
            assert!(read(id, "own", &bytes).is_err(), "{key} {to}");
        }
        assert!(read(id, "own", b"{").is_err());
    }

    #[test]
    fn an_older_or_newer_parent_is_understood_as_far_as_it_can_be() {
        let id = RequestId::mint();
        let source_of =
            |change: &dyn Fn(&mut Value)| read(id, "own", &changed(id, |it| change(it))).unwrap().source;
        assert_eq!(source_of(&|it| it["decidedBy"] = Value::Null), None);
        assert_eq!(source_of(&|it| it["decidedBy"] = json!({"kind": "oracle"})), None);
        assert!(source_of(&|it| it["decidedBy"]["mood"] = json!("fair")).is_some());
        let mut deep = json!({"kind": "yolo", "pattern": null});
        for _ in 0..100 {
            deep = json!({"kind": "forwarded", "responderSessionId": "x", "decision": deep});
        }
        assert_eq!(source_of(&|it| it["decidedBy"] = deep.clone()), None);
        let no_grant = changed(id, |it| it["grant"] = json!("everybody"));
        assert_eq!(read(id, "own", &no_grant).unwrap().response.grant, None);
        let no_cause = Response::unavailable(Cause::NoUi, "x").write(id, "own");
        let mut no_cause: Value = serde_json::from_slice(&no_cause).unwrap();
        no_cause["cause"] = json!("bad_weather");
        let received = read(id, "own", no_cause.to_string().as_bytes()).unwrap();
        assert_eq!(received.response.cause, Some(Cause::Unreadable));
    }
}
