//! Which texts are code where something evaluates them, and what evaluates.

use super::names::Value;
use crate::shell::{Part, Word};

/// Whether a text holds a substitution.
pub(super) fn is_code(text: &str) -> bool {
    text.contains('`')
        || text
            .match_indices('$')
            .any(|(at, _)| match text.as_bytes().get(at + 1..) {
                Some([b'(', ..]) => true,
                Some([b'{', next, ..]) => matches!(next, b' ' | b'\t' | b'\n' | b'|'),
                _ => false,
            })
}

/// Whether single quotes or a backslash stand in front of something that would begin a substitution.
pub(super) fn protects_code(text: &str) -> bool {
    let mut quoted = false;
    let mut escaped = false;
    text.bytes().any(|byte| {
        let protected = (quoted || escaped) && matches!(byte, b'$' | b'`');
        quoted ^= byte == b'\'' && !escaped;
        escaped = byte == b'\\' && !escaped;
        protected
    })
}

/// Whether a piece could be a part of a substitution.
pub(super) fn may_be_code(text: &str) -> bool {
    text.contains(['$', '`'])
}

/// The texts that a word may come to whatever its quoting, where they hold a substitution that quotes
/// protect.
pub(super) fn protected_code(word: &Word) -> Vec<String> {
    let suspicious = word.parts.iter().any(|part| match part {
        Part::Text { text, .. } => may_be_code(text),
        Part::Values { values, .. } => values.iter().any(|value| may_be_code(value)),
        _ => false,
    });
    if !suspicious {
        return Vec::new();
    }
    if let Value::Texts(texts) = Value::of_word(word) {
        return texts.iter().filter(|text| is_code(text)).cloned().collect();
    }
    let mut text = String::new();
    for part in &word.parts {
        match part {
            Part::Text { text: piece, .. } => text.push_str(piece),
            Part::Values { values, .. } => {
                for value in values {
                    text.push_str(value);
                    text.push(' ');
                }
            }
            _ => text.push('0'),
        }
    }
    if is_code(&text) { vec![text] } else { Vec::new() }
}

/// Whether a test has an operator whose operands are names or numbers.
pub(super) fn evaluates(words: &[Word]) -> bool {
    words.iter().any(|word| {
        matches!(
            word.literal().as_deref(),
            Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge" | "-v" | "-R")
        )
    })
}

/// Whether a word, taken as the name of a variable, may have a subscript that names another one.
pub(super) fn may_have_subscript(word: &Word) -> bool {
    word.literal().is_none_or(|text| {
        text.split_once('[')
            .is_some_and(|(_, subscript)| names_something(subscript))
    })
}

/// Whether arithmetic has a name or an expansion in it.
pub(super) fn names_something(text: &str) -> bool {
    text.bytes()
        .any(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'`' | 0x80..))
}

/// Whether bash takes what is assigned to its own variable as arithmetic, in one version of it or another: those that
/// it gives the integer attribute (`variables.c`, `INIT_DYNAMIC_VAR` with `att_integer`, and `OPTIND`).
pub(super) fn takes_numbers(name: &str) -> bool {
    matches!(
        name,
        "RANDOM" | "SRANDOM" | "SECONDS" | "LINENO" | "HISTCMD" | "OPTIND" | "BASHPID" | "EPOCHSECONDS"
    )
}
