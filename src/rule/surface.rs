//! The rules under one key, and the three questions a gate asks of them.

use super::index::Index;
use super::leads::{LeadTrees, Leads};
use super::machine::Machine;
use super::search::{Radices, Wanted};
use super::sequence::Sequence;
use super::{Action, Open, Pattern, Rule};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

/// Up to this many rules a walk costs no more than an index.
const SMALL: usize = 16;
/// So many walks cost less than making an index: a process that judges one call, or a surface that a session asks
/// once, does without.
const FEW: u8 = 4;
/// From here on making an index takes longer than a look-up may.
const LARGE: usize = 1000;

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
    /// The patterns as they are tried against texts with holes; made when the first comes. `None` where they are
    /// few, or too many.
    radices: OnceLock<Option<Radices>>,
    /// Made when first asked for.
    outline: OnceLock<Outline>,
    leads: OnceLock<LeadTrees>,
}

/// Rules that count whatever a text holds.
#[derive(Debug)]
struct Outline {
    /// Places of the bare `*`.
    bare: Vec<usize>,
    /// Of the others the first that denies, and the first that asks.
    deny: Option<usize>,
    ask: Option<usize>,
}

impl Surface {
    /// Compiles the rules of one key, in any order.
    pub fn new(key: Arc<str>, mut rules: Vec<Rule>) -> Self {
        rules.sort_by_cached_key(|rule| Reverse(rule.pattern.rank().with_order(rule.order)));
        Self {
            key: Pattern::text(&key),
            shared_key: key,
            rules,
            index: OnceLock::new(),
            walks: AtomicU8::new(0),
            radices: OnceLock::new(),
            outline: OnceLock::new(),
            leads: OnceLock::new(),
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

    fn radices(&self) -> Option<&Radices> {
        if self.rules.len() <= SMALL {
            return None;
        }
        self.radices.get_or_init(|| Radices::new(&self.rules)).as_ref()
    }

    fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| {
            let places = |counts: &dyn Fn(&Rule) -> bool| {
                let rules = self.rules.iter().enumerate();
                let found = rules.filter(|(_, rule)| counts(rule)).map(|(at, _)| at);
                found.collect::<Vec<_>>()
            };
            let first = |action| {
                let mut rules = self.rules.iter();
                rules.position(|rule| rule.action == action && !rule.pattern.is_bare_star())
            };
            Outline {
                bare: places(&|rule| rule.pattern.is_bare_star()),
                deny: first(Action::Deny),
                ask: first(Action::Ask),
            }
        })
    }

    fn leads(&self) -> &LeadTrees {
        self.leads.get_or_init(|| LeadTrees::new(&self.rules))
    }

