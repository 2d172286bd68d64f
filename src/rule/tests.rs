//! What patterns match, how they rank and how they stand to one another, a line a case.

use super::{Action, Hole, Open, Pattern, Relation, Rule, RuleSet, Surface};
use std::sync::Arc;

const HOME: &str = "/home/u";
const CWD: &str = "/home/u/proj";

#[test]
fn patterns_match_whole_texts() {
    for (pattern, text, expected) in [
        ("*", "", true),
        ("*", "a/b\nc", true),
        ("", "", true),
        ("", "a", false),
        ("?", "é", true),
        ("?", "𝄞", true),
        ("?", "", false),
        ("?", "ab", false),
        ("git *", "git", true),
        ("git *", "git ", true),
        ("git *", "git push -f", true),
        ("git *", "gitk", false),
        ("git * *", "git", false),
        ("git * *", "git x", true),
        ("* *", "", true),
        (" *", "", true),
        ("*.env", ".env", true),
        ("*.env", "prodenv", false),
        ("a*b*c", "abbc", true),
        ("a*b*c", "acb", false),
        ("ab*ba", "aba", false),
        ("a?*?b", "a12b", true),
        ("a?*?b", "a1b", false),
        ("**", "x", true),
        ("a[b]{c}.\\*", "a[b]{c}.\\x", true),
        ("a[b]", "ab", false),
        ("A", "a", false),
    ] {
        assert_eq!(Pattern::text(pattern).matches(text), expected, "{pattern} {text}");
    }
}

#[test]
fn variables_expand_at_the_start_of_path_patterns() {
    for (pattern, home, cwd, expanded) in [
        ("~", HOME, CWD, "/home/u"),
        ("~/x", HOME, CWD, "/home/u/x"),
        ("~/x", "/", CWD, "/x"),
        ("~", "/", CWD, "/"),
        ("~*", HOME, CWD, "/home/u*"),
        ("$HOME/x", HOME, CWD, "/home/u/x"),
        ("${HOME}/x", HOME, CWD, "/home/u/x"),
        ("${cwd}/x", HOME, CWD, "/home/u/proj/x"),
        ("${cwd}", HOME, "/", "/"),
        ("~bob/x", HOME, CWD, "~bob/x"),
        ("$HOMEWORK", HOME, CWD, "$HOMEWORK"),
        ("a/~/x", HOME, CWD, "a/~/x"),
        ("~/x", "", CWD, "~/x"),
    ] {
        assert_eq!(
            Pattern::path(pattern, home, cwd).expanded(),
            expanded,
            "{pattern}"
        );
    }
    let odd = Pattern::path("~/*", "/home/*", CWD);
    assert!(odd.matches("/home/*/x") && !odd.matches("/home/u/x"));
    assert_eq!(odd.literal_prefix(), "/home/*/");
}

#[test]
fn the_more_specific_pattern_ranks_higher() {
    for (higher, lower) in [
        ("a", "aaaaaaaaaaaa*"),
        ("git push *", "git *"),
        ("git * --force", "git push *"),
        ("ab*", "a*b*"),
        ("a?*", "a*"),
        ("a*", "a**"),
        ("~/ab*", "~/a*"),
        ("*", "**"),
    ] {
        let rank = |pattern: &str| Pattern::path(pattern, HOME, CWD).rank();
        assert!(rank(higher) > rank(lower), "{higher} {lower}");
        assert!(
            rank(higher).with_order(0) > rank(lower).with_order(u32::MAX),
            "{higher} {lower}"
        );
    }
    let rank = |pattern: &str| Pattern::path(pattern, HOME, CWD).rank();
    assert_eq!(rank("~/x*"), rank("${cwd}/x*"));
    assert_eq!(rank("~/x*").literals, 3);
}

#[test]
fn patterns_stand_to_one_another_by_what_they_match() {
    use Relation::{Apart, Equal, Narrower, Wider};
    for (a, b, expected) in [
        ("*", "**", Equal),
        ("*", "* *", Equal),
        ("*", "git *", Wider),
        ("git", "git *", Narrower),
        ("git *", "git push *", Wider),
        ("git push *", "git push* *", Narrower),
        ("git p*", "git *", Narrower),
        ("a*b", "a?b", Wider),
        ("?*", "*?", Equal),
        ("*a*", "*a", Wider),
        ("*.env.*", "*.env.example", Wider),
        ("/home/u/proj/*", "*.env", Apart),
        ("*aab*", "*aaab*", Wider),
        ("*ab", "*aab", Wider),
        ("a", "b", Apart),
    ] {
        assert_eq!(Pattern::text(a).relation(&Pattern::text(b)), expected, "{a} {b}");
        let turned = match expected {
            Wider => Narrower,
            Narrower => Wider,
            same => same,
        };
        assert_eq!(Pattern::text(b).relation(&Pattern::text(a)), turned, "{b} {a}");
    }
}

