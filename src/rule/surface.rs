//! The rules under one key, and the three questions a gate asks of them.

use super::index::Index;
use super::machine::Machine;
use super::sequence::Sequence;
use super::{Open, Pattern, Rule};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

/// Up to this many rules a walk costs no more than an index.
const SMALL: usize = 16;
/// So many walks cost less than making an index: a process that judges one call, or a surface that a session asks
/// once, does without.
const FEW: u8 = 4;

/// All rules under one key.
#[derive(Debug)]
pub struct Surface {
    key: Pattern,
    shared_key: Arc<str>,
    rules: Vec<Rule>,
    /// Made when the surface is first asked: most surfaces of a session never are. `None` where there is nothing to
    /// gain.
    index: OnceLock<Option<Index>>,
    /// Walks so far.
    walks: AtomicU8,
}

impl Surface {
    /// Compiles the rules of one key, in any order.
    pub fn new(key: Arc<str>, mut rules: Vec<Rule>) -> Self {
        rules.sort_by_cached_key(|rule| Reverse((rule.pattern.rank(), rule.order)));
        Self {
            key: Pattern::text(&key),
            shared_key: key,
            rules,
            index: OnceLock::new(),
            walks: AtomicU8::new(0),
        }
    }

    fn index(&self) -> Option<&Index> {
        if self.rules.len() <= SMALL {
            return None;
        }
        self.index.get_or_init(|| Index::new(&self.rules)).as_ref()
    }

    /// The index, once walking has cost as much as making it.
    fn index_if_worth_it(&self) -> Option<&Index> {
        if self.index.get().is_none() && self.walks.load(Ordering::Relaxed) < FEW {
            self.walks.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        self.index()
    }

    /// The key, as written.
    pub fn key(&self) -> &str {
        self.key.source()
    }

    pub(super) fn key_pattern(&self) -> &Pattern {
        &self.key
    }

    pub(super) fn shared_key(&self) -> Arc<str> {
        Arc::clone(&self.shared_key)
    }

    /// All rules, most specific first (rank, then later declaration).
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The most specific rule that matches any of `texts`; the texts are equal spellings of one thing.
    pub fn best<'a>(&'a self, texts: &[&str]) -> Option<&'a Rule> {
        let Some(index) = self.index_if_worth_it() else {
            return self
                .rules
                .iter()
                .find(|rule| texts.iter().any(|text| rule.matches(text)));
        };
        let mut best = usize::MAX;
        for text in texts {
            index.candidates(&self.rules, text, |at| {
                let better = at < best && self.rules.get(at).is_some_and(|rule| rule.matches(text));
                if better {
                    best = at;
                }
                best
            });
        }
        self.rules.get(best)
    }

    /// Every rule that matches any of `texts`, most specific first.
    pub fn all<'a>(&'a self, texts: &[&str]) -> Vec<&'a Rule> {
        let Some(index) = self.index_if_worth_it() else {
            let matching = self
                .rules
                .iter()
                .filter(|rule| texts.iter().any(|text| rule.matches(text)));
            return matching.collect();
        };
        let mut found = Vec::new();
        for text in texts {
            index.candidates(&self.rules, text, |at| {
                if self.rules.get(at).is_some_and(|rule| rule.matches(text)) {
                    found.push(at);
                }
                usize::MAX
            });
        }
        self.pick(found)
    }

    /// Every rule that could match some value of `open`, most specific first.
    pub fn possible<'a>(&'a self, open: &Open) -> Vec<&'a Rule> {
        self.possible_where(open, |_| true)
    }

    /// Of the rules that `wanted` takes, every one that could match some value of `open`, most specific first.
    /// Cheaper than filtering what [`Surface::possible`] gives: only wanted rules are tried.
    pub fn possible_where<'a>(&'a self, open: &Open, wanted: impl Fn(&Rule) -> bool) -> Vec<&'a Rule> {
        let mut found = Vec::new();
        self.try_possible(open, |at, could| {
            if self.rules.get(at).is_some_and(|rule| wanted(rule) && could(rule)) {
                found.push(at);
            }
        });
        self.pick(found)
    }

    /// Of the rules that `wanted` takes and that could match some value of `open` the one that restricts most;
    /// of several such the most specific. Rules that restrict no more than one already found are not tried.
    pub fn strictest_possible<'a>(&'a self, open: &Open, wanted: impl Fn(&Rule) -> bool) -> Option<&'a Rule> {
        let rank = |at: usize, rule: &Rule| (rule.action, Reverse(at));
        let mut best = None;
        self.try_possible(open, |at, could| {
            let Some(rule) = self.rules.get(at) else { return };
            let rank = rank(at, rule);
            if best.is_none_or(|(found, _)| rank > found) && wanted(rule) && could(rule) {
                best = Some((rank, rule));
            }
        });
        best.map(|(_, rule)| rule)
    }

    /// The most specific of the rules that `wanted` takes and that match every value of `open`.
    pub fn best_for_every<'a>(&'a self, open: &Open, wanted: impl Fn(&Rule) -> bool) -> Option<&'a Rule> {
        let sample = Sequence::of_open(open).sample();
        // Whatever matches every value matches the sample.
        let mut matching = self.all(&[&sample]).into_iter();
        matching.find(|rule| wanted(rule) && rule.patterns().any(|pattern| pattern.matches_every(open)))
    }

    /// Calls `try_one` with the place of each rule that may match some value of `open`, and a way to find out
    /// whether it could.
    fn try_possible(&self, open: &Open, mut try_one: impl FnMut(usize, &dyn Fn(&Rule) -> bool)) {
        let sequence = Sequence::of_open(open);
        if let Some(machine) = Machine::<2>::new(&sequence) {
            self.try_with(&sequence, Some(&machine), &mut try_one);
        } else if let Some(machine) = Machine::<16>::new(&sequence) {
            self.try_with(&sequence, Some(&machine), &mut try_one);
        } else {
            self.try_with::<1>(&sequence, None, &mut try_one);
        }
    }

    fn try_with<const W: usize>(
        &self,
        sequence: &Sequence,
        machine: Option<&Machine<W>>,
        try_one: &mut impl FnMut(usize, &dyn Fn(&Rule) -> bool),
    ) {
        let could = |rule: &Rule| {
            rule.patterns().any(|pattern| match machine {
                Some(machine) => machine.could_match(pattern),
                None => pattern.could_match_sequence(sequence),
            })
        };
        match self.index() {
            Some(index) => {
                index.compatible(&self.rules, sequence, machine, |at| try_one(at as usize, &could));
            }
            None => (0..self.rules.len()).for_each(|at| try_one(at, &could)),
        }
    }

    fn pick(&self, mut places: Vec<usize>) -> Vec<&Rule> {
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter_map(|at| self.rules.get(at)).collect()
    }
}
