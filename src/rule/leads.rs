//! Rules by the folders that the literal text of their patterns leads through, for whoever goes down folders and asks
//! what lies there: what does not exist is passed over with everything below it.
//!
//! Only rules that restrict are here, and only patterns with literal text: of the others nobody asks where they lead.

use super::radix::Range;
use super::{Action, Rule};
use std::collections::VecDeque;

/// The two trees of a surface.
#[derive(Debug, Default)]
pub(super) struct LeadTrees {
    /// Patterns and forms that begin with `/`.
    rooted: Tree,
    /// Patterns that depend on the working folder.
    relative: Tree,
}

#[derive(Debug, Default)]
struct Tree {
    /// The first is the root; the folders of one folder stand side by side, sorted by name.
    nodes: Vec<Node>,
    /// The rules in the order of their texts.
    order: Vec<u32>,
    /// The rules whose text ends in a folder, by folder.
    ends: Vec<u32>,
}

#[derive(Debug, Default)]
struct Node {
    name: Box<str>,
    /// The first bytes of the name, which tell most names apart.
    key: u64,
    folders: Range,
    ends: Range,
    below: Range,
}

/// A folder in which literal texts end, or through which they go on.
#[derive(Clone, Copy, Debug)]
pub struct Leads<'a> {
    tree: &'a Tree,
    node: &'a Node,
}

impl LeadTrees {
    /// Of the patterns of `rules`; empty where they are too many.
    pub(super) fn new(rules: &[Rule]) -> Self {
        let (mut rooted, mut relative) = (Vec::new(), Vec::new());
        for (rule, place) in rules.iter().zip(0u32..) {
            if rule.action == Action::Allow || rule.pattern.is_bare_star() {
                continue;
            }
            for (form, pattern) in rule.patterns().enumerate() {
                let text = pattern.literal_prefix();
                if let Some(text) = text.strip_prefix('/') {
                    rooted.push((text, place));
                } else if form == 0 && !text.is_empty() && !pattern.is_rooted() {
                    relative.push((text, place));
                }
            }
        }
        Self {
            rooted: Tree::new(rooted).unwrap_or_default(),
            relative: Tree::new(relative).unwrap_or_default(),
        }
    }

    pub(super) fn rooted(&self) -> Option<Leads<'_>> {
        self.rooted.root()
    }

    pub(super) fn relative(&self) -> Option<Leads<'_>> {
        self.relative.root()
    }
}

impl Tree {
    fn new(mut texts: Vec<(&str, u32)>) -> Option<Self> {
        if texts.is_empty() {
            return None;
        }
        texts.sort_unstable();
        let mut tree = Self {
            nodes: vec![Node::default()],
            order: texts.iter().map(|(_, place)| *place).collect(),
            ends: Vec::new(),
        };
        // The node, those of the texts that lead to it, and the length of what they share.
        let mut tasks = VecDeque::from([(0, 0..texts.len(), 0)]);
        while let Some((at, within, depth)) = tasks.pop_front() {
            let first_end = tree.ends.len();
            let mut folders: Vec<(&str, std::ops::Range<usize>)> = Vec::new();
            for index in within.clone() {
                let (text, place) = *texts.get(index)?;
                let rest = text.get(depth..)?;
                let Some((name, _)) = rest.split_once('/') else {
                    tree.ends.push(place);
                    continue;
                };
                // What goes through one folder stands side by side.
                match folders.last_mut() {
                    Some((last, range)) if *last == name => range.end = index + 1,
                    _ => folders.push((name, index..index + 1)),
                }
            }
            folders.sort_unstable_by_key(|(name, _)| *name);
            let first_folder = tree.nodes.len();
            for (name, range) in folders {
                tasks.push_back((tree.nodes.len(), range, depth + name.len() + 1));
                tree.nodes.push(Node {
                    name: name.into(),
                    key: key_of(name),
                    ..Node::default()
                });
            }
            let last_folder = tree.nodes.len();
            let node = tree.nodes.get_mut(at)?;
            node.folders = Range::new(first_folder, last_folder)?;
            node.ends = Range::new(first_end, tree.ends.len())?;
            node.below = Range::new(within.start, within.end)?;
        }
        Some(tree)
    }

    fn root(&self) -> Option<Leads<'_>> {
        let node = self.nodes.first()?;
        Some(Leads { tree: self, node })
    }
}

