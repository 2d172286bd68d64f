//! `permission`: keys, patterns and actions → entries, and what is wrong with them.

use super::node::{Member, Node, Value};
use super::problem::{Findings, Severity, code};
use super::surfaces::{
    FILE_TOOLS, OTHER_KEYS, PATH_KEYS, PathPattern, closest, foreign_advice, inspect_path_pattern,
    is_path_wildcard, near_miss, takes_paths,
};
use super::{FileKind, Span};
use crate::rule::Action;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// A key under `permission`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurfaceKey {
    /// The key.
    pub key: Arc<str>,
    /// Where it stands.
    pub key_span: Span,
    /// Where its value stands.
    pub value_span: Span,
}

/// One pattern with its action.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<'a> {
    /// The key it stands under.
    pub surface: Arc<str>,
    /// The pattern; `*` where the surface has a plain action.
    pub pattern: Cow<'a, str>,
    /// Where the pattern stands, quotes included; of a plain action, the surface's key.
    pub key_span: Span,
    /// Where its value stands.
    pub value_span: Span,
    /// Whether the surface has a plain action.
    pub is_shorthand: bool,
    /// What it says. `deny` where that can't be read.
    pub action: Action,
    /// Where the action's word stands, where there is one.
    pub action_span: Option<Span>,
    /// The operator's words; why the action can't be read, where it can't.
    pub reason: Option<Cow<'a, str>>,
    /// Why it counts for nothing, or how else it counts.
    pub standing: EntryStanding,
    /// The pattern that is in force, where no path looks like the one written and it does not allow.
    pub meant: Option<String>,
    /// Texts that it should match, as its author says.
    pub match_examples: Vec<Example<'a>>,
    /// Texts that it should not match, as its author says.
    pub not_match_examples: Vec<Example<'a>>,
}

/// Whether an entry is a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStanding {
    /// It is.
    InForce,
    /// An equal key is as strict or stricter.
    Duplicate,
    /// Its pattern can't be read; it floors its surface unless it allows.
    Unreadable,
    /// It has no meaning in the guards.
    Ignored,
}

/// An example of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// Where it stands.
    pub span: Span,
}

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

/// `permission` as it is read.
pub(super) struct Reading<'a, 'f> {
    kind: FileKind,
    findings: &'f mut Findings,
    pub(super) surfaces: Vec<SurfaceKey>,
    pub(super) entries: Vec<Entry<'a>>,
    pub(super) floored: Vec<String>,
    /// Where each surface stood first, by key.
    seen: HashMap<Arc<str>, Seen<'a>>,
}

/// What has been seen of one surface.
struct Seen<'a> {
    /// The entry in force for each pattern, by its place.
    patterns: HashMap<Cow<'a, str>, usize>,
}

impl<'a, 'f> Reading<'a, 'f> {
    pub(super) fn new(kind: FileKind, findings: &'f mut Findings) -> Self {
        Self {
            kind,
            findings,
            surfaces: Vec::new(),
            entries: Vec::new(),
            floored: Vec::new(),
            seen: HashMap::new(),
        }
    }

    /// Reads every `permission` of the file; a second one is a problem, and both count.
    pub(super) fn read(&mut self, root: &Node<'a>) {
        let mut count = 0;
        for member in root.members().iter().filter(|member| member.key == "permission") {
            count += 1;
            if count > 1 {
                self.findings.error(
                    code::DUPLICATE_KEY,
                    member.key_span,
                    "`permission` stands twice",
                    "Put the entries of both into one. Until then both count, and of equal keys the stricter.",
                );
            }
            self.permission(member);
        }
    }

    fn permission(&mut self, member: &Member<'a>) {
        let Value::Object(surfaces) = &member.value.value else {
            self.findings.error(
                code::WRONG_TYPE,
                member.value.span,
                format!("`permission` is {} where an object is expected", member.value.kind()),
                "Write surfaces and their actions, as in {\"*\": \"ask\", \"bash\": {\"git *\": \"allow\"}}. Until then \
                 every allow is an ask.",
            );
            self.floored.push("*".to_owned());
            return;
        };
        for surface in surfaces {
            self.surface(surface);
        }
    }