    /// The rules that restrict and have a pattern that begins with `/`, by the folders it leads through.
    pub fn rooted(&self) -> Option<Leads<'_>> {
        self.leads().rooted()
    }

    /// The rules that restrict and have a pattern that depends on the working folder, by the folders it leads through.
    pub fn relative(&self) -> Option<Leads<'_>> {
        self.leads().relative()
    }

    /// The rules that are a bare `*`, most specific first.
    pub fn bare_stars(&self) -> impl Iterator<Item = &Rule> {
        self.outline().bare.iter().filter_map(|&at| self.rules.get(at))
    }

    /// Of the rules beyond a bare `*` that are at least as strict as `least` (`ask` or `deny`) the one that
    /// restricts most; of several such the most specific.
    pub fn strictest(&self, least: Action) -> Option<&Rule> {
        let outline = self.outline();
        let ask = outline.ask.filter(|_| least < Action::Deny);
        outline.deny.or(ask).and_then(|at| self.rules.get(at))
    }

    /// Makes the index now where that takes long, so that no look-up has to wait for it.
    pub fn warm(&self) {
        if self.rules.len() > LARGE {
            self.index();
            self.radices();
        }
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
        let tried = Tried::of(open);
        let mut places = if let Some(machine) = Machine::<1>::new(tried.sequence()) {
            self.all_possible(&tried, &machine)
        } else if let Some(machine) = Machine::<4>::new(tried.sequence()) {
            self.all_possible(&tried, &machine)
        } else if let Some(machine) = Machine::<16>::new(tried.sequence()) {
            self.all_possible(&tried, &machine)
        } else {
            (0..self.rules.len()).collect()
        };
        places.retain(|&at| self.surely_could(at, &tried));
        self.pick(places)
    }

    /// Of the rules that are at least as strict as `least` and could match some value of `open` the one that
    /// restricts most; of several such the most specific. Bare `*` are left out, and so is what is less specific
    /// than the less restrictive rule `sure` of this surface.
    pub fn strictest_possible<'a>(
        &'a self,
        open: &Open,
        least: Action,
        sure: Option<&Rule>,
    ) -> Option<&'a Rule> {
        let tried = Tried::of(open);
        if let Some(machine) = Machine::<1>::new(tried.sequence()) {
            self.strictest_with(&tried, &machine, least, sure)
        } else if let Some(machine) = Machine::<4>::new(tried.sequence()) {
            self.strictest_with(&tried, &machine, least, sure)
        } else {
            let machine = Machine::<16>::new(tried.sequence())?;
            self.strictest_with(&tried, &machine, least, sure)
        }
    }

    fn strictest_with<'a, const W: usize>(
        &'a self,
        tried: &Tried,
        machine: &Machine<W>,
        least: Action,
        sure: Option<&Rule>,
    ) -> Option<&'a Rule> {
        let actions = [Action::Deny, Action::Ask, Action::Allow].into_iter();
        let mut found = actions.filter(|action| *action >= least).filter_map(|action| {
            let sure = sure.filter(|sure| sure.action < action);
            let before = sure.map_or(self.rules.len(), |sure| self.place_of(sure));
            self.first_possible(tried, machine, action, before)
        });
        found.next()
    }

    /// How many rules are more specific than `rule`.
    fn place_of(&self, rule: &Rule) -> usize {
        let key = |rule: &Rule| (rule.pattern.rank(), rule.order);
        let own = key(rule);
        self.rules.partition_point(|other| key(other) > own)
    }

    fn all_possible<const W: usize>(&self, tried: &Tried, machine: &Machine<W>) -> Vec<usize> {
        if let Some(radices) = self.radices() {
            let places = radices.all(tried.sequence(), machine);
            return places.into_iter().map(|at| at as usize).collect();
        }
        let could = |rule: &Rule| rule.patterns().any(|pattern| machine.could_match(pattern));
        let rules = self.rules.iter().enumerate();
        rules.filter(|(_, rule)| could(rule)).map(|(at, _)| at).collect()
    }

    /// The first rule in front of the place `before` that has `action` and could match.
    fn first_possible<'a, const W: usize>(
        &'a self,
        tried: &Tried,
        machine: &Machine<W>,
        action: Action,
        before: usize,
    ) -> Option<&'a Rule> {
        let counts = |rule: &Rule| rule.action == action && !rule.pattern.is_bare_star();
        if let Some(radices) = self.radices() {
            let wanted = Wanted {
                action: Some(action),
                before: u32::try_from(before).unwrap_or(u32::MAX),
            };
            let takes = |at: u32| {
                let at = at as usize;
                self.rules.get(at).is_some_and(counts) && self.surely_could(at, tried)
            };
            let found = radices.first(tried.sequence(), machine, wanted, takes)?;
            return self.rules.get(found as usize);
        }
        let could = |rule: &Rule| rule.patterns().any(|pattern| machine.could_match(pattern));
        let mut rules = self.rules.iter().take(before).enumerate();
        rules
            .find(|(at, rule)| counts(rule) && could(rule) && self.surely_could(*at, tried))
            .map(|(_, rule)| rule)
    }

    /// Whether the rule at a place, which an automaton accepted, could match all of a text that was too long for
    /// an automaton.
    fn surely_could(&self, at: usize, tried: &Tried) -> bool {
        let Tried::Cut { whole, .. } = tried else {
            return true;
        };
        self.rules.get(at).is_some_and(|rule| {
            let mut patterns = rule.patterns();
            patterns.any(|pattern| pattern.could_match_sequence(whole))
        })
    }

    /// The most specific of the rules that `wanted` takes and that match every value of `open`.
    pub fn best_for_every<'a>(&'a self, open: &Open, wanted: impl Fn(&Rule) -> bool) -> Option<&'a Rule> {
        let sample = Sequence::of_open(open).sample();
        // Whatever matches every value matches the sample.
        let mut matching = self.all(&[&sample]).into_iter();
        matching.find(|rule| wanted(rule) && rule.patterns().any(|pattern| pattern.matches_every(open)))
    }

    fn pick(&self, mut places: Vec<usize>) -> Vec<&Rule> {
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter_map(|at| self.rules.get(at)).collect()
    }
}

/// A text with holes as it is tried.
enum Tried {
    /// As it is.
    Whole(Sequence),
    /// It is so long that its middle is taken for anything; what could match then is tried against the whole.
    Cut { short: Sequence, whole: Sequence },
}

/// Atoms from which on a text is cut.
const LONG: usize = 64 * 16;

impl Tried {
    fn of(open: &Open) -> Self {
        let whole = Sequence::of_open(open);
        match whole.shortened(LONG) {
            None => Self::Whole(whole),
            Some(short) => Self::Cut { short, whole },
        }
    }

    const fn sequence(&self) -> &Sequence {
        match self {
            Self::Whole(sequence) | Self::Cut { short: sequence, .. } => sequence,
        }
    }
}
