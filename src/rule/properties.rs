//! Property tests: everything clever in this room against a naive twin, over an alphabet so small that the
//! cases collide.

use super::{Action, Hole, Open, OpenPart, Pattern, Relation, Rule, RuleSet};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// `*` and `?` by plain recursion over characters.
fn naive(pattern: &[char], text: &[char]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some(('*', rest)), _) if naive(rest, text) => true,
        (Some(('*', _)), Some((_, text))) => naive(pattern, text),
        (Some(('?', rest)), Some((_, text))) => naive(rest, text),
        (Some((c, rest)), Some((d, text))) => c == d && naive(rest, text),
        _ => false,
    }
}

fn naive_matches(pattern: &str, text: &str) -> bool {
    let chars = |text: &str| text.chars().collect::<Vec<_>>();
    naive(&chars(pattern), &chars(text))
        || pattern
            .strip_suffix(" *")
            .is_some_and(|short| naive(&chars(short), &chars(text)))
}

/// Every text up to `length` characters over `alphabet`.
fn texts(alphabet: &str, length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut start = 0;
    for _ in 0..length {
        let end = all.len();
        for at in start..end {
            for c in alphabet.chars() {
                let longer = format!("{}{c}", all[at]);
                all.push(longer);
            }
        }
        start = end;
    }
    all
}

/// Every text of `open` up to `length` characters over `alphabet`, by filling its holes.
fn fillings(open: &Open, alphabet: &str, length: usize) -> BTreeSet<String> {
    let pool = texts(alphabet, length);
    let fits = |hole: Hole, text: &str| match hole {
        Hole::Any => true,
        Hole::NoBlank => !text.contains(' '),
        Hole::Digits => !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()),
    };
    // A marker stands where an expansion came out empty: an unquoted one may take its word along, a quoted one
    // keeps it.
    let mut filled: BTreeSet<String> = BTreeSet::from([String::new()]);
    for part in open.parts() {
        let mut next = BTreeSet::new();
        for start in &filled {
            match part {
                OpenPart::Text(text) => {
                    next.insert(format!("{start}{text}"));
                }
                OpenPart::Hole(hole) => {
                    for value in pool.iter().filter(|value| fits(*hole, value)) {
                        let value = match hole {
                            Hole::Any if value.is_empty() => "\0",
                            Hole::NoBlank if value.is_empty() => "\u{1}",
                            _ => value,
                        };
                        next.insert(format!("{start}{value}"));
                    }
                }
            }
        }
        next.retain(|text| text.chars().filter(|&c| c > '\u{1}').count() <= length + 1);
        filled = next;
    }
    filled.iter().flat_map(|text| without_empty_words(text)).collect()
}

/// The text with its markers dropped, and with each word of nothing but markers taken out with a blank.
fn without_empty_words(text: &str) -> Vec<String> {
    let plain = text.replace(['\0', '\u{1}'], "");
    let words: Vec<&str> = text.split(' ').collect();
    let mut all = vec![plain];
    // Every subset of the empty words: an expansion may also leave the blanks where they are.
    let empty: Vec<usize> = (0..words.len())
        .filter(|&at| !words[at].is_empty() && words[at].chars().all(|c| c == '\0'))
        .collect();
    for chosen in 1..1usize << empty.len() {
        let keep = |at: usize| {
            !empty
                .iter()
                .enumerate()
                .any(|(bit, &e)| e == at && chosen >> bit & 1 == 1)
        };
        let kept: Vec<&str> = (0..words.len())
            .filter(|&at| keep(at))
            .map(|at| words[at])
            .collect();
        all.push(kept.join(" ").replace(['\0', '\u{1}'], ""));
    }
    all
}

fn pattern_text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => proptest::string::string_regex("[ab *?1]{0,6}").unwrap(),
        1 => proptest::string::string_regex("[ab]{0,2}\\*{0,2}[ab]{0,2} \\*").unwrap(),
    ]
}