    fn surface(&mut self, member: &Member<'a>) {
        if self.is_unreadable_key(member, "surface") {
            if !allows_only(&member.value) {
                self.floored.push("*".to_owned());
            }
            return;
        }
        let key: Arc<str> = Arc::from(&*member.key);
        self.comment_on_key(member);
        self.surfaces.push(SurfaceKey {
            key: Arc::clone(&key),
            key_span: member.key_span,
            value_span: member.value.span,
        });
        if self.seen.contains_key(&key) {
            self.findings.error(
                code::DUPLICATE_KEY,
                member.key_span,
                format!("the surface `{key}` stands twice"),
                "Put the entries of both under one key. Until then both count, and of equal patterns the stricter.",
            );
        } else {
            let seen = Seen {
                patterns: HashMap::new(),
            };
            self.seen.insert(Arc::clone(&key), seen);
        }
        match &member.value.value {
            Value::Object(_) if &*key == "*" => {
                let message = "`permission[\"*\"]` takes a plain action, no patterns";
                self.findings.error(
                    code::UNIVERSAL_WITH_PATTERNS,
                    member.value.span,
                    message,
                    "Write \"*\": \"ask\", and put patterns under a surface such as \"bash\" or \"path\". Until then it counts \
                     as deny.",
                );
                let mut entry = shorthand(&key, member, Action::Deny);
                entry.action_span = None;
                entry.reason = Some(Cow::Borrowed(message));
                self.push(entry);
            }
            Value::Object(patterns) => {
                let paths = takes_paths(&key);
                for pattern in patterns {
                    self.pattern(&key, paths, pattern);
                }
            }
            _ => {
                let (action, action_span, reason) = self.action(&member.value);
                let mut entry = shorthand(&key, member, action);
                entry.action_span = action_span;
                entry.reason = reason;
                self.push(entry);
            }
        }
    }

    /// Whether the key can't be one; says so.
    fn is_unreadable_key(&mut self, member: &Member<'a>, what: &str) -> bool {
        if member.key.trim().is_empty() {
            let kind = if member.key.is_empty() {
                "an empty"
            } else {
                "a blank"
            };
            self.findings.error(
                code::BLANK_KEY,
                member.key_span,
                format!("{kind} {what}"),
                "Name what the action is for. Until then an allow here counts for nothing, and anything stricter makes \
                 every allow that it may have been meant to limit an ask.",
            );
            return true;
        }
        if member.key == "__proto__" {
            self.findings.error(
                code::PROTO_KEY,
                member.key_span,
                format!("`__proto__` as a {what}"),
                "Readers of JSON disagree on what this key is. Remove it.",
            );
            return true;
        }
        false
    }

    fn comment_on_key(&mut self, member: &Member<'a>) {
        let key = &*member.key;
        let loses = !allows_only(&member.value);
        if let Some(advice) = foreign_advice(key) {
            let severity = if loses { Severity::Error } else { Severity::Warning };
            let message = format!("`{key}` is no surface here, and nothing is matched by it");
            self.findings.add(
                severity,
                code::FOREIGN_SURFACE,
                member.key_span,
                message,
                advice.to_owned(),
            );
        } else if is_path_wildcard(key) {
            self.findings.warning(
                code::UNKNOWN_SURFACE,
                member.key_span,
                format!("`{key}` does not stand for `path`, `path_read` or `path_write`: no wildcard does"),
                "Write the three keys out; `path` stands for both directions.",
            );
        } else if let Some(meant) = near_miss(key) {
            let paths = takes_paths(meant);
            let value = if paths { "paths" } else { "values" };
            self.findings.warning(
                code::UNKNOWN_SURFACE,
                member.key_span,
                format!("`{key}` is the surface of a tool of that name; did you mean `{meant}`?"),
                &format!("If so, correct the key: as it stands no {value} of `{meant}` are matched by it."),
            );
        } else if matches!(key, "allow" | "deny" | "ask") {
            self.findings.warning(
                code::UNKNOWN_SURFACE,
                member.key_span,
                format!("`{key}` stands where a surface is expected"),
                "Surfaces come first, then patterns, then actions: \"bash\": {\"git *\": \"allow\"}.",
            );
        }
    }

    fn pattern(&mut self, surface: &Arc<str>, paths: bool, member: &Member<'a>) {
        let mut entry = Entry {
            surface: Arc::clone(surface),
            pattern: member.key.clone(),
            key_span: member.key_span,
            value_span: member.value.span,
            is_shorthand: false,
            action: Action::Deny,
            action_span: None,
            reason: None,
            standing: EntryStanding::InForce,
            meant: None,
            match_examples: Vec::new(),
            not_match_examples: Vec::new(),
        };
        let unreadable = self.is_unreadable_key(member, "pattern");
        if let Value::Object(fields) = &member.value.value {
            self.rule(&mut entry, &member.value, fields);
        } else {
            (entry.action, entry.action_span, entry.reason) = self.action(&member.value);
        }
        let unreadable = unreadable || (paths && self.is_unreadable_path(&mut entry));
        if unreadable {
            entry.standing = EntryStanding::Unreadable;
            if entry.action != Action::Allow {
                self.floored.push(surface.to_string());
            }
        }
        self.push(entry);
    }

