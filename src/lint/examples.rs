//! `match` and `notMatch`: what a rule's author says of it, held against what it does.

use crate::policy::surfaces::takes_paths;
use crate::policy::{Document, Entry, EntryStanding, Example, Problem, Severity};
use crate::rule::{Pattern, PatternRank};
use std::sync::Arc;

/// A text that a rule should match and doesn't.
const NOT_MATCHED: &str = "example-not-matched";
/// A text that a rule should not match and does.
const MATCHED: &str = "example-matched";
/// A text that a rule matches, but another rule of its surface decides.
const DECIDED_ELSEWHERE: &str = "example-decided-elsewhere";

/// Patterns expand `~` and `${cwd}` to these where an example is written without them.
const HOME: &str = "/home/user";
const CWD: &str = "/home/user/project";

pub(super) fn findings(document: &Document<'_>) -> Vec<Problem> {
    let mut found = Vec::new();
    for entry in in_force(document) {
        let pattern = compiled(entry);
        for example in entry.match_examples() {
            if !matches(entry, &pattern, &example.text) {
                found.push(problem(
                    document,
                    example,
                    Severity::Error,
                    NOT_MATCHED,
                    format!("`{}` does not match this example", entry.pattern),
                    "Change the pattern, or the example.",
                ));
            } else if let Some(other) = stronger(document, entry, &pattern, example) {
                found.push(problem(
                    document,
                    example,
                    Severity::Warning,
                    DECIDED_ELSEWHERE,
                    format!(
                        "`{}` ({}) is more specific for this example",
                        other.pattern, other.action
                    ),
                    "The example belongs to that rule, or this pattern needs more literal text.",
                ));
            }
        }
        for example in entry.not_match_examples() {
            if matches(entry, &pattern, &example.text) {
                found.push(problem(
                    document,
                    example,
                    Severity::Error,
                    MATCHED,
                    format!("`{}` matches this example", entry.pattern),
                    "Narrow the pattern, or add a more specific rule for the example.",
                ));
            }
        }
    }
    found
}

fn in_force<'d, 'a>(document: &'d Document<'a>) -> impl Iterator<Item = &'d Entry<'a>> {
    document
        .entries
        .iter()
        .filter(|entry| entry.standing == EntryStanding::InForce)
}

fn compiled(entry: &Entry<'_>) -> Pattern {
    if takes_paths(&entry.surface) {
        Pattern::path(&entry.pattern, HOME, CWD)
    } else {
        Pattern::text(&entry.pattern)
    }
}

/// Whether the pattern matches the example as written, or, of a path, as it is spelled from the root.
fn matches(entry: &Entry<'_>, pattern: &Pattern, example: &str) -> bool {
    if pattern.matches(example) {
        return true;
    }
    takes_paths(&entry.surface) && pattern.matches(&absolute(example))
}

fn absolute(path: &str) -> String {
    let variable = |name: &str, value: &str| Some(format!("{value}{}", path.strip_prefix(name)?));
    variable("${cwd}", CWD)
        .or_else(|| variable("${HOME}", HOME))
        .or_else(|| variable("$HOME", HOME))
        .or_else(|| variable("~", HOME))
        .unwrap_or_else(|| match path {
            path if path.starts_with('/') => path.to_owned(),
            path => format!("{CWD}/{path}"),
        })
}

/// The rule of the same surface that decides the example in the place of `entry`, where it says something else.
/// Path rules are left out: there an exception and the strictest rule may both count.
fn stronger<'d, 'a>(
    document: &'d Document<'a>,
    entry: &Entry<'_>,
    pattern: &Pattern,
    example: &Example<'_>,
) -> Option<&'d Entry<'a>> {
    if takes_paths(&entry.surface) {
        return None;
    }
    let mut best: Option<(PatternRank, &Entry<'a>)> = None;
    for other in in_force(document).filter(|other| other.surface == entry.surface) {
        let other_pattern = compiled(other);
        let rank = other_pattern.rank();
        if other_pattern.matches(&example.text) && best.as_ref().is_none_or(|(best, _)| rank >= *best) {
            best = Some((rank, other));
        }
    }
    best.filter(|(rank, other)| *rank > pattern.rank() && other.action != entry.action)
        .map(|(_, other)| other)
}

fn problem(
    document: &Document<'_>,
    example: &Example<'_>,
    severity: Severity,
    code: &'static str,
    message: String,
    advice: &str,
) -> Problem {
    Problem {
        file: Arc::clone(&document.file),
        span: Some(example.span),
        severity,
        code,
        message,
        advice: Some(advice.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::FileKind;

    /// The value of a rule, and the codes found.
    #[test]
    fn examples_are_held_against_the_rule_that_they_stand_in() {
        #[rustfmt::skip]
        let cases: &[(&str, &[&str])] = &[
            (r#"bash: {"git *": {action: "ask", match: ["git push", "git"]}}"#,                        &[]),
            (r#"bash: {"git *": {action: "ask", match: ["hg push"]}}"#,                                &[NOT_MATCHED]),
            (r#"bash: {"git *": {action: "ask", match: "hg"}}"#,                                       &[NOT_MATCHED]),
            (r#"bash: {"git *": {action: "ask", notMatch: ["gitk"]}}"#,                                &[]),
            (r#"bash: {"git*": {action: "ask", notMatch: ["gitk", "hg"]}}"#,                           &[MATCHED]),
            (r#"bash: {"git *": {action: "ask", match: ["git log x"]}, "git log *": "allow"}"#,        &[DECIDED_ELSEWHERE]),
            (r#"bash: {"git *": {action: "ask", match: ["git log x"]}, "git log *": "ask"}"#,          &[]),
            (r#"bash: {"git log *": {action: "allow", match: ["git log x"]}, "git *": "ask"}"#,        &[]),
            (r#"path: {"~/.ssh/*": {action: "deny", match: ["~/.ssh/id_rsa", "$HOME/.ssh/x"]}}"#,      &[]),
            (r#"path: {"${cwd}/*": {action: "allow", match: ["src/main.rs"], notMatch: ["/etc/x"]}}"#, &[]),
            (r#"path: {"*/.env": {action: "deny", match: [".env", "web/.env"], notMatch: ["x.env"]}}"#, &[]),
            (r#"path: {"*.env": {action: "deny", match: ["x"]}}"#,                                     &[NOT_MATCHED]),
        ];
        for (permission, expected) in cases {
            let text = format!("{{permission: {{{permission}}}}}");
            let document = Document::parse("/policy.jsonc", FileKind::Policy, &text);
            assert!(document.root.is_some(), "{text}");
            let codes: Vec<&str> = findings(&document).iter().map(|problem| problem.code).collect();
            assert_eq!(codes, *expected, "{permission}");
        }
    }
}
