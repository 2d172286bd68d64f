//! Ordinary programs that run others when told to: `find -exec`, `fd -x`, `git -c`, `rg --pre`, `tar -I`.

use super::git;
use super::launchers;
use super::option::{Act, Grammar, Item, lead, read, tail};
use super::wrapping::{
    Command, Dialect, Entered, Inner, Wrapping, indirection_floor, opaque_floor, push_script, with_hole,
};
use crate::shell::{HoleKind, Part, Word, WrapperClass};

/// `find`: GNU findutils 4.9 and the BSD manual.
pub(super) fn find(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let words = command.words;
    let mut wrapping = Wrapping::new(WrapperClass::Feeding);
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let (text, whole) = lead(word);
        at += 1;
        if !whole || !matches!(&*text, "-exec" | "-execdir" | "-ok" | "-okdir") {
            continue;
        }
        let start = at;
        let mut end = None;
        let mut many = false;
        while let Some(word) = words.get(at) {
            let (piece, whole) = lead(word);
            at += 1;
            let batch = whole
                && piece == "+"
                && matches!(words.get(at.saturating_sub(2)).map(lead), Some((before, true)) if before == "{}");
            if (whole && piece == ";") || batch {
                end = Some(at - 1);
                many = batch;
                break;
            }
        }
        let Some(end) = end.filter(|end| *end > start) else {
            wrapping
                .floors
                .push(opaque_floor(word.span, format!("{text} has no end"), &[]));
            continue;
        };
        if text.ends_with("dir") {
            wrapping.folder = Some(Entered::Unknown);
        }
        wrapping.inner.push(Inner::Words {
            words: words
                .get(start..end)
                .unwrap_or_default()
                .iter()
                .map(|word| {
                    let mut word = with_hole(word, "{}");
                    if many {
                        // Several of what is found stand in its place.
                        for part in &mut word.parts {
                            if let Part::Hole(kind) = part {
                                *kind = HoleKind::Any;
                            }
                        }
                    }
                    word
                })
                .collect(),
        });
        wrapping.handed.push((start, end));
    }
    if wrapping.inner.is_empty() && wrapping.floors.is_empty() {
        return None;
    }
    wrapping.unless_readers = Some(indirection_floor(
        command.span,
        "runs a command for what it finds",
        released,
    ));
    Some(wrapping)
}

/// Compressors that do nothing but filter, whatever their options.
fn filters(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    let program = words.next().unwrap_or_default();
    matches!(
        program,
        "gzip"
            | "pigz"
            | "zstd"
            | "zstdmt"
            | "unzstd"
            | "xz"
            | "pxz"
            | "lzma"
            | "bzip2"
            | "pbzip2"
            | "lz4"
            | "lzop"
            | "brotli"
            | "compress"
            | "gunzip"
    ) && words.all(|word| {
        word.starts_with('-')
            && word
                .trim_start_matches('-')
                .chars()
                .all(|letter| letter.is_ascii_digit() || matches!(letter, 'T' | 'd' | 'c' | 'q' | '='))
            || matches!(word, "--long" | "--fast" | "--ultra" | "--adapt" | "--rsyncable")
    })
}

