//! What can be folded away: brackets over several lines, long comments, the frontmatter of an agent.

use super::Tree;
use crate::policy::{Lines, Span};

/// A range of lines that can be folded, both from 0 and shown: the first stays, the last goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fold {
    /// The line that stays.
    pub first: u32,
    /// The last line that goes.
    pub last: u32,
    /// What is folded.
    pub kind: FoldKind,
}

/// What is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FoldKind {
    /// What stands in brackets, or below a key.
    Region,
    /// A comment.
    Comment,
}

/// Every fold, in order. Two of them lie apart, or one within the other, and no two begin on one line.
pub fn folds(tree: &Tree<'_>, lines: &Lines) -> Vec<Fold> {
    let line = |at: u32| lines.line_of(at as usize);
    let mut found = Vec::new();
    let mut add = |first: u32, last: u32, kind| {
        if first < last {
            found.push(Fold { first, last, kind });
        }
    };
    let has_brackets = !tree.tokens.is_empty();
    for shape in tree.shapes() {
        if shape.members().is_empty() && shape.items().is_empty() {
            continue;
        }
        let last = line(shape.span.end);
        // The closing bracket stays in sight.
        let last = if has_brackets && shape.is_closed {
            last.saturating_sub(1)
        } else {
            last
        };
        add(line(shape.span.start), last, FoldKind::Region);
    }
    if let Some(span) = tree.frontmatter() {
        add(line(span.start), line(span.end), FoldKind::Region);
    }
    for span in comments(tree, lines) {
        add(line(span.start), line(span.end), FoldKind::Comment);
    }
    found.sort_unstable_by_key(|fold| (fold.first, std::cmp::Reverse(fold.last)));
    apart(found)
}

/// Comments over several lines: those in stars, and runs of others that have their lines to themselves.
fn comments(tree: &Tree<'_>, lines: &Lines) -> Vec<Span> {
    let line = |at: u32| lines.line_of(at as usize);
    let mut found: Vec<Span> = Vec::new();
    let mut behind = None;
    let mut is_run = false;
    for token in &tree.tokens {
        let first = line(token.span.start);
        let has_own_line = behind != Some(first);
        behind = Some(line(token.span.end));
        if !token.is_comment() {
            continue;
        }
        match found.last_mut() {
            Some(run) if is_run && has_own_line && line(run.end) + 1 == first => run.end = token.span.end,
            _ => {
                found.push(token.span);
                is_run = has_own_line;
            }
        }
    }
    found
}

/// Without those that begin where another does, or reach over its end.
fn apart(found: Vec<Fold>) -> Vec<Fold> {
    let mut kept: Vec<Fold> = Vec::with_capacity(found.len());
    let mut open: Vec<Fold> = Vec::new();
    for fold in found {
        while open.last().is_some_and(|outer| outer.last < fold.first) {
            open.pop();
        }
        let fits = open
            .last()
            .is_none_or(|outer| outer.first < fold.first && fold.last <= outer.last);
        if fits {
            open.push(fold);
            kept.push(fold);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::testing::document;
    use super::*;
    use proptest::prelude::*;

    fn of(text: &str) -> Vec<Fold> {
        folds(&Tree::of(&document(text)), &Lines::new(text))
    }

    #[test]
    fn brackets_comments_and_frontmatter_fold() {
        #[rustfmt::skip]
        let cases: &[(&str, &[(u32, u32)])] = &[
            ("{\n  a: {\n    b: 1\n  },\n  c: {d: 1}\n}\n", &[(0, 4), (1, 2)]),
            ("{ a: {\n  b: 1\n} }",                         &[(0, 1)]),
            ("{}\n",                                        &[]),
            ("{\n}\n",                                      &[]),
            ("// a\n// b\n{\n  c: 1 // d\n  // e\n}",       &[(0, 1), (2, 4)]),
            ("/* a\n*/ {\n b: 1\n}",                        &[(0, 1)]),
            ("{\n  a: [\n    1,\n",                         &[(0, 2), (1, 2)]),
            ("---\npermission:\n  bash:\n    a: ask\n    b: ask\n---\ntext\n", &[(0, 5), (1, 4), (2, 4)]),
        ];
        for (text, expected) in cases {
            let found: Vec<(u32, u32)> = of(text).iter().map(|fold| (fold.first, fold.last)).collect();
            // The value of a key in YAML begins on the next line; how far up its fold begins is the reader's.
            if text.starts_with("---") {
                assert_eq!(found.first(), expected.first(), "{text}");
                continue;
            }
            assert_eq!(found, *expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn folds_nest(parts in prop::collection::vec(prop::sample::select(vec![
            "{", "}", "[", "]", ":", ",", "a", "'b'", " ", "\n", "\n", "// d\n", "/* e\n */", "{a: 1}", "a: ",
        ]), 0..24)) {
            let found = of(&parts.concat());
            for (at, fold) in found.iter().enumerate() {
                prop_assert!(fold.first < fold.last);
                for other in found.iter().skip(at + 1) {
                    let apart = fold.last < other.first;
                    let within = fold.first < other.first && other.last <= fold.last;
                    prop_assert!(apart || within, "{:?} {:?}", fold, other);
                }
            }
        }
    }
}
