//! Commands that run nothing and change nothing outside of the shell.

use crate::shell::{
    Assignment, Part, Redirect, RedirectOp, RedirectTarget, Unit, Word, WrapperClass,
    grammar::{self, Declared},
};

/// Whether a command takes a verdict only from a rule beyond a bare `*` (decision model, section 4). For
/// those that assign the caller asks about the names.
pub(super) fn is_quiet(unit: &Unit, name: &str) -> bool {
    match name {
        "[" | "test" | ":" | "true" | "false" | "break" | "continue" | "exit" | "return" | "shift"
        | "wait" => true,
        "set" => unit.words.len() > 1 && sets_harmless_options(unit.words.get(1..).unwrap_or_default()),
        "cat" => literal_cat(&unit.words, &unit.assignments, &unit.redirects).is_some(),
        _ => false,
    }
}

/// `-e`, `-u`, `-x` and `-o pipefail`, each also with `+`, also in one word.
fn sets_harmless_options(words: &[Word]) -> bool {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(text) = word.literal() else { return false };
        let Some(letters) = text.strip_prefix(['-', '+']) else {
            return false;
        };
        if letters.is_empty()
            || !letters
                .bytes()
                .all(|letter| matches!(letter, b'e' | b'u' | b'x' | b'o'))
        {
            return false;
        }
        for _ in letters.bytes().filter(|letter| *letter == b'o') {
            if words.next().and_then(Word::literal).as_deref() != Some("pipefail") {
                return false;
            }
        }
    }
    true
}

/// The text that `cat` of nothing but a literal heredoc writes to its standard output.
pub(super) fn literal_cat(
    words: &[Word],
    assignments: &[Assignment],
    redirects: &[Redirect],
) -> Option<String> {
    if !assignments.is_empty() {
        return None;
    }
    match words {
        [cat] if is_text(cat, "cat") => {}
        [cat, dash] if is_text(cat, "cat") && is_text(dash, "-") => {}
        _ => return None,
    }
    match redirects {
        [
            Redirect {
                op: RedirectOp::Here,
                target: RedirectTarget::Body(body),
                ..
            },
        ] => body.literal(),
        _ => None,
    }
}

fn is_text(word: &Word, wanted: &str) -> bool {
    matches!(word.parts.as_slice(), [Part::Text { text, .. }] if text == wanted)
}

/// Whether a command neither makes nor moves nor replaces a folder.
pub(super) fn leaves_folders(unit: &Unit, declared: &Declared) -> bool {
    let writes = unit.redirects.iter().any(|redirect| {
        matches!(redirect.op, RedirectOp::Write | RedirectOp::Append | RedirectOp::ReadWrite)
            && !matches!(&redirect.target, RedirectTarget::File(word) if word.literal().as_deref() == Some("/dev/null"))
    });
    if writes {
        return false;
    }
    if unit
        .wraps
        .as_ref()
        .is_some_and(|wraps| wraps.class == WrapperClass::Transparent)
    {
        // What it runs is a unit of its own.
        return true;
    }
    let Some(name) = unit.words.first().map(Word::literal) else {
        return true;
    };
    let Some(name) = name else { return false };
    match name.as_str() {
        "cd" | "pushd" | "popd" | "dirs" | "pwd" | "echo" | "printf" | "export" | "unset" | "local"
        | "declare" | "readonly" | "set" | "shopt" | "read" | "umask" | "[" | "test" | ":" | "true"
        | "false" | "break" | "continue" | "exit" | "return" | "shift" | "wait" | "type" | "hash"
        | "sleep" => true,
        _ => grammar::is_proven_reader(&unit.words, declared),
    }
}