    fn is_unreadable_path(&mut self, entry: &mut Entry<'a>) -> bool {
        match inspect_path_pattern(&entry.pattern) {
            PathPattern::Fine => false,
            PathPattern::Unreadable { message, advice } => {
                self.findings
                    .error(code::UNREADABLE_PATTERN, entry.key_span, message, &advice);
                true
            }
            PathPattern::NeverMatches { why, meant } => {
                let advice = match (&meant, entry.action) {
                    (Some(meant), Action::Allow) => {
                        format!("Write `{meant}`. As it stands it allows nothing.")
                    }
                    (Some(meant), _) => format!("Write `{meant}`. It counts as that already."),
                    (None, _) => "Write the path as it is when folded.".to_owned(),
                };
                let severity = if meant.is_none() && entry.action != Action::Allow {
                    Severity::Error
                } else {
                    Severity::Warning
                };
                let message = format!("no path looks like `{}`: {why}", entry.pattern);
                self.findings.add(
                    severity,
                    code::PATTERN_NEVER_MATCHES,
                    entry.key_span,
                    message,
                    advice,
                );
                // What it was meant to limit is not known.
                let lost = meant.is_none() && entry.action != Action::Allow;
                entry.meant = meant.filter(|_| entry.action != Action::Allow);
                lost
            }
        }
    }

    /// `{"action", "reason"?, "match"?, "notMatch"?}`
    fn rule(&mut self, entry: &mut Entry<'a>, node: &Node<'a>, fields: &[Member<'a>]) {
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
                "match" => self.examples(&field.value, "`match`", &mut entry.match_examples),
                "notMatch" => self.examples(&field.value, "`notMatch`", &mut entry.not_match_examples),
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
            entry.reason = Some(Cow::Borrowed(message));
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
    fn action(&mut self, node: &Node<'a>) -> (Action, Option<Span>, Option<Cow<'a, str>>) {
        let Some(word) = node.as_str() else {
            let message = format!("{} where an action is expected", node.kind());
            self.findings.error(
                code::UNREADABLE_ACTION,
                node.span,
                message.clone(),
                "Write \"allow\", \"ask\" or \"deny\". Until then it counts as deny.",
            );
            return (Action::Deny, None, Some(Cow::Owned(message)));
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
        (Action::Deny, Some(node.span), Some(Cow::Owned(message)))
    }

    /// Takes an entry up: of equal keys the stricter one is in force.
    fn push(&mut self, mut entry: Entry<'a>) {
        if self.kind == FileKind::Guards
            && entry.action == Action::Ask
            && entry.standing == EntryStanding::InForce
        {
            entry.standing = EntryStanding::Ignored;
            self.findings.error(
                code::ASK_IN_GUARDS,
                entry.action_span.unwrap_or(entry.value_span),
                "a guard can't ask",
                "It is ignored. Write \"deny\", or put the ask into policy.jsonc.",
            );
        }
        let place = self.entries.len();
        if entry.standing == EntryStanding::InForce
            && let Some(seen) = self.seen.get_mut(&entry.surface)
        {
            match seen.patterns.get(&entry.pattern).copied() {
                None => {
                    seen.patterns.insert(entry.pattern.clone(), place);
                }
                Some(earlier) => {
                    let stricter = self
                        .entries
                        .get(earlier)
                        .is_some_and(|other| other.action < entry.action);
                    if stricter {
                        seen.patterns.insert(entry.pattern.clone(), place);
                        if let Some(other) = self.entries.get_mut(earlier) {
                            other.standing = EntryStanding::Duplicate;
                        }
                    } else {
                        entry.standing = EntryStanding::Duplicate;
                    }
                    let counts = if stricter { "this" } else { "the first" };
                    self.findings.error(
                        code::DUPLICATE_KEY,
                        entry.key_span,
                        format!(
                            "the pattern `{}` stands twice under `{}`",
                            entry.pattern, entry.surface
                        ),
                        &format!("Keep one. Until then the stricter counts: {counts}."),
                    );
                }
            }
        }
        self.entries.push(entry);
    }
}

fn shorthand<'a>(surface: &Arc<str>, member: &Member<'a>, action: Action) -> Entry<'a> {
    Entry {
        surface: Arc::clone(surface),
        pattern: Cow::Borrowed("*"),
        key_span: member.key_span,
        value_span: member.value.span,
        is_shorthand: true,
        action,
        action_span: Some(member.value.span),
        reason: None,
        standing: EntryStanding::InForce,
        meant: None,
        match_examples: Vec::new(),
        not_match_examples: Vec::new(),
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

/// Whether everything under a key is a plain allow, so that leaving it out loosens nothing.
pub(super) fn allows_only(node: &Node<'_>) -> bool {
    match &node.value {
        Value::String(word) => word == "allow",
        Value::Object(members) => {
            // A rule has its action a level deeper; no value nests deeper than that.
            members.iter().all(|member| match &member.value.value {
                Value::String(word) => word == "allow",
                Value::Object(fields) => {
                    let mut actions = fields.iter().filter(|field| field.key == "action").peekable();
                    actions.peek().is_some() && actions.all(|field| field.value.as_str() == Some("allow"))
                }
                _ => false,
            })
        }
        _ => false,
    }
}

/// Whether a top-level key is a surface that should stand under `permission`.
pub(super) fn is_builtin_surface(key: &str) -> bool {
    key == "*" || PATH_KEYS.contains(&key) || FILE_TOOLS.contains(&key) || OTHER_KEYS.contains(&key)
}
