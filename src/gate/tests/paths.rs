//! Paths: the covering clause, groups, descents and protected writes.

use super::{Rows, hold};
use crate::gate::testing::{Given, given};
use crate::access::FileError;
use crate::decision::Gate;
use crate::rule::Action::{Allow, Ask, Deny};
use serde_json::json;

#[test]
fn paths_go_by_the_narrower_rule_and_else_by_the_stricter() {
    let rows: Rows<'_, &str> = &[
        ("silent path gate", &["global read `*` allow"], "a", Allow, Some("*")),
        ("the fallback is none of it", &["global * `*` deny", "global read `*` allow"], "a", Allow, Some("*")),
        ("suffix deny inside a folder allow", &["global read `*` allow", "global path `/home/u/proj/*` allow", "global path `*.env` deny"], "config/.env", Deny, Some("*.env")),
        ("exception to a wider deny", &["global read `*` allow", "global path `*.env.*` deny", "global path `*.env.example` allow"], ".env.example", Allow, None),
        ("exception to a folder deny", &["global read `*` allow", "global path `secrets/*` deny", "global path `secrets/public/*` allow"], "secrets/public/a", Allow, None),
        ("an exception to the exception", &["global read `*` allow", "global path `s/*` deny", "global path `s/p/*` allow", "global path `s/p/k` deny"], "s/p/k", Deny, Some("s/p/k")),
        ("relative and absolute compare anchored", &["global read `*` allow", "global path `/home/u/proj/s/*` deny", "global path `s/p/*` allow"], "s/p/a", Allow, None),
        ("equal in other words stays strict", &["global read `*` allow", "global path `s/*` allow", "global path `/home/u/proj/s/*` deny"], "s/a", Deny, Some("/home/u/proj/s/*")),
        ("an unrelated longer allow is no exception", &["global read `*` allow", "global path `*.pem` deny", "global path `/home/u/proj/certs/public/*` allow"], "certs/public/a.pem", Deny, Some("*.pem")),
        ("directional twin over an equal pattern", &["global read `*` allow", "global path `docs/*` deny", "global path_read `docs/*` allow"], "docs/a", Allow, Some("*")),
        ("not over a narrower one", &["global read `*` allow", "global path `docs/k` deny", "global path_read `docs/*` allow"], "docs/k", Deny, Some("docs/k")),
        ("the other direction says nothing", &["global read `*` allow", "global path `docs/*` deny", "global path_write `docs/*` allow"], "docs/a", Deny, Some("docs/*")),
        ("the stricter twin stands", &["global read `*` allow", "global path `docs/*` allow", "global path_read `docs/*` deny"], "docs/a", Deny, Some("docs/*")),
        ("a tool's own rules compare alike", &["global read `/home/u/proj/*` allow", "global read `*.env` deny"], "x/.env", Deny, Some("*.env")),
        ("dot-dot folds", &["global read `*` allow", "global path `src/*` allow", "global path `secrets/*` deny"], "src/../secrets/k", Deny, Some("secrets/*")),
        ("`* *` is every text too", &["global read `*` allow", "global path `*` deny", "global path `* *` allow"], "a", Deny, Some("*")),
        ("path asks, tool denies", &["global read `*.lock` deny", "global path `docs/*` ask"], "docs/a.lock", Deny, Some("*.lock")),
    ];
    hold(rows, |given, path| given.on_path("read", path));
}

#[test]
fn every_group_must_permit() {
    let linked = |lines: &[&str], path: &str| {
        let mut given = given(lines);
        given.files = Given::default()
            .files
            .file("/home/u/proj/.env")
            .file("/srv/data/x")
            .link("/home/u/proj/notes", ".env")
            .link("/home/u/proj/data", "/srv/data");
        given.on_path("read", path).state
    };
    for (lines, path, state) in [
        (&["global read `*` allow", "global path `*.env` deny"][..], "notes", Deny),
        (&["global read `*` ask", "global read `/home/u/proj/*` allow"], "data/x", Ask),
        (&["global read `*` ask", "global read `/home/u/proj/*` allow", "global read `/srv/*` allow"], "data/x", Allow),
        (&["global read `*` allow", "global path `/srv/*` ask"], "data/x", Ask),
    ] {
        assert_eq!(linked(lines, path), state, "{lines:?} {path}");
    }
}

