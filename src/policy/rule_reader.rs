//! The value beside a pattern: an action, or an action with a reason and examples.

use super::Span;
use super::entry::{Entry, Example};
use super::node::{Member, Node, Value};
use super::permission::Reading;
use super::problem::code;
use super::surfaces::closest;
use crate::rule::Action;
use std::borrow::Cow;

const RULE_FIELDS: [&str; 4] = ["action", "reason", "match", "notMatch"];

/// Words of other systems for an action.
const FOREIGN_ACTIONS: [(&str, Action); 14] = [
    ("accept", Action::Allow),
    ("approve", Action::Allow),
    ("grant", Action::Allow),
    ("permit", Action::Allow),
    ("yes", Action::Allow),
    ("block", Action::Deny),
    ("disallow", Action::Deny),
    ("forbid", Action::Deny),
    ("never", Action::Deny),
    ("no", Action::Deny),
    ("reject", Action::Deny),
    ("confirm", Action::Ask),
    ("prompt", Action::Ask),
    ("query", Action::Ask),
];

impl<'a> Reading<'a, '_> {
    /// `{"action", "reason"?, "match"?, "notMatch"?}`
    pub(super) fn rule(&mut self, entry: &mut Entry<'a>, node: &Node<'a>, fields: &[Member<'a>]) {
        let mut action: Option<(Action, Option<Span>, Option<Cow<'a, str>>)> = None;
        let mut reason: Option<(&Member<'a>, Cow<'a, str>)> = None;
        for (at, field) in fields.iter().enumerate() {
            if fields.iter().take(at).any(|earlier| earlier.key == field.key) {
                self.findings.error(
                    code::DUPLICATE_KEY,
                    field.key_span,
                    format!("`{}` stands twice", field.key),
                    "Keep one. Until then the stricter action counts, and the first reason.",
                );
            }
            match &*field.key {
                "action" => {
                    let read = self.action(&field.value);
                    if action.as_ref().is_none_or(|(earlier, ..)| *earlier < read.0) {
                        action = Some(read);
                    }
                }
                "reason" => match &field.value.value {
                    Value::String(text) if text.trim().is_empty() => self.findings.warning(
                        code::WRONG_VALUE,
                        field.value.span,
                        "an empty reason",
                        "Say why the call is denied, or leave the reason out.",
                    ),
                    Value::String(text) if reason.is_none() => reason = Some((field, text.clone())),
                    Value::String(_) => {}
                    _ => self.wrong_type(&field.value, "`reason`", "a string"),
                },
                "match" => {
                    let examples = entry.examples.get_or_insert_default();
                    self.examples(&field.value, "`match`", &mut examples.matching);
                }
                "notMatch" => {
                    let examples = entry.examples.get_or_insert_default();
                    self.examples(&field.value, "`notMatch`", &mut examples.other);
                }
                other => {
                    let advice = closest(other, RULE_FIELDS).map_or_else(
                        || "A rule has `action`, `reason`, `match` and `notMatch`.".to_owned(),
                        |name| format!("Did you mean `{name}`?"),
                    );
                    self.findings.error(
                        code::UNKNOWN_FIELD,
                        field.key_span,
                        format!("`{other}` means nothing in a rule"),
                        &advice,
                    );
                    if let Some(name) = closest(other, RULE_FIELDS) {
                        self.findings.instead(format!("\"{name}\""));
                    }
                }
            }
        }
        if let Some(read) = action {
            (entry.action, entry.action_span, entry.reason) = read;
        } else {
            let message = "a rule without an `action`";
            self.findings.error(
                code::UNREADABLE_ACTION,
                node.span,
                message,
                "Add \"action\": \"allow\", \"ask\" or \"deny\". Until then it counts as deny.",
            );
            entry.reason = Some(unreadable(message));
        }
        if let Some((field, text)) = reason {
            if entry.action == Action::Deny {
                entry.reason = entry.reason.take().or(Some(text));
            } else {
                self.findings.warning(
                    code::REASON_WITHOUT_DENY,
                    field.key_span,
                    format!("a reason beside `{}` is shown to nobody", entry.action),
                    "Only a deny has a reason: the agent is told it. Write a comment instead.",
                );
            }
        }
    }

    fn examples(&mut self, node: &Node<'a>, what: &str, examples: &mut Vec<Example<'a>>) {
        let items = match &node.value {
            Value::Array(items) => items.as_slice(),
            Value::String(_) => std::slice::from_ref(node),
            _ => return self.wrong_type(node, what, "a string or an array of strings"),
        };
        for item in items {
            match &item.value {
                Value::String(text) => examples.push(Example {
                    text: text.clone(),
                    span: item.span,
                }),
                _ => self.wrong_type(item, what, "an array of strings"),
            }
        }
    }

    fn wrong_type(&mut self, node: &Node<'a>, what: &str, expected: &str) {
        let message = format!("{what} is {} where {expected} is expected", node.kind());
        self.findings
            .error(code::WRONG_TYPE, node.span, message, "It is left out.");
    }

    /// The action, where its word stands, and why it can't be read, where it can't: then it is deny.
    pub(super) fn action(&mut self, node: &Node<'a>) -> (Action, Option<Span>, Option<Cow<'a, str>>) {
        let Some(word) = node.as_str() else {
            let message = format!("{} where an action is expected", node.kind());
            self.findings.error(
                code::UNREADABLE_ACTION,
                node.span,
                message.clone(),
                "Write \"allow\", \"ask\" or \"deny\". Until then it counts as deny.",
            );
            return (Action::Deny, None, Some(unreadable(&message)));
        };
        if let Some(action) = word_action(word) {
            return (action, Some(node.span), None);
        }
        let lower = word.trim().to_lowercase();
        let foreign = FOREIGN_ACTIONS
            .iter()
            .find(|(name, _)| *name == lower)
            .map(|(_, action)| action.as_str());
        let meant = foreign.or_else(|| closest(&lower, ["allow", "ask", "deny"]));
        let shown: String = word.chars().take(40).collect();
        let message = format!("`{shown}` is no action");
        let advice = meant.map_or_else(
            || "Write \"allow\", \"ask\" or \"deny\". Until then it counts as deny.".to_owned(),
            |meant| format!("Did you mean \"{meant}\"? Until then it counts as deny."),
        );
        self.findings
            .error(code::UNREADABLE_ACTION, node.span, message.clone(), &advice);
        if let Some(meant) = meant {
            self.findings.instead(format!("\"{meant}\""));
        }
        (Action::Deny, Some(node.span), Some(unreadable(&message)))
    }
}

fn word_action(word: &str) -> Option<Action> {
    match word {
        "allow" => Some(Action::Allow),
        "ask" => Some(Action::Ask),
        "deny" => Some(Action::Deny),
        _ => None,
    }
}

/// The reason of a deny that stands for an action that can't be read.
pub(super) fn unreadable(problem: &str) -> Cow<'static, str> {
    Cow::Owned(format!("its rule can't be read: {problem}"))
}
