//! What is said of rules, held against what the gates make of them for random calls.

use super::{Around, code, findings};
use crate::access::{Context, Cwd, Declarations, Known, MemoryFiles, of_call};
use crate::decision::Origin;
use crate::gate::{JudgeOptions, Verdict, judge};
use crate::policy::{AgentScope, Document, FileKind, Places, ReadError, Snapshot, Source, Store};
use proptest::prelude::*;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

const HOME: &str = "/home/u";
const CWD: &str = "/home/u/p";

/// One file at a time, by name.
struct Texts {
    policy: String,
    guards: String,
}

impl Source for Texts {
    fn read(&self, path: &Path) -> Result<String, ReadError> {
        match path.file_name().and_then(|name| name.to_str()) {
            Some("policy.jsonc") => Ok(self.policy.clone()),
            Some("hard-guards.jsonc") => Ok(self.guards.clone()),
            _ => Err(ReadError::Absent),
        }
    }
}

fn snapshot(policy: &str, guards: &str) -> Snapshot {
    let places = Places {
        config_dir: "/etc/c".into(),
        agent_dir: "/etc/c/agents".into(),
        state_dir: "/var/s".into(),
        home: HOME.to_owned(),
        ..Places::default()
    };
    let source = Arc::new(Texts {
        policy: policy.to_owned(),
        guards: guards.to_owned(),
    });
    Store::open(places, source, CWD).snapshot(None::<&AgentScope>, CWD, None)
}

fn verdict(snapshot: &Snapshot, tool: &str, input: &serde_json::Value) -> Verdict {
    let files = MemoryFiles::default();
    let cwd = Cwd::resolve(CWD, &files);
    let declarations = Declarations::default();
    let known = Known::default();
    let access = of_call(
        tool,
        input,
        &Context::new(&files, &cwd, Some(HOME), &declarations, &known),
    );
    let options = JudgeOptions {
        trace: false,
        asks_nobody: false,
        agent: None,
    };
    judge(&access, snapshot, &[], &files, options)
}

/// Rules under one key as a text.
fn file(key: &str, rules: &[(String, &str)]) -> String {
    let rules: Vec<String> = rules
        .iter()
        .map(|(pattern, action)| format!("{}: \"{action}\"", json!(pattern)))
        .collect();
    format!("{{\"permission\": {{\"{key}\": {{{}}}}}}}", rules.join(", "))
}

fn action() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("allow"), Just("ask"), Just("deny")]
}

fn commands() -> impl Strategy<Value = Vec<(String, &'static str)>> {
    prop::collection::vec(("[ab](\\*|\\?| a| b| \\*|\\*\\*){0,3}", action()), 1..7)
}

fn paths() -> impl Strategy<Value = Vec<(String, &'static str)>> {
    prop::collection::vec(
        (
            "(|\\*|~/p/|/home/u/p/|\\$\\{cwd\\}/|a/)[ab](/\\*|\\*|/b|\\*\\*){0,2}",
            action(),
        ),
        1..7,
    )
}

/// Each pattern that never decides or without which nothing changes, with its code.
fn idle(policy: &str, guards: &str) -> Vec<(String, &'static str)> {
    let guards = Document::parse("/etc/c/hard-guards.jsonc", FileKind::Guards, guards);
    let document = Document::parse("/etc/c/policy.jsonc", FileKind::Policy, policy);
    let around = Around {
        guards: Some(&guards),
        home: HOME,
        cwd: CWD,
        ..Around::default()
    };
    findings(&document, &around)
        .into_iter()
        .filter(|finding| matches!(finding.problem.code, code::NEVER_WINS | code::REDUNDANT_RULE))
        .map(|finding| {
            let quoted = finding.problem.span.unwrap_or_default().of(policy);
            (serde_json::from_str(quoted).unwrap(), finding.problem.code)
        })
        .collect()
}

/// The rules without one pattern.
fn without(rules: &[(String, &'static str)], pattern: &str) -> Vec<(String, &'static str)> {
    rules.iter().filter(|(own, _)| own != pattern).cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_rule_of_commands_called_dead_never_wins(
        rules in commands(),
        guards in prop::collection::vec(("[ab](\\*|\\?| a| b| \\*){0,2}", prop_oneof![Just("allow"), Just("deny")]), 0..3),
        calls in prop::collection::vec("[ab](a|b| a| b| c){0,3}", 34),
    ) {
        let (policy, guards) = (file("bash", &rules), file("bash", &guards));
        let all = snapshot(&policy, &guards);
        for (pattern, code) in idle(&policy, &guards) {
            let rest = snapshot(&file("bash", &without(&rules, &pattern)), &guards);
            for call in &calls {
                let input = json!({"command": call});
                let (before, after) = (verdict(&all, "bash", &input), verdict(&rest, "bash", &input));
                prop_assert_eq!(before.state, after.state, "{} {} {}\n{}", code, &pattern, call, &policy);
                if code == code::NEVER_WINS && before.deciding.origin == Origin::Global {
                    prop_assert_ne!(before.deciding.matched_pattern.as_deref(), Some(&*pattern), "{}\n{}", call, &policy);
                }
            }
        }
    }

    #[test]
    fn a_rule_of_paths_called_dead_never_wins(
        rules in paths(),
        guards in prop::collection::vec(("(|\\*|/home/u/p/)[ab](/\\*|\\*){0,1}", prop_oneof![Just("allow"), Just("deny")]), 0..3),
        calls in prop::collection::vec("(|a/|b/|/home/u/p/|/a/)(a|b|ab|a/b|b/a/b)", 34),
    ) {
        let (policy, guards) = (file("path", &rules), file("path", &guards));
        let all = snapshot(&policy, &guards);
        for (pattern, code) in idle(&policy, &guards) {
            let rest = snapshot(&file("path", &without(&rules, &pattern)), &guards);
            for call in &calls {
                let input = json!({"path": call});
                let (before, after) = (verdict(&all, "read", &input), verdict(&rest, "read", &input));
                prop_assert_eq!(before.state, after.state, "{} {} {}\n{}", code, &pattern, call, &policy);
            }
        }
    }

    #[test]
    fn a_witness_shows_what_it_claims(rules in commands()) {
        let policy = file("bash", &rules);
        let document = Document::parse("/etc/c/policy.jsonc", FileKind::Policy, &policy);
        for finding in findings(&document, &Around::default()) {
            if finding.problem.code != code::TIE_BY_ORDER {
                continue;
            }
            let text = finding.witness.unwrap();
            let both = [Some(finding.problem.span.unwrap()), finding.related.first().map(|related| related.span)];
            for span in both.into_iter().flatten() {
                let pattern: String = serde_json::from_str(span.of(&policy)).unwrap();
                prop_assert!(crate::rule::Pattern::text(&pattern).matches(&text), "{} {}", pattern, text);
            }
        }
    }
}
