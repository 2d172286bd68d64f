//! Filters and readers: programs that are proven to do no more.

use super::{Command, Declared, Wrapping, base_name, program_name, script_texts};
use crate::shell::Word;
use crate::shell::grammar::option::{Act, Item, lead, read, tail};
use crate::shell::grammar::{inert, program};
use std::borrow::Cow;

/// `awk`, `sed` and `jq`: no floor where the program is proven inert.
pub(super) fn analyze(command: &Command<'_>, name: &str, released: &[&str]) -> Option<Wrapping> {
    let program = program::lookup(name)?;
    let jq = name.ends_with('q');
    let judge: fn(&str) -> bool = if name.ends_with("sed") {
        inert::sed
    } else if jq {
        inert::jq
    } else {
        inert::awk
    };
    let words = command.words;
    let mut scripts: Vec<Cow<'_, Word>> = Vec::new();
    let mut by_option = false;
    let mut first = None;
    for item in read(words, 1, &program.grammar) {
        match item {
            Item::Option {
                act: Act::Pattern,
                value: Some((index, from)),
                ..
            } => {
                by_option = true;
                scripts.extend(words.get(index).map(|word| tail(word, from)));
            }
            Item::Option {
                act: Act::PatternFile,
                ..
            } => by_option = true,
            Item::Option { act: Act::Stop, .. } => return None,
            Item::Option {
                act: Act::Code,
                value: Some((index, from)),
                ..
            } => {
                let word = words.get(index)?;
                // gawk's own library for writing in place, which the paths tell of.
                if lead(word).0.get(from..) != Some("inplace") {
                    return Some(Wrapping::opaque(
                        word.span,
                        format!("{name} loads code"),
                        released,
                    ));
                }
            }
            Item::Option { .. } | Item::Dashes(_) => {}
            Item::Operand(index) => first = first.or(Some(index)),
            // An option that is not known hides no program of jq's.
            Item::Unknown(_) if jq => {}
            Item::Unknown(index) => {
                let word = words.get(index)?;
                return Some(Wrapping::opaque(
                    word.span,
                    format!("option {} is not known", lead(word).0),
                    released,
                ));
            }
        }
    }
    if !by_option {
        scripts.extend(first.and_then(|index| words.get(index)).map(Cow::Borrowed));
    }
    for script in scripts {
        if jq && script.literal().is_none() {
            // What a variable puts into a filter is data to it far more often than a directive.
            continue;
        }
        let inert = script_texts(&script).is_some_and(|texts| {
            texts
                .iter()
                .all(|text| text.literal().is_some_and(|text| judge(&text)))
        });
        if !inert {
            return Some(Wrapping::opaque(
                script.span,
                format!("the {name} program is not proven to filter only"),
                released,
            ));
        }
    }
    None
}

/// Whether a command does nothing but read its operands, whatever they come to be.
pub fn is_proven_reader(words: &[Word], declared: &Declared) -> bool {
    let Some(typed) = program_name(words) else {
        return false;
    };
    let name = base_name(&typed);
    if let Some(effects) = declared.effects.get(name) {
        return !effects.write;
    }
    if typed.contains('/') && !program::is_standard_folder(&typed) {
        return false;
    }
    program::only_reads(words, name)
}
