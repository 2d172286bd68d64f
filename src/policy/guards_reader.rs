//! `protectedWrites` of `hard-guards.jsonc`, read from its tree.

use super::Span;
use super::document::ProtectedEntry;
use super::fields::{text, wrong_type};
use super::node::{Member, Node, Value};
use super::problem::{Findings, code};
use super::surfaces::{PathPattern, inspect_path_pattern};
use super::top_level::unknown_fields;

/// Reads `protectedWrites`.
pub(super) fn read<'a>(
    root: &Node<'a>,
    floored: &mut Vec<String>,
    findings: &mut Findings,
) -> Vec<ProtectedEntry<'a>> {
    let known = |key: &str| matches!(key, "permission" | "protectedWrites" | "$schema");
    unknown_fields(root, known, floored, findings);
    let mut entries = Vec::new();
    let mut lists = root
        .members()
        .iter()
        .filter(|member| member.key == "protectedWrites");
    if let Some(first) = lists.next() {
        protected(first, &mut entries, floored, findings);
    }
    for again in lists {
        findings.error(
            code::DUPLICATE_KEY,
            again.key_span,
            "`protectedWrites` stands twice",
            "Put the patterns of both into one. Until then both count.",
        );
        protected(again, &mut entries, floored, findings);
    }
    entries
}

fn protected<'a>(
    member: &Member<'a>,
    entries: &mut Vec<ProtectedEntry<'a>>,
    floored: &mut Vec<String>,
    findings: &mut Findings,
) {
    let Value::Array(items) = &member.value.value else {
        wrong_type(
            findings,
            "`protectedWrites`",
            &member.value,
            "an array of path patterns",
        );
        floored.push("*".to_owned());
        return;
    };
    for item in items {
        let Some(pattern) = text(findings, "a pattern of `protectedWrites`", item) else {
            floored.push("*".to_owned());
            continue;
        };
        let mut push =
            |pattern: std::borrow::Cow<'a, str>, span: Span| entries.push(ProtectedEntry { pattern, span });
        match inspect_path_pattern(&pattern) {
            PathPattern::Fine => {
                if let Value::String(pattern) = &item.value {
                    push(pattern.clone(), item.span);
                }
            }
            PathPattern::Unreadable { message, advice } => {
                findings.error(code::UNREADABLE_PATTERN, item.span, message, &advice);
                floored.push("*".to_owned());
            }
            PathPattern::NeverMatches { why, meant } => {
                let message = format!("no path looks like `{pattern}`: {why}");
                let advice = meant.as_ref().map_or_else(
                    || "Write the path as it is when folded.".to_owned(),
                    |meant| format!("Write `{meant}`. It counts as that already."),
                );
                findings.warning(code::PATTERN_NEVER_MATCHES, item.span, message, &advice);
                match meant {
                    Some(meant) => push(meant.into(), item.span),
                    None => floored.push("*".to_owned()),
                }
            }
        }
    }
}
