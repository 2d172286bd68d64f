//! A set of texts as atoms one after the other: an open text, or the texts of a pattern.

use super::{Hole, Open, OpenPart};

/// One place in a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    /// This character.
    Char(char),
    /// Any one character.
    One,
    /// Any run.
    Run,
    /// Any run without blanks.
    NoBlank,
    /// One digit.
    Digit,
    /// Any run of digits.
    Digits,
    /// Nothing: a place to skip from.
    Nothing,
}

/// A set of texts: atoms one after the other, of which some stretches may be skipped.
#[derive(Debug)]
pub(super) struct Sequence {
    atoms: Vec<Atom>,
    /// `(from, to)`: the atoms in between may be left out. Sorted.
    skips: Vec<(usize, usize)>,
}

impl Sequence {
    /// Of these atoms; the skips lead forward and are sorted.
    pub(super) const fn new(atoms: Vec<Atom>, skips: Vec<(usize, usize)>) -> Self {
        Self { atoms, skips }
    }

    /// The texts of `open`. An unquoted expansion that is a word of its own and comes out empty takes one of
    /// the blanks beside it along, as word splitting does.
    pub(super) fn of_open(open: &Open) -> Self {
        let parts = open.parts();
        let is_run = |at: usize| matches!(parts.get(at), Some(OpenPart::Hole(Hole::Any)));
        let text = |at: usize| match parts.get(at) {
            Some(OpenPart::Text(text)) => Some(text.as_str()),
            Some(OpenPart::Hole(_)) => Some(""),
            None => None,
        };
        let mut atoms = Vec::new();
        let mut skips = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            match part {
                OpenPart::Text(text) => atoms.extend(text.chars().map(Atom::Char)),
                OpenPart::Hole(Hole::NoBlank) => atoms.push(Atom::NoBlank),
                OpenPart::Hole(Hole::Digits) => atoms.extend([Atom::Digit, Atom::Digits]),
                // One of several side by side says all.
                OpenPart::Hole(Hole::Any) if at > 0 && is_run(at - 1) => {}
                OpenPart::Hole(Hole::Any) => {
                    let behind = (at..parts.len())
                        .find(|&next| !is_run(next))
                        .unwrap_or(parts.len());
                    let before = at.checked_sub(1).and_then(text).map(|text| text.ends_with(' '));
                    let behind = text(behind).map(|text| text.starts_with(' '));
                    if before != Some(false) && behind != Some(false) {
                        // What is skipped is skipped from in front of the word, not once part of it is there.
                        let here = atoms.len();
                        atoms.push(Atom::Nothing);
                        if before.is_some() {
                            skips.push((here - 1, here + 2));
                        }
                        if behind.is_some() {
                            skips.push((here, here + 3));
                        }
                    }
                    atoms.push(Atom::Run);
                }
            }
        }
        Self { atoms, skips }
    }

    pub(super) fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    pub(super) fn skips(&self) -> &[(usize, usize)] {
        &self.skips
    }

    /// A likely text: a character that patterns hardly hold in the place of every hole. Whatever matches all
    /// texts matches this one.
    pub(super) fn sample(&self) -> String {
        let fill = |atom: &Atom| match *atom {
            Atom::Char(c) => Some(c),
            Atom::One | Atom::Run | Atom::NoBlank => Some('\u{f8ff}'),
            Atom::Digit => Some('7'),
            Atom::Digits | Atom::Nothing => None,
        };
        self.atoms.iter().filter_map(fill).collect()
    }

    /// The same texts, each read from behind.
    pub(super) fn reversed(&self) -> Self {
        let end = self.atoms.len();
        let mut skips: Vec<(usize, usize)> = self
            .skips
            .iter()
            .map(|&(from, to)| (end - to, end - from))
            .collect();
        skips.sort_unstable();
        Self {
            atoms: self.atoms.iter().rev().copied().collect(),
            skips,
        }
    }

    /// The same texts and more, in fewer than `length` atoms: what is in the middle of too many may be anything.
    /// `None` where there are not so many.
    pub(super) fn shortened(&self, length: usize) -> Option<Self> {
        if self.atoms.len() < length {
            return None;
        }
        let kept = length.saturating_sub(2) / 2;
        let behind = self.atoms.len() - kept;
        let atoms = self.atoms.iter().take(kept).copied();
        let atoms = atoms.chain([Atom::Run]);
        let atoms = atoms.chain(self.atoms.iter().skip(behind).copied());
        // A skip from or into the middle is one from or to the run there.
        let place = |at: usize| match at {
            at if at <= kept => at,
            at if at < behind => kept,
            at => at - behind + kept + 1,
        };
        let skips = self.skips.iter().map(|&(from, to)| (place(from), place(to)));
        Some(Self {
            atoms: atoms.collect(),
            skips: skips.filter(|(from, to)| from < to).collect(),
        })
    }

    pub(super) fn skips_from(&self, at: usize) -> impl Iterator<Item = usize> {
        let start = self.skips.partition_point(|&(from, _)| from < at);
        let rest = self.skips.get(start..).unwrap_or(&[]);
        rest.iter()
            .take_while(move |&&(from, _)| from == at)
            .map(|&(_, to)| to)
    }
}
