//! Patterns and open texts as languages: whether two have a text in common, whether one holds all of the other.
//!
//! A pattern becomes the states of its automaton, the other side a sequence of atoms; both questions walk
//! the sequence with sets of states. For inclusion one fresh character stands in the place of every wildcard
//! of the sequence: a text with a wildcard's place filled by a character that the pattern holds nowhere is the
//! hardest one to match, since only the pattern's own wildcards can match that place.

use super::Pattern;
use super::sequence::{Atom, Sequence};
use std::collections::HashMap;

/// How two patterns stand to one another, by the texts they match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The same texts.
    Equal,
    /// All texts of the other, and more.
    Wider,
    /// Some of the texts of the other, and no more.
    Narrower,
    /// Neither holds the other (or it could not be established).
    Apart,
}

/// Steps after which an inclusion is given up. Patterns a person writes take fewer than a hundred.
const BUDGET: usize = 20_000;

/// One state of a pattern's automaton: what it takes to get to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Literal(char),
    One,
    Star,
}

/// A pattern's automaton in normal form: in every run of wildcards the `?` stand first and one `*` at most
/// follows. Two patterns match the same texts exactly when their normal forms are equal.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct States {
    tokens: Vec<Token>,
    /// The last two tokens (a blank and `*`) may be left out.
    optional_tail: bool,
}

/// What separates words; a newline in quotes stays part of the word.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

/// What is consumed in one step.
#[derive(Clone, Copy)]
enum Symbol {
    Char(char),
    /// A character that no pattern in question holds.
    Fresh,
}

impl States {
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Whether the last two tokens may be left out.
    pub(super) const fn has_optional_tail(&self) -> bool {
        self.optional_tail
    }

    pub(super) fn of(pattern: &Pattern) -> Self {
        let (head, rest, optional_tail) = pattern.language_parts();
        let mut tokens: Vec<Token> = head.chars().map(Token::Literal).collect();
        for c in rest.chars() {
            match c {
                '*' if tokens.last() == Some(&Token::Star) => {}
                '*' => tokens.push(Token::Star),
                '?' if tokens.last() == Some(&Token::Star) => {
                    tokens.pop();
                    tokens.extend([Token::One, Token::Star]);
                }
                '?' => tokens.push(Token::One),
                c => tokens.push(Token::Literal(c)),
            }
        }
        // `x* *` says no more than `x*`.
        let before_tail = tokens.len().checked_sub(3).and_then(|at| tokens.get(at));
        if optional_tail && before_tail == Some(&Token::Star) {
            tokens.truncate(tokens.len() - 2);
            return Self {
                tokens,
                optional_tail: false,
            };
        }
        Self {
            tokens,
            optional_tail,
        }
    }

    /// The same texts as a sequence.
    pub(super) fn sequence(&self) -> Sequence {
        let atoms = self.tokens.iter().map(|token| match *token {
            Token::Literal(c) => Atom::Char(c),
            Token::One => Atom::One,
            Token::Star => Atom::Run,
        });
        let end = self.tokens.len();
        let skips = if self.optional_tail {
            vec![(end - 2, end)]
        } else {
            Vec::new()
        };
        Sequence::new(atoms.collect(), skips)
    }

    /// Whether some text of `sequence` matches.
    pub(super) fn meets(&self, sequence: &Sequence) -> bool {
        let mut set = self.none();
        self.enter(&mut set, 0);
        // Sets that skipped ahead, by the place they skipped to.
        let mut ahead: Vec<(usize, StateSet)> = Vec::new();
        for (at, atom) in sequence.atoms().iter().enumerate() {
            ahead.retain(|(to, other)| {
                *to != at || {
                    set.unite(other);
                    false
                }
            });
            if set.is_empty() {
                if ahead.is_empty() {
                    return false;
                }
                continue;
            }
            ahead.extend(sequence.skips_from(at).map(|to| (to, set.clone())));
            set = match *atom {
                Atom::Nothing => set,
                Atom::Char(c) => self.step(&set, Symbol::Char(c)),
                Atom::One => self.advance(&set, |_| true),
                Atom::Run => self.spread(set, |_| true),
                Atom::NoBlank => self.spread(set, |c| !is_blank(c)),
                Atom::Digit => self.advance(&set, |c| c.is_ascii_digit()),
                Atom::Digits => self.spread(set, |c| c.is_ascii_digit()),
            };
        }
        self.accepts(&set) || ahead.iter().any(|(_, other)| self.accepts(other))
    }