/// The options of an ordinary program that run what they are given.
pub(super) fn flags(command: &Command<'_>, grammar: &Grammar, released: &[&str]) -> Option<Wrapping> {
    let runs = grammar
        .special
        .iter()
        .any(|opt| matches!(opt.act, Act::Run | Act::RunRest));
    if !runs {
        return None;
    }
    let words = command.words;
    let mut wrapping = Wrapping::new(WrapperClass::Feeding);
    if released
        .first()
        .is_some_and(|name| matches!(*name, "tar" | "gtar" | "bsdtar"))
    {
        old_style(words, &mut wrapping);
    }
    for item in read(words, 1, grammar) {
        let Item::Option { act, word, value } = item else {
            continue;
        };
        let given = value.and_then(|(index, from)| words.get(index).map(|word| tail(word, from)));
        match (act, given) {
            (Act::Stop, _) => return None,
            (Act::Run, Some(script)) => {
                let text = script.literal();
                if text
                    .as_deref()
                    .is_some_and(|text| text.is_empty() || filters(text) || launchers::is_plain_ssh(text))
                {
                    continue;
                }
                // `tar --checkpoint-action` takes other actions too.
                if let Some(action) = text.as_deref().filter(|_| checkpoint(words.get(word))) {
                    let Some(run) = action.strip_prefix("exec=") else {
                        continue;
                    };
                    let mut script = script.into_owned();
                    script.parts = vec![Part::Text {
                        text: run.to_owned(),
                        quoted: true,
                    }];
                    push_script(&mut wrapping, &script, Dialect::Posix);
                } else {
                    push_script(&mut wrapping, &script, Dialect::Posix);
                }
                if let Some((index, 0)) = value {
                    wrapping.handed.push((index, index + 1));
                }
            }
            (Act::RunRest, glued) => {
                rest(&mut wrapping, words, word, glued.as_deref());
                break;
            }
            _ => {}
        }
    }
    if wrapping.inner.is_empty() && wrapping.floors.is_empty() {
        return None;
    }
    wrapping.unless_readers = Some(indirection_floor(
        command.span,
        "an option runs another program",
        released,
    ));
    Some(wrapping)
}

fn checkpoint(word: Option<&Word>) -> bool {
    word.is_some_and(|word| lead(word).0.starts_with("--checkpoint-a"))
}

/// `fd -x cmd…`: to a `;` or the end; without a placeholder the path is appended.
fn rest(wrapping: &mut Wrapping, words: &[Word], option: usize, glued: Option<&Word>) {
    let start = option + 1;
    let given = words.get(start..).unwrap_or_default();
    let length = given
        .iter()
        .position(|word| matches!(lead(word), (text, true) if text == ";"))
        .unwrap_or(given.len());
    let mut placed = false;
    let inner: Vec<Word> = glued
        .into_iter()
        .chain(given.iter().take(length))
        .map(|word| {
            let mut word = word.clone();
            for mark in ["{/.}", "{//}", "{/}", "{.}", "{}"] {
                let holed = with_hole(&word, mark);
                placed |= holed != word;
                word = holed;
            }
            word
        })
        .collect();
    if !inner.is_empty() {
        wrapping.inner.push(Inner::Words { words: inner });
        wrapping.handed.push((start, start + length));
        wrapping.appends = !placed;
    }
}

/// `make`: the recipes are its own, but another shell or makefile text given with it is not (GNU make 4.3).
pub(super) fn make(command: &Command<'_>) -> Option<Wrapping> {
    let given = command.words.iter().skip(1).find(|word| {
        let (text, _) = lead(word);
        let name = text.split(['=', ':', '?', '+']).next().unwrap_or_default();
        text.starts_with("--eval")
            || (matches!(
                name.trim(),
                "SHELL" | ".SHELLFLAGS" | "MAKEFLAGS" | "GNUMAKEFLAGS" | "MAKE"
            ) && text.contains('='))
            || sets_program(word)
    })?;
    Some(Wrapping::opaque(
        given.span,
        "make is told what to run on its command line",
        &[],
    ))
}

