//! Which of many rules may match a text, found without walking them.
//!
//! A pattern is filed under the literal text that it starts with, unless it has none or many share it: then
//! under the piece of its literal text that the fewest of these patterns share. For a text the former are
//! found by one search among sorted starts, the latter by one pass of an automaton over the text.

use super::starts::Starts;
use super::{Pattern, Rule};
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use foldhash::HashMap;
use std::cmp::Reverse;

/// Patterns that start with the same text, up to which trying all of them is no loss.
const CROWD: usize = 8;

/// Rules are meant by their place in the surface's list, the most specific first.
#[derive(Debug)]
pub(super) struct Index {
    /// Patterns that start with literal text.
    starts: Starts,
    /// Finds the pieces; `None` where no pattern is filed under one.
    automaton: Option<AhoCorasick>,
    /// `entries[bounds[piece]..bounds[piece + 1]]` are the rules filed under a piece, in order.
    bounds: Vec<u32>,
    entries: Vec<u32>,
    /// Rules without literal text, in order.
    always: Vec<u32>,
}

/// Every pattern of `rules`, with the place of its rule and its own among the rule's.
fn patterns(rules: &[Rule]) -> impl Iterator<Item = (u32, u32, &Pattern)> {
    let numbered = (0u32..).zip(rules);
    numbered.flat_map(|(at, rule)| {
        (0u32..)
            .zip(rule.patterns())
            .map(move |(form, pattern)| (at, form, pattern))
    })
}

fn form_of(rules: &[Rule], at: u32, form: u32) -> Option<&Pattern> {
    rules.get(at as usize)?.patterns().nth(form as usize)
}

impl Index {
    /// `None` where the rules are too many to be indexed.
    pub(super) fn new(rules: &[Rule]) -> Option<Self> {
        u32::try_from(rules.len()).ok()?;
        let starts = Starts::new(patterns(rules), CROWD);
        let crowded = starts.crowded(rules, CROWD);
        let crowded = crowded.filter_map(|(at, form)| Some((at, form_of(rules, at, form)?)));
        let floating = patterns(rules).filter(|(.., pattern)| pattern.sure_prefix().is_empty());
        let elsewhere: Vec<(u32, &Pattern)> = crowded
            .chain(floating.map(|(at, _, pattern)| (at, pattern)))
            .collect();
        let mut shared: HashMap<&str, u32> = HashMap::default();
        for piece in elsewhere.iter().flat_map(|(_, pattern)| pattern.literals()) {
            *shared.entry(piece).or_default() += 1;
        }
        let mut always = Vec::new();
        let mut piece_ids: HashMap<&str, u32> = HashMap::default();
        let mut pieces: Vec<&str> = Vec::new();
        let mut filed: Vec<(u32, u32)> = Vec::new();
        for (at, pattern) in elsewhere {
            let rarity = |piece: &&str| (shared.get(piece).copied(), Reverse(piece.len()));
            let Some(piece) = pattern.literals().min_by_key(rarity) else {
                always.push(at);
                continue;
            };
            let id = *piece_ids.entry(piece).or_insert_with(|| {
                pieces.push(piece);
                u32::try_from(pieces.len() - 1).unwrap_or(u32::MAX)
            });
            filed.push((id, at));
        }
        filed.sort_unstable();
        filed.dedup();
        always.sort_unstable();
        always.dedup();
        let mut bounds = Vec::with_capacity(pieces.len() + 1);
        let mut end = 0;
        for id in 0..=pieces.len() {
            bounds.push(u32::try_from(end).ok()?);
            let of_piece = filed.get(end..)?.iter();
            end += of_piece.take_while(|(own, _)| *own as usize == id).count();
        }
        let automaton = if pieces.is_empty() {
            None
        } else {
            let mut builder = AhoCorasick::builder();
            builder.match_kind(MatchKind::Standard).prefilter(false);
            builder.kind(Some(AhoCorasickKind::ContiguousNFA));
            Some(builder.build(&pieces).ok()?)
        };
        Some(Self {
            starts,
            automaton,
            bounds,
            entries: filed.into_iter().map(|(_, at)| at).collect(),
            always,
        })
    }

    /// Calls `take` with rules that may match `text`; among them is every rule that does. What `take` returns
    /// bounds the rules still of interest: those at that place and behind are left out.
    pub(super) fn candidates(&self, rules: &[Rule], text: &str, mut take: impl FnMut(usize) -> usize) {
        let mut bound = usize::MAX;
        let mut offer = |places: &[u32]| {
            for &at in places {
                if at as usize >= bound {
                    break;
                }
                bound = take(at as usize);
            }
        };
        self.starts.within(rules, text, |at| offer(&[at]));
        if let Some(automaton) = &self.automaton
            && let Ok(found) = automaton.try_find_overlapping_iter(text)
        {
            let mut seen = Seen::default();
            for piece in found {
                let piece = piece.pattern().as_usize();
                if seen.insert(piece) {
                    offer(self.filed_under(piece));
                }
            }
        }
        offer(&self.always);
    }

    fn filed_under(&self, piece: usize) -> &[u32] {
        let start = self.bounds.get(piece).copied().unwrap_or(0);
        let end = self.bounds.get(piece + 1).copied().unwrap_or(0);
        self.entries.get(start as usize..end as usize).unwrap_or(&[])
    }
}

/// Pieces already looked at for one text.
#[derive(Default)]
struct Seen {
    few: [u32; 12],
    count: usize,
    many: Vec<u64>,
}

impl Seen {
    /// Whether `piece` is new.
    fn insert(&mut self, piece: usize) -> bool {
        let id = u32::try_from(piece).unwrap_or(u32::MAX);
        if self.many.is_empty() {
            if self.few.iter().take(self.count).any(|&other| other == id) {
                return false;
            }
            if let Some(slot) = self.few.get_mut(self.count) {
                *slot = id;
                self.count += 1;
                return true;
            }
            for other in self.few {
                self.mark(other as usize);
            }
        }
        self.mark(piece)
    }

    fn mark(&mut self, piece: usize) -> bool {
        if self.many.len() <= piece / 64 {
            self.many.resize((piece / 64 + 1).next_power_of_two(), 0);
        }
        let Some(word) = self.many.get_mut(piece / 64) else {
            return true;
        };
        let new = *word >> (piece % 64) & 1 == 0;
        *word |= 1 << (piece % 64);
        new
    }
}
