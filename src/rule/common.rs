//! Texts that patterns have in common, for whoever has to show that two rules meet.

use super::language::{States, Token};
use super::{Hole, Open, Pattern};
use std::collections::VecDeque;

/// Pairs of places in two patterns, from which on no common text is looked for.
const MOST: usize = 1 << 18;

/// No pair.
const NONE: u32 = u32::MAX;

impl Pattern {
    /// A shortest text that both match; `None` where there is none, or where the patterns are too long to look.
    pub fn common_text(&self, other: &Self) -> Option<String> {
        let (mine, theirs) = (States::of(self), States::of(other));
        let width = theirs.tokens().len() + 1;
        let size = (mine.tokens().len() + 1).checked_mul(width)?;
        if size > MOST {
            return None;
        }
        let index = |i: usize, j: usize| u32::try_from(i * width + j).unwrap_or(NONE);
        let mut from: Vec<(u32, Option<char>)> = vec![(NONE, None); size];
        let mut seen = vec![false; size];
        let mut queue = VecDeque::from([(0, 0)]);
        if let Some(first) = seen.first_mut() {
            *first = true;
        }
        while let Some((i, j)) = queue.pop_front() {
            if i == mine.tokens().len() && j == theirs.tokens().len() {
                return Some(walked(&from, index(i, j)));
            }
            // What costs no character goes first, so that the text found is a shortest one.
            let steps = free(&mine, i)
                .map(|to| (to, j, None))
                .chain(free(&theirs, j).map(|to| (i, to, None)))
                .chain(taken(&mine, i, &theirs, j));
            for (to_i, to_j, c) in steps {
                let at = index(to_i, to_j) as usize;
                let (Some(seen), Some(cell)) = (seen.get_mut(at), from.get_mut(at)) else {
                    continue;
                };
                if std::mem::replace(seen, true) {
                    continue;
                }
                *cell = (index(i, j), c);
                if c.is_none() {
                    queue.push_front((to_i, to_j));
                } else {
                    queue.push_back((to_i, to_j));
                }
            }
        }
        None
    }

    /// A text that is equal for two patterns exactly where they match the same texts.
    pub fn normal_form(&self) -> String {
        let states = States::of(self);
        let mut form = String::with_capacity(states.tokens().len() + 1);
        for token in states.tokens() {
            match token {
                Token::Literal(c @ ('*' | '?' | '\\')) => form.extend(['\\', *c]),
                Token::Literal(c) => form.push(*c),
                Token::One => form.push('?'),
                Token::Star => form.push('*'),
            }
        }
        if states.has_optional_tail() {
            form.push_str("\\ ");
        }
        form
    }

    /// A text that matches, with `filler` in the place of each wildcard. Whatever matches every text that this pattern
    /// matches also matches this one.
    pub fn filled(&self, filler: char) -> String {
        let take = |token: &Token| match token {
            Token::Literal(c) => *c,
            Token::One | Token::Star => filler,
        };
        States::of(self).tokens().iter().map(take).collect()
    }

    /// All that it matches as a text with holes, and maybe more: `?` becomes any text.
    pub fn opened(&self) -> Open {
        let mut open = Open::new();
        let mut text = String::new();
        for token in States::of(self).tokens() {
            match token {
                Token::Literal(c) => text.push(*c),
                Token::One | Token::Star => {
                    open.push_text(&text);
                    text.clear();
                    open.push_hole(Hole::Any);
                }
            }
        }
        open.push_text(&text);
        open
    }
}

/// The text of the steps that led to a pair.
fn walked(from: &[(u32, Option<char>)], end: u32) -> String {
    let mut text = Vec::new();
    let mut at = end;
    while let Some(&(before, c)) = from.get(at as usize) {
        text.extend(c);
        at = before;
    }
    text.iter().rev().collect()
}

/// Where a pattern may go on without a character.
fn free(states: &States, at: usize) -> impl Iterator<Item = usize> {
    let end = states.tokens().len();
    let star = (states.tokens().get(at) == Some(&Token::Star)).then_some(at + 1);
    let tail = (states.has_optional_tail() && at + 2 == end).then_some(end);
    star.into_iter().chain(tail)
}

/// Where two patterns may go on with one character, and that character.
fn taken(mine: &States, i: usize, theirs: &States, j: usize) -> Option<(usize, usize, Option<char>)> {
    let (own, other) = (mine.tokens().get(i)?, theirs.tokens().get(j)?);
    let shared = match (own, other) {
        (Token::Literal(own), Token::Literal(other)) if own != other => return None,
        (Token::Literal(c), _) | (_, Token::Literal(c)) => *c,
        (Token::Star, Token::Star) => return None,
        _ => 'x',
    };
    let after = |token: &Token, at: usize| if *token == Token::Star { at } else { at + 1 };
    Some((after(own, i), after(other, j), Some(shared)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Relation;
    use proptest::prelude::*;

    #[test]
    fn two_patterns_that_meet_share_a_text() {
        #[rustfmt::skip]
        let cases = [
            ("git *",       "* --force",  Some("git --force")),
            ("git push *",  "git * -f",   Some("git push -f")),
            ("/proj/src/*", "*/.env",     Some("/proj/src/.env")),
            ("a?c",         "*b?",        Some("abc")),
            ("git *",       "git",        Some("git")),
            ("a",           "b",          None),
            ("a*b",         "a*c",        None),
        ];
        for (left, right, expected) in cases {
            let common = Pattern::text(left).common_text(&Pattern::text(right));
            assert_eq!(common.as_deref(), expected, "{left} | {right}");
        }
    }

    /// Every text of up to six of the characters that the patterns are made of, and one more.
    fn short_texts() -> impl Iterator<Item = String> {
        (0u32..=6).flat_map(|length| {
            (0..4usize.pow(length)).map(move |number| {
                let digit = |at: u32| number / 4usize.pow(at) % 4;
                (0..length).map(|at| ['a', 'b', ' ', 'x'][digit(at)]).collect()
            })
        })
    }

    proptest! {
        #[test]
        fn what_is_shown_is_true(left in "[ab *?]{0,7}", right in "[ab *?]{0,7}") {
            let (a, b) = (Pattern::text(&left), Pattern::text(&right));
            if let Some(text) = a.common_text(&b) {
                prop_assert!(a.matches(&text) && b.matches(&text), "{text}");
                // The index is asked by what `opened` says, so it must leave out no pattern that meets.
                prop_assert!(a.could_match(&b.opened()), "{text}");
            } else {
                let shared = short_texts().find(|text| a.matches(text) && b.matches(text));
                prop_assert_eq!(shared, None);
            }
            prop_assert_eq!(a.normal_form() == b.normal_form(), a.relation(&b) == Relation::Equal);
            prop_assert!(a.matches(&a.filled('q')));
            prop_assert!(!a.covers(&b) || a.matches(&b.filled('q')));
        }
    }
}