/// Whether a word sets a variable of make to something that its recipes run: the implicit rules run `$(CC)` and its
/// like (GNU make manual, "Implicit Variables"), and any value may hold what the shell of a recipe would run.
fn sets_program(word: &Word) -> bool {
    const PROGRAMS: [&str; 18] = [
        "AR", "AS", "CC", "CXX", "CPP", "FC", "LD", "LEX", "YACC", "TEX", "RM", "GET", "INSTALL", "HOSTCC",
        "RUSTC", "CARGO", "GO", "PYTHON",
    ];
    let (text, whole) = lead(word);
    let Some((name, value)) = text.split_once('=') else {
        return false;
    };
    let name = name.trim_end_matches([':', '?', '+', ' ']);
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    if name.is_empty() || !name.bytes().all(is_name) {
        return false;
    }
    if value.contains(['$', '`', ';', '|', '&', '<', '>', '\n', '(']) {
        return true;
    }
    if !PROGRAMS.contains(&name) {
        return false;
    }
    let program = value.split_ascii_whitespace().next().unwrap_or_default();
    let base = program.rsplit('/').next().unwrap_or(program);
    let known = [
        "gcc", "g++", "clang", "clang++", "cc", "c++", "c99", "tcc", "ccache", "sccache", "distcc", "ar",
        "as", "ld", "lld", "mold", "cpp", "install", "ginstall", "rustc", "cargo", "go", "python", "python3",
        "gfortran", "flex", "bison", "llvm-ar", "gcc-ar",
    ];
    let stem =
        base.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-' || letter == '.');
    let cross = base.rsplit('-').next().unwrap_or(base);
    let standard = program == base || program.starts_with("/usr/bin/") || program.starts_with("/bin/");
    !(whole
        && standard
        && !program.contains("..")
        && (known.contains(&base) || known.contains(&stem) || known.contains(&cross)))
}

/// A transport that runs a program (`git-remote-ext(1)`), and a tool that is looked for by a path
/// (`git-mergetool--lib`: the file of that name is sourced).
fn told(words: &[Word], wrapping: &mut Wrapping) {
    let mut tool = false;
    for word in words.iter().skip(1) {
        let (text, _) = lead(word);
        let transport = text.starts_with("ext::")
            || text.starts_with("fd::")
            || text.contains("=ext::")
            || text.contains("url.ext::");
        let by_path = text.contains('/')
            && (std::mem::take(&mut tool) || text.starts_with("--tool=") || text.starts_with("-t"));
        tool = matches!(&*text, "-t" | "--tool");
        if transport || by_path {
            wrapping
                .floors
                .push(opaque_floor(word.span, "git is told what to run", &[]));
            return;
        }
    }
}

/// The values of `I` and `F` among the letters of the old style (`tar xIf program archive`).
fn old_style(words: &[Word], wrapping: &mut Wrapping) {
    let Some((letters, _)) = words.get(1).map(lead) else {
        return;
    };
    if letters.starts_with('-') {
        return;
    }
    let valued = letters.bytes().filter(|letter| b"fbCTXIgLHVKNF".contains(letter));
    for (at, letter) in (2..).zip(valued) {
        if let Some(script) = words.get(at).filter(|_| matches!(letter, b'I' | b'F'))
            && !script.literal().is_some_and(|text| filters(&text))
        {
            push_script(wrapping, script, Dialect::Posix);
            wrapping.handed.push((at, at + 1));
        }
    }
}

