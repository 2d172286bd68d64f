//! Which operands a builtin takes as names.

use crate::shell::{Part, Word};

/// The operands that a builtin takes as names, and for `let` as arithmetic.
pub(super) fn named_operands(builtin: &str, words: &[Word]) -> Vec<Word> {
    // Options whose value is no name, and those whose value is one (bash(1), SHELL BUILTIN COMMANDS).
    let (others, names) = match builtin {
        "read" => ("dinNptu", "a"),
        "mapfile" | "readarray" => ("CcdnOsu", ""),
        "wait" => ("", "p"),
        "printf" => ("", "v"),
        _ => ("", ""),
    };
    let plain = !matches!(builtin, "wait" | "printf");
    let mut found = Vec::new();
    let mut options = builtin != "let" && builtin != "getopts";
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let word = &*word.joined_front();
        let lead = match word.parts.first() {
            Some(Part::Text { text, .. }) if options && text.len() > 1 => text.strip_prefix('-'),
            _ => None,
        };
        let Some(letters) = lead else {
            if plain {
                found.push(word.clone());
                // Options of `read` may not follow its names.
                options = false;
                continue;
            }
            if builtin == "wait" {
                continue;
            }
            break;
        };
        if letters == "-" {
            options = false;
            continue;
        }
        let at = letters
            .char_indices()
            .find(|(_, letter)| others.contains(*letter) || names.contains(*letter));
        let Some((at, letter)) = at else { continue };
        let rest = letters.get(at + 1..).unwrap_or_default();
        let value = if rest.is_empty() && word.parts.len() == 1 {
            words.next().cloned()
        } else {
            let mut value = word.clone();
            if let Some(Part::Text { text, .. }) = value.parts.first_mut() {
                rest.clone_into(text);
            }
            Some(value)
        };
        if names.contains(letter) {
            found.extend(value);
        }
    }
    found
}
