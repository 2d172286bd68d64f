//! Patterns sorted by the literal text that they start with: whose lies within a known text, without a walk over
//! the others.

use super::{Pattern, Rule};
use std::cmp::Ordering;

/// Patterns sorted by the literal text that they start with.
#[derive(Debug)]
pub(super) struct Starts {
    entries: Vec<Entry>,
}

/// The first eight bytes of a text as a number. Where the numbers of two texts differ, the texts are ordered as these
/// are, and nothing has to be fetched to tell them apart.
fn lead(text: &str) -> u64 {
    let mut first = [0; 8];
    for (slot, byte) in first.iter_mut().zip(text.bytes()) {
        *slot = byte;
    }
    u64::from_be_bytes(first)
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The first letters of the literal text: see [`lead`].
    lead: u64,
    rule: u32,
    /// Which of the rule's patterns.
    form: u32,
    /// Bytes of the literal text.
    length: u32,
    /// The nearest entry before this one that is filed here and whose text this one's begins with; its own
    /// place where there is none.
    link: u32,
}

impl Starts {
    /// Of the patterns (rule, form, pattern) that start with literal text. `most` says of how many patterns with
    /// the same text at most each is found by [`Starts::within`].
    pub(super) fn new<'r>(patterns: impl Iterator<Item = (u32, u32, &'r Pattern)>, most: usize) -> Self {
        let mut sorted: Vec<(&str, u32, u32)> = patterns
            .map(|(rule, form, pattern)| (pattern.sure_prefix(), rule, form))
            .filter(|(text, ..)| !text.is_empty())
            .collect();
        sorted.sort_unstable();
        let mut entries = Vec::with_capacity(sorted.len());
        // Texts that the next may begin with, each in the last before it.
        let mut open: Vec<u32> = Vec::new();
        let text_of = |at: u32| sorted.get(at as usize).map_or("", |(text, ..)| *text);
        let mut at = 0;
        for same in sorted.chunk_by(|a, b| a.0 == b.0) {
            let text = same.first().map_or("", |(text, ..)| *text);
            while open.last().is_some_and(|&last| !text.starts_with(text_of(last))) {
                open.pop();
            }
            for &(_, rule, form) in same {
                let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
                let link = open.last().copied().unwrap_or(at);
                entries.push(Entry {
                    lead: lead(text),
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
        Self { entries }
    }

    /// The rules and forms whose text more than `most` others share.
    pub(super) fn crowded<'s>(
        &'s self,
        rules: &'s [Rule],
        most: usize,
    ) -> impl Iterator<Item = (u32, u32)> + 's {
        let same = |a: &Entry, b: &Entry| Self::text(rules, *a) == Self::text(rules, *b);
        let crowds = self
            .entries
            .chunk_by(same)
            .filter(move |crowd| crowd.len() > most);
        crowds.flatten().map(|entry| (entry.rule, entry.form))
    }

    /// Calls `take` with every rule filed here whose literal text `text` starts with.
    pub(super) fn within(&self, rules: &[Rule], text: &str, mut take: impl FnMut(u32)) {
        let begin = lead(text);
        let behind = self
            .entries
            .partition_point(|&entry| match entry.lead.cmp(&begin) {
                Ordering::Less => true,
                Ordering::Greater => false,
                Ordering::Equal => Self::text(rules, entry) <= text,
            });
        let mut next = behind.checked_sub(1);
        while let Some(at) = next {
            let Some(&entry) = self.entries.get(at) else { break };
            if text.starts_with(Self::text(rules, entry)) {
                take(entry.rule);
            }
            next = (entry.link as usize != at).then_some(entry.link as usize);
        }
    }

    fn text(rules: &[Rule], entry: Entry) -> &str {
        let Some(rule) = rules.get(entry.rule as usize) else {
            return "";
        };
        let pattern = match entry.form.checked_sub(1) {
            None => Some(&rule.pattern),
            Some(form) => rule.forms.get(form as usize),
        };
        let text = pattern.map_or("", Pattern::expanded);
        let length = entry.length as usize;
        text.get(..length).unwrap_or(text)
    }
}

#[cfg(test)]
mod tests {
    use super::lead;
    use proptest::prelude::*;

    proptest! {
        /// Where it tells two texts apart, it tells them apart as they are.
        #[test]
        fn a_lead_orders_as_the_text_does(common in "[ -~\\x00é]{0,9}", one in "[a\\x00é]{0,9}", other in "[a\\x00é]{0,9}") {
            let (one, other) = (common.clone() + &one, common + &other);
            let by_lead = lead(&one).cmp(&lead(&other));
            prop_assert!(by_lead.is_eq() || by_lead == one.as_bytes().cmp(other.as_bytes()));
        }
    }
}
