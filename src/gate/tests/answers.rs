//! What answers an ask, and what nothing answers.

use super::{Rows, hold, one};
use crate::gate::testing::{Given, given};
use crate::decision::Origin;
use crate::policy::{GuardsLost, Health};
use crate::rule::Action::{Allow, Ask, Deny};

#[test]
fn grants_answer_asks_as_far_as_they_reach() {
    let rows: Rows<'_, &str> = &[
        ("answers", &["global bash `*` ask", "grant bash `git status *` -"], "git status -s", Allow, Some("git status *")),
        ("no deny", &["global bash `git *` deny", "grant bash `git *` -"], "git log", Deny, Some("git *")),
        ("another agent's", &["global bash `*` ask", "grant bash `git *` scout"], "git log", Ask, None),
        ("a more specific ask stands", &["global bash `git push *` ask", "grant bash `git *` -"], "git push", Ask, Some("git push *")),
        ("an equal one is answered", &["global bash `git push *` ask", "grant bash `git push *` -"], "git push x", Allow, None),
        ("another surface", &["global bash `*` ask", "grant read `ls` -"], "ls", Ask, None),
        ("the agent's ask counts too", &["global bash `*` ask", "agent bash `git push *` ask", "grant bash `git *` -"], "git push", Ask, None),
    ];
    hold(rows, |given, text| given.judge(&one(text)));
    let rows: Rows<'_, &str> = &[
        ("the path and the tool", &["global read `*` ask", "global path `*` ask", "grant read `/home/u/proj/docs/*` -", "grant path_read `/home/u/proj/docs/*` -"], "docs/a", Allow, None),
        ("the tool alone", &["global read `*` ask", "global path `*` ask", "grant read `/home/u/proj/docs/*` -"], "docs/a", Ask, None),
        ("the wrong direction", &["global read `*` allow", "global path `*` ask", "grant path_write `/home/u/proj/docs/*` -"], "docs/a", Ask, None),
        ("path is both", &["global read `*` allow", "global path `*` ask", "grant path `/home/u/proj/docs/*` -"], "docs/a", Allow, None),
        ("not the suffix that was asked about", &["global read `*` allow", "global path `*.env` ask", "grant path_read `/home/u/proj/docs/*` -"], "docs/.env", Ask, Some("*.env")),
        ("but that very file", &["global read `*` allow", "global path `*.env` ask", "grant path_read `/home/u/proj/docs/.env` -"], "docs/.env", Allow, None),
    ];
    hold(rows, |given, path| given.on_path("read", path));
    let scout = Given { agent: Some("scout"), ..given(&["grant bash `git *` scout"]) };
    assert_eq!(scout.judge(&one("git log")).state, Allow);
}

#[test]
fn a_grant_for_one_group_is_none_for_the_other() {
    let mut given = given(&["global read `*` allow", "global path `*` ask", "grant path_read `/home/u/proj/*` -"]);
    given.files = given
        .files
        .clone()
        .file("/srv/x")
        .link("/home/u/proj/data", "/srv");
    let verdict = given.on_path("read", "data/x");
    assert_eq!(verdict.state, Ask);
    assert_eq!(verdict .asks .iter() .map(|ask| ask.groups.clone()) .collect::<Vec<_>>(), [vec![1]]);
}

#[test]
fn what_cannot_be_read_is_never_an_allow() {
    let of = |health: Health, yolo: bool, lines: &[&str]| {
        let given = Given { yolo, health, ..given(lines) };
        let verdict = given.judge(&one("ls"));
        (verdict.state, verdict.deciding.origin, verdict.human_only)
    };
    let policy = Health { policy_unreadable: true, ..Health::default() };
    let guards = Health { guards_lost: Some(GuardsLost::Unreadable), ..Health::default() };
    let agent = Health { agent_unreadable: true, ..Health::default() };
    let allow = "global bash `*` allow";
    assert_eq!(of(policy, false, &[allow]), (Ask, Origin::FailClosed, false));
    assert_eq!(of(policy, true, &[allow]), (Ask, Origin::FailClosed, false), "yolo");
    assert_eq!(of(policy, false, &["agent bash `*` allow"]).0, Ask, "agent");
    assert_eq!(of(policy, false, &["grant bash `ls` -"]).0, Ask, "grant");
    assert_eq!(of(policy, false, &["global bash `ls` deny"]).0, Deny, "the last readable version denies");
    assert_eq!(of(policy, false, &["guards bash `ls` deny"]).0, Deny);
    assert_eq!(of(agent, false, &[allow]), (Ask, Origin::FailClosed, false));
    assert_eq!(of(agent, true, &[allow]).0, Allow, "yolo answers after the floors");
    assert_eq!(of(agent, false, &["global bash `*` deny"]).0, Deny);
    assert_eq!(of(guards, false, &[allow]), (Ask, Origin::ProtectedWrite, true));
    assert_eq!(of(guards, true, &[allow]), (Ask, Origin::ProtectedWrite, true));
    assert_eq!(of(guards, false, &["global bash `*` ask"]), (Ask, Origin::Global, true));
    assert_eq!(of(guards, false, &["global bash `*` deny"]).0, Deny);
}

#[test]
fn an_entry_that_cannot_be_read_floors_its_surface() {
    let of = |origin, key, lines: &[&str], yolo| {
        let given = Given { floored: vec![(origin, key)], yolo, ..given(lines) };
        (given.judge(&one("ls")).state, given.on_path("read", "a").state)
    };
    let lines = &["global bash `*` allow", "global read `*` allow"];
    assert_eq!(of(Origin::Global, "bash", lines, false), (Ask, Allow));
    assert_eq!(of(Origin::Global, "*", lines, false), (Ask, Ask));
    assert_eq!(of(Origin::Global, "path", lines, false), (Allow, Ask), "a silent path gate is no allow");
    assert_eq!(of(Origin::Global, "path_write", lines, false), (Allow, Allow));
    assert_eq!(of(Origin::Global, "bash", lines, true), (Allow, Allow));
    assert_eq!(of(Origin::HardGuard, "bash", lines, true), (Ask, Allow));
}

#[test]
fn yolo_answers_what_a_human_need_not() {
    let yolo = |lines: &[&str]| Given { yolo: true, ..given(lines) };
    let verdict = yolo(&[]).judge(&one("ls"));
    assert_eq!((verdict.state, verdict.deciding.origin), (Allow, Origin::Yolo));
    assert_eq!(yolo(&["global bash `ls` deny"]).judge(&one("ls")).state, Deny);
    let write = yolo(&["protected path_write `*.lock` ask"]).on_path("write", "a.lock");
    assert_eq!((write.state, write.human_only), (Ask, true));
}
