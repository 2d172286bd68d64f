//! Clause by clause: what a call comes to under a policy.

use super::testing::{Given, command, floored, given, open_unit, standing, unit};
use crate::access::{Access, FileError, Intent};
use crate::decision::{Gate, Origin};
use crate::policy::Health;
use crate::rule::Action::{self, Allow, Ask, Deny};
use crate::shell::{Sentinel, Standing};
use serde_json::json;

type Rows<'a, T> = &'a [(&'a str, &'a [&'a str], T, Action, Option<&'a str>)];

/// Holds every row, and says all that are wrong at once.
fn hold<T: Copy>(rows: Rows<'_, T>, verdict: impl Fn(Given, T) -> super::Verdict) {
    let mut wrong = Vec::new();
    for (name, lines, call, state, pattern) in rows {
        let verdict = verdict(given(lines), *call);
        let matched = verdict.deciding.matched_pattern.as_deref();
        if verdict.state != *state || (pattern.is_some() && matched != *pattern) {
            wrong.push(format!("{name}: {:?}", verdict.deciding));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn one(text: &str) -> Access {
    command(vec![unit(text)])
}

#[test]
fn the_most_specific_rule_decides() {
    let rows: Rows<'_, &str> = &[
        ("nothing said", &[], "ls", Ask, None),
        ("fallback", &["global * `*` allow"], "ls", Allow, Some("*")),
        (
            "surface before fallback",
            &["global * `*` allow", "global bash `*` deny"],
            "ls",
            Deny,
            Some("*"),
        ),
        (
            "pattern before catch-all",
            &["global bash `*` allow", "global bash `rm *` deny"],
            "rm x",
            Deny,
            Some("rm *"),
        ),
        (
            "order does not matter",
            &["global bash `rm *` deny", "global bash `*` allow"],
            "rm x",
            Deny,
            Some("rm *"),
        ),
        (
            "exact first",
            &["global bash `rm *` deny", "global bash `rm x` allow"],
            "rm x",
            Allow,
            Some("rm x"),
        ),
        (
            "more literals first",
            &["global bash `git *` allow", "global bash `git push *` ask"],
            "git push -f",
            Ask,
            Some("git push *"),
        ),
        (
            "a wildcard key is a surface",
            &["global * `*` allow", "global ba* `*` deny"],
            "ls",
            Deny,
            Some("*"),
        ),
        (
            "exact key before wildcard key",
            &["global ba* `ls` deny", "global bash `*` allow"],
            "ls",
            Allow,
            Some("*"),
        ),
    ];
    hold(rows, |given, text| given.judge(&one(text)));
}

#[test]
fn each_unit_counts_and_the_worst_wins() {
    let rows: Rows<'_, &[&str]> = &[
        (
            "all allowed",
            &["global bash `a` allow", "global bash `b` allow"],
            &["a", "b"],
            Allow,
            None,
        ),
        ("one asks", &["global bash `a` allow"], &["a", "b"], Ask, None),
        (
            "one denied",
            &["global bash `*` allow", "global bash `b` deny"],
            &["a", "b"],
            Deny,
            Some("b"),
        ),
    ];
    hold(rows, |given, texts| {
        given.judge(&command(texts.iter().map(|text| unit(text)).collect()))
    });
}

#[test]
fn guards_are_final_and_approve_nothing() {
    let rows: Rows<'_, &str> = &[
        (
            "deny over an exact allow",
            &["guards bash `rm *` deny", "global bash `rm x` allow"],
            "rm x",
            Deny,
            Some("rm *"),
        ),
        (
            "allow approves nothing",
            &["guards bash `*` allow", "global bash `*` ask"],
            "ls",
            Ask,
            Some("*"),
        ),
        (
            "allow is an exception",
            &[
                "guards bash `rm *` deny",
                "guards bash `rm tmp` allow",
                "global bash `*` allow",
            ],
            "rm tmp",
            Allow,
            Some("*"),
        ),
        (
            "allow lifts no policy deny",
            &["guards bash `*` allow", "global bash `rm *` deny"],
            "rm x",
            Deny,
            Some("rm *"),
        ),
        (
            "ask counts for nothing",
            &[
                "guards bash `rm *` deny",
                "guards bash `rm x` ask",
                "global bash `*` allow",
            ],
            "rm x",
            Deny,
            Some("rm *"),
        ),
        (
            "not even alone",
            &["guards bash `rm x` ask", "global bash `*` allow"],
            "rm x",
            Allow,
            Some("*"),
        ),
        (
            "over an agent",
            &[
                "guards bash `rm *` deny",
                "agent bash `rm x` allow",
                "global bash `*` ask",
            ],
            "rm x",
            Deny,
            Some("rm *"),
        ),
        (
            "over a grant",
            &[
                "guards bash `rm *` deny",
                "grant bash `rm x` -",
                "global bash `*` ask",
            ],
            "rm x",
            Deny,
            Some("rm *"),
        ),
    ];
    hold(rows, |given, text| given.judge(&one(text)));
    let yolo = Given {
        yolo: true,
        ..given(&["guards bash `rm *` deny"])
    };
    assert_eq!(yolo.judge(&one("rm x")).state, Deny);
}

#[test]
fn an_agent_answers_asks_and_lifts_no_deny() {
    let rows: Rows<'_, &str> = &[
        (
            "answers",
            &["global bash `*` ask", "agent bash `git *` allow"],
            "git log",
            Allow,
            Some("git *"),
        ),
        (
            "answers the built-in",
            &["agent bash `git *` allow"],
            "git log",
            Allow,
            Some("git *"),
        ),
        (
            "answers a specific ask",
            &["global bash `git push *` ask", "agent bash `*` allow"],
            "git push",
            Allow,
            Some("*"),
        ),
        (
            "lifts no deny",
            &["global bash `rm *` deny", "agent bash `rm x` allow"],
            "rm x",
            Deny,
            Some("rm *"),
        ),
        (
            "tightens to deny",
            &["global bash `*` allow", "agent bash `rm *` deny"],
            "rm x",
            Deny,
            Some("rm *"),
        ),
        (
            "tightens to ask",
            &["global bash `*` allow", "agent bash `rm *` ask"],
            "rm x",
            Ask,
            Some("rm *"),
        ),
        (
            "its ask loosens nothing",
            &["global bash `rm *` deny", "agent bash `*` ask"],
            "rm x",
            Deny,
            Some("rm *"),
        ),
        (
            "silent elsewhere",
            &["global bash `*` allow", "agent bash `rm *` deny"],
            "ls",
            Allow,
            Some("*"),
        ),
        (
            "a project file answers nothing",
            &["global bash `*` ask", "project bash `git *` allow"],
            "git log",
            Ask,
            Some("*"),
        ),
        (
            "not even for an agent",
            &[
                "global bash `*` ask",
                "agent bash `rm *` ask",
                "project bash `*` allow",
            ],
            "rm x",
            Ask,
            Some("*"),
        ),
        (
            "a project file tightens",
            &["global bash `*` allow", "project bash `git *` ask"],
            "git log",
            Ask,
            Some("git *"),
        ),
        (
            "also what the agent allowed",
            &[
                "global bash `*` ask",
                "agent bash `*` allow",
                "project bash `git *` deny",
            ],
            "git log",
            Deny,
            Some("git *"),
        ),
    ];
    hold(rows, |given, text| given.judge(&one(text)));
}

