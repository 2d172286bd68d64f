//! `permission`: keys, patterns and actions → entries, and what is wrong with them.

use super::FileKind;
use super::entry::{Entry, EntryStanding, SurfaceKey};
use super::node::{Member, Node, Value};
use super::problem::{Findings, Severity, code};
use super::rule_reader::unreadable;
use super::surfaces::{
    FILE_TOOLS, OTHER_KEYS, PATH_KEYS, PathPattern, foreign_advice, inspect_path_pattern, is_path_wildcard,
    near_miss, takes_paths,
};
use crate::rule::Action;
use foldhash::HashMap;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// `permission` as it is read.
pub(super) struct Reading<'a, 'f> {
    kind: FileKind,
    pub(super) findings: &'f mut Findings,
    pub(super) surfaces: Vec<SurfaceKey>,
    pub(super) entries: Vec<Entry<'a>>,
    pub(super) floored: Vec<String>,
    /// What has been seen of each surface, by key.
    seen: HashMap<Arc<str>, Seen<'a>>,
    /// Tools that the file itself declares: their names are not misspelt.
    declared: HashSet<String>,
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
            seen: HashMap::default(),
            declared: HashSet::new(),
        }
    }

    /// Reads every `permission` of the file; a second one is a problem, and both count.
    pub(super) fn read(&mut self, root: &Node<'a>) {
        let declares = |member: &&Member<'_>| matches!(&*member.key, "shellTools" | "toolAccess");
        let tools = root
            .members()
            .iter()
            .filter(declares)
            .flat_map(|member| member.value.members());
        self.declared.extend(tools.map(|tool| tool.key.to_string()));
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
                patterns: HashMap::default(),
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
                entry.reason = Some(unreadable(message));
                self.push(entry);
            }
            Value::Object(patterns) => {
                let paths = takes_paths(&key);
                self.entries.reserve(patterns.len());
                if let Some(seen) = self.seen.get_mut(&key) {
                    seen.patterns.reserve(patterns.len());
                }
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
        } else if let Some(meant) = near_miss(key).filter(|_| !self.declared.contains(key)) {
            let paths = takes_paths(meant);
            let value = if paths { "paths" } else { "values" };
            self.findings.warning(
                code::UNKNOWN_SURFACE,
                member.key_span,
                format!("`{key}` is the surface of a tool of that name; did you mean `{meant}`?"),
                &format!("If so, correct the key: as it stands no {value} of `{meant}` are matched by it."),
            );
            self.findings.instead(format!("\"{meant}\""));
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
            examples: None,
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
                if let Some(meant) = meant.as_ref().and_then(|meant| serde_json::to_string(meant).ok()) {
                    self.findings.instead(meant);
                }
                // What it was meant to limit is not known.
                let lost = meant.is_none() && entry.action != Action::Allow;
                entry.meant = meant
                    .filter(|_| entry.action != Action::Allow)
                    .map(String::into_boxed_str);
                lost
            }
        }
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
            self.findings.instead("\"deny\"");
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
        examples: None,
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