#[test]
fn searches_are_held_against_what_lies_below() {
    let of = |lines: &[&str], root: &str| {
        let mut given = given(lines);
        given.files = given
            .files
            .clone()
            .file("/home/u/proj/secrets/key")
            .file("/home/u/proj/src/a.rs")
            .failing("/home/u/proj/locked", FileError::Unreadable);
        let verdict = given.judge(&given.call("grep", &json!({"pattern": "x", "path": root})));
        (verdict.state, verdict.deciding.reason.is_some())
    };
    let all = "global grep `*` allow";
    assert_eq!(of(&[all, "global path `secrets/*` deny"], "."), (Deny, true));
    assert_eq!(of(&[all, "global path `secrets/*` ask"], "."), (Ask, true));
    assert_eq!(of(&[all, "global path `secrets/*` deny"], "src"), (Allow, false));
    assert_eq!(of(&[all, "global path `nowhere/*` deny"], "."), (Allow, false), "nothing stands there");
    assert_eq!(of(&[all, "global path `secrets/key` deny"], "."), (Deny, true));
    assert_eq!(of(&[all, "global path `secrets/other` deny"], "."), (Allow, false));
    assert_eq!(of(&[all, "global path `sec*` deny"], "."), (Deny, true));
    assert_eq!(of(&[all, "global path `*.pem` deny"], "."), (Allow, false), "it leads nowhere in particular");
    assert_eq!(of( &[ all, "global path `secrets/*` deny", "global path_read `secrets/*` allow" ], "." ), (Allow, false));
    assert_eq!(of(&[all, "global grep `secrets/*` deny"], "."), (Deny, true), "the tool's own surface");
    assert_eq!(of(&[all, "guards path `secrets/*` deny"], "."), (Deny, true));
    assert_eq!(of(&[all, "global path `secrets/*` ask", "agent path `*` allow"], "."), (Allow, false));
    assert_eq!(of( &[all, "global path `secrets/*` deny", "agent path `*` allow"], "." ), (Deny, true));
    assert_eq!(of( &[ all, "global path `secrets/*` ask", "grant path_read `/home/u/proj/secrets/*` -" ], "." ), (Allow, false));
}

#[test]
fn protected_writes_are_for_a_human() {
    let rows: Rows<'_, (&str, &str)> = &[
        ("a write", &["global * `*` allow", "protected path_write `*.lock` ask"], ("write", "a.lock"), Ask, Some("*.lock")),
        ("an edit", &["global * `*` allow", "protected path_write `*.lock` ask"], ("edit", "a.lock"), Ask, Some("*.lock")),
        ("a read", &["global * `*` allow", "protected path_write `*.lock` ask"], ("read", "a.lock"), Allow, None),
        ("another file", &["global * `*` allow", "protected path_write `*.lock` ask"], ("write", "a.txt"), Allow, None),
        ("a deny stays", &["global * `*` deny", "protected path_write `*.lock` ask"], ("write", "a.lock"), Deny, None),
        (
            "no grant answers",
            &["global * `*` allow", "protected path_write `*.lock` ask", "grant path_write `/home/u/proj/a.lock` -", "grant write `/home/u/proj/a.lock` -"],
            ("write", "a.lock"),
            Ask,
            Some("*.lock"),
        ),
    ];
    hold(rows, |given, (tool, path)| given.on_path(tool, path));
    let verdict =
        given(&["global * `*` allow", "protected path_write `*.lock` ask"]).on_path("write", "a.lock");
    assert!(verdict.human_only);
    assert_eq!(verdict.deciding.gate, Gate::ProtectedWrite);
    assert_eq!(verdict.deciding.surface, "path_write");
}