#[test]
fn paths_go_by_the_narrower_rule_and_else_by_the_stricter() {
    let rows: Rows<'_, &str> = &[
        (
            "silent path gate",
            &["global read `*` allow"],
            "a",
            Allow,
            Some("*"),
        ),
        (
            "the fallback is none of it",
            &["global * `*` deny", "global read `*` allow"],
            "a",
            Allow,
            Some("*"),
        ),
        (
            "suffix deny inside a folder allow",
            &[
                "global read `*` allow",
                "global path `/home/u/proj/*` allow",
                "global path `*.env` deny",
            ],
            "config/.env",
            Deny,
            Some("*.env"),
        ),
        (
            "exception to a wider deny",
            &[
                "global read `*` allow",
                "global path `*.env.*` deny",
                "global path `*.env.example` allow",
            ],
            ".env.example",
            Allow,
            None,
        ),
        (
            "exception to a folder deny",
            &[
                "global read `*` allow",
                "global path `secrets/*` deny",
                "global path `secrets/public/*` allow",
            ],
            "secrets/public/a",
            Allow,
            None,
        ),
        (
            "an exception to the exception",
            &[
                "global read `*` allow",
                "global path `s/*` deny",
                "global path `s/p/*` allow",
                "global path `s/p/k` deny",
            ],
            "s/p/k",
            Deny,
            Some("s/p/k"),
        ),
        (
            "relative and absolute compare anchored",
            &[
                "global read `*` allow",
                "global path `/home/u/proj/s/*` deny",
                "global path `s/p/*` allow",
            ],
            "s/p/a",
            Allow,
            None,
        ),
        (
            "equal in other words stays strict",
            &[
                "global read `*` allow",
                "global path `s/*` allow",
                "global path `/home/u/proj/s/*` deny",
            ],
            "s/a",
            Deny,
            Some("/home/u/proj/s/*"),
        ),
        (
            "an unrelated longer allow is no exception",
            &[
                "global read `*` allow",
                "global path `*.pem` deny",
                "global path `/home/u/proj/certs/public/*` allow",
            ],
            "certs/public/a.pem",
            Deny,
            Some("*.pem"),
        ),
        (
            "directional twin over an equal pattern",
            &[
                "global read `*` allow",
                "global path `docs/*` deny",
                "global path_read `docs/*` allow",
            ],
            "docs/a",
            Allow,
            Some("*"),
        ),
        (
            "not over a narrower one",
            &[
                "global read `*` allow",
                "global path `docs/k` deny",
                "global path_read `docs/*` allow",
            ],
            "docs/k",
            Deny,
            Some("docs/k"),
        ),
        (
            "the other direction says nothing",
            &[
                "global read `*` allow",
                "global path `docs/*` deny",
                "global path_write `docs/*` allow",
            ],
            "docs/a",
            Deny,
            Some("docs/*"),
        ),
        (
            "the stricter twin stands",
            &[
                "global read `*` allow",
                "global path `docs/*` allow",
                "global path_read `docs/*` deny",
            ],
            "docs/a",
            Deny,
            Some("docs/*"),
        ),
        (
            "a tool's own rules compare alike",
            &["global read `/home/u/proj/*` allow", "global read `*.env` deny"],
            "x/.env",
            Deny,
            Some("*.env"),
        ),
        (
            "dot-dot folds",
            &[
                "global read `*` allow",
                "global path `src/*` allow",
                "global path `secrets/*` deny",
            ],
            "src/../secrets/k",
            Deny,
            Some("secrets/*"),
        ),
        (
            "`* *` is every text too",
            &[
                "global read `*` allow",
                "global path `*` deny",
                "global path `* *` allow",
            ],
            "a",
            Deny,
            Some("*"),
        ),
        (
            "path asks, tool denies",
            &["global read `*.lock` deny", "global path `docs/*` ask"],
            "docs/a.lock",
            Deny,
            Some("*.lock"),
        ),
    ];
    hold(rows, |given, path| given.on_path("read", path));
}

