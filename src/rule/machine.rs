//! A text with holes as an automaton in bits, so that thousands of patterns can be tried against it quickly.
//!
//! The states are the places in the text's sequence of atoms. A pattern is run over them character by
//! character; it could match where the last place is reached. Nothing is allocated for a pattern.

use super::Pattern;
use super::sequence::{Atom, Sequence};

/// A set of places, in `W` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places<const W: usize>([u64; W]);

/// The automaton of a sequence with fewer than `64 * W` atoms.
#[derive(Debug)]
pub(super) struct Machine<const W: usize> {
    /// For each ASCII character the places that it leads one further.
    ascii: Vec<Places<W>>,
    /// The same for each other character that the sequence holds.
    wide: Vec<(char, Places<W>)>,
    /// Places that any character leads further, and those that it leaves where they are.
    any: Loop<W>,
    /// The same for what is neither blank nor a digit nor a character of the sequence.
    other: Loop<W>,
    /// For a blank, and for a digit.
    blank: Loop<W>,
    digit: Loop<W>,
    /// Places that may be passed for nothing, one at a time.
    free: Places<W>,
    /// Stretches that may be left out.
    skips: Vec<(usize, usize)>,
    end: usize,
}

/// What one kind of character does.
#[derive(Clone, Copy, Debug)]
struct Loop<const W: usize> {
    onward: Places<W>,
    stay: Places<W>,
}

impl<const W: usize> Machine<W> {
    /// `None` where the sequence is too long.
    pub(super) fn new(sequence: &Sequence) -> Option<Self> {
        let atoms = sequence.atoms();
        if atoms.len() >= 64 * W {
            return None;
        }
        let none = Loop {
            onward: Places::NONE,
            stay: Places::NONE,
        };
        let mut machine = Self {
            ascii: vec![Places::NONE; 128],
            wide: Vec::new(),
            any: none,
            other: none,
            blank: none,
            digit: none,
            free: Places::NONE,
            skips: sequence.skips().to_vec(),
            end: atoms.len(),
        };
        for (at, atom) in atoms.iter().enumerate() {
            machine.take(at, *atom);
        }
        Some(machine)
    }

    fn take(&mut self, at: usize, atom: Atom) {
        if !matches!(atom, Atom::Char(_) | Atom::One | Atom::Digit) {
            self.free.insert(at);
        }
        let (any, other, blank, digit) = (&mut self.any, &mut self.other, &mut self.blank, &mut self.digit);
        match atom {
            Atom::Char(c) => {
                any.onward.insert(at);
                if let Some(places) = self.ascii.get_mut(c as usize) {
                    places.insert(at);
                } else if let Some((_, places)) = self.wide.iter_mut().find(|(own, _)| *own == c) {
                    places.insert(at);
                } else {
                    let mut places = Places::NONE;
                    places.insert(at);
                    self.wide.push((c, places));
                }
            }
            Atom::One => {
                for kind in [any, other, blank, digit] {
                    kind.onward.insert(at);
                }
            }
            Atom::Run => {
                for kind in [any, other, blank, digit] {
                    kind.stay.insert(at);
                }
            }
            Atom::NoBlank => {
                for kind in [any, other, digit] {
                    kind.stay.insert(at);
                }
            }
            Atom::Digit => {
                for kind in [any, digit] {
                    kind.onward.insert(at);
                }
            }
            Atom::Digits => {
                for kind in [any, digit] {
                    kind.stay.insert(at);
                }
            }
            Atom::Nothing => {}
        }
    }

    /// Where every text starts.
    pub(super) fn start(&self) -> Places<W> {
        let mut set = Places::NONE;
        set.insert(0);
        self.closed(set)
    }

    /// The places after a literal character.
    pub(super) fn step(&self, from: Places<W>, c: char) -> Places<W> {
        let kind = match c {
            ' ' | '\t' => &self.blank,
            '0'..='9' => &self.digit,
            _ => &self.other,
        };
        let own = match self.ascii.get(c as usize) {
            Some(places) => *places,
            None => self
                .wide
                .iter()
                .find(|(own, _)| *own == c)
                .map_or(Places::NONE, |(_, places)| *places),
        };
        let onward = from.and(kind.onward.or(own));
        self.closed(onward.shifted().or(from.and(kind.stay)))
    }

    /// The places after any one character.
    pub(super) fn any_one(&self, from: Places<W>) -> Places<W> {
        self.closed(from.and(self.any.onward).shifted().or(from.and(self.any.stay)))
    }

    /// The places after any run of characters.
    pub(super) fn any_run(&self, from: Places<W>) -> Places<W> {
        from.and_beyond(self.end)
    }

    /// The places after nothing, or a blank and any run.
    pub(super) fn tail(&self, from: Places<W>) -> Places<W> {
        let blank = self.step(from, ' ');
        from.or(self.any_run(blank))
    }

    /// The same where the sequence is read from behind.
    pub(super) fn tail_from_behind(&self, from: Places<W>) -> Places<W> {
        from.or(self.step(self.any_run(from), ' '))
    }

    /// Whether a text may end here.
    pub(super) fn accepts(&self, places: Places<W>) -> bool {
        places.contains(self.end)
    }

    /// Whether some text matches `pattern`.
    pub(super) fn could_match(&self, pattern: &Pattern) -> bool {
        let (head, rest, optional_tail) = pattern.language_parts();
        let mut set = self.start();
        for c in head.chars() {
            set = self.step(set, c);
            if set.is_empty() {
                return false;
            }
        }
        let tail = if optional_tail { rest.len() - 2 } else { rest.len() };
        for (at, c) in rest.char_indices() {
            if at == tail && self.accepts(set) {
                return true;
            }
            set = match c {
                '*' => self.any_run(set),
                '?' => self.any_one(set),
                c => self.step(set, c),
            };
            if set.is_empty() {
                return false;
            }
        }
        self.accepts(set)
    }

    /// With every place that is reached for nothing.
    fn closed(&self, set: Places<W>) -> Places<W> {
        let mut set = set;
        if set.and(self.free).is_empty() && self.skips.is_empty() {
            return set;
        }
        loop {
            let mut more = set.or(set.and(self.free).shifted());
            for &(from, to) in &self.skips {
                if more.contains(from) {
                    more.insert(to);
                }
            }
            if more == set {
                return set;
            }
            set = more;
        }
    }
}

impl<const W: usize> Places<W> {
    const NONE: Self = Self([0; W]);

    fn insert(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    fn contains(self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn and(mut self, other: Self) -> Self {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, other)| *word &= other);
        self
    }

    fn or(mut self, other: Self) -> Self {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, other)| *word |= other);
        self
    }

    /// Every place one further.
    fn shifted(mut self) -> Self {
        let mut carry = 0;
        for word in &mut self.0 {
            let next = *word >> 63;
            *word = *word << 1 | carry;
            carry = next;
        }
        self
    }

    /// Every place from the first in the set up to `end`: some text leads from it to each of them.
    fn and_beyond(self, end: usize) -> Self {
        let mut all = Self::NONE;
        let mut found = false;
        for (word, own) in all.0.iter_mut().zip(self.0) {
            if found {
                *word = u64::MAX;
            } else if own != 0 {
                *word = u64::MAX << own.trailing_zeros();
                found = true;
            }
        }
        // Nothing lies behind the end.
        for (index, word) in all.0.iter_mut().enumerate() {
            match index.cmp(&(end / 64)) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal if end % 64 == 63 => {}
                std::cmp::Ordering::Equal => *word &= (1 << (end % 64 + 1)) - 1,
                std::cmp::Ordering::Greater => *word = 0,
            }
        }
        all
    }
}
