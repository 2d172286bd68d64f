//! Whose word counts: specificity within a file, and the files against one another.

use super::{Rows, hold, one};
use crate::gate::testing::{Given, command, given, unit};
use crate::rule::Action::{Allow, Ask, Deny};

#[test]
fn the_most_specific_rule_decides() {
    let rows: Rows<'_, &str> = &[
        ("nothing said", &[], "ls", Ask, None),
        ("fallback", &["global * `*` allow"], "ls", Allow, Some("*")),
        ("surface before fallback", &["global * `*` allow", "global bash `*` deny"], "ls", Deny, Some("*")),
        ("pattern before catch-all", &["global bash `*` allow", "global bash `rm *` deny"], "rm x", Deny, Some("rm *")),
        ("order does not matter", &["global bash `rm *` deny", "global bash `*` allow"], "rm x", Deny, Some("rm *")),
        ("exact first", &["global bash `rm *` deny", "global bash `rm x` allow"], "rm x", Allow, Some("rm x")),
        ("more literals first", &["global bash `git *` allow", "global bash `git push *` ask"], "git push -f", Ask, Some("git push *")),
        ("a wildcard key is a surface", &["global * `*` allow", "global ba* `*` deny"], "ls", Deny, Some("*")),
        ("exact key before wildcard key", &["global ba* `ls` deny", "global bash `*` allow"], "ls", Allow, Some("*")),
    ];
    hold(rows, |given, text| given.judge(&one(text)));
}

#[test]
fn each_unit_counts_and_the_worst_wins() {
    let rows: Rows<'_, &[&str]> = &[
        ("all allowed", &["global bash `a` allow", "global bash `b` allow"], &["a", "b"], Allow, None),
        ("one asks", &["global bash `a` allow"], &["a", "b"], Ask, None),
        ("one denied", &["global bash `*` allow", "global bash `b` deny"], &["a", "b"], Deny, Some("b")),
    ];
    hold(rows, |given, texts| {
        given.judge(&command(texts.iter().map(|text| unit(text)).collect()))
    });
}

#[test]
fn guards_are_final_and_approve_nothing() {
    let rows: Rows<'_, &str> = &[
        ("deny over an exact allow", &["guards bash `rm *` deny", "global bash `rm x` allow"], "rm x", Deny, Some("rm *")),
        ("allow approves nothing", &["guards bash `*` allow", "global bash `*` ask"], "ls", Ask, Some("*")),
        ("allow is an exception", &["guards bash `rm *` deny", "guards bash `rm tmp` allow", "global bash `*` allow"], "rm tmp", Allow, Some("*")),
        ("allow lifts no policy deny", &["guards bash `*` allow", "global bash `rm *` deny"], "rm x", Deny, Some("rm *")),
        ("ask counts for nothing", &["guards bash `rm *` deny", "guards bash `rm x` ask", "global bash `*` allow"], "rm x", Deny, Some("rm *")),
        ("not even alone", &["guards bash `rm x` ask", "global bash `*` allow"], "rm x", Allow, Some("*")),
        ("over an agent", &["guards bash `rm *` deny", "agent bash `rm x` allow", "global bash `*` ask"], "rm x", Deny, Some("rm *")),
        ("over a grant", &["guards bash `rm *` deny", "grant bash `rm x` -", "global bash `*` ask"], "rm x", Deny, Some("rm *")),
    ];
    hold(rows, |given, text| given.judge(&one(text)));
    let yolo = Given { yolo: true, ..given(&["guards bash `rm *` deny"]) };
    assert_eq!(yolo.judge(&one("rm x")).state, Deny);
}

#[test]
fn an_agent_answers_asks_and_lifts_no_deny() {
    let rows: Rows<'_, &str> = &[
        ("answers", &["global bash `*` ask", "agent bash `git *` allow"], "git log", Allow, Some("git *")),
        ("answers the built-in", &["agent bash `git *` allow"], "git log", Allow, Some("git *")),
        ("answers a specific ask", &["global bash `git push *` ask", "agent bash `*` allow"], "git push", Allow, Some("*")),
        ("lifts no deny", &["global bash `rm *` deny", "agent bash `rm x` allow"], "rm x", Deny, Some("rm *")),
        ("tightens to deny", &["global bash `*` allow", "agent bash `rm *` deny"], "rm x", Deny, Some("rm *")),
        ("tightens to ask", &["global bash `*` allow", "agent bash `rm *` ask"], "rm x", Ask, Some("rm *")),
        ("its ask loosens nothing", &["global bash `rm *` deny", "agent bash `*` ask"], "rm x", Deny, Some("rm *")),
        ("silent elsewhere", &["global bash `*` allow", "agent bash `rm *` deny"], "ls", Allow, Some("*")),
        ("a project file answers nothing", &["global bash `*` ask", "project bash `git *` allow"], "git log", Ask, Some("*")),
        ("not even for an agent", &["global bash `*` ask", "agent bash `rm *` ask", "project bash `*` allow"], "rm x", Ask, Some("*")),
        ("a project file tightens", &["global bash `*` allow", "project bash `git *` ask"], "git log", Ask, Some("git *")),
        ("also what the agent allowed", &["global bash `*` ask", "agent bash `*` allow", "project bash `git *` deny"], "git log", Deny, Some("git *")),
    ];
    hold(rows, |given, text| given.judge(&one(text)));
}
