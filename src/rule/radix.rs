//! Patterns in a radix tree, read from one of their ends, so that what many of them share is tried once against
//! a text with holes.
//!
//! The tree holds whole patterns with their wildcards, and each node knows the most specific rule of each
//! action below it: the best that could match is found without a walk over the others.

use super::{Action, Pattern, Rule};

/// From which end patterns are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// One step of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Token {
    Char(char),
    /// Any one character.
    One,
    /// Any run.
    Star,
    /// A blank and any run, or nothing. It stands at the end of a pattern only.
    Tail,
}

/// The tree.
#[derive(Debug)]
pub(super) struct Radix {
    nodes: Vec<Node>,
    labels: Vec<Token>,
    /// The rules of the patterns that end at a node, in order; for each node a range.
    ends: Vec<u32>,
}

/// A range in one of the tree's lists.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    from: u32,
    to: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    label: Range,
    children: Range,
    ends: Range,
    /// Of the rules at this node and below the first of each action; [`NONE`] where there is none.
    first: [u32; 3],
}

/// No rule.
pub(super) const NONE: u32 = u32::MAX;

/// A node that is still to be filled: its patterns, and how many of their tokens are behind them.
struct Task {
    node: usize,
    patterns: std::ops::Range<usize>,
    depth: usize,
}

impl Radix {
    /// The patterns of `rules`; `None` where they are too many.
    pub(super) fn new(direction: Direction, rules: &[Rule]) -> Option<Self> {
        let mut tokens = Vec::new();
        let mut patterns: Vec<(Range, u32)> = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            for pattern in rule.patterns() {
                let from = tokens.len();
                read(pattern, direction, &mut tokens);
                patterns.push((Range::new(from, tokens.len())?, u32::try_from(at).ok()?));
            }
        }
        let of = |range: Range| range.of(&tokens);
        patterns.sort_unstable_by(|a, b| of(a.0).cmp(of(b.0)).then(a.1.cmp(&b.1)));
        let mut tree = Self {
            nodes: vec![Node::EMPTY],
            labels: Vec::new(),
            ends: Vec::new(),
        };
        let mut tasks = std::collections::VecDeque::from([Task {
            node: 0,
            patterns: 0..patterns.len(),
            depth: 0,
        }]);
        // Level by level, so that the children of a node stand side by side.
        while let Some(Task {
            node,
            patterns: within,
            depth,
        }) = tasks.pop_front()
        {
            let here = patterns.get(within.clone())?;
            // What ends here sorts first.
            let ending = here
                .iter()
                .take_while(|(range, _)| of(*range).len() <= depth)
                .count();
            let (ends, onward) = here.split_at_checked(ending)?;
            let end = tree.ends.len();
            tree.ends.extend(ends.iter().map(|(_, rule)| *rule));
            let first_child = tree.nodes.len();
            let mut from = within.start + ending;
            for group in onward.chunk_by(|a, b| of(a.0).get(depth) == of(b.0).get(depth)) {
                let (first, last) = (of(group.first()?.0), of(group.last()?.0));
                let shared = shared_length(first.get(depth..)?, last.get(depth..)?);
                let start = tree.labels.len();
                tree.labels.extend_from_slice(first.get(depth..depth + shared)?);
                tasks.push_back(Task {
                    node: tree.nodes.len(),
                    patterns: from..from + group.len(),
                    depth: depth + shared,
                });
                tree.nodes.push(Node {
                    label: Range::new(start, tree.labels.len())?,
                    ..Node::EMPTY
                });
                from += group.len();
            }
            let children = Range::new(first_child, tree.nodes.len())?;
            let ends = Range::new(end, tree.ends.len())?;
            let node = tree.nodes.get_mut(node)?;
            node.children = children;
            node.ends = ends;
        }
        tree.rank(rules);
        Some(tree)
    }

    /// Says at each node which rules come first below it.
    fn rank(&mut self, rules: &[Rule]) {
        // Children stand behind their parents.
        for at in (0..self.nodes.len()).rev() {
            let Some(node) = self.nodes.get(at) else { continue };
            let mut first = [NONE; 3];
            for &rule in self.ends_at(node) {
                if let Some(rule_of) = rules.get(rule as usize) {
                    let first = first_of(&mut first, rule_of.action);
                    *first = rule.min(*first);
                }
            }
            for child in self.children(node) {
                for (own, below) in first.iter_mut().zip(child.first) {
                    *own = below.min(*own);
                }
            }
            if let Some(node) = self.nodes.get_mut(at) {
                node.first = first;
            }
        }
    }

    /// Where every pattern begins.
    pub(super) fn root(&self) -> &Node {
        self.nodes.first().unwrap_or(&Node::EMPTY)
    }

    /// The nodes that lead on from one.
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        node.children.of(&self.nodes)
    }

    /// What leads to a node from the one above it.
    pub(super) fn label(&self, node: &Node) -> &[Token] {
        node.label.of(&self.labels)
    }

    /// The places of the rules whose pattern ends at a node, in order.
    pub(super) fn ends_at(&self, node: &Node) -> &[u32] {
        node.ends.of(&self.ends)
    }
}

impl Node {
    const EMPTY: Self = Self {
        label: Range { from: 0, to: 0 },
        children: Range { from: 0, to: 0 },
        ends: Range { from: 0, to: 0 },
        first: [NONE; 3],
    };

    /// The place of the first rule at this node or below it with `action`, or of any; [`NONE`] without one.
    pub(super) fn first(&self, action: Option<Action>) -> u32 {
        match action {
            Some(action) => {
                let mut first = self.first;
                *first_of(&mut first, action)
            }
            None => self.first.into_iter().min().unwrap_or(NONE),
        }
    }
}

fn first_of(first: &mut [u32; 3], action: Action) -> &mut u32 {
    let [allow, ask, deny] = first;
    match action {
        Action::Allow => allow,
        Action::Ask => ask,
        Action::Deny => deny,
    }
}

impl Range {
    /// `None` where the list is too long.
    pub(super) fn new(from: usize, to: usize) -> Option<Self> {
        Some(Self {
            from: u32::try_from(from).ok()?,
            to: u32::try_from(to).ok()?,
        })
    }

    /// What lies in it.
    pub(super) fn of<T>(self, list: &[T]) -> &[T] {
        list.get(self.from as usize..self.to as usize).unwrap_or(&[])
    }
}

/// Appends the tokens of `pattern`.
fn read(pattern: &Pattern, direction: Direction, tokens: &mut Vec<Token>) {
    let (head, rest, optional_tail) = pattern.language_parts();
    let rest = if optional_tail {
        rest.get(..rest.len() - 2).unwrap_or(rest)
    } else {
        rest
    };
    let from = tokens.len();
    tokens.extend(head.chars().map(Token::Char));
    for c in rest.chars() {
        match c {
            // Two say no more than one.
            '*' if tokens.get(from..).and_then(<[_]>::last) == Some(&Token::Star) => {}
            '*' => tokens.push(Token::Star),
            '?' => tokens.push(Token::One),
            c => tokens.push(Token::Char(c)),
        }
    }
    if optional_tail {
        tokens.push(Token::Tail);
    }
    if direction == Direction::Backward
        && let Some(own) = tokens.get_mut(from..)
    {
        own.reverse();
    }
}

fn shared_length(a: &[Token], b: &[Token]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
