//! Patterns sorted by the literal text at one of their ends: which of them go on from a known text, and which
//! stop within it, without a walk over the others.

use super::machine::{Machine, Places};
use super::{Pattern, Rule};
use std::cmp::Ordering;

/// Which end of the patterns.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Start,
    Back,
}

/// Patterns sorted by the literal text at one end.
#[derive(Debug)]
pub(super) struct Affixes {
    end: End,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    rule: u32,
    /// Which of the rule's patterns.
    form: u32,
    /// Bytes of the literal text.
    length: u32,
    /// The nearest entry before this one that is filed here and whose text this one's begins with; its own
    /// place where there is none.
    link: u32,
}

impl Affixes {
    /// Of the patterns (rule, form, pattern) that have literal text at that end. `links` says of how many
    /// patterns with the same text at most each is found by [`Affixes::within`].
    pub(super) fn new<'r>(
        end: End,
        patterns: impl Iterator<Item = (u32, u32, &'r Pattern)>,
        most: usize,
    ) -> Self {
        let mut sorted: Vec<(&str, u32, u32)> = patterns
            .map(|(rule, form, pattern)| (end.literal(pattern), rule, form))
            .filter(|(text, ..)| !text.is_empty())
            .collect();
        sorted.sort_unstable_by(|a, b| end.compare(a.0, b.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
        let mut entries = Vec::with_capacity(sorted.len());
        // Texts that the next may begin with, each in the last before it.
        let mut open: Vec<u32> = Vec::new();
        let text_of = |at: u32| sorted.get(at as usize).map_or("", |(text, ..)| *text);
        let mut at = 0;
        for same in sorted.chunk_by(|a, b| a.0 == b.0) {
            let text = same.first().map_or("", |(text, ..)| *text);
            while open
                .last()
                .is_some_and(|&last| !end.begins_with(text, text_of(last)))
            {
                open.pop();
            }
            for &(_, rule, form) in same {
                let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
                let link = open.last().copied().unwrap_or(at);
                entries.push(Entry {
                    rule,
                    form,
                    length,
                    link,
                });
                if same.len() <= most {
                    open.push(at);
                }
                at += 1;
            }
        }
        Self { end, entries }
    }

    /// The rules and forms whose text more than `most` others share.
    pub(super) fn crowded<'s>(
        &'s self,
        rules: &'s [Rule],
        most: usize,
    ) -> impl Iterator<Item = (u32, u32)> + 's {
        let same = |a: &Entry, b: &Entry| self.text(rules, *a) == self.text(rules, *b);
        let crowds = self
            .entries
            .chunk_by(same)
            .filter(move |crowd| crowd.len() > most);
        crowds.flatten().map(|entry| (entry.rule, entry.form))
    }

    /// Calls `take` with every rule filed here whose literal text is an end of `text`.
    pub(super) fn within(&self, rules: &[Rule], text: &str, mut take: impl FnMut(u32)) {
        let behind = self
            .entries
            .partition_point(|&entry| self.end.compare(self.text(rules, entry), text).is_le());
        let mut next = behind.checked_sub(1);
        while let Some(at) = next {
            let Some(&entry) = self.entries.get(at) else { break };
            if self.end.begins_with(text, self.text(rules, entry)) {
                take(entry.rule);
            }
            next = (entry.link as usize != at).then_some(entry.link as usize);
        }
    }

    /// Calls `take` with every rule whose literal text goes on from `known` or stops within it. May call it
    /// with others.
    pub(super) fn compatible(&self, rules: &[Rule], known: &str, mut take: impl FnMut(u32)) {
        let text = |entry: Entry| self.text(rules, entry);
        let mut from = 0;
        // Of those that stop within: all that begin with the first character, up to the known text.
        let first = self
            .entries
            .partition_point(|&entry| self.end.compare(text(entry), known).is_lt());
        if let Some(start) = self.end.first_char(known) {
            from = self
                .entries
                .partition_point(|&entry| self.end.compare(text(entry), start).is_lt());
        }
        for &entry in self.entries.get(from.min(first)..first).unwrap_or(&[]) {
            if self.end.begins_with(known, text(entry)) {
                take(entry.rule);
            }
        }
        for &entry in self.entries.get(first..).unwrap_or(&[]) {
            if !self.end.begins_with(text(entry), known) {
                break;
            }
            take(entry.rule);
        }
    }

    /// Calls `take` with every rule whose literal start `machine` can follow. A start that it can't follow is
    /// left with all that begin so.
    pub(super) fn followed<const W: usize>(
        &self,
        rules: &[Rule],
        machine: &Machine<W>,
        mut take: impl FnMut(u32),
    ) {
        // Ranges of entries that share their first `depth` bytes, and where these lead.
        let mut work: Vec<(usize, usize, usize, Places<W>)> =
            vec![(0, self.entries.len(), 0, machine.start())];
        while let Some((mut from, to, depth, places)) = work.pop() {
            while from < to {
                let Some(&entry) = self.entries.get(from) else {
                    break;
                };
                let text = self.text(rules, entry);
                let Some(c) = text.get(depth..).and_then(|rest| rest.chars().next()) else {
                    take(entry.rule);
                    from += 1;
                    continue;
                };
                let deeper = depth + c.len_utf8();
                let shared = text.get(..deeper).unwrap_or(text);
                let rest = self.entries.get(from..to).unwrap_or(&[]);
                let count = rest.partition_point(|&other| self.text(rules, other).starts_with(shared));
                let next = machine.step(places, c);
                if !next.is_empty() {
                    if count <= 2 {
                        rest.iter().take(count).for_each(|other| take(other.rule));
                    } else {
                        work.push((from, from + count, deeper, next));
                    }
                }
                from += count.max(1);
            }
        }
    }

    fn text<'r>(&self, rules: &'r [Rule], entry: Entry) -> &'r str {
        let Some(rule) = rules.get(entry.rule as usize) else {
            return "";
        };
        let pattern = match entry.form.checked_sub(1) {
            None => Some(&rule.pattern),
            Some(form) => rule.forms.get(form as usize),
        };
        let text = pattern.map_or("", Pattern::expanded);
        let length = entry.length as usize;
        match self.end {
            End::Start => text.get(..length).unwrap_or(text),
            End::Back => text.get(text.len().saturating_sub(length)..).unwrap_or(text),
        }
    }
}

impl End {
    fn literal(self, pattern: &Pattern) -> &str {
        match self {
            Self::Start => pattern.sure_prefix(),
            Self::Back => pattern.sure_suffix(),
        }
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

    fn first_char(self, text: &str) -> Option<&str> {
        let c = match self {
            Self::Start => text.chars().next(),
            Self::Back => text.chars().next_back(),
        }?;
        match self {
            Self::Start => text.get(..c.len_utf8()),
            Self::Back => text.get(text.len() - c.len_utf8()..),
        }
    }
}