#[test]
fn every_group_must_permit() {
    let linked = |lines: &[&str], path: &str| {
        let mut given = given(lines);
        given.files = super::testing::Given::default()
            .files
            .file("/home/u/proj/.env")
            .file("/srv/data/x")
            .link("/home/u/proj/notes", ".env")
            .link("/home/u/proj/data", "/srv/data");
        given.on_path("read", path).state
    };
    for (lines, path, state) in [
        (
            &["global read `*` allow", "global path `*.env` deny"][..],
            "notes",
            Deny,
        ),
        (
            &["global read `*` ask", "global read `/home/u/proj/*` allow"],
            "data/x",
            Ask,
        ),
        (
            &[
                "global read `*` ask",
                "global read `/home/u/proj/*` allow",
                "global read `/srv/*` allow",
            ],
            "data/x",
            Allow,
        ),
        (
            &["global read `*` allow", "global path `/srv/*` ask"],
            "data/x",
            Ask,
        ),
    ] {
        assert_eq!(linked(lines, path), state, "{lines:?} {path}");
    }
}

#[test]
fn what_only_tightens_never_allows() {
    let tightening = |text| vec![unit("x"), standing(text, Standing::Tightening)];
    let quiet = |text| vec![unit("x"), standing(text, Standing::Quiet)];
    let mut alias = unit("/opt/git push");
    alias.groups[0]
        .tightening
        .push(super::testing::open_spelling("git push"));
    let x = "global bash `x` allow";
    type Build<'a> = &'a dyn Fn() -> Vec<Intent>;
    let cases: &[(&str, &[&str], Build<'_>, Action)] = &[
        (
            "inner deny counts",
            &[x, "global bash `rm *` deny"],
            &|| tightening("rm y"),
            Deny,
        ),
        (
            "inner ask counts",
            &[x, "global bash `rm *` ask"],
            &|| tightening("rm y"),
            Ask,
        ),
        (
            "a bare star says nothing of it",
            &[x, "global bash `*` deny"],
            &|| tightening("rm y"),
            Allow,
        ),
        (
            "its allow allows nothing",
            &["global bash `rm *` allow"],
            &|| vec![standing("rm y", Standing::Tightening)],
            Ask,
        ),
        (
            "quiet beside others",
            &[x, "global bash `*` deny"],
            &|| quiet("true"),
            Allow,
        ),
        (
            "quiet with a rule",
            &[x, "global bash `true` deny"],
            &|| quiet("true"),
            Deny,
        ),
        (
            "quiet alone falls to the catch-all",
            &["global bash `*` deny"],
            &|| vec![standing("true", Standing::Quiet)],
            Deny,
        ),
        (
            "quiet alone, allowed",
            &["global bash `*` allow"],
            &|| vec![standing("true", Standing::Quiet)],
            Allow,
        ),
        ("no unit at all", &["global bash `*` allow"], &Vec::new, Allow),
        (
            "no unit, strict",
            &["global bash `*` deny", "global bash `a` allow"],
            &Vec::new,
            Deny,
        ),
        (
            "a guard on what tightens",
            &[x, "guards bash `rm *` deny"],
            &|| tightening("rm y"),
            Deny,
        ),
    ];
    for (name, lines, units, state) in cases {
        assert_eq!(given(lines).judge(&command(units())).state, *state, "{name}");
    }
    for (lines, state) in [
        (
            &["global bash `/opt/git *` allow", "global bash `git push*` deny"][..],
            Deny,
        ),
        (
            &["global bash `/opt/git *` allow", "global bash `git push*` ask"],
            Ask,
        ),
        (&["global bash `git *` allow"], Ask),
    ] {
        let verdict = given(lines).judge(&command(vec![alias.clone()]));
        assert_eq!(verdict.state, state, "{lines:?}");
    }
}

#[test]
fn unknown_parts_ask_where_a_rule_could_match() {
    let rows: Rows<'_, &str> = &[
        (
            "nothing could",
            &["global bash `echo *` allow", "global bash `rm *` deny"],
            "echo $x",
            Allow,
            Some("echo *"),
        ),
        (
            "a deny could",
            &["global bash `git *` allow", "global bash `git push *` deny"],
            "git $x",
            Ask,
            Some("git push *"),
        ),
        (
            "an ask could",
            &["global bash `git *` allow", "global bash `git push *` ask"],
            "git $x",
            Ask,
            Some("git push *"),
        ),
        (
            "outranked by what matches every value",
            &[
                "global bash `git push origin *` allow",
                "global bash `git * -f` deny",
            ],
            "git push origin $x",
            Allow,
            Some("git push origin *"),
        ),
        (
            "a deny for every value denies",
            &["global bash `git *` deny"],
            "git $x",
            Deny,
            Some("git *"),
        ),
        (
            "an allow for some values allows none",
            &["global bash `git log` allow"],
            "git $x",
            Ask,
            None,
        ),
        (
            "an agent answers no lurking deny",
            &[
                "global bash `git push *` deny",
                "global bash `*` ask",
                "agent bash `git *` allow",
            ],
            "git $x",
            Ask,
            None,
        ),
        (
            "a guard could",
            &["guards bash `git push *` deny", "global bash `git *` allow"],
            "git $x",
            Ask,
            Some("git push *"),
        ),
        (
            "an exact grant answers",
            &[
                "global bash `git push *` deny",
                "global bash `*` ask",
                "grant bash `git $x` -",
            ],
            "git $x",
            Allow,
            Some("git $x"),
        ),
        (
            "a wide one does not",
            &[
                "global bash `git push *` deny",
                "global bash `*` ask",
                "grant bash `git *` -",
            ],
            "git $x",
            Ask,
            None,
        ),
    ];
    hold(rows, |given, text| given.judge(&command(vec![open_unit(text)])));
    let guarded = Given {
        yolo: true,
        ..given(&["guards bash `git push *` deny", "global bash `git *` allow"])
    };
    assert_eq!(
        guarded.judge(&command(vec![open_unit("git $x")])).state,
        Ask,
        "nothing loosens a guard"
    );
}

