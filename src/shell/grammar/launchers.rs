//! Programs that run what an option or operand names, each in its own way.
//!
//! Sources: `hyperfine --help`, `tmux(1)`, `at(1)`, `crontab(1)`, Info-ZIP `zip(1)`, `gcc(1)`, `rustc --help`,
//! `less(1)`, the Cargo reference ("Configuration"), and the options marked so in the table of tools.

use super::option::{Act, Arg, lead, tail};
use super::tools;
use super::wrapping::{Command, Dialect, Entered, Inner, Wrapping, indirection_floor, joined, push_script};
use crate::shell::{Word, WrapperClass};

/// What such a program runs; `Some(None)` where it runs nothing.
#[expect(
    clippy::option_option,
    reason = "a launcher that runs nothing differs from no launcher"
)]
pub(super) fn analyze(command: &Command<'_>, name: &str, released: &[&str]) -> Option<Option<Wrapping>> {
    Some(match name {
        "hyperfine" | "concurrently" | "pee" | "mispipe" => benches(command, name, released),
        "tmux" => tmux(command, released),
        "at" | "batch" | "crontab" => later(command, name),
        "zip" => given(command, "zip runs what tests the archive", |text| {
            text.starts_with("-TT") || text.starts_with("--unzip-command")
        }),
        "gcc" | "g++" | "cc" | "c++" | "clang" | "clang++" => {
            given(command, "the compiler is told what to run", |text| {
                text.starts_with("-wrapper")
                    || text.starts_with("-fplugin=")
                    || text.starts_with("-specs")
                    || text.starts_with("--specs")
                    || text.starts_with("-B")
                    || text.starts_with("--ld-path")
                    || (text.starts_with("-fuse-ld=") && text.contains('/'))
            })
        }
        "rustc" => given(command, "the compiler is told what to run", |text| {
            text.contains("linker=") || text.contains("codegen-backend")
        }),
        "less" | "more" => given(command, "a first command is given", |text| {
            text.starts_with('+') && text.contains(['!', '|', '#', ':', 's', 'v', 'E'])
        }),
        "nix" => Some(behind_option(command, &["-c", "--command"])?),
        // Loaders of secrets and settings, starters of what a file of processes names.
        "op" | "doppler" | "aws-vault" | "dotenvx" | "dotenv" | "chamber" | "envchain" | "foreman"
        | "honcho" | "reflex" | "watchexec" | "infisical" | "sops" => Some(behind_option(command, &["--"])?),
        "npm" if is_word(command, 1, "explore") => Some(behind_option(command, &["--"])?),
        "cmake" if is_word(command, 1, "-E") => {
            return Some(cmake_tool(command).or_else(|| by_tool(command, name, released)));
        }
        "ip" => namespace(command, released),
        "socat" => addresses(command, released),
        "nc" | "ncat" | "netcat" => connected(command, released),
        "cargo" => settings(command).or_else(|| by_tool(command, name, released)),
        _ => Some(by_tool(command, name, released)?),
    })
}

fn is_word(command: &Command<'_>, index: usize, wanted: &str) -> bool {
    matches!(command.words.get(index).map(lead), Some((text, true)) if text == wanted)
}

/// `cmake -E env [NAME=value…] program…`, `time program…`, `chdir folder program…` (`cmake(1)`, "Run a Command-Line
/// Tool").
fn cmake_tool(command: &Command<'_>) -> Option<Wrapping> {
    let words = command.words;
    let mut wrapping = Wrapping::new(WrapperClass::Transparent);
    let from = match &*words.get(2).map(lead)?.0 {
        "time" => 3,
        "chdir" => {
            wrapping.folder = Some(Entered::Folder(words.get(3)?.clone()));
            4
        }
        "env" => {
            let own = |word: &Word| {
                let (text, _) = lead(word);
                text.starts_with("--") || text.contains('=')
            };
            if words
                .iter()
                .skip(3)
                .take_while(|word| own(word))
                .any(|word| lead(word).0.contains('='))
            {
                wrapping.floors.push(indirection_floor(
                    command.span,
                    "sets variables for what it runs",
                    &[],
                ));
            }
            3 + words.iter().skip(3).take_while(|word| own(word)).count()
        }
        _ => return None,
    };
    let inner = words.get(from..).filter(|inner| !inner.is_empty())?;
    wrapping.inner.push(Inner::Words {
        words: inner.to_vec(),
    });
    wrapping.handed.push((from, words.len()));
    Some(wrapping)
}

