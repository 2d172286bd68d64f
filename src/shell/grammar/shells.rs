//! Shells, `eval` and `source`: programs whose payload is bash text.
//!
//! Options: the GNU Bash 5.2 manual ("Invoking Bash", "The Set Builtin"), POSIX `sh`, `dash(1)`,
//! `zshoptions(1)`, `ksh(1)`.

use super::option::lead;
use super::wrapping::{
    Command, Dialect, Inner, Wrapping, may_split, opaque_floor, push_joined, push_script, script_texts,
};
use crate::shell::{Part, RedirectTarget, Word, WrapperClass};

/// The dialect of the shell of that base name.
pub(super) fn dialect(name: &str) -> Option<Dialect> {
    match name {
        "bash" | "ksh" | "mksh" | "rbash" => Some(Dialect::Bash),
        "sh" | "dash" | "ash" => Some(Dialect::Posix),
        "zsh" => Some(Dialect::Zsh),
        _ => None,
    }
}

/// What a shell has been told to run.
enum Payload {
    /// `-c`: the index of the script, if there is one.
    Command(Option<usize>),
    /// `-s`, or nothing.
    Stdin,
    /// A script file.
    File(usize),
    /// Nothing (`--version`).
    Nothing,
    /// The word at the index is not understood.
    Unknown(usize),
}

fn payload(words: &[Word]) -> Payload {
    let mut at = 1;
    let mut command = false;
    let mut stdin = false;
    while let Some(word) = words.get(at) {
        let (text, whole) = lead(word);
        if may_split(word) && (text.is_empty() || text.starts_with(['-', '+'])) {
            return Payload::Unknown(at);
        }
        if whole && (text == "--" || text == "-") {
            at += 1;
            break;
        }
        if let Some(long) = text.strip_prefix("--") {
            match long {
                _ if !whole => return Payload::Unknown(at),
                "help" | "version" | "dump-strings" | "dump-po-strings" => return Payload::Nothing,
                "login" | "norc" | "noprofile" | "posix" | "verbose" | "restricted" | "noediting"
                | "no-rcs" | "norcs" | "no-globalrcs" => {}
                _ => return Payload::Unknown(at),
            }
        } else if text.starts_with(['-', '+']) && text.len() > 1 {
            if !whole {
                return Payload::Unknown(at);
            }
            for letter in text.bytes().skip(1) {
                match letter {
                    b'c' => command = true,
                    b's' => stdin = true,
                    b'o' | b'O' => {
                        at += 1;
                        if words.get(at).is_some_and(|word| bends(word, letter)) {
                            return Payload::Unknown(at);
                        }
                    }
                    b'a' | b'b' | b'e' | b'f' | b'h' | b'i' | b'l' | b'm' | b'n' | b'p' | b'r' | b't'
                    | b'u' | b'v' | b'x' | b'B' | b'C' | b'E' | b'P' | b'T' | b'D' | b'V' | b'I' => {}
                    // `-k` and `-H` among them: assignments anywhere in a command, and the history.
                    _ => return Payload::Unknown(at),
                }
            }
        } else {
            break;
        }
        at += 1;
    }
    let operand = (at < words.len()).then_some(at);
    match (command, stdin, operand) {
        (true, _, operand) => Payload::Command(operand),
        (_, true, _) | (_, _, None) => Payload::Stdin,
        (_, _, Some(index)) => Payload::File(index),
    }
}

/// Whether the value of `-o` or `-O` changes how the words of a script are taken.
fn bends(word: &Word, letter: u8) -> bool {
    let (text, whole) = lead(word);
    !whole
        || match letter {
            b'o' => matches!(&*text, "keyword" | "history" | "histexpand"),
            _ => matches!(
                &*text,
                "dotglob" | "nocaseglob" | "globstar" | "lastpipe" | "cdable_vars"
            ),
        }
}

/// Where a path is that of a descriptor: whether that is the standard input.
fn descriptor(word: &Word) -> Option<bool> {
    let (text, whole) = lead(word);
    if !text.starts_with('/') {
        return None;
    }
    let pieces: Vec<&str> = text
        .split('/')
        .filter(|piece| !piece.is_empty() && *piece != ".")
        .collect();
    match pieces.as_slice() {
        ["dev", "stdin"] => Some(whole),
        ["dev", "fd", number] => Some(whole && *number == "0"),
        ["proc", owner, "fd", number] => Some(whole && *owner == "self" && *number == "0"),
        ["dev", "fd" | "tty"] | ["proc", ..] => Some(false),
        _ => None,
    }
}