/// Patterns that have long stretches in common at either end.
fn shared_pattern_text() -> impl Strategy<Value = String> {
    proptest::string::string_regex("(\\*|\\?|ab |)(--flag-|ab)[ab1]{1,3}( |\\*| b)(on|ab|1|)( \\*|\\*|)")
        .unwrap()
}

/// Texts with holes that such patterns nearly match.
fn shared_open_text() -> impl Strategy<Value = Open> {
    let part = prop_oneof![
        3 => proptest::string::string_regex("(ab |--flag-|-a1 on| b|[ab1]|a b ab 1)").unwrap().prop_map(OpenPart::Text),
        1 => Just(OpenPart::Hole(Hole::Any)),
        1 => Just(OpenPart::Hole(Hole::NoBlank)),
        1 => Just(OpenPart::Hole(Hole::Digits)),
    ];
    proptest::collection::vec(part, 1..6).prop_map(|parts| {
        let mut open = Open::new();
        for part in parts {
            match part {
                OpenPart::Text(text) => open.push_text(&text),
                OpenPart::Hole(hole) => open.push_hole(hole),
            }
        }
        open
    })
}

fn open_text() -> impl Strategy<Value = Open> {
    let part = prop_oneof![
        3 => proptest::string::string_regex("[ab 1]{1,2}").unwrap().prop_map(OpenPart::Text),
        2 => Just(OpenPart::Hole(Hole::Any)),
        1 => Just(OpenPart::Hole(Hole::NoBlank)),
        1 => Just(OpenPart::Hole(Hole::Digits)),
    ];
    proptest::collection::vec(part, 0..4).prop_map(|parts| {
        let mut open = Open::new();
        for part in parts {
            match part {
                OpenPart::Text(text) => open.push_text(&text),
                OpenPart::Hole(hole) => open.push_hole(hole),
            }
        }
        open
    })
}

fn rules(
    pattern: impl Strategy<Value = String>,
    count: std::ops::Range<usize>,
) -> impl Strategy<Value = Vec<Rule>> {
    proptest::collection::vec((pattern, proptest::option::of("[ab]{1,3}\\*?")), count).prop_map(|patterns| {
        let rule = |(order, (pattern, form)): (usize, (String, Option<String>))| Rule {
            surface: Arc::from("bash"),
            pattern: Pattern::text(&pattern),
            action: Action::Deny,
            reason: None,
            order: u32::try_from(order).unwrap(),
            forms: form.iter().map(|form| Pattern::text(form)).collect(),
        };
        patterns.into_iter().enumerate().map(rule).collect()
    })
}

