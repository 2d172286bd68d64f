//! What of an ask goes to the review log and to whoever listens: the request facts, nothing of the evidence.

use super::PromptPayload;
use serde_json::{Map, Value};

/// The facts that a line of the review log carries beside its ids and who decided.
pub fn review_facts(payload: &PromptPayload) -> Map<String, Value> {
    let mut facts = broadcast(payload);
    // `matchedPattern` is the name of this fact on every line, with or without an ask.
    if let Some(rule) = facts.remove("rule") {
        facts.insert("matchedPattern".to_owned(), rule);
    }
    facts.insert(
        "kind".to_owned(),
        serde_json::to_value(payload.kind).unwrap_or_default(),
    );
    facts
}

/// The request group for `ui_prompt`: facts without evidence or annotations.
pub fn broadcast_facts(payload: &PromptPayload) -> Value {
    Value::Object(broadcast(payload))
}

fn broadcast(payload: &PromptPayload) -> Map<String, Value> {
    match serde_json::to_value(&payload.request) {
        Ok(Value::Object(facts)) => facts,
        _ => Map::new(),
    }
}