    /// Whether every text of `sequence` matches; false where the search is given up.
    pub(super) fn includes(&self, sequence: &Sequence) -> bool {
        let digits = self.telling_digits();
        let mut seen: HashMap<usize, Vec<StateSet>> = HashMap::new();
        let mut start = self.none();
        self.enter(&mut start, 0);
        self.dominate(&mut start);
        let mut work = vec![(0, start)];
        let mut budget = BUDGET + sequence.atoms().len();
        while let Some((mut at, mut set)) = work.pop() {
            while let Some(&Atom::Char(c)) = sequence.atoms().get(at) {
                work.extend(sequence.skips_from(at).map(|to| (to, set.clone())));
                set = self.narrow(&set, Symbol::Char(c));
                at += 1;
                budget = budget.saturating_sub(1);
                if set.is_empty() {
                    return false;
                }
            }
            budget = budget.saturating_sub(1);
            if set.is_empty() || budget == 0 {
                return false;
            }
            // Whatever fails from a set fails from each of its subsets.
            let known = seen.entry(at).or_default();
            if known.iter().any(|smaller| smaller.is_subset(&set)) {
                continue;
            }
            known.retain(|larger| !set.is_subset(larger));
            known.push(set.clone());
            work.extend(sequence.skips_from(at).map(|to| (to, set.clone())));
            match sequence.atoms().get(at) {
                None if self.accepts(&set) => {}
                None => return false,
                Some(&Atom::Char(c)) => work.push((at + 1, self.narrow(&set, Symbol::Char(c)))),
                Some(Atom::Nothing) => work.push((at + 1, set)),
                Some(Atom::One) => work.push((at + 1, self.narrow(&set, Symbol::Fresh))),
                Some(Atom::Run | Atom::NoBlank) => {
                    work.push((at, self.narrow(&set, Symbol::Fresh)));
                    work.push((at + 1, set));
                }
                Some(Atom::Digit) => {
                    work.extend(
                        digits
                            .iter()
                            .map(|&d| (at + 1, self.narrow(&set, Symbol::Char(d)))),
                    );
                }
                Some(Atom::Digits) => {
                    work.extend(digits.iter().map(|&d| (at, self.narrow(&set, Symbol::Char(d)))));
                    work.push((at + 1, set));
                }
            }
        }
        true
    }

    /// The digits that have to be tried: one that the pattern does not hold, else all ten.
    fn telling_digits(&self) -> Vec<char> {
        let fresh = ('0'..='9').find(|&digit| !self.tokens.contains(&Token::Literal(digit)));
        fresh.map_or_else(|| ('0'..='9').collect(), |digit| vec![digit])
    }

    fn none(&self) -> StateSet {
        StateSet::with_room_for(self.tokens.len() + 1)
    }

    /// Adds `state` and every state that a `*` lets pass for free.
    fn enter(&self, set: &mut StateSet, state: usize) {
        let mut state = state;
        set.insert(state);
        while self.tokens.get(state) == Some(&Token::Star) {
            state += 1;
            set.insert(state);
        }
    }

    fn step(&self, set: &StateSet, symbol: Symbol) -> StateSet {
        let mut next = self.none();
        for state in set.iter() {
            match (self.tokens.get(state), symbol) {
                (Some(Token::Star), _) => self.enter(&mut next, state),
                (Some(Token::One), _) => self.enter(&mut next, state + 1),
                (Some(Token::Literal(own)), Symbol::Char(c)) if *own == c => self.enter(&mut next, state + 1),
                _ => {}
            }
        }
        next
    }

    /// [`Self::step`], without the states that another one makes superfluous.
    fn narrow(&self, set: &StateSet, symbol: Symbol) -> StateSet {
        let mut next = self.step(set, symbol);
        self.dominate(&mut next);
        next
    }

    /// Whatever matches from a state matches from any later `*` too, so of the states in front of the last
    /// `*` in the set none is needed.
    fn dominate(&self, set: &mut StateSet) {
        let last = set
            .iter()
            .filter(|&state| self.tokens.get(state) == Some(&Token::Star))
            .last();
        if let Some(last) = last {
            set.remove_below(last);
        }
    }

    /// The states after one character of those that `takes` accepts.
    fn advance(&self, set: &StateSet, takes: impl Fn(char) -> bool) -> StateSet {
        let mut next = self.none();
        for state in set.iter() {
            match self.tokens.get(state) {
                Some(Token::Star) => self.enter(&mut next, state),
                Some(Token::One) => self.enter(&mut next, state + 1),
                Some(Token::Literal(c)) if takes(*c) => self.enter(&mut next, state + 1),
                _ => {}
            }
        }
        next
    }

    /// The states after any number of characters of those that `takes` accepts.
    fn spread(&self, set: StateSet, takes: impl Fn(char) -> bool) -> StateSet {
        let mut set = set;
        for (state, token) in self.tokens.iter().enumerate() {
            let passes = match token {
                Token::Star | Token::One => true,
                Token::Literal(c) => takes(*c),
            };
            if passes && set.contains(state) {
                self.enter(&mut set, state + 1);
            }
        }
        set
    }

    fn accepts(&self, set: &StateSet) -> bool {
        let end = self.tokens.len();
        set.contains(end) || (self.optional_tail && set.contains(end - 2))
    }
}

/// A set of states as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct StateSet(Vec<u64>);

impl StateSet {
    fn with_room_for(states: usize) -> Self {
        Self(vec![0; states.div_ceil(64)])
    }

    fn insert(&mut self, state: usize) {
        if let Some(word) = self.0.get_mut(state / 64) {
            *word |= 1 << (state % 64);
        }
    }

    fn contains(&self, state: usize) -> bool {
        self.0
            .get(state / 64)
            .is_some_and(|word| word >> (state % 64) & 1 == 1)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn unite(&mut self, other: &Self) {
        for (word, theirs) in self.0.iter_mut().zip(&other.0) {
            *word |= theirs;
        }
    }

    fn is_subset(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .all(|(mine, theirs)| mine & !theirs == 0)
    }

    fn remove_below(&mut self, state: usize) {
        for (index, word) in self.0.iter_mut().enumerate() {
            match index.cmp(&(state / 64)) {
                std::cmp::Ordering::Less => *word = 0,
                std::cmp::Ordering::Equal => *word &= u64::MAX << (state % 64),
                std::cmp::Ordering::Greater => break,
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                (word != 0).then(|| {
                    word &= word - 1;
                    index * 64 + bit
                })
            })
        })
    }
}