#[test]
fn sentinels_turn_an_allow_into_an_ask() {
    let xargs = || floored(unit("xargs rm"), Sentinel::IndirectionWrapper, &["xargs"]);
    let broken = || floored(unit("ls"), Sentinel::Unparseable, &[]);
    type Build<'a> = &'a dyn Fn() -> Intent;
    let cases: &[(&str, &[&str], Build<'_>, Action, Option<&str>)] = &[
        (
            "floored",
            &["global bash `*` allow"],
            &xargs,
            Ask,
            Some("<indirection-bash-wrapper>"),
        ),
        (
            "named",
            &["global bash `xargs *` allow"],
            &xargs,
            Allow,
            Some("xargs *"),
        ),
        (
            "named without a blank",
            &["global bash `xargs*` allow"],
            &xargs,
            Allow,
            Some("xargs*"),
        ),
        (
            "another name",
            &["global bash `xa*` allow"],
            &xargs,
            Ask,
            Some("<indirection-bash-wrapper>"),
        ),
        (
            "deny stays",
            &["global bash `xargs *` deny"],
            &xargs,
            Deny,
            Some("xargs *"),
        ),
        (
            "an agent's rule may name it",
            &["global bash `*` ask", "agent bash `xargs *` allow"],
            &xargs,
            Allow,
            Some("xargs *"),
        ),
        (
            "a wide grant does not answer",
            &["global bash `*` allow", "grant bash `xargs *` -"],
            &xargs,
            Ask,
            None,
        ),
        (
            "an exact grant does",
            &["global bash `*` allow", "grant bash `xargs rm` -"],
            &xargs,
            Allow,
            Some("xargs rm"),
        ),
        (
            "no grant for what can't be read",
            &["global bash `*` allow", "grant bash `ls` -"],
            &broken,
            Ask,
            None,
        ),
    ];
    for (name, lines, unit, state, pattern) in cases {
        let verdict = given(lines).judge(&command(vec![unit()]));
        assert_eq!(verdict.state, *state, "{name}: {:?}", verdict.deciding);
        if pattern.is_some() {
            assert_eq!(verdict.deciding.matched_pattern.as_deref(), *pattern, "{name}");
        }
    }
    let yolo = |lines: &[&str]| {
        Given {
            yolo: true,
            ..given(lines)
        }
        .judge(&command(vec![xargs()]))
    };
    assert_eq!(yolo(&["global bash `*` allow"]).state, Allow);
    assert_eq!(yolo(&["global bash `*` allow"]).deciding.origin, Origin::Yolo);
    assert_eq!(
        yolo(&["global bash `*` allow", "guards path `*.env` deny"]).state,
        Ask
    );
    assert_eq!(
        yolo(&["global bash `*` allow", "guards bash `rm *` deny"]).state,
        Ask
    );
    assert_eq!(
        yolo(&["global bash `*` allow", "guards mcp `x` deny"]).state,
        Allow
    );
    let mut whole = one("ls");
    if let Some(program) = &mut whole.program {
        program.floors = broken().floors;
    }
    assert_eq!(
        given(&["global bash `*` allow"]).judge(&whole).state,
        Ask,
        "the command as a whole"
    );
}

#[test]
fn grants_answer_asks_as_far_as_they_reach() {
    let rows: Rows<'_, &str> = &[
        (
            "answers",
            &["global bash `*` ask", "grant bash `git status *` -"],
            "git status -s",
            Allow,
            Some("git status *"),
        ),
        (
            "no deny",
            &["global bash `git *` deny", "grant bash `git *` -"],
            "git log",
            Deny,
            Some("git *"),
        ),
        (
            "another agent's",
            &["global bash `*` ask", "grant bash `git *` scout"],
            "git log",
            Ask,
            None,
        ),
        (
            "a more specific ask stands",
            &["global bash `git push *` ask", "grant bash `git *` -"],
            "git push",
            Ask,
            Some("git push *"),
        ),
        (
            "an equal one is answered",
            &["global bash `git push *` ask", "grant bash `git push *` -"],
            "git push x",
            Allow,
            None,
        ),
        (
            "another surface",
            &["global bash `*` ask", "grant read `ls` -"],
            "ls",
            Ask,
            None,
        ),
        (
            "the agent's ask counts too",
            &[
                "global bash `*` ask",
                "agent bash `git push *` ask",
                "grant bash `git *` -",
            ],
            "git push",
            Ask,
            None,
        ),
    ];
    hold(rows, |given, text| given.judge(&one(text)));
    let rows: Rows<'_, &str> = &[
        (
            "the path and the tool",
            &[
                "global read `*` ask",
                "global path `*` ask",
                "grant read `/home/u/proj/docs/*` -",
                "grant path_read `/home/u/proj/docs/*` -",
            ],
            "docs/a",
            Allow,
            None,
        ),
        (
            "the tool alone",
            &[
                "global read `*` ask",
                "global path `*` ask",
                "grant read `/home/u/proj/docs/*` -",
            ],
            "docs/a",
            Ask,
            None,
        ),
        (
            "the wrong direction",
            &[
                "global read `*` allow",
                "global path `*` ask",
                "grant path_write `/home/u/proj/docs/*` -",
            ],
            "docs/a",
            Ask,
            None,
        ),
        (
            "path is both",
            &[
                "global read `*` allow",
                "global path `*` ask",
                "grant path `/home/u/proj/docs/*` -",
            ],
            "docs/a",
            Allow,
            None,
        ),
        (
            "not the suffix that was asked about",
            &[
                "global read `*` allow",
                "global path `*.env` ask",
                "grant path_read `/home/u/proj/docs/*` -",
            ],
            "docs/.env",
            Ask,
            Some("*.env"),
        ),
        (
            "but that very file",
            &[
                "global read `*` allow",
                "global path `*.env` ask",
                "grant path_read `/home/u/proj/docs/.env` -",
            ],
            "docs/.env",
            Allow,
            None,
        ),
    ];
    hold(rows, |given, path| given.on_path("read", path));
    let scout = Given {
        agent: Some("scout"),
        ..given(&["grant bash `git *` scout"])
    };
    assert_eq!(scout.judge(&one("git log")).state, Allow);
}

