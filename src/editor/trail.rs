//! Where in a file a place is: the keys that lead to it, and what of the last one it stands in.

use super::Tree;
use crate::policy::{FileKind, Shape, ShapeKind, ShapeMember, Span};

/// The way to a place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trail {
    /// The keys, outer ones first. Lists have none.
    pub(super) keys: Vec<String>,
    /// What of the last key, or of what stands under it, the place is in.
    pub(super) part: Part,
    /// What stands there: the key, the value, or nothing at the place itself.
    pub(super) span: Span,
}

/// What a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The last key.
    Key {
        /// Whether a colon follows already.
        has_value: bool,
    },
    /// Its value, which is none with parts; or where it would stand.
    Value,
    /// An item of a list under it, or where one would stand.
    Item,
    /// Between the entries of the object under it.
    Gap,
}

impl Trail {
    /// The way to `offset`; `None` in a comment, and outside of any value.
    pub(super) fn to(tree: &Tree<'_>, offset: usize) -> Option<Self> {
        if tree.kind == FileKind::Agent && tree.root.is_none() {
            return super::yaml::trail(tree.text, offset);
        }
        let comment = tree.tokens.iter().any(|token| {
            // Behind a comment to the end of its line one still types in it.
            let within = (token.span.start as usize) < offset && offset < token.span.end as usize;
            let behind = token.span.end as usize == offset
                && tree.text.get(..offset).is_some_and(|text| !text.ends_with("*/"));
            token.is_comment() && (within || behind)
        });
        if comment {
            return None;
        }
        let mut trail = Self {
            keys: Vec::new(),
            part: Part::Value,
            span: Span::new(offset, offset),
        };
        let root = tree.root.as_ref().filter(|root| is_inside(root, offset))?;
        trail.enter(tree, root, offset);
        Some(trail)
    }

    /// The keys as texts.
    pub(super) fn names(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }

    /// Goes into `shape`, which holds the place; no deeper than the tree.
    fn enter(&mut self, tree: &Tree<'_>, shape: &Shape, offset: usize) {
        match &shape.kind {
            ShapeKind::Scalar => {
                self.span = shape.span;
                if self.part != Part::Item {
                    self.part = Part::Value;
                }
            }
            ShapeKind::Object(members) => {
                self.part = Part::Gap;
                if let Some(member) = members.iter().rev().find(|member| holds(tree, member, offset)) {
                    self.member(tree, member, offset);
                }
            }
            ShapeKind::Array(items) => {
                self.part = Part::Item;
                if let Some(item) = items.iter().find(|item| is_inside(item, offset)) {
                    self.enter(tree, item, offset);
                }
            }
        }
    }

    fn member(&mut self, tree: &Tree<'_>, member: &ShapeMember, offset: usize) {
        self.keys.push(tree.plain(member.key));
        if member.key.touches(offset) {
            let has_value = member.colon.is_some() || member.value.is_some();
            self.part = Part::Key { has_value };
            self.span = member.key;
            return;
        }
        self.part = Part::Value;
        if let Some(value) = member.value.as_ref().filter(|value| is_inside(value, offset)) {
            self.enter(tree, value, offset);
        }
    }
}

/// Whether a place is in a value; in one with brackets only between them.
fn is_inside(shape: &Shape, offset: usize) -> bool {
    let (start, end) = (shape.span.start as usize, shape.span.end as usize);
    match shape.kind {
        ShapeKind::Scalar => shape.span.touches(offset),
        // What has no end yet goes on.
        _ if !shape.is_closed => start < offset,
        _ => start < offset && offset < end,
    }
}

/// Whether a place belongs to a member: to its key, its value, or to where its value is missing.
fn holds(tree: &Tree<'_>, member: &ShapeMember, offset: usize) -> bool {
    if member.key.touches(offset)
        || member
            .value
            .as_ref()
            .is_some_and(|value| is_inside(value, offset))
    {
        return true;
    }
    let Some(colon) = member.colon.map(|colon| colon as usize) else {
        return false;
    };
    let end = member.value.as_ref().map(|value| value.span.start as usize);
    match end {
        Some(end) => colon <= offset && offset < end,
        // On the rest of its line.
        None => tree
            .text
            .get(colon..offset)
            .is_some_and(|between| !between.contains(['\n', ',', '}', ']'])),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_cursor, document};
    use super::*;

    #[test]
    fn a_place_has_a_trail_of_keys() {
        const KEY: Part = Part::Key { has_value: true };
        const NEW: Part = Part::Key { has_value: false };
        #[rustfmt::skip]
        let cases: &[(&str, &[&str], Part, &str)] = &[
            (r#"{permission: {bash: {"git$0 *": "allow"}}}"#,   &["permission", "bash", "git *"], KEY, "\"git *\""),
            (r#"{permission: {bash: {"git *": "al$0low"}}}"#,   &["permission", "bash", "git *"], Part::Value, "\"allow\""),
            (r#"{permission: {bash: {"git *": $0}}}"#,          &["permission", "bash", "git *"], Part::Value, ""),
            (r#"{permission: {bash: {"git *": "ask", $0}}}"#,   &["permission", "bash"], Part::Gap, ""),
            (r"{permission: {bash: {$0",                      &["permission", "bash"], Part::Gap, ""),
            (r#"{permission: {bash: {"gi$0"#,                   &["permission", "bash", "gi"], NEW, "\"gi"),
            (r#"{permission: {b$0, read: "ask"}}"#,             &["permission", "b"], NEW, "b"),
            (r#"{authorizerChain: ["a", $0]}"#,                 &["authorizerChain"], Part::Item, ""),
            (r#"{authorizerChain: ["a$0"]}"#,                   &["authorizerChain"], Part::Item, "\"a\""),
            ("{permission: {bash: \n$0}}",                      &["permission"], Part::Gap, ""),
            ("{$0}",                                            &[], Part::Gap, ""),
            ("---\npermission:\n  bash: {'git$0 *': ask}\n---\n", &["permission", "bash", "git *"], KEY, "'git *'"),
            ("---\npermission:\n  bash: {'git *': a$0sk}\n---\n", &["permission", "bash", "git *"], Part::Value, "ask"),
        ];
        for (marked, keys, part, at) in cases {
            let (text, offset) = at_cursor(marked);
            let trail = Trail::to(&Tree::of(&document(&text)), offset).expect(marked);
            assert_eq!(
                (trail.names().as_slice(), trail.part, trail.span.of(&text)),
                (*keys, *part, *at),
                "{marked}"
            );
        }
        for marked in [
            "{a: 1} $0",
            "$0",
            "{a: 1, // b$0\n}",
            "{a: /* b$0 */ 1}",
            "---\na: 1\n---\nBo$0dy\n",
        ] {
            let (text, offset) = at_cursor(marked);
            assert_eq!(Trail::to(&Tree::of(&document(&text)), offset), None, "{marked}");
        }
    }
}