/// `git`: configuration and options that name programs.
pub(super) fn git(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let words = command.words;
    let mut wrapping = Wrapping::new(WrapperClass::Feeding);
    let mut aliases: Vec<(String, Word)> = Vec::new();
    let mut sub = None;
    for item in read(words, 1, &git::GLOBALS) {
        match item {
            Item::Option {
                act: Act::Assign,
                value: Some((index, from)),
                ..
            } => {
                let given = words.get(index).map(|word| tail(word, from).into_owned())?;
                config(&mut wrapping, &mut aliases, &given);
                if from == 0 {
                    wrapping.handed.push((index, index + 1));
                }
            }
            Item::Option {
                act: Act::Run,
                word,
                value: Some(_),
            } => {
                let word = words.get(word)?;
                wrapping.floors.push(opaque_floor(
                    word.span,
                    "changes where git finds its programs",
                    &[],
                ));
            }
            Item::Option {
                act: Act::Folder,
                value: Some((index, from)),
                ..
            } => {
                let folder = words.get(index).map(|word| tail(word, from).into_owned())?;
                // A second `-C` is relative to the first.
                wrapping.folder = Some(match wrapping.folder.take() {
                    None => Entered::Folder(folder),
                    Some(_) => Entered::Unknown,
                });
            }
            Item::Option { act: Act::Stop, .. } => return None,
            Item::Option { .. } | Item::Dashes(_) => {}
            Item::Unknown(index) => {
                let word = words.get(index)?;
                if sub.is_none() {
                    return Some(Wrapping::opaque(
                        word.span,
                        format!("option {} of git is not known", lead(word).0),
                        &[],
                    ));
                }
            }
            Item::Operand(index) => {
                sub = Some(index);
                break;
            }
        }
    }
    if let Some(index) = sub {
        subcommand(&mut wrapping, words, index);
        let name = words.get(index).map(lead).unwrap_or_default().0;
        // Elsewhere `-t` and a text that begins so are something else.
        if matches!(
            &*name,
            "clone"
                | "fetch"
                | "pull"
                | "push"
                | "ls-remote"
                | "remote"
                | "submodule"
                | "archive"
                | "config"
                | "difftool"
                | "mergetool"
                | "fetch-pack"
                | "send-pack"
                | "bundle"
        ) || words
            .iter()
            .take(index)
            .any(|word| lead(word).0.contains("ext::"))
        {
            told(words, &mut wrapping);
        }
    }
    for (name, value) in aliases {
        alias(&mut wrapping, words, sub, &name, &value);
    }
    if wrapping.inner.is_empty() && wrapping.floors.is_empty() {
        return None;
    }
    if !wrapping.inner.is_empty() {
        wrapping.unless_readers = Some(indirection_floor(
            command.span,
            "git runs another program",
            released,
        ));
    }
    Some(wrapping)
}

/// `git config name value`: git will run or load what such a setting names.
fn setting(wrapping: &mut Wrapping, rest: &[Word]) {
    let operands: Vec<&Word> = rest
        .iter()
        .filter(|word| !lead(word).0.starts_with('-'))
        .collect();
    let [.., name, value] = operands.as_slice() else {
        return;
    };
    let (lower, whole) = lead(name);
    let lower = lower.to_ascii_lowercase();
    let (text, known) = lead(value);
    if !whole || !lower.contains('.') {
        return;
    }
    let runs = git::loads(&lower)
        || (git::runs(&lower) && !(known && git::inert_value(&text)))
        || (lower.starts_with("alias.") && (!known || text.starts_with('!')));
    if runs {
        wrapping.floors.push(opaque_floor(
            value.span,
            format!("{lower} names what git will run"),
            &[],
        ));
    }
}

/// `-c name=value`.
fn config(wrapping: &mut Wrapping, aliases: &mut Vec<(String, Word)>, given: &Word) {
    let (text, whole) = lead(given);
    let Some((name, value)) = text.split_once('=') else {
        if !whole {
            wrapping.floors.push(opaque_floor(
                given.span,
                "the setting is not known before it runs",
                &[],
            ));
        }
        return;
    };
    let lower = name.to_ascii_lowercase();
    let rest = tail(given, name.len() + 1).into_owned();
    if let Some(alias) = lower.strip_prefix("alias.") {
        aliases.push((alias.to_owned(), rest));
    } else if git::loads(&lower) {
        wrapping.floors.push(opaque_floor(
            given.span,
            format!("{name} names programs that are not known"),
            &[],
        ));
    } else if git::runs(&lower) && !(whole && git::inert_value(value)) {
        // A helper behind `!` is a script.
        let script = if whole && value.starts_with('!') {
            tail(&rest, 1)
        } else {
            std::borrow::Cow::Borrowed(&rest)
        };
        push_script(wrapping, &script, Dialect::Posix);
    }
}

