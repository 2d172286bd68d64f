//! The seam between the walk over a command line and the tables: what a simple command runs.

mod env;
mod filter;
mod prefixed;
mod script;

pub use filter::is_proven_reader;
pub(super) use prefixed::prefixed;
use prefixed::ssh_runs_locally;
pub use script::joined;
pub(super) use script::{may_split, push_joined, push_script, script_texts, with_hole};

use super::environment::Place;
use super::option::{Item, Items, lead};
use super::wrappers::{Wrapper, sub_wrapper, wrapper};
use super::{clients, feeding, interpreters, launchers, program, shells, told};
use crate::shell::{Assignment, Floor, Part, Redirect, Sentinel, Span, Word, Words, WrapperClass};
use std::borrow::Cow;
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
    pub words: &'a Words,
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
    /// bash, and what ksh reads alike.
    Bash,
    /// `sh`, which may be bash or `dash(1)`: what they read differently is unparseable.
    Posix,
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
    /// The command's own words from here to the end, as they are.
    Rest {
        /// Index of the first.
        start: usize,
    },
    /// The same, which a shell reads once more, joined by blanks; it reads just these words.
    Reread {
        /// Index of the first.
        start: usize,
        /// What reads them.
        dialect: Dialect,
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

impl Wrapping {
    /// Runs nothing that is known yet.
    pub(super) fn new(class: WrapperClass) -> Self {
        Self {
            class,
            inner: Vec::new(),
            floors: Vec::new(),
            unless_readers: None,
            folder: None,
            appends: false,
            handed: Vec::new(),
            remote: false,
        }
    }

    /// Runs what cannot be established.
    pub(super) fn opaque(span: Span, why: impl Into<String>, released_by: &[&str]) -> Self {
        let mut wrapping = Self::new(WrapperClass::Opaque);
        wrapping.floors.push(opaque_floor(span, why, released_by));
        wrapping
    }
}

/// The floor of what cannot be established.
pub(super) fn opaque_floor(span: Span, why: impl Into<String>, released_by: &[&str]) -> Floor {
    Floor {
        sentinel: Sentinel::OpaqueWrapper,
        span,
        why: why.into(),
        released_by: names(released_by),
    }
}

/// The floor of a program that runs another in its own way.
pub(super) fn indirection_floor(span: Span, why: impl Into<String>, released_by: &[&str]) -> Floor {
    Floor {
        sentinel: Sentinel::IndirectionWrapper,
        span,
        why: why.into(),
        released_by: names(released_by),
    }
}

fn names(released_by: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = released_by.iter().map(|name| (*name).to_owned()).collect();
    names.dedup();
    names
}

/// The command word as typed; `None` where it is not literal (a leading `~` or `$HOME` apart, which no base name
/// depends on), or has no base name.
pub(super) fn program_name(words: &[Word]) -> Option<Cow<'_, str>> {
    let word = words.first()?;
    let typed = if let [Part::Text { text, .. }] = word.parts.as_slice() {
        Cow::Borrowed(text.as_str())
    } else {
        Cow::Owned(composed_name(word)?)
    };
    (!base_name(&typed).is_empty()).then_some(typed)
}

fn composed_name(word: &Word) -> Option<String> {
    let mut typed = String::new();
    for (index, part) in word.parts.iter().enumerate() {
        match part {
            Part::Text { text, .. } => typed.push_str(text),
            Part::Home { .. } | Part::Tilde(_) | Part::Pwd { .. } if index == 0 => typed.push('~'),
            Part::Values { values, .. } if values.len() == 1 => {
                typed.push_str(values.first().map(String::as_str).unwrap_or_default());
            }
            _ => return None,
        }
    }
    Some(typed)
}

/// The last component of a command word.
pub(super) fn base_name(typed: &str) -> &str {
    typed.rsplit('/').next().unwrap_or(typed)
}

/// What `command` runs; `None` for an ordinary program.
pub fn analyze(command: &Command<'_>, declared: &Declared) -> Option<Wrapping> {
    let typed = program_name(command.words)?;
    let name = base_name(&typed);
    let found = classify(command, declared, &typed, name);
    match told::floor(command, name) {
        Some(floor) if !declared.wrappers.contains_key(name) => {
            let mut wrapping = found.unwrap_or_else(|| Wrapping::new(WrapperClass::Opaque));
            wrapping.floors.push(floor);
            Some(wrapping)
        }
        _ => found,
    }
}

fn classify(command: &Command<'_>, declared: &Declared, typed: &str, name: &str) -> Option<Wrapping> {
    if let Some(skip) = declared.wrappers.get(name) {
        return analyze_declared(command, *skip);
    }
    let released: &[&str] = &[name, typed];
    if let Some(dialect) = shells::dialect(name) {
        return shells::analyze(command, dialect);
    }
    match name {
        "eval" => return shells::eval(command),
        "source" | "." => return shells::source(command),
        "find" | "gfind" => return feeding::find(command, released),
        "kubectl" | "oc" => return behind_dashes(command, released),
        "runuser" if command.words.len() > 1 => return analyze_runuser(command, released),
        "hash" | "enable" => return loads_builtin(command, name),
        "env" | "genv" => return env::analyze(command, released),
        _ => {}
    }
    if let Some(wrapper) = wrapper(name) {
        return prefixed(command, wrapper, 1, released);
    }
    if let Some((sub, start)) = subcommand(command.words, name) {
        return prefixed(command, sub, start, released);
    }
    if let Some(wrapping) = interpreters::analyze(command, name, released) {
        return wrapping;
    }
    match name {
        "awk" | "gawk" | "mawk" | "nawk" | "sed" | "gsed" | "jq" | "gojq" | "jaq" => {
            return filter::analyze(command, name, released);
        }
        "git" => return feeding::git(command, released),
        "make" | "gmake" => {
            if let Some(wrapping) = feeding::make(command) {
                return Some(wrapping);
            }
        }
        _ if clients::is_client(name) => return clients::analyze(command, name, released),
        _ => {}
    }
    if let Some(wrapping) = launchers::analyze(command, name, released) {
        return wrapping;
    }
    let program = program::lookup(name)?;
    let mut wrapping = feeding::flags(command, &program.grammar, released);
    if matches!(name, "scp" | "sftp" | "rsync") && ssh_runs_locally(command.words) {
        wrapping
            .get_or_insert_with(|| Wrapping::new(WrapperClass::Opaque))
            .floors
            .push(opaque_floor(
                command.span,
                "an option of ssh runs a program here",
                &[],
            ));
    }
    wrapping
}

