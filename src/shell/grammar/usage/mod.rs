//! A command → the words of it that may be paths, and what is done with each. Purely by the words: what
//! exists is looked at by whoever asks.

mod git;
mod operands;
mod own;
mod special;
mod tar;

use super::option::{Act, lead, tail};
use super::program::{is_standard_folder, lookup};
use super::wrapping::{Declared, program_name, subcommand};
use super::{interpreters, wrappers};
use crate::shell::{Part, Word};
use std::borrow::Cow;

/// What a program does to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Does {
    /// It reads it, and that is proven.
    Reads,
    /// It writes it.
    Writes,
    /// Not known.
    Unknown,
}

/// When a word counts as a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Whatever it looks like: the place is a path's.
    Always,
    /// Where it looks like a path or names an existing entry.
    Likely,
    /// Where it looks like a path; a bare word is a name (a script, a target).
    Shaped,
    /// Where it is written as a path, or looks like one and exists: what looks like one may be the name of a
    /// package or image.
    Named,
    /// Where it is written as a path (`./x`, `/x`, `~/x`, `.x`) and only then.
    Written,
    /// Where it names an existing entry (it may be a revision or a pattern).
    Existing,
}

/// One word, or a piece of one, that may be a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch<'a> {
    /// The piece.
    pub word: Cow<'a, Word>,
    /// When it counts.
    pub when: When,
    /// What is done with it.
    pub does: Does,
    /// What proves that, in a few words.
    pub proof: &'static str,
    /// The access goes on below it.
    pub descends: bool,
    /// How many of [`Usage::folders`] were entered before it is resolved.
    pub folders: usize,
}

/// What a command does with its words.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a command")]
pub struct Usage<'a> {
    /// The words that may be paths.
    pub touches: Vec<Touch<'a>>,
    /// Folders that options enter, each relative to the one before.
    pub folders: Vec<Cow<'a, Word>>,
    /// What a descent leaves out.
    pub excludes: Vec<String>,
    /// A descent leaves dot entries out.
    pub skips_hidden: bool,
    /// The program is known to leave its operands alone, whatever is proven.
    pub leaves_alone: bool,
    /// The program is in the tables or declared.
    pub known: bool,
    /// What is done with operands that come at run time; `None` where it is not known.
    pub appended: Option<Does>,
    /// Operands that come at run time are texts, or somebody else's.
    pub appends_text: bool,
}

/// What the command `words` does with its words; those in `handed` belong to what it runs.
pub fn usage<'a>(words: &'a [Word], handed: &[(usize, usize)], declared: &Declared) -> Usage<'a> {
    let mut build = Build {
        words,
        handed,
        out: Usage::default(),
        unsure: false,
        descends: false,
        proof: "",
    };
    let Some((typed, name)) = program_name(words) else {
        build.generic(1);
        return build.out;
    };
    if let Some(effects) = declared.effects.get(&name) {
        build.declared(effects.read, effects.write);
        return build.out;
    }
    let known = !typed.contains('/') || is_standard_folder(&typed);
    if declared.wrappers.contains_key(&name) || !known {
        build.generic(1);
        return build.out;
    }
    build.out.known = true;
    if let Some(wrapper) = wrappers::wrapper(&name) {
        build.wrapper(wrapper, 1);
    } else if let Some((wrapper, start)) = subcommand(words, &name) {
        build.wrapper(wrapper, start);
    } else if let Some(grammar) = interpreters::grammar(&name) {
        build.interpreter(grammar);
    } else if let Some(program) = lookup(&name) {
        build.program(program);
    } else {
        build.out.known = false;
        build.generic(1);
    }
    build.out
}

/// A command as it is read.
struct Build<'a, 'h> {
    words: &'a [Word],
    handed: &'h [(usize, usize)],
    out: Usage<'a>,
    unsure: bool,
    descends: bool,
    proof: &'static str,
}

