//! The explanation: every rule that matched, and what became of it.

use crate::gate::testing::{CWD, command, floored, given, unit};
use crate::gate::{JudgeOptions, judge};
use crate::rule::Action::{Allow, Ask};
use crate::shell::Sentinel;

/// One line for each rule of each intent, then the rewrites.
fn explain(lines: &[&str], access: &crate::access::Access) -> Vec<String> {
    let given = given(lines);
    let options = JudgeOptions { trace: true, ..JudgeOptions::default() };
    let grants = given.grants();
    let verdict = judge(access, &given.rules_alone().snapshot(), &grants, &given.files, options);
    let trace = verdict.trace.unwrap();
    trace
        .intents
        .iter()
        .flat_map(|intent| {
            let rules = intent.rules.iter().map(|rule| {
                format!("{} {} {} [{}] {}: {}", rule.surface, rule.pattern, rule.action, rule.rank, rule.spelling, rule.outcome)
            });
            rules.chain(intent.rewrites.iter().cloned()).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn every_rule_that_matched_says_what_became_of_it() {
    assert_eq!(
        explain(&["global bash `*` allow", "global bash `git *` ask", "global bash `rm *` deny", "agent bash `git log` allow"], &command(vec![unit("git log")])),
        [
            "bash git * ask [4 literal characters, 1 *] git log: runner-up: the word of the policy, which did not decide",
            "bash * allow [0 literal characters, 1 *] git log: less specific",
            "bash git log allow [exact, 7 characters] git log: decided",
        ]
    );
    let all = given(&[]).call("read", &serde_json::json!({"path": "s/p/a"}));
    let lines = ["global read `*` allow", "global path `s/*` deny", "global path `s/p/*` allow"];
    assert_eq!(
        explain(&lines, &all),
        [
            "path s/p/* allow [4 literal characters, 1 *] s/p/a: decided",
            "path s/* deny [2 literal characters, 1 *] s/p/a: runner-up: set aside: s/p/* is narrower",
            &format!("read * allow [0 literal characters, 1 *] {CWD}/s/p/a: decided"),
        ]
    );
}

#[test]
fn rewrites_are_named() {
    let xargs = command(vec![floored(unit("xargs rm"), Sentinel::IndirectionWrapper, &["xargs"])]);
    let last = |lines: &[&str]| explain(lines, &xargs).pop().unwrap();
    assert_eq!(last(&["global bash `*` allow"]), "floored by <indirection-bash-wrapper>");
    assert_eq!(last(&["global bash `*` allow", "grant bash `xargs rm` -"]), "answered by the grant xargs rm");
    let mut given = given(&["global bash `*` ask"]);
    given.yolo = true;
    assert_eq!(given.judge(&command(vec![unit("ls")])).state, Allow);
    given.health.policy_unreadable = true;
    assert_eq!(given.judge(&command(vec![unit("ls")])).state, Ask);
}

#[test]
fn a_protected_write_names_what_protects() {
    let write = given(&[]).call("write", &serde_json::json!({"path": "a.lock", "content": ""}));
    let lines = explain(&["global write `*` allow", "protected path_write `*.lock` ask"], &write);
    assert_eq!(lines[0], "path_write *.lock ask [5 literal characters, 1 *] a.lock: protected: for a human alone");
}
