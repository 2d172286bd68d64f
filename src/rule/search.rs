//! The search for rules that could match a text with holes: patterns are tried from both of their ends in turns,
//! and whichever side is done first has the answer.
//!
//! One side alone can be led astray. Of `*--flag-1 on`, `*--flag-2 on`, … each goes on for long where a hole may
//! hold the flag; from behind, the blank that the hole can't hold ends all of them at once.

use super::machine::{Machine, Places};
use super::radix::{Direction, NONE, Node, Radix, Token};
use super::sequence::Sequence;
use super::{Action, Rule};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Steps that are made from the front before the other end is tried too.
const HEAD_START: usize = 24;

/// The patterns of a surface from both ends.
#[derive(Debug)]
pub(super) struct Radices {
    forward: Radix,
    backward: Radix,
}

/// Which rules are looked for: those of `action` (of any where there is none) in front of the place `before`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) action: Option<Action>,
    pub(super) before: u32,
}

impl Radices {
    /// `None` where the rules are too many.
    pub(super) fn new(rules: &[Rule]) -> Option<Self> {
        Some(Self {
            forward: Radix::new(Direction::Forward, rules)?,
            backward: Radix::new(Direction::Backward, rules)?,
        })
    }

    /// The place of the first rule that is wanted, could match some text of `machine` (whose `sequence` is), and
    /// that `takes` accepts.
    pub(super) fn first<const W: usize>(
        &self,
        sequence: &Sequence,
        machine: &Machine<W>,
        wanted: Wanted,
        takes: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let mut front = Search::new(&self.forward, machine, Direction::Forward, wanted);
        for _ in 0..HEAD_START {
            match front.step() {
                Step::Found(at) if takes(at) => return Some(at),
                Step::Found(_) | Step::On => {}
                Step::Done => return None,
            }
        }
        let Some(reversed) = Machine::<W>::new(&sequence.reversed()) else {
            return front.rest().find(|&at| takes(at));
        };
        let mut back = Search::new(&self.backward, &reversed, Direction::Backward, wanted);
        loop {
            for step in [front.step(), back.step()] {
                match step {
                    Step::Found(at) if takes(at) => return Some(at),
                    Step::Found(_) | Step::On => {}
                    Step::Done => return None,
                }
            }
        }
    }

    /// The places of all rules that could match some text, in order; one may come more than once.
    pub(super) fn all<const W: usize>(&self, sequence: &Sequence, machine: &Machine<W>) -> Vec<u32> {
        let wanted = Wanted {
            action: None,
            before: NONE,
        };
        let mut front = Search::new(&self.forward, machine, Direction::Forward, wanted);
        let Some(reversed) = Machine::<W>::new(&sequence.reversed()) else {
            return front.rest().collect();
        };
        let mut back = Search::new(&self.backward, &reversed, Direction::Backward, wanted);
        let mut found = [Vec::new(), Vec::new()];
        loop {
            for (step, found) in [front.step(), back.step()].into_iter().zip(&mut found) {
                match step {
                    Step::Found(at) => found.push(at),
                    Step::On => {}
                    Step::Done => return std::mem::take(found),
                }
            }
        }
    }
}

/// What a step of a search came to.
enum Step {
    /// A rule; none in front of it is left.
    Found(u32),
    On,
    /// There are no more.
    Done,
}

/// A search from one end, the most specific rules first.
struct Search<'r, const W: usize> {
    radix: &'r Radix,
    machine: &'r Machine<W>,
    direction: Direction,
    wanted: Wanted,
    open: BinaryHeap<Open<'r, W>>,
}

/// Something still to look at, and the first rule that may come of it.
struct Open<'r, const W: usize> {
    bound: u32,
    next: Next<'r, W>,
}

enum Next<'r, const W: usize> {
    /// The text leads to this node, at these places.
    Node(&'r Node, Places<W>),
    /// A rule that could match.
    Rule,
}

impl<'r, const W: usize> Search<'r, W> {
    fn new(radix: &'r Radix, machine: &'r Machine<W>, direction: Direction, wanted: Wanted) -> Self {
        let mut search = Self {
            radix,
            machine,
            direction,
            wanted,
            open: BinaryHeap::new(),
        };
        search.add(radix.root(), machine.start());
        search
    }

    fn add(&mut self, node: &'r Node, places: Places<W>) {
        let bound = node.first(self.wanted.action);
        if bound < self.wanted.before {
            self.open.push(Open {
                bound,
                next: Next::Node(node, places),
            });
        }
    }

    fn step(&mut self) -> Step {
        let Some(Open { bound, next }) = self.open.pop() else {
            return Step::Done;
        };
        let Next::Node(node, places) = next else {
            return Step::Found(bound);
        };
        if self.machine.accepts(places) {
            for &rule in self.radix.ends_at(node) {
                // The node knows the first; which of the others are wanted shows when they are taken.
                if rule >= bound && rule < self.wanted.before {
                    self.open.push(Open {
                        bound: rule,
                        next: Next::Rule,
                    });
                }
            }
        }
        for child in self.radix.children(node) {
            if child.first(self.wanted.action) >= self.wanted.before {
                continue;
            }
            if let Some(places) = self.follow(child, places) {
                self.add(child, places);
            }
        }
        Step::On
    }

    /// The places after the label of `node`; `None` where no text leads along it.
    fn follow(&self, node: &Node, mut places: Places<W>) -> Option<Places<W>> {
        for token in self.radix.label(node) {
            places = match (*token, self.direction) {
                (Token::Char(c), _) => self.machine.step(places, c),
                (Token::One, _) => self.machine.any_one(places),
                (Token::Star, _) => self.machine.any_run(places),
                (Token::Tail, Direction::Forward) => self.machine.tail(places),
                (Token::Tail, Direction::Backward) => self.machine.tail_from_behind(places),
            };
            if places.is_empty() {
                return None;
            }
        }
        Some(places)
    }

    /// What is left to find.
    fn rest(&mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(|| {
            loop {
                match self.step() {
                    Step::Found(at) => return Some(at),
                    Step::On => {}
                    Step::Done => return None,
                }
            }
        })
    }
}

/// The least bound is the greatest entry of the heap.
impl<const W: usize> Ord for Open<'_, W> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.cmp(&self.bound)
    }
}

impl<const W: usize> PartialOrd for Open<'_, W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> PartialEq for Open<'_, W> {
    fn eq(&self, other: &Self) -> bool {
        self.bound == other.bound
    }
}

impl<const W: usize> Eq for Open<'_, W> {}