/// An alias given on the command line: a shell script behind `!`, else a subcommand.
fn alias(wrapping: &mut Wrapping, words: &[Word], sub: Option<usize>, name: &str, value: &Word) {
    let Some(text) = value.literal() else {
        wrapping.floors.push(opaque_floor(
            value.span,
            "the alias is not known before it runs",
            &[],
        ));
        return;
    };
    let literal = |text: &str| Word {
        span: value.span,
        parts: vec![Part::Text {
            text: text.to_owned(),
            quoted: true,
        }],
    };
    if let Some(script) = text.strip_prefix('!') {
        push_script(wrapping, &literal(script), Dialect::Posix);
        return;
    }
    let mut inner = vec![literal("git")];
    inner.extend(
        text.split_ascii_whitespace()
            .map(|word| literal(word.trim_matches(['"', '\'']))),
    );
    let used = sub.filter(|index| {
        words
            .get(*index)
            .is_some_and(|word| lead(word).0.eq_ignore_ascii_case(name))
    });
    if let Some(index) = used {
        inner.extend(words.get(index + 1..).unwrap_or_default().iter().cloned());
    }
    wrapping.inner.push(Inner::Words { words: inner });
}

/// Subcommands and options of subcommands that run programs (manual pages of git 2.47).
fn subcommand(wrapping: &mut Wrapping, words: &[Word], index: usize) {
    let Some((name, true)) = words.get(index).map(lead) else {
        return;
    };
    let rest = words.get(index + 1..).unwrap_or_default();
    if matches!(&*name, "clone" | "init") {
        // Its hooks are run (`githooks(5)`).
        let template = rest.iter().find(|word| {
            let (text, _) = lead(word);
            text.starts_with("--templ") && text != "--template="
        });
        if let Some(word) = template {
            wrapping
                .floors
                .push(opaque_floor(word.span, "hooks come from a template", &[]));
        }
    }
    let first_is = |wanted: &str| matches!(rest.first().map(lead), Some((text, true)) if text == wanted);
    let hand = |wrapping: &mut Wrapping, from: usize| {
        if from < words.len() {
            wrapping.inner.push(Inner::Rest { start: from });
            wrapping.handed.push((from, words.len()));
        }
    };
    match &*name {
        "bisect" if first_is("run") => hand(wrapping, index + 2),
        "config" => setting(wrapping, rest),
        // `git for-each-repo --config=key arguments…` runs git with them in each repository.
        "for-each-repo" => {
            let from = words
                .iter()
                .enumerate()
                .skip(index + 1)
                .find(|(_, word)| !lead(word).0.starts_with('-'))
                .map_or(words.len(), |(from, _)| from);
            let inner = words.get(from..).unwrap_or_default();
            if let Some(git) = words.first().filter(|_| !inner.is_empty()) {
                let all = std::iter::once(git).chain(inner).cloned().collect();
                wrapping.inner.push(Inner::Words { words: all });
                wrapping.folder = Some(Entered::Unknown);
            }
        }
        "submodule" | "submodule--helper" => {
            let each = rest
                .iter()
                .position(|word| matches!(lead(word), (text, true) if text == "foreach"));
            if let Some(at) = each {
                let from = words
                    .iter()
                    .enumerate()
                    .skip(index + 2 + at)
                    .find(|(_, word)| !matches!(&*lead(word).0, "--recursive" | "-q" | "--quiet"))
                    .map_or(words.len(), |(from, _)| from);
                wrapping.folder = Some(Entered::Unknown);
                match words.get(from..) {
                    Some([script]) => {
                        push_script(wrapping, script, Dialect::Posix);
                        wrapping.handed.push((from, words.len()));
                    }
                    _ => hand(wrapping, from),
                }
            }
        }
        _ => {
            let Some(grammar) = git::running(&name) else {
                return;
            };
            let mut aliases = Vec::new();
            for item in read(words, index + 1, grammar) {
                let Item::Option {
                    act,
                    value: Some((at, from)),
                    ..
                } = item
                else {
                    continue;
                };
                let Some(given) = words.get(at).map(|word| tail(word, from).into_owned()) else {
                    continue;
                };
                match act {
                    Act::Run => {
                        push_script(wrapping, &given, Dialect::Posix);
                        if from == 0 {
                            wrapping.handed.push((at, at + 1));
                        }
                    }
                    Act::Assign => config(wrapping, &mut aliases, &given),
                    _ => {}
                }
            }
        }
    }
}
