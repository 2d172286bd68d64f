//! One event as a line, for a human or for a program.

use crate::client::Heard;
use crate::presentation::{fit, visible};
use crate::protocol::ObservedSession;
use serde_json::{Value, json};

/// Columns of a session's id and of a value, at most.
const ID: usize = 20;
const VALUE: usize = 120;

/// An event and the session it was heard in.
pub(super) struct Line<'a> {
    pub(super) session: &'a ObservedSession,
    pub(super) heard: &'a Heard,
}

impl Line<'_> {
    /// Whether it concerns the session `wanted`; of in-process children each event names its own.
    pub(super) fn concerns(&self, wanted: Option<&str>) -> bool {
        let Some(wanted) = wanted else { return true };
        match self.text_of("sessionId") {
            "" => self.session.id == wanted,
            of_event => of_event == wanted || self.session.id == wanted,
        }
    }

    /// For a program.
    pub(super) fn json(&self) -> String {
        json!({
            "session": self.session,
            "event": self.heard.event,
            "params": self.heard.params,
        })
        .to_string()
    }

    /// For a human: nothing in it is shown as anything but what it is.
    pub(super) fn text(&self) -> String {
        let params = &self.heard.params;
        let of_event = self.text_of("sessionId");
        let id = shown(
            if of_event.is_empty() {
                &self.session.id
            } else {
                of_event
            },
            ID,
        );
        let subject = || {
            let surface = shown(self.text_of("surface"), ID);
            let value = shown(self.text_of("value"), VALUE);
            let agent = match self.text_of("agentName") {
                "" => String::new(),
                agent => format!("  [{}]", shown(agent, ID)),
            };
            format!("{surface:<6} {value}{agent}")
        };
        match self.heard.event.as_str() {
            "ui_prompt" => format!("{id}  asks   {}", subject()),
            "decision" => {
                let verdict = shown(self.text_of("result"), ID);
                let how = shown(self.text_of("resolution"), VALUE);
                let why = match self.text_of("cause") {
                    "" => String::new(),
                    cause => format!(", {}", shown(cause, ID)),
                };
                format!("{id}  {verdict:<6} {}  ({how}{why})", subject())
            }
            "policyChanged" => {
                let problems = params
                    .get("problems")
                    .and_then(Value::as_array)
                    .map_or(0, Vec::len);
                format!("{id}  policy read again, {problems} problems")
            }
            "lagged" => {
                let lost = params.get("lost").and_then(Value::as_u64).unwrap_or_default();
                format!("{id}  lost   {lost} events")
            }
            other => format!("{id}  {}", shown(other, VALUE)),
        }
    }

    fn text_of(&self, field: &str) -> &str {
        self.heard
            .params
            .get(field)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }
}

/// A session is followed from now on.
pub(super) fn came(session: &ObservedSession) -> String {
    let agent = match &session.agent {
        Some(agent) => format!(", agent {}", shown(agent, ID)),
        None => String::new(),
    };
    format!(
        "following {} in {} (process {}{agent})",
        shown(&session.id, VALUE),
        shown(&session.cwd, VALUE),
        session.pid
    )
}

/// A session is over.
pub(super) fn went(session: &ObservedSession) -> String {
    format!("{} is over (process {})", shown(&session.id, VALUE), session.pid)
}

fn shown(text: &str, width: usize) -> String {
    let text = visible(text);
    fit(&text, width).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> ObservedSession {
        ObservedSession {
            id: "own".to_owned(),
            cwd: "/p".to_owned(),
            agent: None,
            pid: 7,
        }
    }

    fn heard(event: &str, params: Value) -> Heard {
        Heard {
            event: event.to_owned(),
            params,
        }
    }

    #[test]
    fn each_event_has_a_line() {
        #[rustfmt::skip]
        let cases = [
            ("ui_prompt", json!({"sessionId": "own", "surface": "bash", "value": "git push"}),
             "own  asks   bash   git push"),
            ("decision", json!({"sessionId": "kid", "surface": "bash", "value": "ls", "result": "deny", "resolution": "confirmation_unavailable", "cause": "no_ui", "agentName": "scout"}),
             "kid  deny   bash   ls  [scout]  (confirmation_unavailable, no_ui)"),
            ("policyChanged", json!({"problems": [{}, {}]}), "own  policy read again, 2 problems"),
            ("lagged", json!({"lost": 12}), "own  lost   12 events"),
            ("ready", json!({}), "own  ready"),
        ];
        for (event, params, expected) in cases {
            let line = Line {
                session: &session(),
                heard: &heard(event, params),
            };
            assert_eq!(line.text(), expected);
        }
    }

    #[test]
    fn a_hostile_value_stays_one_line_and_moves_no_cursor() {
        let params =
            json!({"sessionId": "o\u{1b}]0;x\u{7}", "surface": "bash", "value": "a\nb\u{1b}[2J\u{202e}"});
        let line = Line {
            session: &session(),
            heard: &heard("ui_prompt", params),
        };
        let text = line.text();
        assert!(
            !text
                .chars()
                .any(|character| character.is_control() || character == '\u{202e}'),
            "{text:?}"
        );
    }

    #[test]
    fn a_session_is_found_by_its_own_id_and_by_a_childs() {
        let of = |params: Value, wanted: &str| {
            Line {
                session: &session(),
                heard: &heard("decision", params),
            }
            .concerns(Some(wanted))
        };
        assert!(of(json!({"sessionId": "own"}), "own"));
        assert!(
            of(json!({"sessionId": "kid"}), "own"),
            "its children belong to it"
        );
        assert!(of(json!({"sessionId": "kid"}), "kid"));
        assert!(!of(json!({"sessionId": "own"}), "kid"));
        assert!(!of(json!({"problems": []}), "kid"));
    }
}
