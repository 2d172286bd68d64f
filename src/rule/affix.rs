//! Which of many rules may match a text of which only the start or the end is known.
//!
//! A rule whose literal start contradicts the known start is out, whatever the holes hold; likewise at the
//! end, for rules that begin with a wildcard. Rules sorted by that literal text give both kinds that remain,
//! those that go on from the known text and those that stop within it, without a walk over the others.

use super::Rule;
use std::cmp::Ordering;

#[derive(Debug)]
pub(super) struct Affixes {
    by_prefix: Side,
    /// Rules with a literal end, but no literal start.
    by_suffix: Side,
    /// Rules with neither.
    loose: Vec<u32>,
}

/// Patterns sorted by the literal text at one of their ends.
#[derive(Debug)]
struct Side {
    end: End,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
enum End {
    Start,
    Back,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    rule: u32,
    /// Which of the rule's patterns.
    form: u32,
    /// The nearest entry before this one whose text this one's begins with; its own place where there is none.
    parent: u32,
}

impl Affixes {
    pub(super) fn new(rules: &[Rule]) -> Self {
        let mut prefixes = Vec::new();
        let mut suffixes = Vec::new();
        let mut loose = Vec::new();
        for (rule, at) in rules.iter().zip(0u32..) {
            for (pattern, form) in rule.patterns().zip(0u32..) {
                let entry = Entry {
                    rule: at,
                    form,
                    parent: 0,
                };
                if !pattern.sure_prefix().is_empty() {
                    prefixes.push(entry);
                } else if !pattern.sure_suffix().is_empty() {
                    suffixes.push(entry);
                } else {
                    loose.push(at);
                }
            }
        }
        Self {
            by_prefix: Side::new(End::Start, prefixes, rules),
            by_suffix: Side::new(End::Back, suffixes, rules),
            loose,
        }
    }

    /// Calls `take` with every rule that may match a text with this start and end.
    pub(super) fn compatible(&self, rules: &[Rule], prefix: &str, suffix: &str, mut take: impl FnMut(usize)) {
        self.by_prefix.compatible(rules, prefix, &mut take);
        self.by_suffix.compatible(rules, suffix, &mut take);
        self.loose.iter().for_each(|&at| take(at as usize));
    }
}

impl Side {
    fn new(end: End, mut entries: Vec<Entry>, rules: &[Rule]) -> Self {
        entries.sort_by(|a, b| end.compare(end.text(rules, *a), end.text(rules, *b)));
        let mut open: Vec<u32> = Vec::new();
        let mut at = 0;
        let texts: Vec<&str> = entries.iter().map(|entry| end.text(rules, *entry)).collect();
        for (entry, text) in entries.iter_mut().zip(&texts) {
            while let Some(last) = open.last().and_then(|&last| texts.get(last as usize))
                && !end.begins_with(text, last)
            {
                open.pop();
            }
            entry.parent = open.last().copied().unwrap_or(at);
            open.push(at);
            at += 1;
        }
        Self { end, entries }
    }

    fn compatible(&self, rules: &[Rule], known: &str, take: &mut impl FnMut(usize)) {
        let text = |entry: Entry| self.end.text(rules, entry);
        let first = self
            .entries
            .partition_point(|&entry| self.end.compare(text(entry), known).is_lt());
        for &entry in self.entries.get(first..).unwrap_or(&[]) {
            if !self.end.begins_with(text(entry), known) {
                break;
            }
            take(entry.rule as usize);
        }
        // Whatever stops within the known text is among the ancestors of the entry just before it.
        let mut next = first.checked_sub(1);
        while let Some(at) = next {
            let Some(&entry) = self.entries.get(at) else { break };
            if self.end.begins_with(known, text(entry)) {
                take(entry.rule as usize);
            }
            next = (entry.parent as usize != at).then_some(entry.parent as usize);
        }
    }
}

impl End {
    fn text(self, rules: &[Rule], entry: Entry) -> &str {
        let rule = rules.get(entry.rule as usize);
        let pattern = rule.and_then(|rule| rule.patterns().nth(entry.form as usize));
        pattern.map_or("", |pattern| match self {
            Self::Start => pattern.sure_prefix(),
            Self::Back => pattern.sure_suffix(),
        })
    }

    fn compare(self, a: &str, b: &str) -> Ordering {
        match self {
            Self::Start => a.cmp(b),
            Self::Back => a.bytes().rev().cmp(b.bytes().rev()),
        }
    }

    fn begins_with(self, text: &str, other: &str) -> bool {
        match self {
            Self::Start => text.starts_with(other),
            Self::Back => text.ends_with(other),
        }
    }
}
