//! What holds for any text.

use super::read;
use crate::shell::syntax::{Kind, Reader, Script};
use proptest::prelude::*;

/// Pieces of shell, so that random text is near to commands.
const PIECES: [&str; 72] = [
    "a",
    " ",
    "\n",
    ";",
    "&",
    "|",
    "&&",
    "||",
    "(",
    ")",
    "{ ",
    "; }",
    "$(",
    "`",
    "\"",
    "'",
    "\\",
    "\\\n",
    "$",
    "${",
    "}",
    "x=",
    "=",
    "$x",
    "${x:-",
    "${x%",
    "$((",
    "))",
    "((",
    "[[ ",
    " ]]",
    "if ",
    "; then ",
    "else ",
    "; fi",
    "for i in ",
    "; do ",
    "; done",
    "while ",
    "case x in ",
    "x) ",
    ";;",
    "esac",
    "<",
    ">",
    ">>",
    "<<E\n",
    "\nE\n",
    "<<<",
    "2>&1",
    "<(",
    "!",
    "time ",
    " #",
    "f() ",
    "coproc ",
    "~",
    "*",
    "{a,b}",
    "[",
    "]",
    "a[",
    "]=",
    "$'",
    "@(",
    "eval ",
    "cd ",
    "bash -c '",
    "trap '",
    "é",
    "\u{0}",
    "\r",
];

fn shell_like() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_comes_to_something(text in any::<String>()) {
        let _ = read(&text);
    }

    #[test]
    fn shell_like_text_comes_to_something(text in shell_like()) {
        let program = read(&text);
        for unit in &program.units {
            prop_assert!(unit.span.start <= unit.span.end && unit.span.end <= text.len());
            prop_assert!(unit.base < program.bases.len());
            if let Some(wraps) = &unit.wraps {
                prop_assert!(wraps.inner.iter().all(|inner| program.units[*inner].wrapped_by.is_some()));
            }
        }
    }

    #[test]
    fn every_byte_is_read_on_purpose_or_is_a_fault(text in shell_like()) {
        let mut script = Script::new(&text);
        Reader::new(&mut script, 0, crate::shell::grammar::Dialect::Bash).read(0, text.len());
        // What no token claims is blank, a comment, an operator or a quote: without a fault no letter may
        // be left over outside of comments and heredoc delimiters.
        let mut opened = Vec::new();
        for (index, event) in script.events.iter().enumerate() {
            match event.kind {
                Kind::List | Kind::Word(_) | Kind::Simple { .. } | Kind::Substitution { .. } => opened.push(index),
                Kind::ListEnd | Kind::WordEnd | Kind::SimpleEnd | Kind::SubstitutionEnd => {
                    let open = opened.pop();
                    prop_assert_eq!(open.map(|open| script.events[open].pair as usize), Some(index));
                }
                _ => {}
            }
        }
        prop_assert!(opened.is_empty());
        prop_assert!(script.events[0].end as usize == text.len() || !script.faults.is_empty());
    }
}