impl<'a> Build<'a, '_> {
    fn is_handed(&self, index: usize) -> bool {
        // The ranges stand in order.
        let behind = self.handed.partition_point(|(start, _)| *start <= index);
        behind
            .checked_sub(1)
            .and_then(|at| self.handed.get(at))
            .is_some_and(|(_, end)| index < *end)
    }

    fn first_handed(&self) -> usize {
        self.handed.first().map_or(self.words.len(), |(start, _)| *start)
    }

    fn push(&mut self, index: usize, from: usize, when: When, does: Does, proof: &'static str) {
        let Some(word) = self.words.get(index).filter(|_| !self.is_handed(index)) else {
            return;
        };
        self.push_word(tail(word, from), when, does, proof);
    }

    fn push_word(&mut self, word: Cow<'a, Word>, when: When, does: Does, proof: &'static str) {
        let does = if self.unsure { Does::Unknown } else { does };
        let folders = self.out.folders.len();
        let descends = self.descends;
        self.out.touches.push(Touch {
            word,
            when,
            does,
            proof,
            descends,
            folders,
        });
    }

    /// The working folder itself.
    fn here(&mut self, does: Does, proof: &'static str) {
        let span = self.words.first().map(|word| word.span).unwrap_or_default();
        self.push_word(
            Cow::Owned(Word {
                span,
                parts: vec![Part::Text {
                    text: ".".to_owned(),
                    quoted: true,
                }],
            }),
            When::Always,
            does,
            proof,
        );
    }

    /// An unknown program: whatever looks like a path.
    fn generic(&mut self, start: usize) {
        for index in start..self.words.len() {
            self.likely(index, When::Likely);
        }
    }

    /// One word of which nothing is known.
    fn likely(&mut self, index: usize, when: When) {
        let Some(word) = self.words.get(index) else {
            return;
        };
        let (text, whole) = lead(word);
        if text.len() > 1 && text.starts_with('-') {
            self.glued(index, &text, whole);
            return;
        }
        let behind = text.find('=').filter(|eq| {
            text.get(..*eq).is_some_and(|name| {
                !name.is_empty()
                    && name
                        .bytes()
                        .all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
            })
        });
        if let Some(eq) = behind {
            self.push(index, 0, When::Existing, Does::Unknown, "word of the command");
            self.push(index, eq + 1, When::Likely, Does::Unknown, "behind = in a word");
            return;
        }
        self.push(index, 0, when, Does::Unknown, "word of the command");
        if text.starts_with('@') {
            self.push(index, 1, When::Likely, Does::Unknown, "behind @ in a word");
        } else if let Some(eq) = text.find('=') {
            self.push(index, eq + 1, When::Likely, Does::Unknown, "behind = in a word");
        }
    }

    /// The value that is glued to an option of which nothing is known.
    fn glued(&mut self, index: usize, text: &str, whole: bool) {
        if let Some(eq) = text.find('=') {
            self.push(index, eq + 1, When::Likely, Does::Unknown, "value of an option");
        } else if !text.starts_with("--") && (text.len() > 2 || !whole) {
            self.push(index, 2, When::Likely, Does::Unknown, "glued to an option");
        } else if !whole {
            self.push(
                index,
                text.len(),
                When::Likely,
                Does::Unknown,
                "value of an option",
            );
        }
    }

    /// A program that the policy has declared.
    fn declared(&mut self, reads: bool, writes: bool) {
        self.out.known = true;
        self.out.leaves_alone = !writes;
        let does = match (reads, writes) {
            (_, true) => Does::Writes,
            (true, false) => Does::Reads,
            (false, false) => {
                self.generic(1);
                return;
            }
        };
        for index in 1..self.words.len() {
            let Some((text, whole)) = self.words.get(index).map(lead) else {
                return;
            };
            if text.starts_with('-') && text.len() > 1 {
                self.glued(index, &text, whole);
            } else {
                self.push(index, 0, When::Always, does, "declared in commandEffects");
            }
        }
    }

    /// What an option's value or an operand is.
    fn act(&mut self, act: Act, index: usize, from: usize, proof: &'static str) {
        let standard = |word: &Word| matches!(lead(word), (text, true) if text.get(from..) == Some("-"));
        if self.words.get(index).is_some_and(standard) && act != Act::Folder {
            return;
        }
        match act {
            Act::Read | Act::PatternFile => self.push(index, from, When::Always, Does::Reads, proof),
            Act::Write | Act::Into | Act::Edit => self.push(index, from, When::Always, Does::Writes, proof),
            Act::Touch => self.push(index, from, When::Always, Does::Unknown, proof),
            Act::Shaped => self.push(index, from, When::Likely, Does::Unknown, proof),
            Act::Folder => {
                self.push(index, from, When::Always, Does::Reads, "folder to work in");
                if let Some(word) = self.words.get(index) {
                    self.out.folders.push(tail(word, from));
                }
            }
            Act::Attached => {
                let Some((text, _)) = self.words.get(index).map(|word| lead(word)) else {
                    return;
                };
                let value = text.get(from..).unwrap_or_default();
                if value.starts_with('@') {
                    self.push(index, from + 1, When::Always, Does::Reads, "behind @");
                } else if let Some(at) = value.find("=@").or_else(|| value.find("=<")) {
                    self.push(index, from + at + 2, When::Always, Does::Reads, "behind =@");
                }
            }
            Act::Exclude => {
                let text = self
                    .words
                    .get(index)
                    .map(|word| tail(word, from))
                    .and_then(|word| word.literal());
                if let Some(text) = text {
                    self.out.excludes.push(text);
                }
            }
            _ => {}
        }
    }
}