/// The rules that `test` takes, most specific first, by a walk over all of them.
fn ranked(rules: &[Rule], test: impl Fn(&Pattern) -> bool) -> Vec<u32> {
    let mut found: Vec<&Rule> = rules
        .iter()
        .filter(|rule| test(&rule.pattern) || rule.forms.iter().any(&test))
        .collect();
    found.sort_by_key(|rule| std::cmp::Reverse((rule.pattern.rank(), rule.order)));
    found.iter().map(|rule| rule.order).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_pattern_matches_what_its_naive_twin_matches(pattern in "[aé *?]{0,8}", text in "[aé *?]{0,10}") {
        prop_assert_eq!(Pattern::text(&pattern).matches(&text), naive_matches(&pattern, &text));
    }

    #[test]
    fn a_literal_pattern_matches_its_text_alone(text in "[a*?/ ]{0,6}", other in "[a*?/ ]{0,6}") {
        let pattern = Pattern::literal(&text);
        prop_assert!(pattern.matches(&text));
        prop_assert_eq!(pattern.matches(&other), text == other);
        prop_assert!(pattern.is_exact());
    }

    #[test]
    fn one_pattern_covers_another_when_it_matches_all_its_texts(a in pattern_text(), b in pattern_text()) {
        // Seven characters tell apart patterns of up to six, `z` being held by neither.
        let (wide, narrow) = (Pattern::text(&a), Pattern::text(&b));
        let pool = texts("ab z", 6);
        let counted = pool.iter().filter(|text| narrow.matches(text) && !wide.matches(text)).count();
        if wide.covers(&narrow) {
            prop_assert_eq!(counted, 0);
        } else {
            // The pool may be too short for a witness, never the other way round; digits are not in it.
            let longer = narrow.expanded().replace('*', "zzzzzzz").replace('?', "z");
            let short = narrow.expanded().replace('*', "").replace('?', "z");
            let bare = narrow.expanded().strip_suffix(" *").map(|t| t.replace('*', "").replace('?', "z"));
            let witness = [Some(longer), Some(short), bare].into_iter().flatten().any(|t| !wide.matches(&t));
            prop_assert!(counted > 0 || witness, "{} does not cover {}", a, b);
        }
    }

    #[test]
    fn relations_agree_with_coverage_both_ways(a in pattern_text(), b in pattern_text()) {
        let (a, b) = (Pattern::text(&a), Pattern::text(&b));
        let expected = match (a.covers(&b), b.covers(&a)) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Wider,
            (false, true) => Relation::Narrower,
            (false, false) => Relation::Apart,
        };
        prop_assert_eq!(a.relation(&b), expected);
    }

    #[test]
    fn a_pattern_could_match_a_text_with_holes_when_a_filling_matches(
        pattern in "[ab *?1]{0,4}", open in open_text(),
    ) {
        let compiled = Pattern::text(&pattern);
        let fillings = fillings(&open, "ab 1", 3);
        let some = fillings.iter().any(|text| naive_matches(&pattern, text));
        prop_assert!(!some || compiled.could_match(&open), "{pattern} {open:?}");
        prop_assert_eq!(compiled.could_match(&open), naive_could(&pattern, &open), "{} {:?}", pattern, open);
    }

    #[test]
    fn a_pattern_matches_every_filling_or_one_shows_that_not(pattern in "[ab *?1]{0,4}", open in open_text()) {
        let compiled = Pattern::text(&pattern);
        let fillings = fillings(&open, "abz 12", 3);
        let all = fillings.iter().all(|text| naive_matches(&pattern, text));
        if compiled.matches_every(&open) {
            prop_assert!(all, "{pattern} {open:?}");
        } else if all {
            let long = long_fillings(&open).iter().any(|text| !naive_matches(&pattern, text));
            prop_assert!(long, "{pattern} {open:?}");
        }
    }

    #[test]
    fn a_rule_set_finds_what_a_walk_finds(
        rules in rules(pattern_text(), 0..60), texts in proptest::collection::vec("[ab 1]{0,6}", 1..3),
    ) {
        let set = RuleSet::new(rules.clone());
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let expected = ranked(&rules, |pattern| texts.iter().any(|text| pattern.matches(text)));
        let surface = set.surface("bash");
        let all: Vec<u32> =
            surface.map(|s| s.all(&texts)).unwrap_or_default().iter().map(|rule| rule.order).collect();
        prop_assert_eq!(&all, &expected);
        let best = surface.and_then(|s| s.best(&texts)).map(|rule| rule.order);
        prop_assert_eq!(best, expected.first().copied());
    }

    #[test]
    fn a_rule_set_finds_what_could_match_as_a_walk_does(
        rules in rules(pattern_text(), 0..60), open in open_text(),
    ) {
        let set = RuleSet::new(rules.clone());
        let expected = ranked(&rules, |pattern| pattern.could_match(&open));
        let found: Vec<u32> =
            set.surface("bash").map(|s| s.possible(&open)).unwrap_or_default().iter().map(|r| r.order).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn the_strictest_possible_rule_and_the_best_for_every_value_are_found(
        mut rules in rules(pattern_text(), 0..60), open in open_text(), actions in proptest::collection::vec(0u8..3, 60),
    ) {
        for (rule, action) in rules.iter_mut().zip(&actions) {
            rule.action = [Action::Allow, Action::Ask, Action::Deny][usize::from(*action)];
        }
        let set = RuleSet::new(rules.clone());
        let possible = ranked(&rules, |pattern| pattern.could_match(&open));
        let surface = set.surface("bash");
        let sures = surface.map(|s| s.rules().iter().step_by(5)).into_iter().flatten().map(Some);
        for sure in sures.chain([None]) {
            for least in [Action::Allow, Action::Ask, Action::Deny] {
                let twin = strictest(&rules, &possible, least, sure);
                let found = surface.and_then(|s| s.strictest_possible(&open, least, sure));
                prop_assert_eq!(found.map(|rule| rule.order), twin);
            }
        }
        let every = ranked(&rules, |pattern| pattern.matches_every(&open)).first().copied();
        let found = surface.and_then(|s| s.best_for_every(&open, |_| true));
        prop_assert_eq!(found.map(|rule| rule.order), every);
    }

    #[test]
    fn long_texts_with_holes_are_tried_like_short_ones(
        rules in rules(pattern_text(), 0..40), open in open_text(), length in 0usize..1200, second in any::<bool>(),
    ) {
        // The same behind a long known start, or on both sides of a long middle, so that the automaton takes each
        // of its sizes and is cut.
        let long = "ab ".repeat(length / 3);
        let mut longer = Open::new();
        let append = |longer: &mut Open| {
            for part in open.parts() {
                match part {
                    OpenPart::Text(text) => longer.push_text(text),
                    OpenPart::Hole(hole) => longer.push_hole(*hole),
                }
            }
        };
        if second {
            append(&mut longer);
        }
        longer.push_text(&long);
        append(&mut longer);
        let set = RuleSet::new(rules.clone());
        let expected = ranked(&rules, |pattern| pattern.could_match(&longer));
        let found: Vec<u32> =
            set.surface("bash").map(|s| s.possible(&longer)).unwrap_or_default().iter().map(|r| r.order).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn what_many_patterns_share_does_not_hide_one(
        rules in rules(shared_pattern_text(), 20..120), open in shared_open_text(),
    ) {
        let set = RuleSet::new(rules.clone());
        let expected = ranked(&rules, |pattern| pattern.could_match(&open));
        let surface = set.surface("bash");
        let found: Vec<u32> =
            surface.map(|s| s.possible(&open)).unwrap_or_default().iter().map(|r| r.order).collect();
        prop_assert_eq!(&found, &expected);
        let first = surface.and_then(|s| s.strictest_possible(&open, Action::Deny, None));
        let beyond_bare = |order: &&u32| rules.iter().any(|r| r.order == **order && !r.pattern.is_bare_star());
        prop_assert_eq!(first.map(|rule| rule.order), expected.iter().find(beyond_bare).copied());
    }

    #[test]
    fn no_text_upsets_a_pattern(pattern in "\\PC{0,12}", text in "\\PC{0,12}") {
        let compiled = Pattern::path(&pattern, "/home/u", "/home/u/p");
        let _ = (compiled.matches(&text), compiled.rank(), compiled.anchored("/w"), compiled.literal_prefix());
        let _ = compiled.relation(&Pattern::text(&text));
    }
}

/// What [`Surface::strictest_possible`] is to find among `possible`, by a walk.
fn strictest(rules: &[Rule], possible: &[u32], least: Action, sure: Option<&Rule>) -> Option<u32> {
    let key = |rule: &Rule| (rule.pattern.rank(), rule.order);
    let wanted = |rule: &&Rule| {
        rule.action >= least
            && !rule.pattern.is_bare_star()
            && !sure.is_some_and(|sure| sure.action < rule.action && key(sure) > key(rule))
    };
    let of = |order: &u32| rules.iter().find(|rule| rule.order == *order);
    let wanted = || possible.iter().filter_map(of).filter(wanted);
    let top = wanted().map(|rule| rule.action).max()?;
    let mut strictest = wanted().filter(|rule| rule.action == top);
    strictest.next().map(|rule| rule.order)
}

/// Texts of `open` in which every hole holds something long.
fn long_fillings(open: &Open) -> Vec<String> {
    let fill = |any: &str, digits: &str| {
        let parts = open.parts().iter().map(|part| match part {
            OpenPart::Text(text) => text.clone(),
            OpenPart::Hole(Hole::Digits) => digits.to_owned(),
            OpenPart::Hole(_) => any.to_owned(),
        });
        parts.collect::<String>()
    };
    vec![
        fill("zzzzzzz", "2222222"),
        fill("", "2222222"),
        fill("zzzzzzz", "2"),
        fill("", "2"),
    ]
}

/// Whether a pattern and a text with holes have a text in common, by plain recursion over both.
fn naive_could(pattern: &str, open: &Open) -> bool {
    let chars = |text: &str| text.chars().collect::<Vec<_>>();
    let patterns = [Some(pattern), pattern.strip_suffix(" *")];
    let variants = variants(open);
    patterns
        .into_iter()
        .flatten()
        .any(|pattern| variants.iter().any(|text| meet(&chars(pattern), text)))
}

/// A character or a hole.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Item {
    Char(char),
    Hole(Hole),
    /// What is left of a number after its first digit.
    MoreDigits,
}

