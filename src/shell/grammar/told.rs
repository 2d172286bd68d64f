//! Options by which ordinary programs are told what to run: viewers, hooks, plug-ins, shells inside.
//!
//! Sources: `gpg(1)`, `aria2c(1)`, `apt-get(8)`, `apt.conf(5)`, `rpm(8)`, `ansible(1)`, `cpio(1)`, `openssl(1)`,
//! `nmap(1)`, `openvpn(8)`, the manuals of TeX Live, `tcpdump(1)`, `tshark(1)`, restic, rclone, `start-stop-daemon(8)`,
//! Mercurial ("config"), Subversion, nodemon, cargo-watch, Vagrant, LXD, distrobox, `ld(1)`, `clang(1)`,
//! `rustdoc --help`, `lldb(1)`, `smbclient(1)`, `lftp(1)`, `ftp(1)`, `sg(1)`, `capsh(1)`, GNU Guile, SWI-Prolog.

use super::option::lead;
use super::wrapping::{Command, opaque_floor};
use crate::shell::{Floor, RedirectOp};
use foldhash::HashMap;
use std::sync::LazyLock;

/// Programs, and how a word begins that tells them what to run.
type Row = (&'static [&'static str], &'static [&'static str]);

const TOLD: &[Row] = &[
    (
        &["gpg", "gpg2"],
        &[
            "--photo-v", "--agent-p", "--dirmngr-p", "--exec-p", "--pinentry-p", "--keyboxd-p", "--load-e",
        ],
    ),
    (&["lldb"], &["-o", "-O", "-k", "--one-line", "--source"]),
    (&["mail", "mailx", "s-nail"], &["--exec", "-~"]),
    (&["aria2c"], &["--on-"]),
    (&["apt", "apt-get", "apt-cache", "aptitude"], &["-o", "--option", "-c", "--config-file"]),
    (&["rpm", "rpmbuild", "rpmquery", "rpmspec"], &["--eval", "-E", "--pipe", "--define", "-D", "--load"]),
    (&["ansible"], &["-a", "--args", "-m", "--module-name"]),
    (&["cpio"], &["--rsh-command"]),
    (&["openssl"], &["-engine", "engine", "-provider-path"]),
    (&["curl"], &["--engine"]),
    (
        &["openvpn"],
        &[
            "--up", "--down", "--script-security", "--route-up", "--ipchange", "--client-connect", "--plugin",
            "--tls-verify", "--learn-address", "--auth-user-pass-verify",
        ],
    ),
    (
        &["tex", "etex", "latex", "pdftex", "pdflatex", "xetex", "xelatex", "luatex", "lualatex", "latexmk"],
        &["-shell-escape", "--shell-escape", "-enable-write18", "--enable-write18", "\\", "-e", "-pdflatex="],
    ),
    (&["tcpdump"], &["-z"]),
    (&["tshark", "wireshark"], &["-X"]),
    (&["restic", "rclone", "borg"], &["--password-command"]),
    (&["start-stop-daemon"], &["-x", "--exec", "-a", "--startas"]),
    (&["gem"], &["-e", "--editor"]),
    (&["hg"], &["--config"]),
    (&["svn"], &["--diff-cmd", "--diff3-cmd", "--editor-cmd", "--merge-cmd", "--config-option", "--config-dir"]),
    (&["nodemon"], &["-x", "--exec"]),
    (&["gcc", "g++", "cc", "c++", "clang", "clang++"], &["-fpass-plugin", "-load", "-fplugin"]),
    (&["ld", "ld.lld", "ld.gold", "gold", "nm", "ar", "ranlib"], &["-plugin", "--plugin"]),
    (&["rustdoc"], &["--test-runtool", "--runtool", "--test-builder"]),
    (&["emacsclient"], &["-e", "--eval"]),
    (&["yash", "rc", "es", "osh", "ysh"], &["-c"]),
    (&["guile"], &["-c", "-l"]),
    (&["swipl"], &["-g", "-t"]),
    (&["puppet"], &["-e", "--execute"]),
    (&["sg"], &["-c"]),
    (&["capsh"], &["--", "==", "-c"]),
    (&["vagrant"], &["-c", "--command"]),
    (&["perlbug"], &["-e", "-f"]),
    (&["lftp"], &["-c", "-e"]),
    (&["smbclient"], &["-c", "--command"]),
];

/// The same by name. Every command is looked up.
static STARTS: LazyLock<HashMap<&str, &[&str]>> = LazyLock::new(|| {
    let mut starts = HashMap::default();
    for (names, words) in TOLD {
        for name in *names {
            // Of two rows the first counts.
            starts.entry(*name).or_insert(*words);
        }
    }
    starts
});

/// Programs whose subcommand runs what follows it, here or in a container.
const SUBCOMMANDS: &[(&str, &[&str])] = &[
    ("lxc", &["exec"]),
    ("incus", &["exec"]),
    ("distrobox", &["enter"]),
    ("toolbox", &["run"]),
    ("machinectl", &["shell"]),
    ("xdotool", &["exec"]),
    ("knife", &["exec"]),
    ("zellij", &["run"]),
    ("launchctl", &["submit"]),
    ("nvm", &["exec", "run"]),
    ("fnm", &["exec"]),
    ("guix", &["shell", "environment"]),
];

/// Terminals: whatever they are given runs in them.
const TERMINALS: &[&str] = &[
    "xterm", "gnome-terminal", "alacritty", "kitty", "konsole", "xfce4-terminal", "terminator", "wezterm", "foot",
    "ghostty", "urxvt", "rxvt", "st", "x-terminal-emulator",
];

/// Programs that take a `!` for a shell escape among what they read.
const FED: &[&str] = &["ftp", "lftp", "smbclient", "telnet", "jshell", "nslookup"];

/// The floor of a program that is told on its command line what to run.
pub(super) fn floor(command: &Command<'_>, name: &str) -> Option<Floor> {
    let mut words = command.words.iter().skip(1);
    let found = if let Some(starts) = STARTS.get(name) {
        words.find(|word| {
            let (text, _) = lead(word);
            starts.iter().any(|start| text.starts_with(start))
        })
    } else if let Some((_, subs)) = SUBCOMMANDS.iter().find(|(program, _)| *program == name) {
        words.find(|word| subs.contains(&&*lead(word).0))
    } else if TERMINALS.contains(&name) {
        words.next()
    } else {
        match name {
            "wget" => words.find(|word| {
                let (text, _) = lead(word);
                text.replace('-', "_").contains("use_askpass")
            }),
            "nmap" => words.find(|word| {
                let (text, _) = lead(word);
                text.starts_with("--script") && text.contains('/')
            }),
            "cargo" => words
                .next()
                .filter(|word| lead(word).0 == "watch")
                .and_then(|_| words.find(|word| lead(word).0.starts_with("-s") || lead(word).0 == "--shell")),
            _ => None,
        }
    };
    if let Some(word) = found {
        return Some(opaque_floor(word.span, format!("{name} is told what to run"), &[]));
    }
    let fed = command.piped || command.redirects.iter().any(|redirect| redirect.op == RedirectOp::Here);
    (fed && FED.contains(&name))
        .then(|| opaque_floor(command.span, format!("{name} may run what it reads"), &[]))
}