/// A word that makes the command opaque.
fn given(command: &Command<'_>, why: &str, is: impl Fn(&str) -> bool) -> Option<Wrapping> {
    let word = command.words.iter().skip(1).find(|word| is(&lead(word).0))?;
    Some(Wrapping::opaque(word.span, why, &[]))
}

/// `nix develop -c program`, `nix shell pkg --command program`: a runner of what stands behind the option.
fn behind_option(command: &Command<'_>, options: &[&str]) -> Option<Wrapping> {
    let words = command.words;
    let at = words
        .iter()
        .position(|word| matches!(lead(word), (text, true) if options.contains(&&*text)))?;
    words.get(at + 1)?;
    let mut wrapping = Wrapping::new(WrapperClass::Runner);
    wrapping.inner.push(Inner::Rest { start: at + 1 });
    wrapping.handed.push((at + 1, words.len()));
    Some(wrapping)
}

/// `ip netns exec name program` and `ip vrf exec name program` (`ip-netns(8)`).
fn namespace(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let words = command.words;
    let at = words
        .iter()
        .position(|word| matches!(lead(word), (text, true) if text == "exec"))?;
    words.get(at + 2)?;
    let mut wrapping = Wrapping::new(WrapperClass::Raising);
    wrapping.inner.push(Inner::Rest { start: at + 2 });
    wrapping.handed.push((at + 2, words.len()));
    wrapping.floors.push(indirection_floor(
        command.span,
        "runs in another namespace",
        released,
    ));
    Some(wrapping)
}

/// `EXEC:command`, `SYSTEM:command` and `SHELL:command` among the addresses of `socat(1)`.
fn addresses(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let mut wrapping = Wrapping::new(WrapperClass::Feeding);
    for word in command.words.iter().skip(1) {
        let (text, _) = lead(word);
        let Some((kind, _)) = text.split_once(':') else {
            continue;
        };
        if ["exec", "system", "shell"]
            .iter()
            .any(|name| kind.eq_ignore_ascii_case(name))
        {
            push_script(&mut wrapping, &tail(word, kind.len() + 1), Dialect::Posix);
        }
    }
    feeding(wrapping, command, released)
}

/// `-e program`, `-c command` (`ncat(1)`, `nc.traditional(1)`).
fn connected(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let mut wrapping = Wrapping::new(WrapperClass::Feeding);
    let mut at = 1;
    while let Some(word) = command.words.get(at) {
        let (text, _) = lead(word);
        at += 1;
        let cluster = text.starts_with('-') && !text.starts_with("--") && text.ends_with(['e', 'c']);
        if cluster || matches!(&*text, "--exec" | "--sh-exec" | "--lua-exec") {
            push_at(&mut wrapping, command.words, &mut at);
        } else if let Some(from) = ["--exec=", "--sh-exec=", "--lua-exec="]
            .iter()
            .find(|name| text.starts_with(*name))
        {
            push_script(&mut wrapping, &tail(word, from.len()), Dialect::Posix);
        }
    }
    feeding(wrapping, command, released)
}