impl<'a> Leads<'a> {
    /// The name of the folder.
    pub fn name(&self) -> &'a str {
        &self.node.name
    }

    /// The folder of this name in it, where a text leads on through that.
    #[must_use]
    pub fn folder(&self, name: &str) -> Option<Self> {
        let folders = self.node.folders.of(&self.tree.nodes);
        let key = key_of(name);
        let order = |folder: &Node| folder.key.cmp(&key).then_with(|| (*folder.name).cmp(name));
        let at = folders.binary_search_by(order).ok()?;
        let node = folders.get(at)?;
        Some(Self { node, ..*self })
    }

    /// The folder at `path` below it; itself where that is empty.
    #[must_use]
    pub fn within(&self, path: &str) -> Option<Self> {
        if path.is_empty() {
            return Some(*self);
        }
        path.split('/').try_fold(*self, |at, name| at.folder(name))
    }

    /// The folders in it, sorted by name.
    pub fn folders(&self) -> impl ExactSizeIterator<Item = Self> + use<'a> {
        let tree = self.tree;
        let nodes = self.node.folders.of(&tree.nodes).iter();
        nodes.map(move |node| Self { tree, node })
    }

    /// The places of the rules whose text ends in it, with a name or a part of one.
    pub fn ends(&self) -> impl Iterator<Item = usize> + use<'a> {
        places(self.node.ends.of(&self.tree.ends))
    }

    /// The places of all rules whose text ends in it or below.
    pub fn places(&self) -> impl ExactSizeIterator<Item = usize> + use<'a> {
        places(self.node.below.of(&self.tree.order))
    }
}

fn places(list: &[u32]) -> impl ExactSizeIterator<Item = usize> {
    list.iter().map(|place| *place as usize)
}

/// The first eight bytes of `name` as a number, which is quick to compare and sorts as they do.
fn key_of(name: &str) -> u64 {
    let bytes = name.as_bytes().iter().copied();
    bytes
        .chain(std::iter::repeat(0))
        .take(8)
        .fold(0, |key, byte| key << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Pattern;
    use std::sync::Arc;

    /// What ends in a folder, the places of all that leads there, and the folders that it goes on to.
    type At<'a> = Option<(Vec<usize>, Vec<usize>, Vec<&'a str>)>;

    fn at<'a>(leads: Leads<'a>, path: &str) -> At<'a> {
        let found = leads.within(path)?;
        let mut below: Vec<usize> = found.places().collect();
        below.sort_unstable();
        let names = found.folders().map(|folder| folder.name()).collect();
        Some((found.ends().collect(), below, names))
    }

    fn rule((order, (pattern, action)): (u32, &(&str, Action))) -> Rule {
        Rule {
            surface: Arc::from("path"),
            pattern: Pattern::path(pattern, "/home/u", "/p"),
            action: *action,
            reason: None,
            order,
            forms: Vec::new(),
        }
    }

    #[test]
    fn a_folder_holds_the_rules_that_end_in_it_and_those_that_go_on() {
        use Action::{Allow, Ask, Deny};
        let rules = [
            ("a/b/x*", Deny),   // 0
            ("a/b/c/*", Ask),   // 1
            ("a-b/c", Deny),    // 2
            ("a", Deny),        // 3
            ("a/*", Ask),       // 4
            ("a/b/*", Allow),   // let pass
            ("*.env", Deny),    // no literal text
            ("*", Ask),         // says nothing of any folder
            ("~/.ssh/*", Deny), // 8
            ("a//b", Deny),     // 9
        ];
        let rules: Vec<Rule> = (0u32..).zip(&rules).map(rule).collect();
        let trees = LeadTrees::new(&rules);
        let relative = trees.relative().unwrap();
        let rooted = trees.rooted().unwrap();
        #[rustfmt::skip]
        let cases = [
            (relative, "",             Some((vec![3], vec![0, 1, 2, 3, 4, 9], vec!["a", "a-b"]))),
            (relative, "a",            Some((vec![4], vec![0, 1, 4, 9], vec!["", "b"]))),
            (relative, "a/b",          Some((vec![0], vec![0, 1], vec!["c"]))),
            (relative, "a/b/c",        Some((vec![1], vec![1], vec![]))),
            (relative, "a-b",          Some((vec![2], vec![2], vec![]))),
            (relative, "b",            None),
            (rooted,   "home/u",       Some((vec![], vec![8], vec![".ssh"]))),
            (rooted,   "home/u/.ssh",  Some((vec![8], vec![8], vec![]))),
            (rooted,   "home/u/.ssh/x", None),
        ];
        for (leads, path, expected) in cases {
            assert_eq!(at(leads, path), expected, "{path}");
        }
    }
}