/// The text, and the texts that word splitting makes of it where unquoted words come out empty.
fn variants(open: &Open) -> Vec<Vec<Item>> {
    let items: Vec<Item> = open
        .parts()
        .iter()
        .flat_map(|part| match part {
            OpenPart::Text(text) => text.chars().map(Item::Char).collect(),
            OpenPart::Hole(hole) => vec![Item::Hole(*hole)],
        })
        .collect();
    let words: Vec<&[Item]> = items.split(|&item| item == Item::Char(' ')).collect();
    let vanish = |word: &[Item]| !word.is_empty() && word.iter().all(|&item| item == Item::Hole(Hole::Any));
    let may: Vec<usize> = (0..words.len()).filter(|&at| vanish(words[at])).collect();
    let gone = |chosen: usize, at: usize| {
        may.iter()
            .position(|&word| word == at)
            .is_some_and(|bit| chosen >> bit & 1 == 1)
    };
    let variant = |chosen: usize| {
        let kept: Vec<&[Item]> = (0..words.len())
            .filter(|&at| !gone(chosen, at))
            .map(|at| words[at])
            .collect();
        kept.join(&Item::Char(' '))
    };
    (0..1usize << may.len()).map(variant).collect()
}

fn meet(pattern: &[char], text: &[Item]) -> bool {
    let takes = |item: Item, c: char| match item {
        Item::Char(own) => own == c,
        Item::Hole(Hole::Any) => true,
        Item::Hole(Hole::NoBlank) => c != ' ',
        Item::Hole(Hole::Digits) | Item::MoreDigits => c.is_ascii_digit(),
    };
    let is_run = |item: Item| matches!(item, Item::Hole(Hole::Any | Hole::NoBlank) | Item::MoreDigits);
    let Some((&item, rest)) = text.split_first() else {
        return pattern.iter().all(|&c| c == '*');
    };
    if is_run(item) && meet(pattern, rest) {
        return true;
    }
    // Behind the first digit of a number there may be more of them; a run goes on as it is.
    let behind: Vec<Item> = match item {
        Item::Char(_) => rest.to_vec(),
        Item::Hole(Hole::Digits) => [&[Item::MoreDigits], rest].concat(),
        _ => text.to_vec(),
    };
    match pattern.split_first() {
        None => false,
        // A run that a `*` takes characters from says nothing that the run left out does not.
        Some(('*', others)) => meet(others, text) || (!is_run(item) && meet(pattern, &behind)),
        Some(('?', others)) => meet(others, &behind),
        Some((&c, others)) => takes(item, c) && meet(others, &behind),
    }
}
