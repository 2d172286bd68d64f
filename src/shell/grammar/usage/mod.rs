//! A command → the words of it that may be paths, and what is done with each. Purely by the words: what
//! exists is looked at by whoever asks.

mod client;
mod compress;
mod excluded;
mod git;
mod made;
mod module;
mod named;
mod operands;
mod own;
mod special;
mod tar;

use super::option::{Act, lead, tail};
use super::program::{is_standard_folder, lookup};
use super::wrapping::{Declared, base_name, program_name, subcommand};
use super::{interpreters, variables, wrappers};
use crate::shell::{Part, Word};
pub use client::braces as url_braces;
pub use made::Made;
use std::borrow::Cow;

/// Pieces of one word that are looked at.
const MAX_PIECES: usize = 16;

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

/// How far an access reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// What the word names and no more.
    Itself,
    /// Below a folder, too, but an ignore file or the like may leave out what is there.
    Perhaps,
    /// Below a folder, too.
    Below,
}

/// How protected writes see an access that is not proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// As the program is known to treat its operands.
    Usual,
    /// It may be a write, however the program treats its operands.
    AtRisk,
    /// Nothing but protected writes is held against it: what is written stands in data that the program
    /// reads (a patch), or where the environment says.
    Alone,
}

/// Another file that a program makes beside its operand, named after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The name without the suffix that marks what is packed (`gunzip`).
    Unpacked,
    /// The name with this behind it (`gzip`).
    Packed(&'static str),
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
    /// How far the access reaches.
    pub reach: Reach,
    /// How protected writes see it.
    pub guard: Guard,
    /// What is written beside it.
    pub beside: Option<Beside>,
    /// What is made in it, where it is the target of a copy.
    pub made: Option<Box<Made<'a>>>,
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
        name: String::new(),
        guard: Guard::Usual,
        out: Usage::default(),
        unsure: false,
        descends: false,
        proof: "",
    };
    let Some(typed) = program_name(words) else {
        build.generic(1);
        return build.out;
    };
    let name = base_name(&typed);
    if let Some(effects) = declared.effects.get(name) {
        build.declared(effects.read, effects.write);
        return build.out;
    }
    let known = !typed.contains('/') || is_standard_folder(&typed);
    if declared.wrappers.contains_key(name) || !known {
        build.generic(1);
        return build.out;
    }
    build.out.known = true;
    name.clone_into(&mut build.name);
    build.assigned(name);
    if let Some(wrapper) = wrappers::wrapper(name) {
        build.wrapper(wrapper, 1);
    } else if let Some((wrapper, start)) = subcommand(words, name) {
        build.wrapper(wrapper, start);
    } else if let Some(grammar) = interpreters::grammar(name) {
        build.interpreter(grammar);
    } else if let Some(program) = lookup(name) {
        build.program(program);
        build.lists();
    } else {
        build.out.known = false;
        build.generic(1);
    }
    build.out
}

/// The file that the value of a variable names for the program it reaches.
pub fn assignment<'a>(name: &str, value: Cow<'a, Word>) -> Option<Touch<'a>> {
    let named = variables::names_file(name)?;
    Some(Touch {
        word: value,
        when: named.when,
        does: named.does,
        proof: "named by a variable",
        reach: named.reach,
        guard: named.guard,
        beside: None,
        made: None,
        folders: 0,
    })
}

