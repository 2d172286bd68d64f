//! The words of wrappers and interpreters that are their own.

use super::{Build, Does, When};
use crate::shell::Part;
use crate::shell::Word;
use crate::shell::grammar::option::{Act, Grammar, Item, Items, lead, read, tail};
use crate::shell::grammar::{interpreters, wrappers};
use std::borrow::Cow;

impl Build<'_, '_> {
    /// The options and operands of a wrapper's own.
    pub(super) fn wrapper(&mut self, wrapper: &'static wrappers::Wrapper, start: usize) {
        let end = self.first_handed();
        let mut skipped = 0;
        for item in Items::new(self.words, start, &wrapper.grammar) {
            match item {
                // What is run reads the rest.
                Item::Operand(index) if index >= end && !self.handed.is_empty() => break,
                Item::Option {
                    act,
                    value: Some((index, from)),
                    word,
                } if word < end && (act != Act::Inert || wrapper.remote) => self.option(act, index, from),
                Item::Option {
                    value: Some((index, from)),
                    word,
                    ..
                } if word < end => {
                    self.push(index, from, When::Written, Does::Unknown, "value of an option");
                }
                Item::Operand(index) if index < end && skipped < wrapper.skip => {
                    skipped += 1;
                    if wrapper.own != Act::Inert {
                        self.act(wrapper.own, index, 0, "operand");
                    }
                }
                // Nothing was found to be run: its words are its own.
                Item::Operand(index) | Item::Unknown(index) if self.handed.is_empty() && !wrapper.remote => {
                    self.likely(index, When::Likely);
                }
                _ => {}
            }
        }
        self.out.appends_text = true;
        // Words behind what is run (`xargs` has none, a shell's arguments are its own).
        let last = self.handed.last().map_or(self.words.len(), |(_, end)| *end);
        self.generic(last);
        self.out.leaves_alone = true;
    }

    /// An option's value. Places inside a container are not ours; what is mounted is.
    pub(super) fn option(&mut self, act: Act, index: usize, from: usize) {
        let Some((text, _)) = self.words.get(index).map(lead) else {
            return;
        };
        let text = text.get(from..).unwrap_or_default();
        if act != Act::Shaped {
            self.act(act, index, from, "value of an option");
            return;
        }
        // `src:dst[:mode]` and `type=bind,source=src,target=dst`.
        let Some(word) = self.words.get(index).filter(|_| !self.is_handed(index)) else {
            return;
        };
        let piece = tail(word, from);
        if let Some(at) = ["source=", "src="]
            .iter()
            .find_map(|key| text.find(key).map(|at| at + key.len()))
        {
            self.push_word(
                until(tail(word, from + at), b','),
                When::Written,
                Does::Unknown,
                "mounted",
            );
        } else if !text.starts_with("type=") {
            self.push_word(until(piece, b':'), When::Written, Does::Unknown, "mounted");
        }
    }

    /// An interpreter: the script is read, its arguments are its own.
    pub(super) fn interpreter(&mut self, grammar: &'static Grammar) {
        let mut module = false;
        let editor = interpreters::is_editor(&self.name);
        let mut first = !editor;
        for item in read(self.words, 1, grammar) {
            match item {
                Item::Option { act: Act::Run, .. } => first = false,
                Item::Option {
                    act: Act::Stop,
                    word,
                    value,
                } => {
                    module = self.name.starts_with("py")
                        && self
                            .words
                            .get(word)
                            .is_some_and(|word| lead(word).0.ends_with('m'));
                    if value.is_some() {
                        first = false;
                    }
                }
                Item::Option {
                    act,
                    value: Some((index, from)),
                    ..
                } => {
                    let act = if act == Act::Inert { Act::Shaped } else { act };
                    if act == Act::Shaped {
                        self.push(index, from, When::Shaped, Does::Unknown, "value of an option");
                    } else {
                        self.act(act, index, from, "value of an option");
                    }
                }
                Item::Option { .. } | Item::Dashes(_) => {}
                Item::Operand(index) if editor => {
                    let files = self
                        .words
                        .get(index)
                        .is_some_and(|word| !lead(word).0.starts_with('+'));
                    if files {
                        self.act(Act::Touch, index, 0, "file to edit");
                    }
                }
                Item::Operand(index) if first && module => return self.module(index),
                Item::Operand(index) if first => {
                    first = false;
                    if !matches!(self.words.get(index).map(lead), Some((text, true)) if text == "-") {
                        self.push(index, 0, When::Likely, Does::Reads, "script");
                    }
                }
                Item::Unknown(index) | Item::Operand(index) => self.likely(index, When::Likely),
            }
        }
    }
}

/// The piece of a word in front of the first `end` in its literal text.
fn until(word: Cow<'_, Word>, end: u8) -> Cow<'_, Word> {
    let found = word
        .parts
        .iter()
        .any(|part| matches!(part, Part::Text { text, .. } if text.as_bytes().contains(&end)));
    if !found {
        return word;
    }
    let mut parts = Vec::new();
    for part in &word.parts {
        match part {
            Part::Text { text, quoted } => {
                let cut = text.bytes().position(|byte| byte == end);
                let kept = text.get(..cut.unwrap_or(text.len())).unwrap_or_default();
                parts.push(Part::Text {
                    text: kept.to_owned(),
                    quoted: *quoted,
                });
                if cut.is_some() {
                    break;
                }
            }
            other => parts.push(other.clone()),
        }
    }
    Cow::Owned(Word {
        span: word.span,
        parts,
    })
}
