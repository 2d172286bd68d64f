//! What is only likely, not known, or not understood in a command.

use super::{Rows, hold, one};
use crate::gate::testing::{Given, command, floored, given, open_spelling, open_unit, standing, unit};
use crate::access::Intent;
use crate::decision::Origin;
use crate::rule::Action::{self, Allow, Ask, Deny};
use crate::shell::{Sentinel, Standing};

type Units<'a> = &'a dyn Fn() -> Vec<Intent>;
type Floored<'a> = &'a [(&'a str, &'a [&'a str], &'a dyn Fn() -> Intent, Action, Option<&'a str>)];

#[test]
fn what_only_tightens_never_allows() {
    let tightening = |text| vec![unit("x"), standing(text, Standing::Tightening)];
    let quiet = |text| vec![unit("x"), standing(text, Standing::Quiet)];
    let mut alias = unit("/opt/git push");
    alias.groups[0]
        .tightening
        .push(open_spelling("git push"));
    let x = "global bash `x` allow";
    let cases: &[(&str, &[&str], Units<'_>, Action)] = &[
        ("inner deny counts", &[x, "global bash `rm *` deny"], &|| tightening("rm y"), Deny),
        ("inner ask counts", &[x, "global bash `rm *` ask"], &|| tightening("rm y"), Ask),
        ("a bare star says nothing of it", &[x, "global bash `*` deny"], &|| tightening("rm y"), Allow),
        ("its allow allows nothing", &["global bash `rm *` allow"], &|| vec![standing("rm y", Standing::Tightening)], Ask),
        ("quiet beside others", &[x, "global bash `*` deny"], &|| quiet("true"), Allow),
        ("quiet with a rule", &[x, "global bash `true` deny"], &|| quiet("true"), Deny),
        ("quiet alone falls to the catch-all", &["global bash `*` deny"], &|| vec![standing("true", Standing::Quiet)], Deny),
        ("quiet alone, allowed", &["global bash `*` allow"], &|| vec![standing("true", Standing::Quiet)], Allow),
        ("no unit at all", &["global bash `*` allow"], &Vec::new, Allow),
        ("no unit, strict", &["global bash `*` deny", "global bash `a` allow"], &Vec::new, Deny),
        ("a guard on what tightens", &[x, "guards bash `rm *` deny"], &|| tightening("rm y"), Deny),
    ];
    for (name, lines, units, state) in cases {
        assert_eq!(given(lines).judge(&command(units())).state, *state, "{name}");
    }
    for (lines, state) in [
        (&["global bash `/opt/git *` allow", "global bash `git push*` deny"][..], Deny),
        (&["global bash `/opt/git *` allow", "global bash `git push*` ask"], Ask),
        (&["global bash `git *` allow"], Ask),
    ] {
        let verdict = given(lines).judge(&command(vec![alias.clone()]));
        assert_eq!(verdict.state, state, "{lines:?}");
    }
}

#[test]
fn unknown_parts_ask_where_a_rule_could_match() {
    let rows: Rows<'_, &str> = &[
        ("nothing could", &["global bash `echo *` allow", "global bash `rm *` deny"], "echo $x", Allow, Some("echo *")),
        ("a deny could", &["global bash `git *` allow", "global bash `git push *` deny"], "git $x", Ask, Some("git push *")),
        ("an ask could", &["global bash `git *` allow", "global bash `git push *` ask"], "git $x", Ask, Some("git push *")),
        ("outranked by what matches every value", &["global bash `git push origin *` allow", "global bash `git * -f` deny"], "git push origin $x", Allow, Some("git push origin *")),
        ("a deny for every value denies", &["global bash `git *` deny"], "git $x", Deny, Some("git *")),
        ("an allow for some values allows none", &["global bash `git log` allow"], "git $x", Ask, None),
        ("an agent answers no lurking deny", &["global bash `git push *` deny", "global bash `*` ask", "agent bash `git *` allow"], "git $x", Ask, None),
        ("a guard could", &["guards bash `git push *` deny", "global bash `git *` allow"], "git $x", Ask, Some("git push *")),
        ("a wildcard is no dollar", &["global bash `git ?x` allow"], "git $x", Ask, None),
        ("but a rule may spell it out", &["global bash `git $x` allow"], "git $x", Allow, Some("git $x")),
        ("an exact grant answers", &["global bash `git push *` deny", "global bash `*` ask", "grant bash `git $x` -"], "git $x", Allow, Some("git $x")),
        ("a wide one does not", &["global bash `git push *` deny", "global bash `*` ask", "grant bash `git *` -"], "git $x", Ask, None),
    ];
    hold(rows, |given, text| given.judge(&command(vec![open_unit(text)])));
    let guarded = Given { yolo: true, ..given(&["guards bash `git push *` deny", "global bash `git *` allow"]) };
    assert_eq!(guarded.judge(&command(vec![open_unit("git $x")])).state, Ask, "nothing loosens a guard");
}

#[test]
fn sentinels_turn_an_allow_into_an_ask() {
    let xargs = || floored(unit("xargs rm"), Sentinel::IndirectionWrapper, &["xargs"]);
    let broken = || floored(unit("ls"), Sentinel::Unparseable, &[]);
    let cases: Floored<'_> = &[
        ("floored", &["global bash `*` allow"], &xargs, Ask, Some("<indirection-bash-wrapper>")),
        ("named", &["global bash `xargs *` allow"], &xargs, Allow, Some("xargs *")),
        ("named without a blank", &["global bash `xargs*` allow"], &xargs, Allow, Some("xargs*")),
        ("another name", &["global bash `xa*` allow"], &xargs, Ask, Some("<indirection-bash-wrapper>")),
        ("deny stays", &["global bash `xargs *` deny"], &xargs, Deny, Some("xargs *")),
        ("an agent's rule may name it", &["global bash `*` ask", "agent bash `xargs *` allow"], &xargs, Allow, Some("xargs *")),
        ("a wide grant does not answer", &["global bash `*` allow", "grant bash `xargs *` -"], &xargs, Ask, None),
        ("an exact grant does", &["global bash `*` allow", "grant bash `xargs rm` -"], &xargs, Allow, Some("xargs rm")),
        ("no grant for what can't be read", &["global bash `*` allow", "grant bash `ls` -"], &broken, Ask, None),
    ];
    for (name, lines, unit, state, pattern) in cases {
        let verdict = given(lines).judge(&command(vec![unit()]));
        assert_eq!(verdict.state, *state, "{name}: {:?}", verdict.deciding);
        if pattern.is_some() {
            assert_eq!(verdict.deciding.matched_pattern.as_deref(), *pattern, "{name}");
        }
    }
    let yolo = |lines: &[&str]| {
        Given { yolo: true, ..given(lines) }
        .judge(&command(vec![xargs()]))
    };
    assert_eq!(yolo(&["global bash `*` allow"]).state, Allow);
    assert_eq!(yolo(&["global bash `*` allow"]).deciding.origin, Origin::Yolo);
    assert_eq!(yolo(&["global bash `*` allow", "guards path `*.env` deny"]).state, Ask);
    assert_eq!(yolo(&["global bash `*` allow", "guards bash `rm *` deny"]).state, Ask);
    assert_eq!(yolo(&["global bash `*` allow", "guards mcp `x` deny"]).state, Allow);
    let mut whole = one("ls");
    if let Some(program) = &mut whole.program {
        program.floors = broken().floors;
    }
    assert_eq!(given(&["global bash `*` allow"]).judge(&whole).state, Ask, "the command as a whole");
}
