//! The quick way down folders, held against a walk over all rules.

use super::*;
use crate::access::{Descent, MemoryFiles};
use crate::gate::testing::given;
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

fn pattern() -> impl Strategy<Value = String> {
    let text =
        "(/p/w/|/p/|/|\\./|\\.\\./|~/|)(w|a|b|c|d[0-9]|x|a/b|b/c|b/c/d|a//b)(/|/x|\\.env| |)(\\*|\\?|)";
    proptest::string::string_regex(text).unwrap()
}

fn action() -> impl Strategy<Value = Action> {
    proptest::sample::select(vec![Action::Deny, Action::Ask, Action::Allow])
}

fn rule((order, (pattern, form, action)): (u32, (String, Option<String>, Action))) -> Rule {
    Rule {
        surface: Arc::from("path"),
        pattern: Pattern::path(&pattern, "", "/p/w"),
        action,
        reason: None,
        order,
        forms: form.iter().map(|form| Pattern::text(form)).collect(),
    }
}

/// Folders, of which some hold enough to be listed and `b` too much for that.
fn folders() -> MemoryFiles {
    let mut files = MemoryFiles::new()
        .directory("/p")
        .directory("/p/w")
        .directory("/p/w/a")
        .directory("/p/w/b")
        .directory("/p/w/b/c")
        .file("/p/w/a/x")
        .file("/p/w/a.env")
        .file("/p/w/b/c/d")
        .directory("/p/q")
        .directory("/p/q/b")
        .link("/p/w/c", "/p/q")
        .failing("/p/w/d9", crate::access::FileError::Unreadable);
    for number in [1, 2, 4, 5, 7] {
        files = files.file(&format!("/p/w/d{number}/x"));
        files = files.directory(&format!("/p/w/b/d{number}"));
    }
    for number in 0..200 {
        files = files.file(&format!("/p/w/b/file-{number}"));
    }
    files
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn going_down_folders_finds_what_a_walk_over_the_rules_finds(
        patterns in proptest::collection::vec(
            (pattern(), proptest::option::of("/p/(w|q)/(a|b|b/d[0-9]|x)/?\\*?"), action()), 1..80),
        roots in proptest::collection::vec(
            proptest::sample::select(vec!["/p/w", "/p", "/", "/p/w/a", "/p/w/b", "/p/w/b/c", "/p/q", "/x"]), 1..3),
        ignores_case in any::<bool>(),
    ) {
        let files = if ignores_case { folders().ignoring_case() } else { folders() };
        let rules: Vec<Rule> = (0u32..).zip(patterns).map(rule).collect();
        let surface = Surface::new(Arc::from("path"), rules);
        let descent = Descent {
            roots: roots.into_iter().map(str::to_owned).collect(),
            ..Descent::default()
        };
        let ground = Ground::new(&descent, &files, "/p/w");
        let leads = |places: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
            let restricts = |at: &usize| surface.rules()[*at].action != Action::Allow;
            places.filter(restricts).filter(|&at| leads_below(&surface.rules()[at], &ground)).collect()
        };
        prop_assert_eq!(
            leads(&mut ground.near(&surface).into_iter()),
            leads(&mut (0..surface.rules().len()))
        );
    }

    #[test]
    fn what_lies_below_comes_to_the_strictest_that_any_rule_comes_to_by_itself(
        rules in proptest::collection::vec(
            ("(guards|global) path `(a|b|c|d[0-9]|a/b|e)/(\\*|x|[xy]\\*)` (ask|deny|allow)", any::<u8>()), 1..100),
        grants in proptest::collection::vec("grant path_read `/home/u/proj/(a|b|d[0-9])/\\*` -", 0..3),
        yolo in any::<bool>(),
        command in proptest::sample::select(
            vec!["grep -r x .", "find . -name x", "grep -r x a b", "frobnicate .", "grep -r --exclude-dir=a x ."]),
    ) {
        let of = |rules: &[&str]| {
            let mut given = given(rules);
            given.lines.extend(grants.iter().cloned());
            given.lines.push("global bash `*` allow".to_owned());
            given.yolo = yolo;
            for path in ["a/x", "a/b/y", "b/x", "c/z", "d1/x", "d3/y", "d4/x", "d5/x", "d8/z"] {
                given.files = given.files.clone().file(&format!("/home/u/proj/{path}"));
            }
            let verdict = given.judge(&given.call("bash", &json!({ "command": command })));
            let below = verdict.gates.iter().find(|gate| gate.gate == crate::decision::Gate::Path);
            (verdict.state, below.map(|gate| (gate.origin, gate.matched_pattern.clone())))
        };
        let rules: Vec<&str> = rules.iter().map(|(rule, _)| rule.as_str()).collect();
        let together = of(&rules);
        let mut strictest = of(&[]);
        let apart: Vec<_> = rules.iter().map(|rule| of(&[rule])).collect();
        for one in &apart {
            if one.0 > strictest.0 {
                strictest = one.clone();
            }
        }
        prop_assert_eq!(together.0, strictest.0);
        // Where somebody is told, it is of a rule that says so by itself.
        if together.0 != Action::Allow {
            prop_assert!(apart.contains(&together), "{:?}", together);
        }
    }
}
