//! What is written beside rules: how specific they are among those of their surface, and how often they decided.

use super::Scene;
use super::hover::rank;
use super::usage::DAYS;
use crate::policy::{EntryStanding, Span};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Something beside a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Behind which byte.
    pub offset: usize,
    /// What is shown.
    pub label: String,
    /// More of it, in Markdown.
    pub tooltip: String,
}

/// The hints of the rules that stand in `range`.
pub fn hints(scene: &Scene<'_>, range: Span) -> Vec<Hint> {
    let shown: Vec<usize> = scene
        .document
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| {
            entry.standing == EntryStanding::InForce
                && !entry.is_shorthand
                && entry.key_span.start < range.end
                && range.start < entry.value_span.end
        })
        .map(|(at, _)| at)
        .collect();
    let mut orders: HashMap<&str, HashMap<usize, usize>> = HashMap::new();
    let mut hints = Vec::with_capacity(shown.len());
    for at in shown {
        let Some(entry) = scene.document.entries.get(at) else {
            continue;
        };
        let places = orders
            .entry(&*entry.surface)
            .or_insert_with(|| places(scene, &entry.surface));
        let (place, count) = (places.get(&at).map_or(0, |place| place + 1), places.len());
        let times = scene.hits(entry);
        let mut parts = Vec::new();
        if count > 1 {
            parts.push(format!("#{place}"));
        }
        if times > 0 {
            parts.push(format!("{times}×"));
        }
        if parts.is_empty() {
            continue;
        }
        let used = if times > 0 {
            format!("; decided {times} times in the last {DAYS} days")
        } else {
            String::new()
        };
        hints.push(Hint {
            offset: entry.value_span.end as usize,
            label: parts.join(" "),
            tooltip: format!(
                "{place} of {count} by specificity ({}){used}",
                rank(scene.pattern(entry).rank())
            ),
        });
    }
    hints
}

/// The place of each rule of a surface among all of them, the most specific first.
fn places(scene: &Scene<'_>, surface: &str) -> HashMap<usize, usize> {
    let entries = scene.document.entries.iter().enumerate();
    let mut ranked: Vec<_> = entries
        .filter(|(_, entry)| *entry.surface == *surface && entry.standing == EntryStanding::InForce)
        .map(|(at, entry)| (Reverse((scene.pattern(entry).rank(), at)), at))
        .collect();
    ranked.sort_unstable();
    ranked
        .into_iter()
        .enumerate()
        .map(|(place, (_, at))| (at, place))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Seen, document, scene};
    use super::*;

    #[test]
    fn rules_are_numbered_by_what_decides() {
        let text = r#"{permission: {"*": "ask", bash: {"*": "ask", "git *": "allow", "git push *": {action: "deny"}}, read: {"a": "ask"}}}"#;
        let document = document(text);
        let seen = Seen::default().hit("bash", "git *", 12);
        let all = Span::new(0, text.len());
        let shown = |range| -> Vec<(&str, String)> {
            hints(&scene(&document, &seen), range)
                .into_iter()
                .map(|hint| (text[..hint.offset].rsplit(['{', ' ']).next().unwrap(), hint.label))
                .collect()
        };
        let expected = [("\"ask\"", "#3"), ("\"allow\"", "#2 12×"), ("\"deny\"}", "#1")];
        assert_eq!(shown(all), expected.map(|(at, label)| (at, label.to_owned())));
        let from = u32::try_from(text.find("git push").unwrap()).unwrap();
        assert_eq!(
            shown(Span {
                start: from,
                end: from + 4
            })
            .len(),
            1
        );
    }

    #[test]
    fn without_a_log_a_lone_rule_has_nothing_beside_it() {
        let text = r#"{permission: {read: {"a": "ask"}, bash: {"x": "ask", "y *": "ask"}}}"#;
        let document = document(text);
        let seen = Seen::default();
        let found = hints(&scene(&document, &seen), Span::new(0, text.len()));
        let labels: Vec<&str> = found.iter().map(|hint| &*hint.label).collect();
        assert_eq!(labels, ["#1", "#2"]);
        assert_eq!(
            found[0].tooltip,
            "1 of 2 by specificity (exact, 1 literal character)"
        );
    }
}
