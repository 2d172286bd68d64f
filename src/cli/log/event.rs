//! What a line of the log says, in the words of whoever reads it.

use crate::record::Entry;
use serde_json::Value;

/// Whether the line is about a call: that somebody is asked, or how it ended.
pub(super) fn is_told(entry: &Entry) -> bool {
    is_decision(entry) || is_question(entry)
}

/// Whether the line says how a call ended. What a parent answered is said by the line of the call itself.
pub(super) fn is_decision(entry: &Entry) -> bool {
    entry.text("result").is_some() && entry.event != "forwarded_permission.response_received"
}

/// Whether the line says that somebody is asked.
pub(super) fn is_question(entry: &Entry) -> bool {
    matches!(
        entry.event.as_str(),
        "permission_request.waiting" | "forwarded_permission.prompted"
    )
}

/// `allow`, `deny`, or `ask` while it waits.
pub(super) fn result(entry: &Entry) -> &str {
    match entry.text("result") {
        Some(result) => result,
        None if is_question(entry) => "ask",
        None => "",
    }
}

/// Who decided, in a few words.
pub(super) fn decider(entry: &Entry) -> String {
    entry.fields.get("decidedBy").map(words).unwrap_or_default()
}

fn words(source: &Value) -> String {
    let text = |name: &str| source.get(name).and_then(Value::as_str);
    match text("kind").unwrap_or_default() {
        "user" => format!("user ({})", text("via").unwrap_or("prompt")),
        "authorizer" => text("name").unwrap_or("a link").to_owned(),
        "rule" => format!("rule ({})", text("origin").unwrap_or("policy")),
        "session_approval" => "session grant".to_owned(),
        "yolo" => "yolo mode".to_owned(),
        "unavailable" => "nobody".to_owned(),
        "gate_error" => "an error inside".to_owned(),
        "forwarded" => match source.get("decision").filter(|inner| inner.is_object()) {
            Some(inner) => format!("parent: {}", words(inner)),
            None => "parent".to_owned(),
        },
        other => other.replace('_', " "),
    }
}

/// The kind of whoever decided in the end, where other sessions carried the answer, and the name of a link.
pub(super) fn innermost(entry: &Entry) -> Option<(&str, Option<&str>)> {
    let mut source = entry.fields.get("decidedBy")?;
    // What comes from a file may be nested as deep as it likes.
    for _ in 0..64 {
        match source.get("decision").filter(|inner| inner.is_object()) {
            Some(inner) if source.get("kind").is_some_and(|kind| kind == "forwarded") => source = inner,
            _ => break,
        }
    }
    Some((
        source.get("kind")?.as_str()?,
        source.get("name").and_then(Value::as_str),
    ))
}

/// What it is about: the value, or what the line says of itself.
pub(super) fn subject(entry: &Entry) -> String {
    if let Some(value) = entry.text("value").filter(|value| !value.is_empty()) {
        return value.to_owned();
    }
    let said = ["tool", "why", "name", "state", "pattern"]
        .iter()
        .find_map(|name| entry.text(name));
    let event = || entry.event.clone();
    match said {
        Some(said) if is_told(entry) => said.to_owned(),
        Some(said) => format!("{}: {said}", entry.event),
        None => event(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whoever_decided_is_named() {
        #[rustfmt::skip]
        let cases = [
            (json!({"kind": "user", "via": "dialog"}),                                   "user (dialog)",         "user"),
            (json!({"kind": "authorizer", "name": "auto-review", "verdict": "allow"}),   "auto-review",           "authorizer"),
            (json!({"kind": "rule", "surface": "bash", "origin": "hard-guard"}),         "rule (hard-guard)",     "rule"),
            (json!({"kind": "session_approval", "surface": "bash"}),                     "session grant",         "session_approval"),
            (json!({"kind": "unavailable", "reason": "x"}),                              "nobody",                "unavailable"),
            (json!({"kind": "forwarded", "decision": {"kind": "user", "via": "select"}}), "parent: user (select)", "user"),
            (json!({"kind": "forwarded", "decision": null}),                             "parent",                "forwarded"),
            (json!({"kind": "something_new"}),                                           "something new",         "something_new"),
        ];
        for (source, shown, kind) in cases {
            let line = json!({"event": "e", "decidedBy": source}).to_string();
            let entry = Entry::of(&line).unwrap();
            assert_eq!(decider(&entry), shown);
            assert_eq!(innermost(&entry).unwrap().0, kind);
        }
    }
}
