//! `match` and `notMatch`: what a rule's author says of it, held against what it does.

use super::finding::{Finding, error, warning};
use super::ground::{Around, Ground};
use super::{Run, code};
use crate::policy::surfaces::takes_paths;
use crate::policy::{Document, Entry, EntryStanding, Example};
use crate::rule::{Pattern, PatternRank};

pub(super) fn findings(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    let (document, around) = (ground.document, run.around);
    for entry in in_force(document) {
        if entry.match_examples().is_empty() && entry.not_match_examples().is_empty() {
            continue;
        }
        let pattern = compiled(entry, around);
        for example in entry.match_examples() {
            let say =
                |kind, message, advice: &str| Finding::new(document, kind, example.span, message, advice);
            if !matches(entry, &pattern, &example.text, around) {
                run.say(say(
                    error(code::EXAMPLE_NOT_MATCHED),
                    format!("`{}` does not match this example", entry.pattern),
                    "Change the pattern, or the example.",
                ));
            } else if let Some(other) = stronger(ground, entry, &pattern, example) {
                run.say(
                    say(
                        warning(code::EXAMPLE_DECIDED_ELSEWHERE),
                        format!(
                            "`{}` ({}) is more specific for this example",
                            other.pattern, other.action
                        ),
                        "The example belongs to that rule, or this pattern needs more literal text.",
                    )
                    .about(&document.file, other.key_span, "it decides"),
                );
            }
        }
        for example in entry.not_match_examples() {
            if matches(entry, &pattern, &example.text, around) {
                run.say(Finding::new(
                    document,
                    error(code::EXAMPLE_MATCHED),
                    example.span,
                    format!("`{}` matches this example", entry.pattern),
                    "Narrow the pattern, or add a more specific rule for the example.",
                ));
            }
        }
    }
}

fn in_force<'d, 'a>(document: &'d Document<'a>) -> impl Iterator<Item = &'d Entry<'a>> {
    document
        .entries
        .iter()
        .filter(|entry| entry.standing == EntryStanding::InForce)
}

fn compiled(entry: &Entry<'_>, around: &Around<'_>) -> Pattern {
    if takes_paths(&entry.surface) {
        Pattern::path(&entry.pattern, around.home, around.cwd)
    } else {
        Pattern::text(&entry.pattern)
    }
}

/// Whether the pattern matches the example as written, or, of a path, as it is spelled from the root.
fn matches(entry: &Entry<'_>, pattern: &Pattern, example: &str, around: &Around<'_>) -> bool {
    if pattern.matches(example) {
        return true;
    }
    takes_paths(&entry.surface) && pattern.matches(&absolute(example, around))
}

fn absolute(path: &str, around: &Around<'_>) -> String {
    let (home, cwd) = (around.home, around.cwd);
    let variable = |name: &str, value: &str| Some(format!("{value}{}", path.strip_prefix(name)?));
    variable("${cwd}", cwd)
        .or_else(|| variable("${HOME}", home))
        .or_else(|| variable("$HOME", home))
        .or_else(|| variable("~", home))
        .unwrap_or_else(|| match path {
            path if path.starts_with('/') => path.to_owned(),
            path => format!("{cwd}/{path}"),
        })
}

/// The rule of the same surface that decides the example in the place of `entry`, where it says something else.
/// Path rules are left out: there an exception and the strictest rule may both count.
fn stronger<'d, 'a>(
    ground: &Ground<'d, 'a>,
    entry: &Entry<'_>,
    pattern: &Pattern,
    example: &Example<'_>,
) -> Option<&'d Entry<'a>> {
    let ruled = ground.under(&entry.surface).filter(|ruled| !ruled.paths)?;
    let best = ruled.surface.best(&[&example.text])?;
    let rank: PatternRank = best.pattern.rank();
    (rank > pattern.rank() && best.action != entry.action)
        .then(|| ground.entry(best))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::code::{
        EXAMPLE_DECIDED_ELSEWHERE as DECIDED_ELSEWHERE, EXAMPLE_MATCHED as MATCHED,
        EXAMPLE_NOT_MATCHED as NOT_MATCHED,
    };
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
            let found = crate::lint::findings(&document, &Around::default());
            let codes = found.iter().map(|finding| finding.problem.code);
            let codes: Vec<&str> = codes.filter(|code| code.starts_with("example-")).collect();
            assert_eq!(codes, *expected, "{permission}");
        }
    }
}