#[test]
fn a_grant_for_one_group_is_none_for_the_other() {
    let mut given = given(&[
        "global read `*` allow",
        "global path `*` ask",
        "grant path_read `/home/u/proj/*` -",
    ]);
    given.files = given
        .files
        .clone()
        .file("/srv/x")
        .link("/home/u/proj/data", "/srv");
    let verdict = given.on_path("read", "data/x");
    assert_eq!(verdict.state, Ask);
    assert_eq!(
        verdict
            .asks
            .iter()
            .map(|ask| ask.groups.clone())
            .collect::<Vec<_>>(),
        [vec![1]]
    );
}

#[test]
fn what_cannot_be_read_is_never_an_allow() {
    let of = |health: Health, yolo: bool, lines: &[&str]| {
        let given = Given {
            health,
            yolo,
            ..given(lines)
        };
        let verdict = given.judge(&one("ls"));
        (verdict.state, verdict.deciding.origin, verdict.human_only)
    };
    let policy = Health {
        policy_unreadable: true,
        ..Health::default()
    };
    let guards = Health {
        guards_unreadable: true,
        ..Health::default()
    };
    let agent = Health {
        agent_unreadable: true,
        ..Health::default()
    };
    let allow = "global bash `*` allow";
    assert_eq!(of(policy, false, &[allow]), (Ask, Origin::FailClosed, false));
    assert_eq!(
        of(policy, true, &[allow]),
        (Ask, Origin::FailClosed, false),
        "yolo"
    );
    assert_eq!(of(policy, false, &["agent bash `*` allow"]).0, Ask, "agent");
    assert_eq!(of(policy, false, &["grant bash `ls` -"]).0, Ask, "grant");
    assert_eq!(
        of(policy, false, &["global bash `ls` deny"]).0,
        Deny,
        "the last readable version denies"
    );
    assert_eq!(of(policy, false, &["guards bash `ls` deny"]).0, Deny);
    assert_eq!(of(agent, false, &[allow]), (Ask, Origin::FailClosed, false));
    assert_eq!(
        of(agent, true, &[allow]).0,
        Allow,
        "yolo answers after the floors"
    );
    assert_eq!(of(agent, false, &["global bash `*` deny"]).0, Deny);
    assert_eq!(of(guards, false, &[allow]), (Ask, Origin::ProtectedWrite, true));
    assert_eq!(of(guards, true, &[allow]), (Ask, Origin::ProtectedWrite, true));
    assert_eq!(
        of(guards, false, &["global bash `*` ask"]),
        (Ask, Origin::Global, true)
    );
    assert_eq!(of(guards, false, &["global bash `*` deny"]).0, Deny);
}

