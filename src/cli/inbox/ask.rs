//! One ask that waits, as it is shown.

use crate::protocol::{Choice, ObservedSession, PromptOption, PromptParams, Suggestion};
use serde_json::Value;
use std::sync::Arc;

/// Which connection, and which ask of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct AskKey {
    pub(super) connection: u64,
    pub(super) ask_id: u64,
}

/// An ask.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) key: AskKey,
    pub(super) session: Arc<ObservedSession>,
    pub(super) prompt: PromptParams,
    /// An answer is on its way.
    pub(super) is_answered: bool,
}

impl Ask {
    /// The option of a choice, where it is offered.
    pub(super) fn option(&self, choice: Choice) -> Option<&PromptOption> {
        self.prompt.options.iter().find(|option| option.id == choice)
    }

    /// The rules that a choice may record, one list for each width; the suggested one first.
    pub(super) fn widths(&self, choice: Choice) -> Vec<Vec<Suggestion>> {
        let Some(option) = self.option(choice) else {
            return Vec::new();
        };
        let suggested = option.patterns.clone().unwrap_or_default();
        let mut widths = vec![suggested];
        widths.extend(option.alternatives.iter().flatten().cloned());
        widths.retain(|width| !width.is_empty());
        widths
    }

    /// A fact of the request.
    pub(super) fn fact(&self, name: &str) -> &str {
        self.prompt
            .payload
            .pointer("/request")
            .and_then(|request| request.get(name))
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// What is asked about, in a line.
    pub(super) fn subject(&self) -> String {
        format!("{}  {}", self.fact("surface"), self.fact("value"))
    }

    /// Everything that is known of it: label and text.
    pub(super) fn evidence(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let payload = &self.prompt.payload;
        let request = payload.pointer("/request").and_then(Value::as_object);
        for (name, value) in request.into_iter().flatten() {
            let text = match value {
                Value::Null => continue,
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            found.push((name.clone(), text));
        }
        let list = |name: &str| {
            payload
                .get(name)
                .and_then(Value::as_array)
                .map_or(&[][..], Vec::as_slice)
        };
        let text = |entry: &Value, name: &str| {
            entry
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        found.extend(
            list("evidence")
                .iter()
                .map(|entry| (text(entry, "label"), text(entry, "text"))),
        );
        found.extend(
            list("annotations")
                .iter()
                .map(|entry| (text(entry, "source"), text(entry, "text"))),
        );
        found
    }
}
