//! `match` and `notMatch`: what a rule's author says of it, held against what the gates make of it.
//!
//! An example is a call of the rule's surface, as `portcullis check SURFACE EXAMPLE` takes it: a command, a path, a
//! target, a value. It is judged by the rules of the one file, where nothing exists: what it says is true on every
//! machine. A rule matches it where it matches something in it in a way that counts for the rule: an `allow` what is
//! sure to be meant, a `deny` or `ask` also what may be.

use super::Run;
use super::code;
use super::finding::{Finding, error, warning};
use super::ground::{Around, Ground};
use crate::access::{Context, Cwd, Known, MemoryFiles, of_query};
use crate::decision::Origin;
use crate::gate::{JudgeOptions, Trace, TraceIntent, TraceRule, declarations, judge};
use crate::policy::surfaces::{FILE_TOOLS, takes_paths};
use crate::policy::{Document, Entry, EntryStanding, Example, FileKind, Layer, Snapshot};
use crate::rule::{Action, Pattern};
use std::sync::Arc;

pub(super) fn findings(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    for finding in failing(ground.document, run.around, run.wanted) {
        run.say(finding);
    }
}

/// What is said of the examples of a file; less than all once `wanted` says no.
pub fn failing(document: &Document<'_>, around: &Around<'_>, wanted: &dyn Fn() -> bool) -> Vec<Finding> {
    let mut found = Vec::new();
    if !document.has_examples() {
        return found;
    }
    let trial = Trial::new(document, around);
    for entry in in_force(document) {
        for example in entry.match_examples() {
            if !wanted() {
                return found;
            }
            found.extend(trial.of_match(entry, example));
        }
        for example in entry.not_match_examples() {
            if !wanted() {
                return found;
            }
            found.extend(trial.of_not_match(entry, example));
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

/// The rules of one file, in a place where nothing exists.
struct Trial<'d, 'a> {
    document: &'d Document<'a>,
    around: &'d Around<'d>,
    policy: Snapshot,
    declarations: crate::access::Declarations,
    files: MemoryFiles,
    cwd: Cwd,
}

impl<'d, 'a> Trial<'d, 'a> {
    fn new(document: &'d Document<'a>, around: &'d Around<'d>) -> Self {
        let is_guards = document.kind == FileKind::Guards;
        let origin = if is_guards {
            Origin::HardGuard
        } else {
            Origin::Global
        };
        let layer = Arc::new(Layer::of_document(document, origin, around.home, around.cwd));
        let mut policy = Snapshot {
            cwd: around.cwd.to_owned(),
            ..Snapshot::default()
        };
        if is_guards {
            policy.guards = layer;
        } else {
            policy.global = layer;
        }
        let files = MemoryFiles::default();
        Self {
            document,
            around,
            policy,
            declarations: declarations(&around.policy.unwrap_or(document).options, around.cwd),
            cwd: Cwd::resolve(around.cwd, &files),
            files,
        }
    }

    fn of_match(&self, entry: &Entry<'_>, example: &Example<'_>) -> Option<Finding> {
        let trace = self.judge(entry, &example.text);
        let mut matched = trace
            .intents
            .iter()
            .filter(|intent| intent.rules.iter().any(|rule| is_match(entry, rule)))
            .peekable();
        if matched.peek().is_none() {
            return Some(Finding::new(
                self.document,
                error(code::EXAMPLE_NOT_MATCHED),
                example.span,
                format!("`{}` does not match this example", entry.pattern),
                "Change the pattern, or the example. `portcullis explain` shows what is matched of a call.",
            ));
        }
        let other = matched.find_map(|intent| self.decided_by_other(entry, intent))?;
        let finding = Finding::new(
            self.document,
            warning(code::EXAMPLE_DECIDED_ELSEWHERE),
            example.span,
            format!("`{}` ({}) decides this example", other.pattern, other.action),
            "The example belongs to that rule, or this pattern needs more literal text.",
        );
        Some(finding.about(&self.document.file, other.key_span, "it decides"))
    }

    fn of_not_match(&self, entry: &Entry<'_>, example: &Example<'_>) -> Option<Finding> {
        let trace = self.judge(entry, &example.text);
        let mut rules = trace.intents.iter().flat_map(|intent| &intent.rules);
        let rule = rules.find(|rule| is_match(entry, rule))?;
        let what = if rule.spelling == example.text {
            String::new()
        } else {
            format!(": it is also `{}`", rule.spelling)
        };
        Some(Finding::new(
            self.document,
            error(code::EXAMPLE_MATCHED),
            example.span,
            format!("`{}` matches this example{what}", entry.pattern),
            "Narrow the pattern, or move the example to the rule that should decide it.",
        ))
    }

    /// What the gates say of an example of a rule, and why.
    fn judge(&self, entry: &Entry<'_>, example: &str) -> Trace {
        let (home, cwd) = (self.around.home, self.around.cwd);
        let home_folder = Some(home).filter(|home| !home.is_empty());
        let known = Known::default();
        let context = Context::new(&self.files, &self.cwd, home_folder, &self.declarations, &known);
        let surface = tool_of(&entry.surface);
        let access = if takes_paths(&entry.surface) {
            of_query(surface, &with_variables(example, home, cwd), &context)
        } else {
            of_query(surface, example, &context)
        };
        let options = JudgeOptions {
            trace: true,
            asks_nobody: true,
            agent: None,
        };
        let verdict = judge(&access, &self.policy, &[], &self.files, options);
        verdict.trace.unwrap_or_default()
    }

    /// The entry that decides a thing which `entry` matches, where it says something else.
    fn decided_by_other(&self, entry: &Entry<'_>, intent: &TraceIntent) -> Option<&'d Entry<'a>> {
        let rule = intent
            .rules
            .iter()
            .find(|rule| rule.decided && rule.action != entry.action && !is_of(entry, rule))?;
        in_force(self.document).find(|other| is_of(other, rule))
    }
}

/// Whether a rule of the trace is this entry: of equal keys one alone is in force.
fn is_of(entry: &Entry<'_>, rule: &TraceRule) -> bool {
    rule.surface == *entry.surface && rule.pattern == entry.pattern
}

fn is_match(entry: &Entry<'_>, rule: &TraceRule) -> bool {
    is_of(entry, rule) && (rule.certain || entry.action != Action::Allow)
}

/// A tool that the key stands for.
fn tool_of(key: &str) -> &str {
    let pattern = Pattern::text(key);
    if pattern.is_exact() {
        return key;
    }
    FILE_TOOLS
        .into_iter()
        .find(|tool| pattern.matches(tool))
        .unwrap_or(key)
}

/// A path with the variables of patterns as what they stand for.
fn with_variables(path: &str, home: &str, cwd: &str) -> String {
    [("${cwd}", cwd), ("${HOME}", home), ("$HOME", home)]
        .into_iter()
        .find_map(|(name, value)| Some(format!("{value}{}", path.strip_prefix(name)?)))
        .unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::code::{
        EXAMPLE_DECIDED_ELSEWHERE as DECIDED_ELSEWHERE, EXAMPLE_MATCHED as MATCHED,
        EXAMPLE_NOT_MATCHED as NOT_MATCHED,
    };
    use super::*;

    fn codes(kind: FileKind, text: &str) -> Vec<&'static str> {
        let document = Document::parse("/policy.jsonc", kind, text);
        assert!(document.root.is_some(), "{text}");
        let found = failing(&document, &Around::default(), &|| true);
        found.iter().map(|finding| finding.problem.code).collect()
    }

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

            // A command is what the gates make of it: its parts, its spellings, what a wrapper runs.
            (r#"bash: {"git push *": {action: "ask", match: ["cd x && git push", "sudo git push"]}}"#, &[]),
            (r#"bash: {"git push *": {action: "ask", match: ["git -C d push", "git  push", "g=1 git push"]}}"#, &[]),
            (r#"bash: {"git push *": {action: "deny", match: ["git $x"]}}"#,                           &[]),
            (r#"bash: {"git push *": {action: "ask", match: ["echo 'git push'"]}}"#,                   &[NOT_MATCHED]),
            (r#"bash: {"git push *": {action: "ask", notMatch: ["timeout 9 git push"]}}"#,             &[MATCHED]),
            (r#"bash: {"rm *": {action: "deny", notMatch: ["git rm x", "echo rm"]}}"#,                 &[]),
            // What may be meant is enough to restrict, not to allow.
            (r#"bash: {"git log *": {action: "allow", match: ["git -C /d log"]}}"#,                     &[NOT_MATCHED]),
            (r#"bash: {"git log *": {action: "allow", match: ["git --no-pager log", "git log $x"]}}"#, &[]),
            (r#"bash: {"git log *": {action: "allow", match: ["git $x"]}}"#,                           &[NOT_MATCHED]),

            (r#"path: {"~/.ssh/*": {action: "deny", match: ["~/.ssh/id_rsa", "$HOME/.ssh/x"]}}"#,      &[]),
            (r#"path: {"${cwd}/*": {action: "allow", match: ["src/main.rs"], notMatch: ["/etc/x"]}}"#, &[]),
            (r#"path: {"*/.env": {action: "deny", match: [".env", "web/.env"], notMatch: ["x.env"]}}"#, &[]),
            (r#"path: {"*.env": {action: "deny", match: ["x"]}}"#,                                     &[NOT_MATCHED]),
            (r#"path_write: {"src/*": {action: "ask", match: ["src/a", "a/../src/b"]}}"#,              &[]),
            (r#"path: {"src/*": {action: "ask", match: ["src/gen/x"]}, "src/gen/*": "allow"}"#,        &[DECIDED_ELSEWHERE]),
            (r#"path: {"src/*": {action: "allow", match: ["src/.env"]}, "*.env": "deny"}"#,            &[DECIDED_ELSEWHERE]),
            (r#"read: {"*.pem": {action: "deny", match: ["a.pem"], notMatch: ["a.pem.pub"]}}"#,        &[]),
            (r#"mcp: {"exa:*": {action: "allow", match: ["exa:search"], notMatch: ["exb:search"]}}"#,  &[]),
            (r#"skill: {"pdf*": {action: "allow", match: "pdf-forms", notMatch: "docx"}}"#,            &[]),
            (r#"fetch: {"https://a/*": {action: "allow", match: "https://a/b", notMatch: "http://a/"}}"#, &[]),
            (r#""re*": {"*.pem": {action: "deny", match: "a.pem", notMatch: "a.txt"}}"#,               &[]),
        ];
        for (permission, expected) in cases {
            let text = format!("{{permission: {{{permission}}}}}");
            assert_eq!(codes(FileKind::Policy, &text), *expected, "{permission}");
        }
    }

    #[test]
    fn guards_and_agents_have_examples_too() {
        let guards = r#"{permission: {bash: {"rm *": {action: "deny", match: ["rm x", "ls"]}}}}"#;
        assert_eq!(codes(FileKind::Guards, guards), [NOT_MATCHED]);
        let agent =
            "---\npermission:\n  bash: {'git *': {action: ask, match: [git log], notMatch: [git x]}}\n---\n";
        assert_eq!(codes(FileKind::Agent, agent), [MATCHED]);
    }

    /// A command that a declared tool takes is one of that tool.
    #[test]
    fn an_example_of_a_declared_shell_is_a_command() {
        let text = r#"{
            permission: {bash: {"git *": {action: "ask", match: "in-box git log"}}},
            wrappers: {"in-box": {transparent: true}}
        }"#;
        assert_eq!(codes(FileKind::Policy, text), [] as [&str; 0]);
    }

    #[test]
    fn looking_ends_where_nobody_wants_to_know() {
        let text = r#"{permission: {bash: {"git *": {action: "ask", match: ["hg"]}}}}"#;
        let document = Document::parse("/policy.jsonc", FileKind::Policy, text);
        assert_eq!(failing(&document, &Around::default(), &|| false), []);
    }
}