#[test]
fn entangled_patterns_are_given_up_on_without_a_wrong_answer() {
    // The states of one do not fold together while the other reads on.
    let one = Pattern::text(&format!("*a{}", "?".repeat(60)));
    let other = Pattern::text(&format!("{}b", "*a?".repeat(60)));
    assert_ne!(one.relation(&other), Relation::Equal);
    assert!(one.covers(&one.clone()) && other.covers(&other.clone()));
}

#[test]
fn patterns_are_anchored_for_comparison() {
    for (pattern, anchored) in [
        ("src/*", "/home/u/proj/src/*"),
        ("/etc/*", "/etc/*"),
        ("~/x", "/home/u/x"),
        ("${cwd}/x", "/home/u/proj/x"),
        ("*.env", "*.env"),
        ("?x", "?x"),
        ("", ""),
    ] {
        let pattern = Pattern::path(pattern, HOME, CWD);
        assert_eq!(pattern.anchored(CWD).expanded(), anchored);
        assert_eq!(pattern.anchored(CWD).source(), pattern.source());
    }
    let below_odd = Pattern::text("x").anchored("/a*");
    assert!(below_odd.matches("/a*/x") && !below_odd.matches("/ab/x"));
    assert_eq!(Pattern::text("x").anchored("/").expanded(), "/x");
}

fn open(text: &str) -> Open {
    let mut open = Open::new();
    for part in text.split_inclusive(['$', '@', '#']) {
        let (text, hole) = match part.chars().last() {
            Some('$') => (&part[..part.len() - 1], Some(Hole::Any)),
            Some('@') => (&part[..part.len() - 1], Some(Hole::NoBlank)),
            Some('#') => (&part[..part.len() - 1], Some(Hole::Digits)),
            _ => (part, None),
        };
        open.push_text(text);
        if let Some(hole) = hole {
            open.push_hole(hole);
        }
    }
    open
}

#[test]
fn texts_with_holes_could_match_or_surely_match() {
    // `$` any text, `@` no blanks, `#` digits.
    for (pattern, text, could, every) in [
        ("rm *", "rm $", true, true),
        ("rm -rf *", "rm $", true, false),
        ("rm -rf *", "rm @", true, false),
        ("rm -rf x", "rm @", false, false),
        ("rm -rf *", "rm @ x", true, false),
        ("rm *", "$ x", true, false),
        ("kill ?", "kill #", true, false),
        ("kill a", "kill #", false, false),
        ("kill ?*", "kill #", true, true),
        ("*", "$", true, true),
        // An expansion that comes out empty takes a blank along.
        ("git push", "git $ push", true, false),
        ("git push", "$ git push", true, false),
        ("git push", "git push $", true, false),
        ("git push", "git @ push", false, false),
        ("git * push", "git $ push", true, false),
        ("git *push", "git $ push", true, true),
        ("gitpush", "git$push", true, false),
    ] {
        assert_eq!(
            Pattern::text(pattern).could_match(&open(text)),
            could,
            "{pattern} could {text}"
        );
        assert_eq!(
            Pattern::text(pattern).matches_every(&open(text)),
            every,
            "{pattern} every {text}"
        );
    }
}

fn rule(surface: &str, pattern: &str, order: u32) -> Rule {
    Rule {
        surface: Arc::from(surface),
        pattern: Pattern::text(pattern),
        action: Action::Ask,
        reason: None,
        order,
        forms: Vec::new(),
    }
}

#[test]
fn surfaces_come_most_specific_key_first() {
    let keys = [
        "*",
        "mcp__*",
        "mcp__exa__*",
        "mcp__exa__find",
        "path",
        "path_read",
        "p*",
    ];
    let rules = keys.iter().zip(0u32..).map(|(key, order)| rule(key, "*", order));
    let set = RuleSet::new(rules);
    let of = |name: &'static str| set.surfaces(name).map(Surface::key).collect::<Vec<_>>();
    assert_eq!(
        of("mcp__exa__find"),
        ["mcp__exa__find", "mcp__exa__*", "mcp__*", "*"]
    );
    assert_eq!(of("mcp__x"), ["mcp__*", "*"]);
    assert_eq!(of("read"), ["*"]);
    assert_eq!(of("pull"), ["p*", "*"]);
    for name in ["path", "path_read", "path_write"] {
        assert_eq!(of(name), [""; 0], "{name}");
    }
    assert_eq!(set.surface("path_read").map(Surface::key), Some("path_read"));
    assert_eq!(
        set.rules().map(|rule| rule.order).collect::<Vec<_>>(),
        [0, 1, 2, 3, 4, 5, 6]
    );
}

#[test]
fn of_equal_rank_the_later_comes_first() {
    let set = RuleSet::new(vec![rule("bash", "a*", 0), rule("bash", "*a", 1)]);
    assert_eq!(
        set.surface("bash")
            .and_then(|s| s.best(&["a"]))
            .map(|rule| rule.order),
        Some(1)
    );
}
