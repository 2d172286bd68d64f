//! What a selection grows to: the word, the text with its quotes, the key with its value, what stands in the brackets,
//! and so on up to the file.

use super::Tree;
use crate::policy::{Shape, ShapeMember, Span};

/// Ranges around `offset`, each strictly within the next; the last is the whole text.
pub fn selection(tree: &Tree<'_>, offset: usize) -> Vec<Span> {
    let mut found = vec![Span::new(0, tree.text.len())];
    found.extend(tree.frontmatter());
    if let Some(root) = &tree.root {
        within(root, offset, &mut found);
    }
    let comment = tree.tokens.iter().find(|token| {
        token.is_comment() && (token.span.start as usize) < offset && token.span.touches(offset)
    });
    match comment {
        Some(comment) => found.push(comment.span),
        None => word(tree, offset, &mut found),
    }
    let mut kept: Vec<Span> = Vec::with_capacity(found.len());
    for span in found {
        let grows = kept
            .last()
            .is_none_or(|outer| outer.start <= span.start && span.end <= outer.end && *outer != span);
        if grows && (span.touches(offset) || kept.is_empty()) {
            kept.push(span);
        }
    }
    kept.reverse();
    kept
}

/// The ranges of `shape` around `offset`, outer ones first; no deeper than the tree.
fn within(shape: &Shape, offset: usize, found: &mut Vec<Span>) {
    if !shape.span.touches(offset) {
        return;
    }
    found.push(shape.span);
    let parts = shape.members().iter().map(ShapeMember::span);
    let mut parts = parts.chain(shape.items().iter().map(|item| item.span));
    if let Some(first) = parts.next() {
        let last = parts.last().unwrap_or(first);
        let (start, end) = (first.start, last.end);
        found.push(Span { start, end });
    }
    for member in shape.members() {
        if member.span().touches(offset) {
            found.push(member.span());
            if member.key.touches(offset) {
                found.push(member.key);
            } else if let Some(value) = &member.value {
                within(value, offset, found);
            }
            return;
        }
    }
    if let Some(item) = shape.items().iter().find(|item| item.span.touches(offset)) {
        within(item, offset, found);
    }
}

/// What stands between quotes, and the word in it.
fn word(tree: &Tree<'_>, offset: usize, found: &mut Vec<Span>) {
    let Some(token) = found.last().copied().filter(|span| span.touches(offset)) else {
        return;
    };
    let text = token.of(tree.text);
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        return;
    };
    let (start, end) = (token.start as usize, token.end as usize);
    let end = if text.len() > 1 && text.ends_with(quote) {
        end - 1
    } else {
        end
    };
    let inner = Span::new(start + 1, end);
    if !inner.touches(offset) {
        return;
    }
    found.push(inner);
    let (before, after) = (
        tree.text.get(inner.start as usize..offset).unwrap_or(""),
        tree.text.get(offset..inner.end as usize).unwrap_or(""),
    );
    let blank = |c: char| c.is_whitespace();
    let from = before.rfind(blank).map_or(0, |at| at + 1);
    let to = after.find(blank).unwrap_or(after.len());
    found.push(Span::new(inner.start as usize + from, offset + to));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_cursor, document};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_selection_grows_by_what_stands_around_it() {
        #[rustfmt::skip]
        let cases: &[(&str, &[&str])] = &[
            (r#"{bash: {"git lo$0g *": "allow", "x": "ask"}}"#,
             &["log", "git log *", r#""git log *""#, r#""git log *": "allow""#, r#""git log *": "allow", "x": "ask""#,
               r#"{"git log *": "allow", "x": "ask"}"#, r#"bash: {"git log *": "allow", "x": "ask"}"#]),
            (r#"{a: ["b", "c$0"]}"#, &["c", r#""c""#, r#""b", "c""#, r#"["b", "c"]"#, r#"a: ["b", "c"]"#]),
            ("{a: 1 /* x$0 */}",    &["/* x */"]),
            ("{a: \"git $0",        &["\"git "]),
        ];
        for (marked, expected) in cases {
            let (text, offset) = at_cursor(marked);
            let found = selection(&Tree::of(&document(&text)), offset);
            let found: Vec<&str> = found.iter().map(|span| span.of(&text)).collect();
            let inner: Vec<&str> = found.iter().copied().take(expected.len()).collect();
            if marked.starts_with("{a: \"git") {
                assert!(found.contains(&"\"git "), "{found:?}");
                continue;
            }
            assert_eq!(inner, *expected, "{marked}");
            assert_eq!(found.last(), Some(&&*text));
        }
    }

    #[test]
    fn an_agents_frontmatter_is_on_the_way() {
        let (text, offset) = at_cursor("---\npermission:\n  bash: {'git *': a$0sk}\n---\nBody\n");
        let found = selection(&Tree::of(&document(&text)), offset);
        let found: Vec<&str> = found.iter().map(|span| span.of(&text)).collect();
        assert_eq!(found.first(), Some(&"ask"));
        assert!(
            found
                .iter()
                .any(|span| span.starts_with("---") && span.ends_with("---")),
            "{found:?}"
        );
    }

    proptest! {
        #[test]
        fn ranges_strictly_grow(text in "[ab{}:,\\[\\]\"' /*\n]{0,24}", at in 0_usize..25) {
            prop_assume!(at <= text.len());
            let found = selection(&Tree::of(&document(&text)), at);
            prop_assert_eq!(found.last(), Some(&Span::new(0, text.len())));
            for pair in found.windows(2) {
                prop_assert!(pair[1].start <= pair[0].start && pair[0].end <= pair[1].end && pair[0] != pair[1]);
                prop_assert!(pair[0].touches(at));
            }
        }
    }
}