/// Each operand is a command line, as are the values of some options.
fn benches(command: &Command<'_>, name: &str, released: &[&str]) -> Option<Wrapping> {
    const VALUES: &str = "wmMrPDSLnuo";
    const SCRIPTS: &str = "psc";
    let words = command.words;
    let mut wrapping = Wrapping::new(WrapperClass::Feeding);
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let (text, _) = lead(word);
        let letter = text.chars().nth(1).unwrap_or_default();
        at += 1;
        if let Some(long) = text.strip_prefix("--") {
            let (long, glued) = long
                .split_once('=')
                .map_or((long, None), |(long, _)| (long, Some(())));
            let script = matches!(long, "prepare" | "setup" | "cleanup" | "conclude");
            let flag = matches!(
                long,
                "show-output"
                    | "ignore-failure"
                    | "help"
                    | "version"
                    | "raw"
                    | "kill-others"
                    | "kill-others-on-fail"
                    | "no-color"
            );
            match glued {
                Some(()) if script => push_script(&mut wrapping, &tail(word, long.len() + 3), Dialect::Posix),
                None if script => push_at(&mut wrapping, words, &mut at),
                None if !flag => at += 1,
                _ => {}
            }
        } else if text.starts_with('-') && text.len() > 1 {
            if SCRIPTS.contains(letter) && name == "hyperfine" {
                push_at(&mut wrapping, words, &mut at);
            } else if VALUES.contains(letter) && text.len() == 2 {
                at += 1;
            }
        } else {
            push_script(&mut wrapping, word, Dialect::Posix);
            wrapping.handed.push((at - 1, at));
        }
    }
    feeding(wrapping, command, released)
}

fn push_at(wrapping: &mut Wrapping, words: &[Word], at: &mut usize) {
    if let Some(script) = words.get(*at) {
        push_script(wrapping, script, Dialect::Posix);
        wrapping.handed.push((*at, *at + 1));
    }
    *at += 1;
}

fn feeding(mut wrapping: Wrapping, command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    if wrapping.inner.is_empty() && wrapping.floors.is_empty() {
        return None;
    }
    wrapping.unless_readers = Some(indirection_floor(command.span, "runs another program", released));
    Some(wrapping)
}

/// `tmux new 'command'`, `tmux send-keys 'command' Enter`; several commands stand apart by `;`.
fn tmux(command: &Command<'_>, released: &[&str]) -> Option<Wrapping> {
    let words = command.words;
    let mut wrapping = Wrapping::new(WrapperClass::Feeding);
    let mut start = 1;
    // `-L name`, `-S socket`, `-f file` stand in front of the first command.
    while let Some((text, true)) = words.get(start).map(lead) {
        if !text.starts_with('-') {
            break;
        }
        start += if matches!(&*text, "-L" | "-S" | "-f" | "-c" | "-T") {
            2
        } else {
            1
        };
    }
    while start < words.len() {
        let rest = words.get(start..).unwrap_or_default();
        let length = rest
            .iter()
            .position(|word| lead(word).0 == ";")
            .unwrap_or(rest.len());
        let one = rest.get(..length).unwrap_or_default();
        tmux_command(&mut wrapping, one, start);
        start += length + 1;
    }
    feeding(wrapping, command, released)
}

fn tmux_command(wrapping: &mut Wrapping, words: &[Word], start: usize) {
    let Some((verb, true)) = words.first().map(lead) else {
        return;
    };
    let values = match &*verb {
        "new" | "new-session" => "ceFfnstxy",
        "neww" | "new-window" | "splitw" | "split-window" | "respawnp" | "respawn-pane" | "respawnw"
        | "respawn-window" => "ceFlnpt",
        "run" | "run-shell" | "pipep" | "pipe-pane" => "cdt",
        "if" | "if-shell" => "t",
        "popup" | "display-popup" => "bcdehsStTwxy",
        "send" | "send-keys" => "Nt",
        _ => return,
    };
    let mut at = 1;
    while let Some((text, _)) = words.get(at).map(lead) {
        if !text.starts_with('-') || text == "-" {
            break;
        }
        let takes = text.ends_with(|letter: char| values.contains(letter));
        at += if takes { 2 } else { 1 };
        if text == "--" {
            break;
        }
    }
    let operands: Vec<Word> = words
        .get(at..)
        .unwrap_or_default()
        .iter()
        .filter(|word| !(verb.starts_with("send") && is_key(&lead(word).0)))
        .cloned()
        .collect();
    if operands.is_empty() {
        return;
    }
    push_script(wrapping, &joined(&operands), Dialect::Posix);
    wrapping.handed.push((start + at, start + words.len()));
}

/// Names of keys.
fn is_key(text: &str) -> bool {
    matches!(
        text,
        "Enter" | "C-m" | "Escape" | "Space" | "Tab" | "Up" | "Down" | "Left" | "Right" | "BSpace"
    ) || text.starts_with("C-")
        || text.starts_with("M-")
}

