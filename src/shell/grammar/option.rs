//! Option grammars and the one reader of them: which words of a command are options, which are their
//! values, which are operands.

use crate::shell::{Part, Word};
use std::borrow::Cow;

/// What an option's value, an operand or a flag is to its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing to us: a switch, or a value that is no path.
    Inert,
    /// The value is the search pattern or script, so that the first operand is not.
    Pattern,
    /// The value is a file that holds it; read.
    PatternFile,
    /// The value is a file that is read.
    Read,
    /// The value is a file that is written.
    Write,
    /// The value is a file; what is done with it is not known.
    Touch,
    /// The value is a path if it looks like one.
    Shaped,
    /// The value names code that is loaded: a path if it looks like one.
    Code,
    /// The value is the folder to work in.
    Folder,
    /// The value is the folder that the operands go into, so that the last operand is not.
    Into,
    /// The value is a command line for a shell.
    Run,
    /// The value is a command line that the program splits into words itself.
    Split,
    /// What follows the option, up to a `;`, is a command.
    RunRest,
    /// What is run is run by a login shell, which reads the joined words.
    Joins,
    /// What is run gets its words as they are, where the program would have joined them.
    Exact,
    /// The program descends into folders.
    Descend,
    /// The value says whether the program descends into folders (`recurse`, or else `skip` and `read`).
    Recurse,
    /// The program writes its operands.
    Edit,
    /// The value names entries that a descent leaves out.
    Exclude,
    /// A descent does not leave out dot entries.
    Hidden,
    /// Every operand is a file that is read: none is a pattern.
    NoPattern,
    /// The program prints something about itself and ends.
    Stop,
    /// The value stands for the placeholder of what comes at run time.
    Placeholder,
    /// The value is an assignment or setting.
    Assign,
    /// The value is a text, or behind `@` (at its start, or after `=`) a file that is read.
    Attached,
}

/// Whether an option takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// It does not.
    No,
    /// It does, glued or in the next word.
    Yes,
    /// It may, glued only.
    Glued,
    /// It takes two words; the second is its value (`jq --slurpfile name file`).
    Two,
}

/// An option that means something to us.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// Its letter; NUL where it has none.
    pub short: u8,
    /// Its long name without dashes; empty where it has none.
    pub long: &'static str,
    /// Whether it takes a value.
    pub arg: Arg,
    /// What it is.
    pub act: Act,
}

/// A switch with a letter (`'\0'` for none) and a long name (empty for none).
pub const fn flag(short: u8, long: &'static str, act: Act) -> Opt {
    Opt {
        short,
        long,
        arg: Arg::No,
        act,
    }
}

/// An option with a value.
pub const fn value(short: u8, long: &'static str, act: Act) -> Opt {
    Opt {
        short,
        long,
        arg: Arg::Yes,
        act,
    }
}

/// An option that may have a glued value.
pub const fn glued(short: u8, long: &'static str, act: Act) -> Opt {
    Opt {
        short,
        long,
        arg: Arg::Glued,
        act,
    }
}

/// An option with two values, the second of which counts.
pub const fn two(short: u8, long: &'static str, act: Act) -> Opt {
    Opt {
        short,
        long,
        arg: Arg::Two,
        act,
    }
}

/// How options and operands mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Options may follow operands (GNU `getopt_long`).
    Mixed,
    /// The first operand ends the options.
    Leading,
    /// Long options with one dash or two (`go`, `find`-like flags); no clusters.
    Single,
}

/// The options of one program.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// Letters of switches that mean nothing to us.
    pub flags: &'static str,
    /// Long names of switches that mean nothing to us; a glued value is a text.
    pub longs: &'static [&'static str],
    /// Letters of options whose value is a text.
    pub values: &'static str,
    /// Long names of options whose value is a text.
    pub long_values: &'static [&'static str],
    /// The options that mean something.
    pub special: &'static [Opt],
    /// How options and operands mix.
    pub style: Style,
    /// `-5` is a number.
    pub numbers: bool,
}

impl Grammar {
    /// No option at all.
    pub const NONE: Self = Self {
        flags: "",
        longs: &["help", "version"],
        values: "",
        long_values: &[],
        special: &[],
        style: Style::Mixed,
        numbers: false,
    };
}

