//! What the fix of a diagnostic does to verdicts: it mends what is said, changes the call that it is meant to change, and
//! no other among all calls of the decision cases.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use portcullis::access::{Context, Cwd, Known, MemoryFiles, of_call, of_query};
use portcullis::gate::{JudgeOptions, declarations, judge};
use portcullis::lint::{self, Around, Finding};
use portcullis::policy::{Document, FileKind, Places, ReadError, Source, Store};
use portcullis::rule::Action;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

const HOME: &str = "/home/u";
const CWD: &str = "/home/u/proj";

/// A diagnostic of a policy whose fix is applied, and the calls that come to something else then: surface, value, before,
/// after. All that the fix is meant to change is among them.
struct Mended {
    code: &'static str,
    kind: FileKind,
    text: &'static str,
    changes: &'static [(&'static str, &'static str, Action, Action)],
}

const fn policy(
    code: &'static str,
    text: &'static str,
    changes: &'static [(&'static str, &'static str, Action, Action)],
) -> Mended {
    let kind = FileKind::Policy;
    Mended {
        code,
        kind,
        text,
        changes,
    }
}

use Action::{Allow, Ask, Deny};

#[rustfmt::skip]
const MENDED: &[Mended] = &[
    policy("open-ended-name",       r#"{permission: {bash: {"git*": "allow"}}}"#,                                 &[("bash", "gitk", Allow, Ask), ("bash", "git-lfs pull", Allow, Ask)]),
    policy("option-behind-star",    r#"{permission: {bash: {"sort * -o*": "deny", "sort *": "allow"}}}"#,         &[("bash", "sort -o x y", Allow, Deny)]),
    policy("redirect-in-pattern",   r#"{permission: {bash: {"make > log": "allow"}}}"#,                           &[("bash", "make", Ask, Allow), ("bash", "make > log", Ask, Allow)]),
    policy("assignment-in-pattern", r#"{permission: {bash: {"CI=1 mytool *": "allow"}}}"#,                        &[("bash", "CI=1 mytool x", Ask, Allow)]),
    policy("quoted-command-name",   r#"{permission: {bash: {"'mytool' *": "allow"}}}"#,                           &[("bash", "mytool x", Ask, Allow)]),
    policy("blanks-in-pattern",     r#"{permission: {bash: {"mytool  x": "allow"}}}"#,                            &[("bash", "mytool x", Ask, Allow)]),
    policy("trailing-slash",        r#"{permission: {path: {"secret-plans/": "deny"}}}"#,                         &[("path", "secret-plans/a", Ask, Deny)]),
    policy("double-star",           r#"{permission: {path: {"lib/**/*.zig": "allow"}}}"#,                         &[("path", "lib/a.zig", Ask, Allow)]),
    policy("mcp-name",              r#"{permission: {mcp: {"mcp__nobody__search": "deny"}}}"#,                    &[("mcp", "nobody:search", Ask, Deny)]),
    policy("skill-name",            r#"{permission: {skill: {"~/skills/nothing/SKILL.md": "deny"}}}"#,            &[("skill", "nothing", Ask, Deny)]),
    policy("folder-not-reached",    r#"{permission: {path: {"*/secret-plans/*": "deny"}}}"#,                      &[]),
    policy("suffix-hits-others",    r#"{permission: {path: {"*plans": "deny"}}}"#,                                &[("path", "otherplans", Deny, Ask)]),
    policy("unknown-authorizer",    r#"{permission: {}, authorizerChain: ["autoReview"]}"#,                       &[]),
    policy("unknown-surface",       r#"{permission: {bsh: {"mytool *": "deny"}}}"#,                               &[("bash", "mytool x", Ask, Deny), ("bsh", "mytool x", Deny, Ask)]),
    policy("unreadable-action",     r#"{permission: {bash: {"mytool *": "alow"}}}"#,                              &[("bash", "mytool x", Deny, Allow)]),
    policy("pattern-never-matches", r#"{permission: {path: {"./lib/*.zig": "allow"}}}"#,                          &[("path", "lib/a.zig", Ask, Allow)]),
    policy("unknown-field",         r#"{permission: {bash: {"mytool *": {acton: "allow", action: "ask"}}}}"#,     &[]),
    Mended {
        code: "ask-in-guards",
        kind: FileKind::Guards,
        text: r#"{permission: {bash: {"mytool *": "ask"}}}"#,
        changes: &[("bash", "mytool x", Ask, Deny)],
    },
];

/// The one file.
struct Text(FileKind, String);

impl Source for Text {
    fn read(&self, path: &Path) -> Result<String, ReadError> {
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_it = FileKind::of_name(name) == Some(self.0);
        is_it.then(|| self.1.clone()).ok_or(ReadError::Absent)
    }
}

enum Call<'a> {
    Of(&'a str, &'a Value),
    Query(&'a str, &'a str),
}

/// What calls come to under one file.
fn verdicts(kind: FileKind, text: &str, calls: &[Call<'_>]) -> Vec<Action> {
    let places = Places {
        config_dir: "/home/u/.config/portcullis".into(),
        agent_dir: "/home/u/.config/portcullis/agents".into(),
        state_dir: "/home/u/.local/state/portcullis".into(),
        home: HOME.to_owned(),
        ..Places::default()
    };
    let mut store = Store::open(places, Arc::new(Text(kind, text.to_owned())), CWD);
    let policy = store.snapshot(None, CWD, None);
    let files = MemoryFiles::new().directory(CWD);
    let cwd = Cwd::resolve(CWD, &files);
    let (declared, known) = (declarations(&policy.options, CWD), Known::default());
    let context = Context::new(&files, &cwd, Some(HOME), &declared, &known);
    let judged = calls.iter().map(|call| {
        let access = match call {
            Call::Of(tool, input) => of_call(tool, input, &context),
            Call::Query(surface, value) => of_query(surface, value, &context),
        };
        judge(&access, &policy, &[], &files, JudgeOptions::default()).state
    });
    judged.collect()
}

fn findings(kind: FileKind, text: &str) -> Vec<Finding> {
    let document = Document::parse("/c/it", kind, text);
    let around = Around {
        home: HOME,
        cwd: CWD,
        ..Around::default()
    };
    let problems = document.problems.iter().cloned().map(Finding::of_problem);
    problems.chain(lint::findings(&document, &around)).collect()
}

/// The text after the first fix of a code.
fn mended(case: &Mended) -> String {
    let found = findings(case.kind, case.text);
    let finding = found.iter().find(|finding| finding.problem.code == case.code);
    let finding = finding.unwrap_or_else(|| panic!("{}: not said of {}", case.code, case.text));
    let fix = finding
        .fixes
        .first()
        .unwrap_or_else(|| panic!("{}: no fix", case.code));
    let mut text = case.text.to_owned();
    for edit in fix.edits.iter().rev() {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    text
}

/// The calls of all cases that are handed to every such system, and of our own.
fn calls_of_cases() -> Vec<(String, Value)> {
    let lines = [
        include_str!("cases/handed.jsonl"),
        include_str!("cases/own.jsonl"),
    ];
    let mut known = BTreeSet::new();
    let mut calls = Vec::new();
    for line in lines
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| !line.trim().is_empty())
    {
        let case: Value = serde_json::from_str(line).unwrap();
        let call = &case["call"];
        if known.insert(call.to_string()) {
            calls.push((call["tool"].as_str().unwrap().to_owned(), call["input"].clone()));
        }
    }
    assert!(calls.len() > 300, "{}", calls.len());
    calls
}

#[test]
fn a_fix_changes_what_it_is_meant_to_and_no_verdict_of_the_cases() {
    let cases = calls_of_cases();
    let mut wrong: Vec<String> = Vec::new();
    for case in MENDED {
        let after = mended(case);
        assert!(
            findings(case.kind, &after)
                .iter()
                .all(|finding| finding.problem.code != case.code),
            "{after}"
        );
        let meant: Vec<Call<'_>> = case
            .changes
            .iter()
            .map(|(surface, value, ..)| Call::Query(surface, value))
            .collect();
        let (was, is) = (
            verdicts(case.kind, case.text, &meant),
            verdicts(case.kind, &after, &meant),
        );
        for ((surface, value, before, now), found) in case.changes.iter().zip(was.into_iter().zip(is)) {
            if found != (*before, *now) {
                wrong.push(format!(
                    "{}: {surface} {value} was {} and is {}",
                    case.code, found.0, found.1
                ));
            }
        }
        let calls: Vec<Call<'_>> = cases.iter().map(|(tool, input)| Call::Of(tool, input)).collect();
        let (was, is) = (
            verdicts(case.kind, case.text, &calls),
            verdicts(case.kind, &after, &calls),
        );
        for (((tool, input), was), is) in cases.iter().zip(was).zip(is) {
            let is_meant = case.changes.iter().any(|(_, value, before, now)| {
                (was, is) == (*before, *now)
                    && input
                        .to_string()
                        .contains(value.split(' ').next().unwrap_or(value))
            });
            assert!(
                was == is || is_meant,
                "{}: {tool} {input} was {was} and is {is}",
                case.code
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every fix that there is, is among the table: of each code that some policy of the pages shows with a fix.
#[test]
fn every_code_with_a_fix_is_tried() {
    let tried: BTreeSet<&str> = MENDED.iter().map(|case| case.code).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/policies");
    let mut missing = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "md") {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        for (kind, fence) in [
            (FileKind::Policy, "```jsonc policy.jsonc\n"),
            (FileKind::Guards, "```jsonc hard-guards.jsonc\n"),
        ] {
            for block in text.split(fence).skip(1) {
                let block = block.split("```").next().unwrap();
                let with_fix = findings(kind, block)
                    .into_iter()
                    .filter(|finding| !finding.fixes.is_empty());
                missing.extend(
                    with_fix
                        .map(|finding| finding.problem.code)
                        .filter(|code| !tried.contains(code)),
                );
            }
        }
    }
    assert_eq!(missing, BTreeSet::new());
}