#[test]
fn an_entry_that_cannot_be_read_floors_its_surface() {
    let of = |origin, key, lines: &[&str], yolo| {
        let given = Given {
            floored: vec![(origin, key)],
            yolo,
            ..given(lines)
        };
        (given.judge(&one("ls")).state, given.on_path("read", "a").state)
    };
    let lines = &["global bash `*` allow", "global read `*` allow"];
    assert_eq!(of(Origin::Global, "bash", lines, false), (Ask, Allow));
    assert_eq!(of(Origin::Global, "*", lines, false), (Ask, Ask));
    assert_eq!(
        of(Origin::Global, "path", lines, false),
        (Allow, Ask),
        "a silent path gate is no allow"
    );
    assert_eq!(of(Origin::Global, "path_write", lines, false), (Allow, Allow));
    assert_eq!(of(Origin::Global, "bash", lines, true), (Allow, Allow));
    assert_eq!(of(Origin::HardGuard, "bash", lines, true), (Ask, Allow));
}

#[test]
fn yolo_answers_what_a_human_need_not() {
    let yolo = |lines: &[&str]| Given {
        yolo: true,
        ..given(lines)
    };
    let verdict = yolo(&[]).judge(&one("ls"));
    assert_eq!((verdict.state, verdict.deciding.origin), (Allow, Origin::Yolo));
    assert_eq!(yolo(&["global bash `ls` deny"]).judge(&one("ls")).state, Deny);
    let write = yolo(&["protected path_write `*.lock` ask"]).on_path("write", "a.lock");
    assert_eq!((write.state, write.human_only), (Ask, true));
}

