//! The seam between the walk over a command line and the tables: what a simple command runs.

use super::environment::Place;
use crate::shell::{Assignment, Floor, Redirect, Span, Word, WrapperClass};
use std::collections::BTreeMap;

/// What a program named in `commandEffects` does to its operands. Neither: it leaves them alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// It reads them.
    pub read: bool,
    /// It writes them.
    pub write: bool,
}

/// What the policy declares beyond the built-in tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Programs that run their operands and change nothing about them: how many operands of their own
    /// stand in front of the command.
    pub wrappers: BTreeMap<String, u32>,
    /// What programs do to their operands.
    pub effects: BTreeMap<String, Effects>,
    /// The working folder of the session, absolute; what lies below it is told from what does not.
    pub cwd: String,
}

/// A simple command as the walk found it.
#[derive(Clone, Copy, Debug)]
pub struct Command<'a> {
    /// The command word and its operands.
    pub words: &'a [Word],
    /// Leading assignments.
    pub assignments: &'a [Assignment],
    /// Its redirections, those of compounds around it last.
    pub redirects: &'a [Redirect],
    /// Its standard input is a pipe.
    pub piped: bool,
    /// Operands that come at run time follow the words.
    pub appends: bool,
    /// Where it stands.
    pub span: Span,
    /// What is known of the folder it runs in.
    pub place: Place<'a>,
}

/// Which language a script is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// What bash, sh, dash and ksh read alike.
    Bash,
    /// zsh: what it reads differently is unparseable.
    Zsh,
}

/// A change of folder for what is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// By `-C` and its like; relative to the folder of the wrapper.
    Folder(Word),
    /// Not known before it runs (`find -execdir`).
    Unknown,
}

/// One command or script that a wrapper runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inner {
    /// A command by its words.
    Words {
        /// The words. Placeholders (`{}`) are holes.
        words: Vec<Word>,
    },
    /// A shell script. The text is literal (`Word::literal` is some).
    Script {
        /// The text.
        text: Word,
        /// What reads it.
        dialect: Dialect,
    },
    /// A shell that reads its script from standard input: a quoted heredoc or a static here-string among
    /// the redirections is the script; anything else is opaque. `analyze` has looked: this comes out only
    /// where the redirections hold a body that is literal, and `text` is that body.
    StdinScript {
        /// The body.
        text: Word,
        /// What reads it.
        dialect: Dialect,
    },
}

/// What a simple command runs.
#[derive(Clone, Debug)]
pub struct Wrapping {
    /// How it stands to what it runs. Transparent: the inner units are `Full`, the wrapper's own unit is
    /// `Tightening` (where there is an inner one at all). Feeding: both `Full`. Raising and runner: the
    /// inner units are `Tightening`. Opaque: no inner.
    pub class: WrapperClass,
    /// What it runs, in source order.
    pub inner: Vec<Inner>,
    /// Floors of the wrapper's own unit.
    pub floors: Vec<Floor>,
    /// One more floor of the wrapper's own unit, which falls away where every inner unit (through
    /// transparent wrappers) is a proven reader (see [`is_proven_reader`]) and writes no redirect.
    pub unless_readers: Option<Floor>,
    /// The folder that what is run is run in, where it is another.
    pub folder: Option<Entered>,
    /// Operands that come at run time follow the inner words.
    pub appends: bool,
    /// `[start, end)` indices of the wrapper's words that belong to what it runs, in order.
    pub handed: Vec<(usize, usize)>,
    /// The paths of what it runs are another machine's (`ssh`, `docker exec`).
    pub remote: bool,
}

/// What `command` runs; `None` for an ordinary program.
pub fn analyze(command: &Command<'_>, declared: &Declared) -> Option<Wrapping> {
    let first = command.words.first()?.literal()?;
    let name = first.rsplit('/').next().unwrap_or(&first);
    let skip = *declared.wrappers.get(name)?;
    let start = usize::try_from(skip).ok()?.checked_add(1)?;
    let words = command.words.get(start..).filter(|words| !words.is_empty())?;
    Some(Wrapping {
        class: WrapperClass::Transparent,
        inner: vec![Inner::Words {
            words: words.to_vec(),
        }],
        floors: Vec::new(),
        unless_readers: None,
        folder: None,
        appends: command.appends,
        handed: vec![(start, command.words.len())],
        remote: false,
    })
}

/// Whether a command does nothing but read its operands, whatever they come to be.
pub fn is_proven_reader(words: &[Word], declared: &Declared) -> bool {
    let Some(first) = words.first().and_then(Word::literal) else {
        return false;
    };
    declared.effects.get(&first).is_some_and(|effects| !effects.write)
}