/// One item of a command behind its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// An option.
    Option {
        /// What it is.
        act: Act,
        /// The word it stands in.
        word: usize,
        /// Word and byte offset of its value.
        value: Option<(usize, usize)>,
    },
    /// An operand.
    Operand(usize),
    /// A word that looks like an option and is not known.
    Unknown(usize),
    /// `--`.
    Dashes(usize),
}

/// The literal text a word begins with, and whether it is all of it.
pub fn lead(word: &Word) -> (Cow<'_, str>, bool) {
    match word.parts.as_slice() {
        [] => (Cow::Borrowed(""), true),
        [Part::Text { text, .. }] => (Cow::Borrowed(text), true),
        parts => {
            let mut all = String::new();
            for part in parts {
                match part {
                    Part::Text { text, .. } => all.push_str(text),
                    _ => return (Cow::Owned(all), false),
                }
            }
            (Cow::Owned(all), true)
        }
    }
}

/// The word without the first `bytes` of its leading literal text.
pub fn tail(word: &Word, bytes: usize) -> Cow<'_, Word> {
    if bytes == 0 {
        return Cow::Borrowed(word);
    }
    let mut left = bytes;
    let mut parts = Vec::with_capacity(word.parts.len());
    for part in &word.parts {
        match part {
            Part::Text { text, quoted } if left > 0 => {
                let cut = left.min(text.len());
                left -= cut;
                let rest = text.get(cut..).unwrap_or_default();
                if !rest.is_empty() {
                    parts.push(Part::Text {
                        text: rest.to_owned(),
                        quoted: *quoted,
                    });
                }
            }
            other => parts.push(other.clone()),
        }
    }
    if parts.is_empty() {
        parts.push(Part::Text {
            text: String::new(),
            quoted: true,
        });
    }
    Cow::Owned(Word {
        span: word.span,
        parts,
    })
}

/// Whether a word may come to begin with a dash although its text does not show it.
pub fn may_be_option(word: &Word) -> bool {
    for part in &word.parts {
        return match part {
            Part::Text { text, .. } if text.is_empty() => continue,
            Part::Values { values, .. } | Part::Names { globs: values, .. } => {
                values.iter().any(|value| value.starts_with('-'))
            }
            Part::Hole(kind) => *kind != crate::shell::HoleKind::Digits,
            _ => false,
        };
    }
    false
}

/// Reads the words from `start` on.
pub fn read(words: &[Word], start: usize, grammar: &Grammar) -> Vec<Item> {
    Items::new(words, start, grammar).collect()
}

/// The items of a command, read as far as somebody asks: what a wrapper is given may be long, and is read by what it
/// runs.
pub struct Items<'w, 'g> {
    words: &'w [Word],
    grammar: &'g Grammar,
    /// The next word.
    at: usize,
    /// Only operands are left.
    operands: bool,
    /// Items of the word that was read last, and how many of them have been handed out.
    waiting: Vec<Item>,
    given: usize,
}

impl<'w, 'g> Items<'w, 'g> {
    /// From the word `start` on.
    pub fn new(words: &'w [Word], start: usize, grammar: &'g Grammar) -> Self {
        Self {
            words,
            grammar,
            at: start,
            operands: false,
            waiting: Vec::new(),
            given: 0,
        }
    }
}

impl Iterator for Items<'_, '_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.waiting.get(self.given) {
                self.given += 1;
                return Some(*item);
            }
            let word = self.words.get(self.at)?;
            let at = self.at;
            self.at += 1;
            if self.operands {
                return Some(Item::Operand(at));
            }
            let (text, whole) = lead(word);
            if !text.starts_with('-') || (text == "-" && whole) {
                self.operands = self.grammar.style == Style::Leading;
                return Some(Item::Operand(at));
            }
            if text == "--" && whole {
                self.operands = true;
                return Some(Item::Dashes(at));
            }
            self.waiting.clear();
            self.given = 0;
            let (items, count, grammar) = (&mut self.waiting, self.words.len(), self.grammar);
            self.at = if let Some(name) = text.strip_prefix("--") {
                long(items, count, at, (name, 2, whole), grammar)
            } else if grammar.style == Style::Single {
                let name = text.get(1..).unwrap_or_default();
                long(items, count, at, (name, 1, whole), grammar)
            } else {
                cluster(items, count, at, (&text, whole), grammar)
            };
        }
    }
}