#[test]
fn protected_writes_are_for_a_human() {
    let rows: Rows<'_, (&str, &str)> = &[
        (
            "a write",
            &["global * `*` allow", "protected path_write `*.lock` ask"],
            ("write", "a.lock"),
            Ask,
            Some("*.lock"),
        ),
        (
            "an edit",
            &["global * `*` allow", "protected path_write `*.lock` ask"],
            ("edit", "a.lock"),
            Ask,
            Some("*.lock"),
        ),
        (
            "a read",
            &["global * `*` allow", "protected path_write `*.lock` ask"],
            ("read", "a.lock"),
            Allow,
            None,
        ),
        (
            "another file",
            &["global * `*` allow", "protected path_write `*.lock` ask"],
            ("write", "a.txt"),
            Allow,
            None,
        ),
        (
            "a deny stays",
            &["global * `*` deny", "protected path_write `*.lock` ask"],
            ("write", "a.lock"),
            Deny,
            None,
        ),
        (
            "no grant answers",
            &[
                "global * `*` allow",
                "protected path_write `*.lock` ask",
                "grant path_write `/home/u/proj/a.lock` -",
                "grant write `/home/u/proj/a.lock` -",
            ],
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
    assert_eq!(
        of(&[all, "global path `nowhere/*` deny"], "."),
        (Allow, false),
        "nothing stands there"
    );
    assert_eq!(of(&[all, "global path `secrets/key` deny"], "."), (Deny, true));
    assert_eq!(
        of(&[all, "global path `secrets/other` deny"], "."),
        (Allow, false)
    );
    assert_eq!(of(&[all, "global path `sec*` deny"], "."), (Deny, true));
    assert_eq!(
        of(&[all, "global path `*.pem` deny"], "."),
        (Allow, false),
        "it leads nowhere in particular"
    );
    assert_eq!(
        of(
            &[
                all,
                "global path `secrets/*` deny",
                "global path_read `secrets/*` allow"
            ],
            "."
        ),
        (Allow, false)
    );
    assert_eq!(
        of(&[all, "global grep `secrets/*` deny"], "."),
        (Deny, true),
        "the tool's own surface"
    );
    assert_eq!(of(&[all, "guards path `secrets/*` deny"], "."), (Deny, true));
    assert_eq!(
        of(&[all, "global path `secrets/*` ask", "agent path `*` allow"], "."),
        (Allow, false)
    );
    assert_eq!(
        of(
            &[all, "global path `secrets/*` deny", "agent path `*` allow"],
            "."
        ),
        (Deny, true)
    );
    assert_eq!(
        of(
            &[
                all,
                "global path `secrets/*` ask",
                "grant path_read `/home/u/proj/secrets/*` -"
            ],
            "."
        ),
        (Allow, false)
    );
}

#[test]
fn mcp_targets_fall_through_tiers_and_have_a_baseline() {
    let call = json!({"server": "exa", "tool": "search"});
    let status = json!({});
    let connect = json!({"connect": "exa"});
    let search = json!({"search": "x"});
    let cases: &[(&str, &[&str], &serde_json::Value, Action)] = &[
        ("by tool", &["global mcp `exa:search` allow"], &call, Allow),
        (
            "by server",
            &["global mcp `exa` deny", "global * `*` allow"],
            &call,
            Deny,
        ),
        (
            "the tool before the server",
            &["global mcp `exa` deny", "global mcp `exa:*` allow"],
            &call,
            Allow,
        ),
        ("by operation", &["global mcp `mcp_call` allow"], &call, Allow),
        (
            "bare name denies",
            &["global * `*` allow", "global mcp `search` deny"],
            &call,
            Deny,
        ),
        (
            "bare name allows nothing",
            &["global mcp `search` allow"],
            &call,
            Ask,
        ),
        ("nothing allowed yet", &["global mcp `x` deny"], &status, Ask),
        ("baseline", &["global mcp `exa:*` allow"], &status, Allow),
        (
            "baseline beside a bare ask",
            &["global mcp `*` ask", "global mcp `exa:*` allow"],
            &search,
            Allow,
        ),
        (
            "baseline beside a bare deny",
            &["global mcp `*` deny", "global mcp `exa:*` allow"],
            &search,
            Deny,
        ),
        (
            "a rule says otherwise",
            &["global mcp `mcp_search` ask", "global mcp `exa:*` allow"],
            &search,
            Ask,
        ),
        (
            "connect to what is named",
            &["global mcp `exa:*` allow"],
            &connect,
            Allow,
        ),
        (
            "connect to another",
            &["global mcp `exa2:*` allow"],
            &connect,
            Ask,
        ),
    ];
    for (name, lines, input, state) in cases {
        let given = given(lines);
        let verdict = given.judge(&given.call("mcp", input));
        assert_eq!(verdict.state, *state, "{name}: {:?}", verdict.gates);
    }
}

#[test]
fn tools_without_a_value_ask_beside_a_pattern() {
    let todo = json!({"items": []});
    for (lines, state) in [
        (&["global todo `*` allow"][..], Allow),
        (&["global todo `*` allow", "global todo `x` deny"], Ask),
        (&["global todo `*` allow", "global todo `x` allow"], Allow),
        (&["global todo `x` allow"], Ask),
        (&["global todo `*` deny", "global todo `x` allow"], Deny),
        (&["global * `*` allow"], Allow),
        (&[], Ask),
    ] {
        let given = given(lines);
        assert_eq!(given.judge(&given.call("todo", &todo)).state, state, "{lines:?}");
    }
}

#[test]
fn the_deciding_gate_is_the_first_with_the_result_or_the_last_that_spoke() {
    let gate = |lines: &[&str], path: &str| {
        let verdict = given(lines).on_path("read", path);
        (
            verdict.state,
            verdict.deciding.gate,
            verdict.deciding.surface,
            verdict.gates.len(),
        )
    };
    let of = |state, gate, surface: &str, gates| (state, gate, surface.to_owned(), gates);
    assert_eq!(
        gate(&["global read `*` allow"], "a"),
        of(Allow, Gate::Tool, "read", 1)
    );
    assert_eq!(
        gate(&["global read `*` allow", "global path `*` allow"], "a"),
        of(Allow, Gate::Tool, "read", 2)
    );
    assert_eq!(
        gate(&["global read `*` ask", "global path_read `*` ask"], "a"),
        of(Ask, Gate::Path, "path_read", 2)
    );
    assert_eq!(
        gate(&["global read `*` deny", "global path `*` ask"], "a"),
        of(Deny, Gate::Tool, "read", 2)
    );
    assert_eq!(
        gate(&["global read `*` ask", "global path `*` allow"], "a"),
        of(Ask, Gate::Tool, "read", 2)
    );
}

#[test]
fn surface_level_states() {
    for (lines, tool, state) in [
        (&["global * `*` deny"][..], "read", Deny),
        (&["global * `*` deny", "global read `src/*` allow"], "read", Ask),
        (&["global read `*` deny"], "read", Deny),
        (&["global read `*` allow"], "read", Allow),
        (&[], "read", Ask),
        (&["global bash `*` deny", "global bash `git *` ask"], "bash", Ask),
        (
            &["global bash `*` deny", "global bash `git *` deny"],
            "bash",
            Deny,
        ),
        (
            &[
                "global bash `*` deny",
                "global bash `git *` allow",
                "project bash `*` deny",
            ],
            "bash",
            Deny,
        ),
        (&["global bash `*` allow", "guards bash `*` deny"], "bash", Deny),
        (&["global bash `*` deny", "agent bash `*` allow"], "bash", Deny),
        (&["global bash `*` ask", "agent bash `*` allow"], "bash", Allow),
        (
            &["global mcp `*` deny", "global * `*` allow"],
            "mcp__exa__search",
            Deny,
        ),
        (
            &["global skill `*` deny", "global skill `tdd` allow"],
            "skill",
            Ask,
        ),
    ] {
        assert_eq!(
            super::tool_permission(tool, &given(lines).snapshot()),
            state,
            "{lines:?} {tool}"
        );
    }
}

#[test]
fn a_tool_that_runs_commands_is_named_by_its_own_key_alone() {
    let run = || {
        let mut own = Intent::new(Gate::Tool, "exec", "ls");
        own.groups.push(crate::access::Group::of_texts(["ls"]));
        own.standing = Standing::Quiet;
        command(vec![unit("ls"), own])
    };
    for (lines, state) in [
        (&["global * `*` ask", "global bash `*` allow"][..], Allow),
        (&["global * `*` deny", "global bash `*` allow"], Allow),
        (&["global bash `*` allow", "global exec `*` deny"], Deny),
        (&["global bash `*` allow", "global exec `*` ask"], Ask),
        (&["global bash `*` allow", "global ex* `*` deny"], Deny),
        (&["global bash `*` allow", "global exec `ls` deny"], Deny),
        (&["global bash `*` allow", "guards exec `*` deny"], Deny),
        (&["global bash `*` allow", "project exec `*` deny"], Deny),
        // An allow under its own key does not reach its commands.
        (&["global bash `*` deny", "global exec `*` allow"], Deny),
        (&["global exec `*` allow"], Ask),
    ] {
        assert_eq!(given(lines).judge(&run()).state, state, "{lines:?}");
    }
}
