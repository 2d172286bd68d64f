//! Options of a program that stand in front of its subcommand, so that a command may be named without them.

use super::option::{Act, Grammar, Item, Style, lead, read, tail};
use super::{git, program};
use crate::shell::{Part, Word};

/// A command without its program's global options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stripped {
    /// Index of the subcommand's word.
    pub start: usize,
    /// The options left out change nothing.
    pub inert: bool,
}

const fn leading(
    flags: &'static str,
    values: &'static str,
    longs: &'static [&'static str],
    long_values: &'static [&'static str],
) -> Grammar {
    Grammar {
        flags,
        longs,
        values,
        long_values,
        special: &[],
        style: Style::Leading,
        numbers: false,
    }
}

// `cargo help`, `kubectl options`, `go help`, `gh help`, GNU make 4.3.
static CARGO: Grammar = leading(
    "vq",
    "CZ",
    &["verbose", "quiet", "locked", "offline", "frozen"],
    &["color", "config"],
);
static KUBECTL: Grammar = leading(
    "",
    "nsv",
    &[
        "insecure-skip-tls-verify",
        "match-server-version",
        "warnings-as-errors",
    ],
    &[
        "namespace",
        "context",
        "cluster",
        "user",
        "kubeconfig",
        "server",
        "token",
        "as",
        "as-group",
        "request-timeout",
        "cache-dir",
        "profile",
    ],
);
static GO: Grammar = leading("", "C", &[], &[]);
static GH: Grammar = leading("", "R", &[], &["repo", "hostname"]);
static MAKE: Grammar = leading(
    "BeikLnqrRsStwd",
    "CfIloOW",
    &[
        "always-make",
        "silent",
        "quiet",
        "keep-going",
        "no-print-directory",
        "dry-run",
        "jobs",
        "trace",
    ],
    &["directory", "file", "makefile", "include-dir"],
);

/// The words of a command without the options in front of its subcommand; `None` where there are none, or
/// where they are not known.
pub fn strip_globals(words: &[Word], name: &str, cwd: &str) -> Option<Stripped> {
    let grammar = match name {
        "git" => &git::GLOBALS,
        "cargo" => &CARGO,
        "kubectl" | "oc" | "helm" => &KUBECTL,
        "go" => &GO,
        "gh" => &GH,
        "make" | "gmake" => &MAKE,
        _ => program::globals(name)?,
    };
    let first = words.get(1)?;
    let toolchain = usize::from(name == "cargo" && lead(first).0.starts_with('+'));
    if toolchain == 0 && !lead(first).0.starts_with('-') {
        return None;
    }
    let mut inert = name == "git";
    for item in read(words, 1 + toolchain, grammar) {
        match item {
            Item::Operand(start) => {
                return (start > 1).then_some(Stripped { start, inert });
            }
            Item::Dashes(_) => {}
            Item::Unknown(_) => return None,
            Item::Option { act, word, value } => {
                inert = inert && changes_nothing(words, act, word, value, cwd);
            }
        }
    }
    None
}

/// `--no-pager`, `-P`, `--no-optional-locks`, and `-C` with a folder below the working one.
fn changes_nothing(words: &[Word], act: Act, word: usize, value: Option<(usize, usize)>, cwd: &str) -> bool {
    if act == Act::Folder {
        return value
            .and_then(|(index, from)| words.get(index).map(|word| tail(word, from)))
            .is_some_and(|folder| is_below(&folder, cwd));
    }
    words
        .get(word)
        .is_some_and(|word| matches!(&*lead(word).0, "--no-pager" | "-P" | "--no-optional-locks"))
}

fn is_below(folder: &Word, cwd: &str) -> bool {
    let text = match folder.parts.as_slice() {
        [Part::Pwd { .. }] => return true,
        _ => match folder.literal() {
            Some(text) => text,
            None => return false,
        },
    };
    if text.split('/').any(|piece| piece == "..") {
        return false;
    }
    if !text.starts_with('/') {
        return !text.is_empty();
    }
    text.strip_prefix(cwd)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