/// A command as it is read.
struct Build<'a, 'h> {
    words: &'a [Word],
    handed: &'h [(usize, usize)],
    /// The base name of the program.
    name: String,
    guard: Guard,
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
        self.out.touches.push(Touch {
            word,
            when,
            does,
            proof,
            reach: if self.descends {
                Reach::Below
            } else {
                Reach::Itself
            },
            guard: self.guard,
            beside: None,
            made: None,
            folders,
        });
    }

    /// Runs `build` with what it finds held at risk of being written.
    fn at_risk(&mut self, build: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.guard, Guard::AtRisk);
        build(self);
        self.guard = before;
    }

    /// What is written stands in what the program reads: anywhere below the folder it works in.
    fn writes_somewhere(&mut self, proof: &'static str) {
        let before = (self.guard, self.descends);
        (self.guard, self.descends) = (Guard::Alone, true);
        self.here(Does::Writes, proof);
        (self.guard, self.descends) = before;
    }

    /// Settings given as words that name files (`env NAME=file`, `export NAME=file`).
    fn assigned(&mut self, name: &str) {
        if !matches!(
            name,
            "env" | "genv" | "export" | "declare" | "typeset" | "readonly" | "local" | "sudo" | "doas"
        ) {
            return;
        }
        let mut next = self.next_own(1);
        while let Some((index, word)) = next.and_then(|index| Some((index, self.words.get(index)?))) {
            if let Some((name, _)) = lead(word).0.split_once('=') {
                let touch = assignment(name, tail(word, name.len() + 1));
                self.out.touches.extend(touch);
            }
            next = self.next_own(index + 1);
        }
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
        let mut next = self.next_own(start);
        while let Some(index) = next {
            self.likely(index, When::Likely);
            next = self.next_own(index + 1);
        }
    }

    /// The first word from `index` on that does not belong to what is run.
    fn next_own(&self, mut index: usize) -> Option<usize> {
        loop {
            let behind = self.handed.partition_point(|(start, _)| *start <= index);
            let end = behind
                .checked_sub(1)
                .and_then(|at| self.handed.get(at))
                .map(|(_, end)| *end);
            match end.filter(|end| index < *end) {
                Some(end) => index = end,
                None => return (index < self.words.len()).then_some(index),
            }
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
        if self.file_url(index, 0, &text) {
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
            self.pieces(index, eq + 1);
            return;
        }
        self.push(index, 0, when, Does::Unknown, "word of the command");
        if text.starts_with('@') {
            self.push(index, 1, When::Likely, Does::Unknown, "behind @ in a word");
        } else if let Some(eq) = text.find('=') {
            self.push(index, eq + 1, When::Likely, Does::Unknown, "behind = in a word");
        }
        self.pieces(index, 0);
    }

    /// The pieces of a word that signs part (`c:path`, `type=local,dest=path`), where one is the name of an
    /// entry or is written as a path.
    fn pieces(&mut self, index: usize, from: usize) {
        let Some(word) = self.words.get(index).filter(|_| !self.is_handed(index)) else {
            return;
        };
        let (text, true) = lead(word) else {
            return;
        };
        let text = text.get(from..).unwrap_or_default();
        // In the value of an option `=` parts names from values as well.
        let risky = self.guard == Guard::AtRisk;
        let parted = text.contains([':', ',']) || (risky && text.contains('='));
        if !parted || text.contains("://") || text.contains(char::is_whitespace) {
            return;
        }
        let mut pieces = text.split([':', ',', '=', '@']);
        let span = word.span;
        let mut left = MAX_PIECES;
        while let Some(piece) = pieces.next().filter(|_| left > 0) {
            left -= 1;
            if piece.is_empty() || piece.starts_with('-') {
                continue;
            }
            let word = Word {
                span,
                parts: vec![Part::Text {
                    text: piece.to_owned(),
                    quoted: true,
                }],
            };
            let when = if risky { When::Likely } else { When::Named };
            self.push_word(Cow::Owned(word), when, Does::Unknown, "piece of a word");
        }
    }

    /// `file:path`, `file://host/path` and the `fileb://path` of the AWS client, from byte `from` of a word on.
    fn file_url(&mut self, index: usize, from: usize, text: &str) -> bool {
        let value = text.get(from..).unwrap_or_default();
        let Some(scheme) = ["file:", "fileb:"].iter().find(|scheme| {
            value
                .get(..scheme.len())
                .is_some_and(|front| front.eq_ignore_ascii_case(scheme))
        }) else {
            return false;
        };
        let rest = value.get(scheme.len()..).unwrap_or_default();
        let skipped = match rest.strip_prefix("//") {
            // A URL, which is taken apart where it is resolved.
            Some(path) if scheme.len() == 5 && (path.starts_with('/') || path.starts_with("localhost/")) => 0,
            // The AWS client reads what follows as a path, whatever it is.
            Some(_) => scheme.len() + 2,
            None if rest.starts_with('/') => 0,
            None => scheme.len(),
        };
        self.push(index, from + skipped, When::Always, Does::Unknown, "file URL");
        true
    }

    /// The value that is glued to an option of which nothing is known.
    fn glued(&mut self, index: usize, text: &str, whole: bool) {
        self.at_risk(|build| build.glued_value(index, text, whole));
    }

    fn glued_value(&mut self, index: usize, text: &str, whole: bool) {
        if let Some(eq) = text.find('=') {
            if self.file_url(index, eq + 1, text) {
                return;
            }
            self.push(index, eq + 1, When::Likely, Does::Unknown, "value of an option");
            self.pieces(index, eq + 1);
        } else if !text.starts_with("--") && (text.len() > 2 || !whole) {
            self.push(index, 2, When::Likely, Does::Unknown, "glued to an option");
            self.pieces(index, 2);
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
                // Whether it goes on below a folder is not declared.
                if let Some(touch) = self.out.touches.last_mut() {
                    touch.reach = Reach::Perhaps;
                }
                if text.contains(['=', '@', ':', ',']) {
                    self.likely(index, When::Existing);
                }
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
            Act::Touch => {
                self.at_risk(|build| build.push(index, from, When::Always, Does::Unknown, proof));
            }
            Act::Shaped => {
                self.at_risk(|build| build.push(index, from, When::Likely, Does::Unknown, proof));
            }
            Act::Code => self.push(index, from, When::Likely, Does::Reads, proof),
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