/// What is read now and run later.
fn later(command: &Command<'_>, name: &str) -> Option<Wrapping> {
    let words = command.words;
    let any = |wanted: &[&str]| {
        words
            .iter()
            .skip(1)
            .any(|word| wanted.iter().any(|text| lead(word).0 == *text))
    };
    let reads = match name {
        "crontab" => any(&["-"]),
        _ => {
            !any(&["-l", "-c", "-d", "-r", "-V"]) && !words.iter().any(|word| lead(word).0.starts_with("-f"))
        }
    };
    reads.then(|| Wrapping::opaque(command.span, "runs later what it reads", &[]))
}

/// `cargo --config key=value`, where the key names a program.
fn settings(command: &Command<'_>) -> Option<Wrapping> {
    let mut next = false;
    let found = command.words.iter().skip(1).find(|word| {
        let (text, whole) = lead(word);
        let value = std::mem::take(&mut next);
        next = text == "--config";
        if !(value || text.starts_with("--config=")) {
            return false;
        }
        let names = [
            "runner",
            "linker",
            "rustc",
            "wrapper",
            "alias",
            "rustdoc",
            "credential",
            "[env",
            "env.",
            "rustflags",
            "include",
        ];
        !whole || names.iter().any(|name| text.contains(name))
    })?;
    Some(Wrapping::opaque(
        found.span,
        "cargo is told what to run on its command line",
        &[],
    ))
}

/// Options of a program with subcommands that name a program to run.
fn by_tool(command: &Command<'_>, name: &str, released: &[&str]) -> Option<Wrapping> {
    let tool = tools::lookup(name)?;
    let words = command.words;
    let runs = |special: &[super::option::Opt]| special.iter().any(|opt| opt.act == Act::Run);
    if !runs(tool.special) {
        return None;
    }
    let mut wrapping = Wrapping::new(WrapperClass::Feeding);
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let (text, _) = lead(word);
        let index = at;
        at += 1;
        if !text.starts_with('-') {
            continue;
        }
        if text == "--" {
            break;
        }
        let Some((opt, from)) = tools::option(&text, tool, None) else {
            continue;
        };
        if opt.arg == Arg::No {
            continue;
        }
        if from.is_none() {
            at += 1;
        }
        if opt.act != Act::Run {
            continue;
        }
        let value = from.map_or_else(
            || words.get(index + 1).cloned(),
            |from| Some(tail(word, from).into_owned()),
        );
        let Some(value) = value else { continue };
        if value.literal().is_some_and(|text| is_shell(&text)) {
            continue;
        }
        push_script(&mut wrapping, &value, Dialect::Posix);
        if from.is_none() {
            wrapping.handed.push((index + 1, index + 2));
        }
    }
    feeding(wrapping, command, released)
}

/// Shells that run scripts as any other would.
fn is_shell(text: &str) -> bool {
    matches!(
        text,
        "bash" | "sh" | "/bin/bash" | "/bin/sh" | "zsh" | "/bin/zsh" | "true"
    )
}

/// `ssh` as what carries another program, with options that run nothing here.
pub(super) fn is_plain_ssh(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    if words.next() != Some("ssh") {
        return false;
    }
    while let Some(word) = words.next() {
        match word {
            "-4" | "-6" | "-q" | "-C" | "-T" | "-x" | "-a" => {}
            "-p" | "-i" | "-l" | "-c" => {
                words.next();
            }
            "-o" => {
                if !words.next().is_some_and(is_plain_option) {
                    return false;
                }
            }
            other => {
                let plain = other.strip_prefix("-o").is_some_and(is_plain_option);
                let port = other
                    .strip_prefix("-p")
                    .is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
                if !plain && !port {
                    return false;
                }
            }
        }
    }
    true
}

fn is_plain_option(text: &str) -> bool {
    let name = text.split('=').next().unwrap_or(text).to_ascii_lowercase();
    matches!(
        name.as_str(),
        "stricthostkeychecking"
            | "batchmode"
            | "connecttimeout"
            | "userknownhostsfile"
            | "port"
            | "user"
            | "loglevel"
            | "serveraliveinterval"
            | "compression"
            | "identitiesonly"
            | "identityfile"
    )
}
