//! `env`: options, assignments and a command, or a text that is split into them.

use super::{Command, Inner, Wrapping, prefixed};
use crate::shell::grammar::option::{Act, Item, Items, tail};
use crate::shell::grammar::wrappers::wrapper;
use crate::shell::{Part, Word, Words};
use std::borrow::Cow;

/// `env`: its assignments are judged; `-S` is split and read again.
pub(super) fn analyze(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let wrapper = wrapper("env")?;
    let mut words: Cow<'_, Words> = Cow::Borrowed(command.words);
    let mut handed_from = None;
    // Each `-S` is replaced by its words; what it holds may hold another.
    for _ in 0..4 {
        // Behind the first operand there is no option.
        let mut options =
            Items::new(&words, 1, &wrapper.grammar).take_while(|item| !matches!(item, Item::Operand(_)));
        let split = options.find_map(|item| match item {
            Item::Option {
                act: Act::Split,
                word,
                value: Some(value),
            } => Some((word, value)),
            _ => None,
        });
        let Some((at, (index, from))) = split else {
            break;
        };
        let given = words.get(index).map(|word| tail(word, from).into_owned())?;
        let Some(pieces) = given.literal().and_then(|text| split_string(&text, &given)) else {
            return Some(Wrapping::opaque(
                given.span,
                "what -S splits is not known before it runs",
                &[],
            ));
        };
        // A cluster (`-iS`) keeps its other letters.
        let mut all: Vec<Word> = words.get(..at).unwrap_or_default().to_vec();
        all.extend(pieces);
        all.extend(words.get(index + 1..).unwrap_or_default().iter().cloned());
        handed_from.get_or_insert(at);
        words = Cow::Owned(all.into());
    }
    let mut wrapping = prefixed(
        &Command {
            words: &words,
            ..*command
        },
        wrapper,
        1,
        released,
    )?;
    if let Some(at) = handed_from {
        // The words of the command line itself: everything from the option on is handed over.
        wrapping.handed = vec![(at, command.words.len())];
        // What is run is no tail of them.
        for inner in &mut wrapping.inner {
            if let Inner::Rest { start } | Inner::Reread { start, .. } = inner {
                *inner = Inner::Words {
                    words: words.get(*start..).unwrap_or_default().to_vec(),
                };
            }
        }
    }
    Some(wrapping)
}

/// How `env -S` splits a text; `None` where escapes or variables stand in it.
fn split_string(text: &str, whole: &Word) -> Option<Vec<Word>> {
    if text.contains(['\\', '$', '#']) {
        return None;
    }
    let mut words = Vec::new();
    let mut current: Option<String> = None;
    let mut quote = None;
    for character in text.chars() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                current.get_or_insert_default();
            }
            (None, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}') => words.extend(current.take()),
            (_, other) => current.get_or_insert_default().push(other),
        }
    }
    if quote.is_some() {
        return None;
    }
    words.extend(current);
    Some(
        words
            .into_iter()
            .map(|text| Word {
                span: whole.span,
                parts: vec![Part::Text { text, quoted: true }],
            })
            .collect(),
    )
}
