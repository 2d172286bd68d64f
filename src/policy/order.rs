//! Finds files that read as if the last matching entry won, where the most specific one does.

use super::entry::{Entry, EntryStanding};
use super::problem::{Findings, Severity, code};
use super::surfaces::takes_paths;
use super::text::Lines;
use crate::rule::{Action, Pattern, Rule, Surface};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Surfaces with more rules than this are not looked through: nobody wrote them by hand.
const MOST: usize = 500;
/// Findings of one file after which the rest goes unsaid.
const ENOUGH: usize = 20;

/// Looks through the entries of each surface.
pub(super) fn check(text: &str, entries: &[Entry<'_>], findings: &mut Findings) {
    let mut surfaces: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        if entry.standing == EntryStanding::InForce && !entry.is_shorthand {
            surfaces.entry(&entry.surface).or_default().push(at);
        }
    }
    let mut lines = None;
    let mut said = 0;
    for (key, places) in surfaces {
        if places.len() < 2 || places.len() > MOST {
            continue;
        }
        let own: Vec<&Entry<'_>> = places.iter().filter_map(|&at| entries.get(at)).collect();
        catch_all_behind(&own, findings);
        if takes_paths(key) {
            // There the stricter of two rules decides, however they are ordered.
            continue;
        }
        for (decides, last, example) in overtaken(key, &own) {
            said += 1;
            if said > ENOUGH {
                return;
            }
            let lines = lines.get_or_insert_with(|| Lines::new(text));
            let line = lines
                .position(text, decides.key_span.start as usize, super::Encoding::Utf8)
                .line
                + 1;
            findings.warning(
                code::LAST_MATCH_ORDER,
                last.key_span,
                format!(
                    "for `{example}` this {} does not decide, although it comes last: `{}` ({}, line {line}) is more \
                     specific",
                    last.action, decides.pattern, decides.action,
                ),
                "The order of entries does not matter: an exact pattern decides, else the one with more literal \
                 characters. Make this pattern more specific, or narrow the other one. A deny that has to hold always \
                 belongs into hard-guards.jsonc.",
            );
        }
    }
}

/// A bare `*` behind entries that say something else would make them pointless if the last match won.
fn catch_all_behind(entries: &[&Entry<'_>], findings: &mut Findings) {
    let star = entries
        .iter()
        .position(|entry| Pattern::text(&entry.pattern).is_bare_star());
    let Some((star, entry)) = star.and_then(|at| Some((at, entries.get(at)?))) else {
        return;
    };
    let overrides = entries
        .iter()
        .take(star)
        .any(|earlier| earlier.action != entry.action);
    if overrides {
        findings.add(
            Severity::Info,
            code::LAST_MATCH_ORDER,
            entry.key_span,
            format!("`{}` behind other patterns does not override them", entry.pattern),
            "The most specific pattern decides, wherever it stands; `*` decides only where nothing else matches."
                .to_owned(),
        );
    }
}

/// Pairs of entries that match one text, where the later is the stricter but the other decides; and that text.
fn overtaken<'e, 'a>(key: &str, entries: &[&'e Entry<'a>]) -> Vec<(&'e Entry<'a>, &'e Entry<'a>, String)> {
    let surface: Arc<str> = Arc::from(key);
    let rule = |(order, entry): (u32, &&Entry<'_>)| Rule {
        surface: Arc::clone(&surface),
        pattern: Pattern::text(&entry.pattern),
        action: entry.action,
        reason: None,
        order,
        forms: Vec::new(),
    };
    let restricts = |entry: &&&Entry<'_>| entry.action != Action::Allow;
    let laters = entries.iter().filter(restricts);
    let mut laters = laters
        .filter_map(|entry| Some((entry, ends(&entry.pattern)?)))
        .peekable();
    if laters.peek().is_none() {
        return Vec::new();
    }
    // Sorted, so that those that begin as a later one does stand together.
    let mut earliers: Vec<(&str, usize)> = (0..)
        .zip(entries)
        .filter_map(|(at, entry)| Some((open_ended(&entry.pattern)?, at)))
        .collect();
    earliers.sort_unstable();
    let compiled = Surface::new(Arc::clone(&surface), (0u32..).zip(entries).map(rule).collect());
    let mut pairs = Vec::new();
    let mut told = HashSet::new();
    for (later, (head, tail)) in laters {
        let from = earliers.partition_point(|(text, _)| *text < head);
        let alike = earliers.get(from..).unwrap_or(&[]);
        let mut alike: Vec<(usize, &str)> = alike
            .iter()
            .take_while(|(text, _)| text.starts_with(head))
            .map(|&(text, at)| (at, text))
            .collect();
        alike.sort_unstable();
        for (at, text) in alike {
            let Some(earlier) = entries.get(at).filter(|entry| entry.action < later.action) else {
                continue;
            };
            let example = format!("{text} {tail}");
            let matches = |entry: &Entry<'_>| Pattern::text(&entry.pattern).matches(&example);
            if !matches(earlier) || !matches(later) {
                continue;
            }
            let matching = compiled.all(&[&example]);
            let last = matching.iter().max_by_key(|rule| rule.order);
            if let (Some(first), Some(last)) = (matching.first(), last)
                && last.action > first.action
                && told.insert((first.order, last.order))
                && let (Some(decides), Some(last)) = (
                    entries.get(first.order as usize),
                    entries.get(last.order as usize),
                )
            {
                pairs.push((*decides, *last, example));
            }
        }
    }
    pairs
}

/// The literal text of a pattern that goes on with anything: `git push` of `git push *`. With [`ends`] it makes a text
/// that two patterns match: `git push --force` for `git push *` and `git * --force`. Only patterns of these shapes
/// are looked at; what is said of a file are examples, not all there is.
fn open_ended(pattern: &str) -> Option<&str> {
    let text = pattern.strip_suffix('*')?.trim_end();
    (!text.contains(['*', '?'])).then_some(text)
}

/// The literal text in front of the first `*` of a pattern and what has to follow behind it: `git` and `--force` of
/// `git * --force`.
fn ends(pattern: &str) -> Option<(&str, &str)> {
    let (head, rest) = pattern.split_once('*')?;
    let tail = rest.strip_suffix('*').unwrap_or(rest).trim();
    (!tail.is_empty() && !tail.contains(['*', '?'])).then_some((head.trim_end(), tail))
}