fn stdin_or_opaque(command: &Command<'_>, dialect: Dialect, zero: bool) -> Wrapping {
    if zero {
        stdin(command, dialect)
    } else {
        Wrapping::opaque(command.span, "runs what it reads", &[])
    }
}

/// What a shell runs.
pub(super) fn analyze(command: &Command<'_>, dialect: Dialect) -> Option<Wrapping> {
    let words = command.words;
    match payload(words) {
        Payload::Nothing => None,
        Payload::Unknown(index) => {
            let word = words.get(index)?;
            Some(Wrapping::opaque(
                word.span,
                format!("option {} of the shell is not known", lead(word).0),
                &[],
            ))
        }
        Payload::Command(None) => Some(Wrapping::opaque(
            command.span,
            "the script comes when it runs",
            &[],
        )),
        Payload::Command(Some(index)) => {
            let mut wrapping = Wrapping::new(WrapperClass::Transparent);
            push_script(&mut wrapping, words.get(index)?, dialect);
            wrapping.handed.push((index, index + 1));
            if wrapping.inner.is_empty() {
                wrapping.class = WrapperClass::Opaque;
            }
            Some(wrapping)
        }
        Payload::File(index) => {
            let word = words.get(index)?;
            if let Some(zero) = descriptor(word) {
                return Some(stdin_or_opaque(command, dialect, zero));
            }
            script_file(word)
        }
        Payload::Stdin if command.appends => Some(Wrapping::opaque(
            command.span,
            "what it runs comes when it runs",
            &[],
        )),
        Payload::Stdin => Some(stdin(command, dialect)),
    }
}

/// A script by path is an ordinary program; one that is not static is opaque.
fn script_file(word: &Word) -> Option<Wrapping> {
    let dynamic = word.parts.iter().any(|part| {
        matches!(
            part,
            Part::Hole(_) | Part::Glob(_) | Part::Names { .. } | Part::Pipe
        )
    });
    dynamic.then(|| Wrapping::opaque(word.span, "the script is not known before it runs", &[]))
}

/// A shell that reads its script from standard input.
fn stdin(command: &Command<'_>, dialect: Dialect) -> Wrapping {
    let mut inputs = command.redirects.iter().filter(|redirect| redirect.stdin);
    // Of several, its own and those around it, the one that counts is not told apart.
    let input = inputs.next().filter(|_| inputs.next().is_none());
    match input.map(|redirect| &redirect.target) {
        Some(RedirectTarget::Body(body)) => {
            let texts = script_texts(body);
            let Some(texts) = texts else {
                return Wrapping::opaque(body.span, "the script is not known before it runs", &[]);
            };
            let mut wrapping = Wrapping::new(WrapperClass::Transparent);
            wrapping
                .inner
                .extend(texts.into_iter().map(|text| Inner::StdinScript { text, dialect }));
            wrapping
        }
        _ => Wrapping::opaque(command.span, "runs what it reads", &[]),
    }
}

/// `eval`: the words joined.
pub(super) fn eval(command: &Command<'_>) -> Option<Wrapping> {
    let mut start = 1;
    if matches!(command.words.get(1).map(lead), Some((text, true)) if text == "--") {
        start = 2;
    }
    let rest = command.words.get(start..).filter(|rest| !rest.is_empty())?;
    let mut wrapping = Wrapping::new(WrapperClass::Transparent);
    let globs = !command.words.are_plain_from(start) && rest.iter().any(Word::has_glob);
    if globs || command.appends {
        wrapping
            .floors
            .push(opaque_floor(command.span, "what it runs comes when it runs", &[]));
    } else {
        push_joined(&mut wrapping, command.words, start, Dialect::Bash);
    }
    wrapping.handed.push((start, command.words.len()));
    if wrapping.inner.is_empty() {
        wrapping.class = WrapperClass::Opaque;
    }
    Some(wrapping)
}

/// `source` and `.`: a static path is a script by path.
pub(super) fn source(command: &Command<'_>) -> Option<Wrapping> {
    let mut words = command.words.iter().skip(1);
    let mut first = words.next();
    if matches!(first.map(lead), Some((text, true)) if text == "--") {
        first = words.next();
    }
    let word = first?;
    if let Some(zero) = descriptor(word) {
        return Some(stdin_or_opaque(command, Dialect::Bash, zero));
    }
    script_file(word)
}
