//! Reads the members of an object by name: each once, of the right type, and nothing left over.

use super::Span;
use super::node::{Member, Node, Value};
use super::problem::{Findings, code};
use super::surfaces::closest;

/// An object that is read by name. `what` names it in messages.
pub(super) struct Fields<'n, 'a, 'f> {
    what: &'n str,
    members: &'n [Member<'a>],
    findings: &'f mut Findings,
}

impl<'n, 'a, 'f> Fields<'n, 'a, 'f> {
    /// Of `node`, which should be an object with keys among `names`; says so where it is not.
    pub(super) fn of(
        what: &'n str,
        node: &'n Node<'a>,
        names: &'n [&'n str],
        findings: &'f mut Findings,
    ) -> Option<Self> {
        let Value::Object(members) = &node.value else {
            wrong_type(findings, what, node, "an object");
            return None;
        };
        let fields = Self {
            what,
            members,
            findings,
        };
        for (at, member) in members.iter().enumerate() {
            let key = &*member.key;
            if !names.contains(&key) {
                let advice = closest(key, names.iter().copied()).map_or_else(
                    || format!("It has: {}.", list(names)),
                    |name| format!("Did you mean `{name}`?"),
                );
                let message = format!("`{key}` means nothing in {what}");
                fields
                    .findings
                    .error(code::UNKNOWN_FIELD, member.key_span, message, &advice);
                if let Some(name) = closest(key, names.iter().copied()) {
                    fields.findings.instead(format!("\"{name}\""));
                }
            } else if members.iter().take(at).any(|earlier| earlier.key == key) {
                duplicate(fields.findings, member);
            }
        }
        Some(fields)
    }

    /// The value of `name`. One that stands twice counts as absent.
    pub(super) fn get(&self, name: &str) -> Option<&'n Node<'a>> {
        let mut found = self.members.iter().filter(|member| member.key == name);
        match (found.next(), found.next()) {
            (Some(member), None) => Some(&member.value),
            _ => None,
        }
    }

    /// A string that is not blank.
    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        let node = self.get(name)?;
        text(self.findings, &format!("`{name}` of {}", self.what), node)
    }

    /// As [`Self::text`], but to be there.
    pub(super) fn needed_text(&mut self, name: &str) -> Option<String> {
        if self.get(name).is_none() {
            let span = self
                .members
                .first()
                .map_or_else(Span::default, |member| member.key_span);
            let message = format!("{} without `{name}`", self.what);
            self.findings.error(code::MISSING_FIELD, span, message, "Add it.");
        }
        self.text(name)
    }

    pub(super) fn findings(&mut self) -> &mut Findings {
        self.findings
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, name: &str) -> Option<bool> {
        let node = self.get(name)?;
        flag(self.findings, &format!("`{name}` of {}", self.what), node)
    }

    /// A whole number in `range`.
    pub(super) fn number(&mut self, name: &str, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
        let node = self.get(name)?;
        number(self.findings, &format!("`{name}` of {}", self.what), node, range)
    }
}

pub(super) fn duplicate(findings: &mut Findings, member: &Member<'_>) {
    findings.error(
        code::DUPLICATE_KEY,
        member.key_span,
        format!("`{}` stands twice", member.key),
        "Keep one. Until then it counts as if it were not there.",
    );
}

pub(super) fn wrong_type(findings: &mut Findings, what: &str, node: &Node<'_>, expected: &str) {
    findings.error(
        code::WRONG_TYPE,
        node.span,
        format!("{what} is {} where {expected} is expected", node.kind()),
        "Until then it counts as if it were not there.",
    );
}

pub(super) fn wrong_value(findings: &mut Findings, what: &str, node: &Node<'_>, expected: &str) {
    findings.error(
        code::WRONG_VALUE,
        node.span,
        format!("{what} has to be {expected}"),
        "Until then it counts as if it were not there.",
    );
}

pub(super) fn text(findings: &mut Findings, what: &str, node: &Node<'_>) -> Option<String> {
    match &node.value {
        Value::String(text) if text.trim().is_empty() => {
            wrong_value(findings, what, node, "more than blanks");
            None
        }
        Value::String(text) => Some(text.clone().into_owned()),
        _ => {
            wrong_type(findings, what, node, "a string");
            None
        }
    }
}

pub(super) fn flag(findings: &mut Findings, what: &str, node: &Node<'_>) -> Option<bool> {
    if let Value::Bool(flag) = node.value {
        return Some(flag);
    }
    wrong_type(findings, what, node, "`true` or `false`");
    None
}

pub(super) fn number(
    findings: &mut Findings,
    what: &str,
    node: &Node<'_>,
    range: std::ops::RangeInclusive<u32>,
) -> Option<u32> {
    let Value::Number(number) = node.value else {
        wrong_type(findings, what, node, "a number");
        return None;
    };
    let inside = f64::from(*range.start()) <= number && number <= f64::from(*range.end());
    if !inside || number.fract() != 0.0 {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        wrong_value(findings, what, node, &expected);
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole and inside a range of u32"
    )]
    Some(number as u32)
}

/// The members of an object whose keys are names; says where one can't be.
pub(super) fn named<'n, 'a>(findings: &mut Findings, what: &str, node: &'n Node<'a>) -> Vec<&'n Member<'a>> {
    let Value::Object(members) = &node.value else {
        wrong_type(findings, what, node, "an object");
        return Vec::new();
    };
    let is_name = |member: &&Member<'_>| {
        let blank = member.key.trim().is_empty();
        if blank || member.key == "__proto__" {
            let code = if blank { code::BLANK_KEY } else { code::PROTO_KEY };
            let message = format!("`{}` as a name in {what}", member.key);
            findings.error(
                code,
                member.key_span,
                message,
                "Remove it. It counts for nothing.",
            );
            return false;
        }
        true
    };
    members.iter().filter(is_name).collect()
}

pub(super) fn list(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