/// One long option; returns the index of the next word to read.
fn long(
    items: &mut Vec<Item>,
    count: usize,
    at: usize,
    (text, dashes, whole): (&str, usize, bool),
    grammar: &Grammar,
) -> usize {
    let (name, given) = match text.find('=') {
        Some(eq) => (text.get(..eq).unwrap_or_default(), Some((at, dashes + eq + 1))),
        None => (text, None),
    };
    if given.is_none() && !whole {
        items.push(Item::Unknown(at));
        return at + 1;
    }
    let Some((arg, act)) = find_long(name, grammar) else {
        items.push(Item::Unknown(at));
        return at + 1;
    };
    let mut next = at + 1;
    let value = match (arg, given) {
        (Arg::Yes, None) => {
            let word = next;
            next += 1;
            (word < count).then_some((word, 0))
        }
        (Arg::Two, _) => {
            let word = next + 1;
            next += 2;
            (word < count).then_some((word, 0))
        }
        (_, given) => given,
    };
    items.push(Item::Option { act, word: at, value });
    next
}

/// Looks a long name up; an unambiguous beginning of one counts as the name, as for `getopt_long`.
fn find_long(name: &str, grammar: &Grammar) -> Option<(Arg, Act)> {
    if name.is_empty() {
        return None;
    }
    let exact = grammar
        .special
        .iter()
        .find(|opt| opt.long == name)
        .map(|opt| (opt.arg, opt.act));
    if exact.is_some() {
        return exact;
    }
    if grammar.longs.contains(&name) {
        return Some((Arg::Glued, Act::Inert));
    }
    if grammar.long_values.contains(&name) {
        return Some((Arg::Yes, Act::Inert));
    }
    if grammar.style == Style::Single && name.len() == 1 {
        return find_short(name.bytes().next()?, grammar);
    }
    let begins = |long: &&str| !long.is_empty() && long.starts_with(name);
    let mut found = grammar
        .special
        .iter()
        .filter(|opt| begins(&opt.long))
        .map(|opt| (opt.arg, opt.act))
        .chain(
            grammar
                .longs
                .iter()
                .filter(|long| begins(long))
                .map(|_| (Arg::Glued, Act::Inert)),
        )
        .chain(
            grammar
                .long_values
                .iter()
                .filter(|long| begins(long))
                .map(|_| (Arg::Yes, Act::Inert)),
        );
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// Looks a letter up.
fn find_short(letter: u8, grammar: &Grammar) -> Option<(Arg, Act)> {
    if let Some(opt) = grammar
        .special
        .iter()
        .find(|opt| opt.short == letter && letter != 0)
    {
        return Some((opt.arg, opt.act));
    }
    if grammar.flags.as_bytes().contains(&letter) || (grammar.numbers && letter.is_ascii_digit()) {
        return Some((Arg::No, Act::Inert));
    }
    grammar
        .values
        .as_bytes()
        .contains(&letter)
        .then_some((Arg::Yes, Act::Inert))
}

/// A word of letters behind one dash; returns the index of the next word to read.
fn cluster(
    items: &mut Vec<Item>,
    count: usize,
    at: usize,
    (text, whole): (&str, bool),
    grammar: &Grammar,
) -> usize {
    let bytes = text.as_bytes();
    let mut offset = 1;
    while let Some(&letter) = bytes.get(offset) {
        offset += 1;
        let Some((arg, act)) = find_short(letter, grammar) else {
            items.push(Item::Unknown(at));
            return at + 1;
        };
        let glued = offset < bytes.len() || !whole;
        match arg {
            Arg::No => items.push(Item::Option {
                act,
                word: at,
                value: None,
            }),
            Arg::Glued => {
                items.push(Item::Option {
                    act,
                    word: at,
                    value: glued.then_some((at, offset)),
                });
                return at + 1;
            }
            Arg::Two => {
                items.push(Item::Option {
                    act,
                    word: at,
                    value: (at + 2 < count).then_some((at + 2, 0)),
                });
                return at + 3;
            }
            Arg::Yes => {
                let value = if glued {
                    Some((at, offset))
                } else {
                    (at + 1 < count).then_some((at + 1, 0))
                };
                items.push(Item::Option { act, word: at, value });
                return if glued { at + 1 } else { at + 2 };
            }
        }
    }
    if !whole {
        items.push(Item::Unknown(at));
    }
    at + 1
}
