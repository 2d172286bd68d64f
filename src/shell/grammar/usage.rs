//! A command → the words of it that may be paths, and what is done with each. Purely by the words: what
//! exists is looked at by whoever asks.

use super::git;
use super::option::{Act, Grammar, Item, Style, lead, may_be_option, read, tail};
use super::program::{Below, Operands, Program, is_standard_folder, lookup};
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
    /// Where it looks like a path; a bare word is a name (a script, a target, a package).
    Shaped,
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
        self.handed
            .iter()
            .any(|(start, end)| (*start..*end).contains(&index))
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

    /// The options and operands of a wrapper's own.
    fn wrapper(&mut self, wrapper: &'static wrappers::Wrapper, start: usize) {
        let end = self.first_handed();
        let mut skipped = 0;
        for item in read(self.words, start, &wrapper.grammar) {
            match item {
                Item::Option { act, value, word } if word < end => {
                    if let Some((index, from)) = value {
                        self.option(act, index, from);
                    }
                }
                Item::Operand(index) if index < end && skipped < wrapper.skip => {
                    skipped += 1;
                    if wrapper.own != Act::Inert {
                        self.act(wrapper.own, index, 0, "operand");
                    }
                }
                Item::Operand(index) if self.handed.is_empty() => {
                    // Nothing was found to be run: its words are its own.
                    if wrapper.skip == usize::MAX || !wrapper.remote {
                        self.likely(index, When::Likely);
                    }
                }
                Item::Unknown(index) if self.handed.is_empty() => self.likely(index, When::Likely),
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
    fn option(&mut self, act: Act, index: usize, from: usize) {
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
                When::Shaped,
                Does::Unknown,
                "mounted",
            );
        } else if !text.starts_with("type=") {
            self.push_word(until(piece, b':'), When::Shaped, Does::Unknown, "mounted");
        }
    }

    /// An interpreter: the script is read, its arguments are its own.
    fn interpreter(&mut self, grammar: &'static Grammar) {
        let mut module = false;
        let mut first = true;
        for item in read(self.words, 1, grammar) {
            match item {
                Item::Option { act: Act::Run, .. } => first = false,
                Item::Option {
                    act: Act::Stop,
                    word,
                    value,
                } => {
                    module = self
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
                Item::Unknown(index) => self.likely(index, When::Likely),
                Item::Operand(index) if first => {
                    first = false;
                    if !module
                        && !matches!(self.words.get(index).map(lead), Some((text, true)) if text == "-")
                    {
                        self.push(index, 0, When::Likely, Does::Reads, "script");
                    }
                }
                Item::Operand(index) => self.likely(index, When::Likely),
            }
        }
    }

    fn program(&mut self, program: &'static Program) {
        self.out.leaves_alone = program.leaves_alone;
        self.out.skips_hidden = program.skips_hidden;
        match program.operands {
            Operands::Find => return self.find(),
            Operands::Tar => return self.tar(),
            Operands::Git => return self.git(),
            Operands::Test => return self.test(),
            Operands::Assignments => return self.assignments(),
            Operands::Named => {
                self.named();
                return;
            }
            _ => {}
        }
        let items = read(self.words, 1, &program.grammar);
        let mut pattern = false;
        let mut into = false;
        let mut edits = false;
        let mut operands = Vec::new();
        self.descends = program.below == Below::Always;
        for item in &items {
            match item {
                Item::Unknown(_) => self.unsure = true,
                Item::Option { act, .. } => match act {
                    Act::Pattern | Act::PatternFile | Act::NoPattern => pattern = true,
                    Act::Into => into = true,
                    Act::Edit => edits = true,
                    Act::Descend => self.descends = true,
                    Act::Hidden => self.out.skips_hidden = false,
                    _ => {}
                },
                Item::Operand(index) => operands.push(*index),
                Item::Dashes(_) => {}
            }
        }
        let writes = program
            .grammar
            .special
            .iter()
            .any(|opt| matches!(opt.act, Act::Write | Act::Edit | Act::Run | Act::RunRest));
        if writes
            && operands
                .iter()
                .filter_map(|index| self.words.get(*index))
                .any(may_be_option)
        {
            self.unsure = true;
            self.out.leaves_alone = false;
        }
        if edits {
            self.out.leaves_alone = false;
        }
        let below = self.descends;
        self.descends = false;
        for item in &items {
            match *item {
                Item::Option {
                    act,
                    value: Some((index, from)),
                    ..
                } if !self.is_handed(index) => {
                    self.descends = below && act == Act::Into;
                    if act == Act::Edit || act == Act::Exclude && program.grammar.special.iter().any(negated)
                    {
                        self.glob(act, index, from);
                    } else {
                        self.act(act, index, from, "value of an option");
                    }
                }
                Item::Unknown(index) => self.likely(index, When::Likely),
                _ => {}
            }
        }
        self.descends = below;
        self.operands(program, &operands, pattern, into, edits);
    }

    /// `rg -g '!…'` leaves out, `-g '…'` does not; the suffix of `sed -i` is none of ours.
    fn glob(&mut self, act: Act, index: usize, from: usize) {
        if act != Act::Exclude {
            return;
        }
        let text = self
            .words
            .get(index)
            .map(|word| tail(word, from))
            .and_then(|word| word.literal());
        if let Some(left_out) = text.as_deref().and_then(|text| text.strip_prefix('!')) {
            self.out.excludes.push(left_out.to_owned());
        }
    }

    fn operands(&mut self, program: &Program, operands: &[usize], pattern: bool, into: bool, edits: bool) {
        let mut rest = operands;
        let remote = matches!(program.operands, Operands::Remote(_));
        self.proof = "operand of a known reader";
        let act = match program.operands {
            Operands::Each(act) => act,
            Operands::After(skip, act) => {
                rest = if pattern {
                    rest
                } else {
                    rest.get(skip..).unwrap_or_default()
                };
                act
            }
            Operands::Script(act) => {
                // `sed -i '' script file`: the empty word is the suffix of the BSD dialect.
                let empty = edits
                    && rest.len() > 1
                    && matches!(
                        rest.first().and_then(|index| self.words.get(*index)).map(lead),
                        Some((text, true)) if text.is_empty()
                    );
                let skip = usize::from(!pattern) + usize::from(empty);
                if self.unsure && !pattern {
                    // The option that is not known may have taken the script for its value.
                    for index in rest.iter().take(skip) {
                        self.likely(*index, When::Likely);
                    }
                }
                rest = rest.get(skip..).unwrap_or_default();
                act
            }
            Operands::Copy(act) | Operands::Remote(act) => {
                if edits {
                    Act::Write
                } else {
                    if !into
                        && rest.len() > 1
                        && let Some((last, sources)) = rest.split_last()
                    {
                        self.copy_into(*last, remote);
                        rest = sources;
                    }
                    act
                }
            }
            Operands::Archive => {
                if let Some((first, files)) = rest.split_first() {
                    self.push(*first, 0, When::Always, Does::Writes, "archive written");
                    rest = files;
                }
                Act::Read
            }
            Operands::Unpack => return self.unpack(operands, into),
            _ => {
                self.out.appends_text = true;
                return self.texts(operands);
            }
        };
        let act = if edits { Act::Write } else { act };
        if act == Act::Write {
            self.proof = "operand of a known writer";
        }
        self.out.appended = match act {
            _ if self.unsure => None,
            Act::Read => Some(Does::Reads),
            Act::Write => Some(Does::Writes),
            _ => None,
        };
        for index in rest {
            let Some((text, whole)) = self.words.get(*index).map(lead) else {
                continue;
            };
            if (text == "-" && whole) || (remote && is_remote(&text)) || has_scheme(&text) {
                continue;
            }
            if matches!(program.operands, Operands::Script(_)) && is_awk_assignment(program, &text) {
                continue;
            }
            if act == Act::Shaped {
                self.likely(*index, When::Likely);
            } else {
                self.act(act, *index, 0, self.proof);
            }
        }
        let told =
            program.below == Below::Told && self.descends && matches!(program.operands, Operands::Script(_));
        if rest.is_empty() && (program.here || told) {
            self.here(Does::Reads, "the working folder");
        }
    }

    /// The last operand of a copy.
    fn copy_into(&mut self, index: usize, remote: bool) {
        let Some((text, whole)) = self.words.get(index).map(lead) else {
            return;
        };
        if (text == "-" && whole) || (remote && is_remote(&text)) {
            return;
        }
        self.push(index, 0, When::Always, Does::Writes, "target of a known writer");
    }

    /// Words that are texts; a glob among them still lists a folder.
    fn texts(&mut self, operands: &[usize]) {
        for index in operands {
            let Some(word) = self.words.get(*index) else {
                continue;
            };
            let text = lead(word).0;
            if text
                .get(..7)
                .is_some_and(|scheme| scheme.eq_ignore_ascii_case("file://"))
            {
                self.push(*index, 0, When::Always, Does::Reads, "file URL");
            } else if word.has_glob() && text.contains('/') {
                self.push(*index, 0, When::Shaped, Does::Reads, "glob");
            }
        }
    }

    fn named(&mut self) {
        let mut first = true;
        for index in 1..self.words.len() {
            let Some((text, whole)) = self.words.get(index).map(lead) else {
                return;
            };
            if text.starts_with('-') && text.len() > 1 {
                self.glued(index, &text, whole);
            } else if first {
                first = false;
                // A target or subcommand; a path only where it is written as one.
                if text.contains('/') {
                    self.likely(index, When::Shaped);
                }
            } else {
                self.likely(index, When::Shaped);
            }
        }
    }

    fn test(&mut self) {
        for index in 1..self.words.len() {
            let Some((text, true)) = self.words.get(index).map(lead) else {
                continue;
            };
            let unary = matches!(
                &*text,
                "-a" | "-b"
                    | "-c"
                    | "-d"
                    | "-e"
                    | "-f"
                    | "-g"
                    | "-h"
                    | "-k"
                    | "-p"
                    | "-r"
                    | "-s"
                    | "-u"
                    | "-w"
                    | "-x"
                    | "-G"
                    | "-L"
                    | "-N"
                    | "-O"
                    | "-S"
            );
            let binary = matches!(&*text, "-nt" | "-ot" | "-ef");
            if binary && index > 1 {
                self.push(index - 1, 0, When::Always, Does::Reads, "file test");
            }
            let next = self.words.get(index + 1).map(lead);
            let ends = matches!(&next, None | Some((_, false))) && next.is_none()
                || matches!(&next, Some((text, true)) if matches!(&**text, "]" | "]]" | ")" | "&&" | "||"));
            if (unary || binary) && !ends {
                self.push(index + 1, 0, When::Always, Does::Reads, "file test");
            }
        }
    }

    fn assignments(&mut self) {
        for index in 1..self.words.len() {
            let Some((text, _)) = self.words.get(index).map(lead) else {
                return;
            };
            if text.starts_with("if=") {
                self.push(index, 3, When::Always, Does::Reads, "if= of dd");
            } else if text.starts_with("of=") {
                self.push(index, 3, When::Always, Does::Writes, "of= of dd");
            } else if !text.contains('=') {
                self.likely(index, When::Likely);
            }
        }
    }

    fn unpack(&mut self, operands: &[usize], into: bool) {
        let lists = self.words.iter().skip(1).any(|word| {
            let (text, _) = lead(word);
            text.starts_with('-') && text.contains(['l', 'p', 't', 'v', 'Z', 'z', 'c'])
        });
        self.descends = false;
        if let Some(first) = operands.first() {
            self.push(*first, 0, When::Always, Does::Reads, "archive read");
        }
        if !lists && !into {
            self.descends = true;
            self.here(Does::Writes, "unpacked here");
        }
    }

    /// `find`: starting points up to the first word of the expression.
    fn find(&mut self) {
        let mut at = 1;
        let mut starts = Vec::new();
        while let Some(word) = self.words.get(at) {
            let (text, whole) = lead(word);
            match &*text {
                "-H" | "-L" | "-P" | "-E" | "-X" | "-x" | "-s" => at += 1,
                "-D" => at += 2,
                text if text.starts_with("-O") => at += 1,
                text if text.starts_with('-') || (whole && matches!(text, "(" | ")" | "!" | ",")) => break,
                _ => {
                    starts.push(at);
                    at += 1;
                }
            }
        }
        let mut deletes = false;
        let mut pattern: Option<String> = None;
        while let Some(word) = self.words.get(at) {
            let (text, _) = lead(word);
            let (next, index) = (self.words.get(at + 1), at + 1);
            at += 1;
            if self.is_handed(at - 1) || matches!(&*text, ";" | "+" | "{}" | "(" | ")" | "!" | ",") {
                continue;
            }
            match &*text {
                "-delete" => deletes = true,
                "-prune" => self.out.excludes.extend(pattern.take()),
                "-newer" | "-anewer" | "-cnewer" | "-samefile" | "-files0-from" => {
                    self.push(index, 0, When::Always, Does::Reads, "operand of find");
                    at += 1;
                }
                "-fprint" | "-fprint0" | "-fls" => {
                    self.push(index, 0, When::Always, Does::Writes, "written by find");
                    at += 1;
                }
                "-fprintf" => {
                    self.push(index, 0, When::Always, Does::Writes, "written by find");
                    at += 2;
                }
                "-name" | "-iname" | "-path" | "-ipath" | "-wholename" | "-regex" | "-iregex" | "-lname"
                | "-ilname" | "-iwholename" => {
                    pattern = next.and_then(Word::literal);
                    at += 1;
                }
                "-type" | "-xtype" | "-maxdepth" | "-mindepth" | "-mtime" | "-atime" | "-ctime" | "-mmin"
                | "-amin" | "-cmin" | "-size" | "-user" | "-group" | "-perm" | "-regextype" | "-printf"
                | "-newermt" | "-newerat" | "-newerct" | "-uid" | "-gid" | "-links" | "-inum" | "-fstype"
                | "-used" | "-context" | "-depth" => at += 1,
                "-exec" | "-execdir" | "-ok" | "-okdir" => {}
                text if text.starts_with('-') => {}
                _ => self.likely(at - 1, When::Likely),
            }
        }
        if deletes {
            self.out.leaves_alone = false;
        }
        if starts
            .iter()
            .filter_map(|index| self.words.get(*index))
            .any(may_be_option)
        {
            self.unsure = true;
            self.out.leaves_alone = false;
        }
        let does = if deletes { Does::Writes } else { Does::Reads };
        self.descends = true;
        for index in &starts {
            self.push(*index, 0, When::Always, does, "starting point of find");
        }
        if starts.is_empty() {
            self.here(does, "the working folder");
        }
    }

    /// `tar`: what is done depends on the mode.
    fn tar(&mut self) {
        let grammar = super::writers::TAR_OPTIONS;
        let first = self.words.get(1).map(lead);
        let mut start = 1;
        let mut letters = String::new();
        let mut given: Vec<(u8, usize)> = Vec::new();
        if let Some((text, true)) = &first
            && !text.starts_with('-')
        {
            // Old style: letters first, then their values in order.
            letters.push_str(text);
            start = 2;
            for letter in letters.bytes() {
                if b"fbCTXIgLHVKNF".contains(&letter) {
                    given.push((letter, start));
                    start += 1;
                }
            }
        }
        let items = read(self.words, start, &grammar);
        for item in &items {
            let (Item::Option { word, .. } | Item::Unknown(word)) = item else {
                continue;
            };
            let Some((text, _)) = self.words.get(*word).map(lead) else {
                continue;
            };
            match &*text {
                "--create" | "--append" | "--update" | "--concatenate" | "--catenate" => letters.push('c'),
                "--extract" | "--get" => letters.push('x'),
                "--list" => letters.push('t'),
                "--diff" | "--compare" => letters.push('d'),
                "--to-stdout" => letters.push('O'),
                text if text.starts_with("--") => {}
                text => {
                    let end = text
                        .find(['f', 'C', 'T', 'X', 'I', 'b', 'g'])
                        .map_or(text.len(), |at| at + 1);
                    letters.push_str(text.get(1..end).unwrap_or_default());
                }
            }
            if matches!(item, Item::Unknown(_)) {
                self.unsure = true;
            }
        }
        let creates = letters.contains(['c', 'r', 'u', 'A']);
        let extracts = letters.contains('x');
        let reads = letters.contains(['t', 'd']);
        let archive = match (creates, extracts || reads) {
            (true, false) => Act::Write,
            (false, true) => Act::Read,
            _ => Act::Touch,
        };
        self.descends = false;
        let as_act = |letter: u8| match letter {
            b'f' => archive,
            b'C' => Act::Folder,
            b'T' | b'X' => Act::Read,
            _ => Act::Inert,
        };
        for (letter, index) in given {
            let act = as_act(letter);
            if act == archive && self.is_stdio(index) {
                continue;
            }
            self.tar_option(act, index, 0);
        }
        let mut members = Vec::new();
        for item in &items {
            match *item {
                Item::Option {
                    act,
                    value: Some((index, from)),
                    word,
                } => {
                    let is_file = act == Act::Touch
                        && self.words.get(word).is_some_and(|word| {
                            let (text, _) = lead(word);
                            !text.starts_with("--") || text.starts_with("--f")
                        });
                    if is_file && self.is_stdio(index) && from == 0 {
                        continue;
                    }
                    self.tar_option(if is_file { archive } else { act }, index, from);
                }
                Item::Operand(index) => {
                    members.push((index, self.out.folders.len()));
                    if creates || !(extracts || reads) {
                        self.descends = true;
                        self.push(index, 0, When::Always, Does::Reads, "packed by tar");
                        self.descends = false;
                    }
                }
                Item::Unknown(index) => self.likely(index, When::Likely),
                _ => {}
            }
        }
        if extracts && !letters.contains('O') {
            self.descends = true;
            self.here(Does::Writes, "unpacked here");
        }
    }

    fn is_stdio(&self, index: usize) -> bool {
        matches!(self.words.get(index).map(lead), Some((text, true)) if text == "-")
    }

    /// The archive and the lists are resolved where `tar` starts, whatever `-C` says.
    fn tar_option(&mut self, act: Act, index: usize, from: usize) {
        let before = self.out.touches.len();
        self.act(act, index, from, "archive or option of tar");
        if act != Act::Folder {
            for touch in self.out.touches.iter_mut().skip(before) {
                touch.folders = 0;
            }
        }
    }

    fn git(&mut self) {
        let mut sub = None;
        for item in read(self.words, 1, &git::GLOBALS) {
            match item {
                Item::Option {
                    act: Act::Run | Act::Assign,
                    value: Some((index, from)),
                    word,
                } => {
                    // `--exec-path=/x`, `-c core.hooksPath=/x`.
                    let Some((text, _)) = self.words.get(index).map(lead) else {
                        continue;
                    };
                    let value = text.get(from..).unwrap_or_default();
                    let _ = word;
                    let from = from + value.find('=').map_or(0, |eq| eq + 1);
                    self.push(index, from, When::Shaped, Does::Unknown, "setting of git");
                }
                Item::Option {
                    act,
                    value: Some((index, from)),
                    ..
                } => {
                    self.act(act, index, from, "value of an option");
                }
                Item::Operand(index) => {
                    sub = Some(index);
                    break;
                }
                Item::Unknown(index) => self.likely(index, When::Likely),
                _ => {}
            }
        }
        let Some(index) = sub else { return };
        let Some((name, true)) = self.words.get(index).map(lead) else {
            self.generic(index);
            return;
        };
        let Some(sub) = git::subcommand(&name) else {
            // A subcommand that is not known (an alias): revisions and names as often as paths.
            for index in index + 1..self.words.len() {
                self.likely(index, When::Likely);
            }
            return;
        };
        self.out.leaves_alone = sub.act == Act::Read || sub.act == Act::Inert;
        let mut operands = 0;
        let mut dashed = false;
        let mut edits = false;
        for item in read(self.words, index + 1, &sub.grammar) {
            match item {
                Item::Option { act, value, .. } => {
                    edits |= act == Act::Edit;
                    if let Some((index, from)) = value {
                        self.act(act, index, from, "value of an option");
                    }
                }
                Item::Dashes(_) => dashed = true,
                Item::Unknown(index) => {
                    let Some((text, whole)) = self.words.get(index).map(lead) else {
                        continue;
                    };
                    self.glued(index, &text, whole);
                }
                Item::Operand(index) => {
                    operands += 1;
                    let act = if edits { Act::Write } else { sub.act };
                    let does = match act {
                        Act::Read => Does::Reads,
                        Act::Write => Does::Writes,
                        _ => Does::Unknown,
                    };
                    let Some((text, _)) = self.words.get(index).map(lead) else {
                        continue;
                    };
                    if has_scheme(&text) || is_remote(&text) && sub.kind == git::Kind::Places {
                        continue;
                    }
                    let when = match sub.kind {
                        _ if dashed => When::Always,
                        git::Kind::Names => continue,
                        git::Kind::Paths => When::Always,
                        git::Kind::Revisions => When::Existing,
                        git::Kind::Pattern if operands == 1 => continue,
                        git::Kind::Pattern => When::Existing,
                        git::Kind::Places if operands <= sub.skip => continue,
                        git::Kind::Places => When::Shaped,
                    };
                    // `HEAD:path` and `:path` name a file of a revision.
                    if sub.kind == git::Kind::Revisions
                        && !dashed
                        && let Some(colon) = text.find(':')
                        && text
                            .get(..colon)
                            .is_some_and(|before| !before.contains('/') || text.contains(".."))
                    {
                        self.push(index, colon + 1, When::Shaped, Does::Reads, "file of a revision");
                        continue;
                    }
                    self.descends = sub.descends;
                    self.push(index, 0, when, does, "operand of git");
                    self.descends = false;
                }
            }
        }
    }
}

/// Whether a program's excluding option is `-g`, whose value leaves out only behind a `!`.
fn negated(opt: &super::option::Opt) -> bool {
    opt.act == Act::Exclude && opt.short == b'g'
}

/// `n=5` among the operands of awk.
fn is_awk_assignment(program: &Program, text: &str) -> bool {
    program.grammar.style == Style::Mixed
        && program.grammar.special.iter().any(|opt| opt.long == "source")
        && text.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
        })
}

/// `host:path` and `rsync://…`.
fn is_remote(text: &str) -> bool {
    text.find(':')
        .is_some_and(|colon| colon > 0 && !text.get(..colon).is_some_and(|host| host.contains('/')))
}

/// Whether a text begins with a scheme other than `file:`.
pub(crate) fn has_scheme(text: &str) -> bool {
    text.find("://").is_some_and(|at| {
        text.get(..at).is_some_and(|scheme| {
            !scheme.is_empty()
                && !scheme.eq_ignore_ascii_case("file")
                && scheme
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-'))
        })
    })
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
