//! Which of many rules may match a text, found without walking them.
//!
//! Every pattern is filed under one piece of its literal text: the one that the fewest patterns share. One
//! pass of an automaton over the text finds the pieces that occur in it, and only the rules filed under these
//! are tried. Patterns without wildcards stand in a hash table instead.

use super::affix::Affixes;
use super::language::Sequence;
use super::{Pattern, Rule};
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::OnceLock;

/// Rules are meant by their place in the surface's list, the most specific first.
#[derive(Debug)]
pub(super) struct Index {
    exact: ExactTable,
    /// Finds the pieces; `None` where no pattern has one.
    automaton: Option<AhoCorasick>,
    /// `entries[starts[piece]..starts[piece + 1]]` are the rules filed under a piece, in order.
    starts: Vec<u32>,
    entries: Vec<u32>,
    /// Rules without literal text, in order.
    always: Vec<u32>,
    /// Built when a text with holes is first asked about.
    affixes: OnceLock<Affixes>,
}

impl Index {
    /// `None` where the rules are too many to be indexed.
    pub(super) fn new(rules: &[Rule]) -> Option<Self> {
        u32::try_from(rules.len()).ok()?;
        let mut exact = Vec::new();
        let mut always = Vec::new();
        let mut shared: HashMap<&str, u32> = HashMap::new();
        let patterns = || {
            (0u32..)
                .zip(rules)
                .flat_map(|(at, rule)| rule.patterns().map(move |p| (at, p)))
        };
        for (_, pattern) in patterns().filter(|(_, pattern)| !pattern.is_exact()) {
            for piece in pattern.literals() {
                *shared.entry(piece).or_default() += 1;
            }
        }
        let mut piece_ids: HashMap<&str, u32> = HashMap::new();
        let mut pieces: Vec<&str> = Vec::new();
        let mut filed: Vec<(u32, u32)> = Vec::new();
        for (at, pattern) in patterns() {
            if pattern.is_exact() {
                exact.push((at, pattern));
                continue;
            }
            let rarity = |piece: &&str| (shared.get(piece).copied(), std::cmp::Reverse(piece.len()));
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
        always.dedup();
        let mut starts = Vec::with_capacity(pieces.len() + 1);
        let mut end = 0;
        for id in 0..=pieces.len() {
            starts.push(u32::try_from(end).ok()?);
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
            exact: ExactTable::new(&exact),
            automaton,
            starts,
            entries: filed.into_iter().map(|(_, at)| at).collect(),
            always,
            affixes: OnceLock::new(),
        })
    }

    /// Calls `take` with rules that may match `text`; among them is every rule that does. What `take` returns
    /// bounds the rules still of interest: those at that place and behind are left out.
    pub(super) fn candidates(&self, text: &str, mut take: impl FnMut(usize) -> usize) {
        let mut bound = usize::MAX;
        let mut offer = |places: &[u32]| {
            for &at in places {
                if at as usize >= bound {
                    break;
                }
                bound = take(at as usize);
            }
        };
        offer(self.exact.probe(text));
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
        let start = self.starts.get(piece).copied().unwrap_or(0);
        let end = self.starts.get(piece + 1).copied().unwrap_or(0);
        self.entries.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// Calls `take` with rules that could match some text of `sequence`; among them is every rule that could.
    pub(super) fn compatible(&self, rules: &[Rule], sequence: &Sequence, take: impl FnMut(usize)) {
        let affixes = self.affixes.get_or_init(|| Affixes::new(rules));
        affixes.compatible(rules, &sequence.known_prefix(), &sequence.known_suffix(), take);
    }
}

/// Patterns without wildcards, by a hash of their text.
#[derive(Debug)]
struct ExactTable {
    hasher: RandomState,
    /// `entries[starts[hash]..starts[hash + 1]]` are the rules whose text hashes so, in order.
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl ExactTable {
    fn new(patterns: &[(u32, &Pattern)]) -> Self {
        let mut table = Self {
            hasher: RandomState::new(),
            starts: vec![0; patterns.len().next_power_of_two() + 1],
            entries: Vec::new(),
        };
        if patterns.is_empty() {
            return table;
        }
        let mut hashed: Vec<(usize, u32)> = patterns
            .iter()
            .map(|(at, pattern)| (table.hash(pattern.expanded()), *at))
            .collect();
        hashed.sort_unstable();
        for (hash, _) in &hashed {
            if let Some(start) = table.starts.get_mut(hash + 1) {
                *start += 1;
            }
        }
        let mut end = 0;
        for start in &mut table.starts {
            end += *start;
            *start = end;
        }
        table.entries = hashed.into_iter().map(|(_, at)| at).collect();
        table
    }

    fn hash(&self, text: &str) -> usize {
        let mask = self.starts.len().saturating_sub(2) as u64;
        usize::try_from(self.hasher.hash_one(text) & mask).unwrap_or(0)
    }

    /// The rules that may have this text.
    fn probe(&self, text: &str) -> &[u32] {
        if self.entries.is_empty() {
            return &[];
        }
        let hash = self.hash(text);
        match (self.starts.get(hash), self.starts.get(hash + 1)) {
            (Some(&start), Some(&end)) => self.entries.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
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