fn analyze_declared(command: &Command<'_>, skip: u32) -> Option<Wrapping> {
    let start = usize::try_from(skip).ok()?.checked_add(1)?;
    let words = command.words.get(start..).filter(|words| !words.is_empty())?;
    let own = command.words.get(1..start).unwrap_or_default();
    let odd = |word: &Word| {
        let (text, _) = lead(word);
        text.starts_with('-') || text.contains('=')
    };
    if own.iter().any(may_split) || words.first().is_some_and(odd) {
        return Some(Wrapping::opaque(
            command.span,
            "options of a declared wrapper are not known",
            &[],
        ));
    }
    let mut wrapping = Wrapping::new(WrapperClass::Transparent);
    wrapping.inner.push(Inner::Rest { start });
    wrapping.handed.push((start, command.words.len()));
    wrapping.appends = command.appends;
    Some(wrapping)
}

/// The builtins of bash (`enable -a` of 5.2).
const BUILTINS: [&str; 61] = [
    ".",
    ":",
    "[",
    "alias",
    "bg",
    "bind",
    "break",
    "builtin",
    "caller",
    "cd",
    "command",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "declare",
    "dirs",
    "disown",
    "echo",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "false",
    "fc",
    "fg",
    "getopts",
    "hash",
    "help",
    "history",
    "jobs",
    "kill",
    "let",
    "local",
    "logout",
    "mapfile",
    "popd",
    "printf",
    "pushd",
    "pwd",
    "read",
    "readarray",
    "readonly",
    "return",
    "set",
    "shift",
    "shopt",
    "source",
    "suspend",
    "test",
    "times",
    "trap",
    "true",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "wait",
];

/// `hash -p` and `enable -f` put another program in the place of a name.
fn loads_builtin(command: &Command<'_>, name: &str) -> Option<Wrapping> {
    let letter = if name == "hash" { 'p' } else { 'f' };
    let given = command.words.iter().skip(1).any(|word| {
        let (text, whole) = lead(word);
        let option = text.starts_with('-') && !text.starts_with("--");
        !whole
            || option && text.contains(letter)
            // `enable name` loads a builtin of that name where the shell has none.
            || name == "enable" && !option && !BUILTINS.contains(&&*text)
    });
    given.then(|| {
        let mut wrapping = Wrapping::new(WrapperClass::Opaque);
        wrapping.floors.push(Floor {
            sentinel: Sentinel::EnvironmentOverride,
            span: command.span,
            why: format!("{name} puts another program in the place of a name"),
            released_by: Vec::new(),
        });
        wrapping
    })
}

/// Finds the subcommand of a program that has wrapping ones: the wrapper, and the index behind it.
pub(super) fn subcommand(words: &[Word], name: &str) -> Option<(&'static Wrapper, usize)> {
    let grammar = program::globals(name)?;
    let mut path: Vec<String> = Vec::new();
    for item in Items::new(words, 1, grammar) {
        let Item::Operand(index) = item else {
            if matches!(item, Item::Option { .. }) && path.is_empty() {
                continue;
            }
            // `docker compose -f x exec`: options of the group are read by the same grammar.
            if matches!(item, Item::Option { .. }) {
                continue;
            }
            return None;
        };
        let (text, whole) = words.get(index).map(lead)?;
        if !whole {
            return None;
        }
        path.push(text.into_owned());
        let borrowed: Vec<&str> = path.iter().map(String::as_str).collect();
        if let Some(found) = sub_wrapper(name, &borrowed) {
            return Some((found, index + 1));
        }
        if path.len() > 1 {
            return None;
        }
    }
    None
}

/// `kubectl exec pod -- cmd` and `kubectl run x --image y -- cmd`.
pub(super) fn behind_dashes(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let verb = command.words.iter().skip(1).find(
        |word| matches!(lead(word), (text, true) if text == "exec" || text == "run" || text == "debug"),
    )?;
    let mut wrapping = Wrapping::new(WrapperClass::Raising);
    wrapping.remote = true;
    wrapping
        .floors
        .push(indirection_floor(verb.span, "runs a command in a pod", released));
    let dashes = command
        .words
        .iter()
        .position(|word| matches!(lead(word), (text, true) if text == "--"));
    if let Some(start) = dashes.map(|index| index + 1)
        && start < command.words.len()
    {
        wrapping.inner.push(Inner::Rest { start });
        wrapping.handed.push((start, command.words.len()));
    }
    Some(wrapping)
}

/// `runuser -u user cmd`, or as `su`.
fn analyze_runuser(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let by_user = sub_wrapper("runuser", &["-u"])?;
    let given = command.words.iter().skip(1).any(|word| {
        let (text, _) = lead(word);
        text == "-u" || text.starts_with("--u") || (text.starts_with("-u") && text.len() > 2)
    });
    if given {
        prefixed(command, by_user, 1, released)
    } else {
        prefixed(command, wrapper("su")?, 1, released)
    }
}
