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
    /// For each character that the sequence holds: the places that it leads one further.
    chars: Vec<(char, Places<W>)>,
    /// Places that any character leads further, and those that it leaves where they are.
    any: Loop<W>,
    /// The same for what is neither blank nor a digit nor in `chars`.
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
        let places = |takes: &dyn Fn(Atom) -> bool| {
            let mut set = Places([0; W]);
            for (at, _) in atoms.iter().enumerate().filter(|(_, atom)| takes(**atom)) {
                set.insert(at);
            }
            set
        };
        let kind = |onward: &dyn Fn(Atom) -> bool, stay: &dyn Fn(Atom) -> bool| Loop {
            onward: places(onward),
            stay: places(stay),
        };
        let mut chars: Vec<(char, Places<W>)> = Vec::new();
        for (at, atom) in atoms.iter().enumerate() {
            let Atom::Char(c) = *atom else { continue };
            if let Some((_, set)) = chars.iter_mut().find(|(own, _)| *own == c) {
                set.insert(at);
            } else {
                let mut set = Places([0; W]);
                set.insert(at);
                chars.push((c, set));
            }
        }
        let wide = |atom| matches!(atom, Atom::Run | Atom::NoBlank);
        Some(Self {
            chars,
            any: kind(
                &|atom| matches!(atom, Atom::Char(_) | Atom::One | Atom::Digit),
                &|atom| matches!(atom, Atom::Run | Atom::NoBlank | Atom::Digits),
            ),
            other: kind(&|atom| atom == Atom::One, &wide),
            blank: kind(&|atom| atom == Atom::One, &|atom| atom == Atom::Run),
            digit: kind(&|atom| matches!(atom, Atom::One | Atom::Digit), &|atom| {
                wide(atom) || atom == Atom::Digits
            }),
            free: places(&|atom| matches!(atom, Atom::Run | Atom::NoBlank | Atom::Digits | Atom::Nothing)),
            skips: sequence.skips().to_vec(),
            end: atoms.len(),
        })
    }

    /// Where every text starts.
    pub(super) fn start(&self) -> Places<W> {
        let mut set = Places([0; W]);
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
        let mut to = from.and(kind.onward);
        if let Some((_, set)) = self.chars.iter().find(|(own, _)| *own == c) {
            to = to.or(from.and(*set));
        }
        self.closed(to.shifted().or(from.and(kind.stay)))
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
            if at == tail && set.contains(self.end) {
                return true;
            }
            set = match c {
                '*' => set.and_beyond(self.end),
                '?' => self.closed(set.and(self.any.onward).shifted().or(set.and(self.any.stay))),
                c => self.step(set, c),
            };
            if set.is_empty() {
                return false;
            }
        }
        set.contains(self.end)
    }

    /// With every place that is reached for nothing.
    fn closed(&self, set: Places<W>) -> Places<W> {
        let mut set = set;
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
        let mut all = Self([0; W]);
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
