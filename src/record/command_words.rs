//! A text taken apart as a shell would its words, as far as finding secrets needs it: quotes, escapes and the ends of
//! simple commands. Text that is no command comes out as words all the same.

use std::ops::Range;

/// The byte ranges of the words of each simple command, quotes included.
pub(super) fn commands(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut commands = vec![Vec::new()];
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()) {
        if is_end(next) || next == '\n' {
            at += next.len_utf8();
            if commands.last().is_some_and(|words: &Vec<_>| !words.is_empty()) {
                commands.push(Vec::new());
            }
        } else if next.is_whitespace() {
            at += next.len_utf8();
        } else {
            let end = word_end(text, at);
            if let Some(words) = commands.last_mut() {
                words.push(at..end);
            }
            at = end.max(at + next.len_utf8());
        }
    }
    commands
}

fn is_end(character: char) -> bool {
    matches!(character, '|' | ';' | '&' | '(' | ')' | '<' | '>')
}

/// Where the word that begins at `start` ends: at a blank or an operator that is neither quoted nor escaped. A quote
/// that is never closed is a plain character.
pub(super) fn word_end(text: &str, start: usize) -> usize {
    let mut at = start;
    while let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match next {
            '\\' => {
                let escaped = text.get(at + 1..).and_then(|rest| rest.chars().next());
                at += 1 + escaped.map_or(0, char::len_utf8);
            }
            '\'' | '"' => at = closing(text, at + 1, next).map_or(at + 1, |close| close + 1),
            _ if next.is_whitespace() || is_end(next) => return at,
            _ => at += next.len_utf8(),
        }
    }
    at
}

/// Where the quote that was opened in front of `at` closes.
pub(super) fn closing(text: &str, at: usize, quote: char) -> Option<usize> {
    let mut escaped = false;
    let found = text.get(at..)?.char_indices().find(|(_, character)| {
        let closes = *character == quote && !escaped;
        escaped = *character == '\\' && quote == '"' && !escaped;
        closes
    });
    found.map(|(offset, _)| at + offset)
}

/// A word's range without the quotes around it.
pub(super) fn unquoted(text: &str, word: Range<usize>) -> Range<usize> {
    let inner = text.get(word.clone()).unwrap_or_default();
    let quoted = |quote: char| inner.len() >= 2 && inner.starts_with(quote) && inner.ends_with(quote);
    if quoted('\'') || quoted('"') {
        word.start + 1..word.end - 1
    } else {
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_those_of_a_shell() {
        #[rustfmt::skip]
        let cases: &[(&str, &[&[&str]])] = &[
            ("a b",                      &[&["a", "b"]]),
            ("a 'b c' | d \"e\\\" f\"",  &[&["a", "'b c'"], &["d", "\"e\\\" f\""]]),
            ("a b\\ c; d && e",          &[&["a", "b\\ c"], &["d"], &["e"]]),
            ("it's",                     &[&["it's"]]),
            ("x=a'b c'd",                &[&["x=a'b c'd"]]),
        ];
        for (text, expected) in cases {
            let found: Vec<Vec<&str>> = commands(text)
                .into_iter()
                .map(|words| words.into_iter().map(|word| &text[word]).collect())
                .collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_comes_apart(text in "[a-z'\"\\\\ ;|äß\n]{0,40}") {
            for word in commands(&text).into_iter().flatten() {
                prop_assert!(text.get(word).is_some_and(|word| !word.is_empty()));
            }
        }
    }
}
