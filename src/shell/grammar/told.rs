//! Options by which ordinary programs are told what to run: viewers, hooks, plug-ins, shells inside.
//!
//! Sources: `gpg(1)`, `aria2c(1)`, `apt-get(8)`, `apt.conf(5)`, `rpm(8)`, `ansible(1)`, `cpio(1)`, `openssl(1)`,
//! `nmap(1)`, `openvpn(8)`, the manuals of TeX Live, `tcpdump(1)`, `tshark(1)`, restic, rclone, `start-stop-daemon(8)`,
//! Mercurial ("config"), Subversion, nodemon, cargo-watch, Vagrant, LXD, distrobox, `ld(1)`, `clang(1)`,
//! `rustdoc --help`, `lldb(1)`, `smbclient(1)`, `lftp(1)`, `ftp(1)`, `sg(1)`, `capsh(1)`, GNU Guile, SWI-Prolog.

use super::option::lead;
use super::wrapping::{Command, opaque_floor};
use crate::shell::{Floor, Part, RedirectOp, Word};
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
    (&["pandoc"], &["-F", "--filter", "-L", "--lua-filter"]),
    (&["fzf", "sk"], &["--preview", "--bind"]),
    (&["pnpm"], &["-c", "--shell-mode", "script-shell", "--script-shell"]),
    (&["npm", "yarn"], &["script-shell", "scriptShell", "node-options"]),
    (&["rake"], &["-e", "--execute", "-p", "-E"]),
    (&["nix", "nix-instantiate", "nix-build", "nix-env"], &["--expr", "-E"]),
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

/// The same, where the subcommand is the first word.
const FIRST: &[(&str, &[&str])] = &[
    ("rails", &["runner", "r", "console", "c", "dbconsole"]),
    ("gh", &["alias", "extension"]),
];

/// Variables that `go env -w` keeps, and that name programs or their options (`go help environment`).
const GO_PROGRAMS: [&str; 9] = [
    "AR", "CC", "CXX", "FC", "GCCGO", "GOAUTH", "GOFLAGS", "GOTOOLCHAIN", "PKG_CONFIG",
];

/// Terminals: whatever they are given runs in them.
const TERMINALS: &[&str] = &[
    "xterm", "gnome-terminal", "alacritty", "kitty", "konsole", "xfce4-terminal", "terminator", "wezterm", "foot",
    "ghostty", "urxvt", "rxvt", "st", "x-terminal-emulator",
];

/// Programs that take a `!` for a shell escape among what they read.
const FED: &[&str] = &["ftp", "lftp", "sftp", "smbclient", "telnet", "jshell", "nslookup"];

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
    } else if let Some((_, subs)) = FIRST.iter().find(|(program, _)| *program == name) {
        words
            .next()
            .filter(|word| subs.contains(&&*lead(word).0))
            .filter(|_| name != "gh" || words.next().is_some_and(|word| gh_keeps(&lead(word).0)))
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
            "cargo" => match words.next().map(lead) {
                Some((text, _)) if text == "watch" => {
                    words.find(|word| lead(word).0.starts_with("-s") || lead(word).0 == "--shell")
                }
                Some((text, _)) if text == "rustc" || text == "rustdoc" => words.find(|word| {
                    let (text, _) = lead(word);
                    text.contains("linker=") || text.contains("codegen-backend") || text.starts_with("--test-")
                }),
                _ => None,
            },
            "go" => words.next().filter(|word| lead(word).0 == "env").and_then(|_| {
                words.find(|word| {
                    let (text, _) = lead(word);
                    text.split_once('=')
                        .is_some_and(|(name, _)| GO_PROGRAMS.contains(&name) || name.starts_with("CGO_"))
                })
            }),
            "cmake" => words.find(|word| {
                let (text, _) = lead(word);
                text.contains("_MAKE_PROGRAM") || text.contains("_LAUNCHER") && !text.ends_with("ccache")
            }),
            // Expressions that bring another file in (the guide of yq, "Load").
            "yq" => words.find(|word| lead(word).0.contains("load")),
            _ => None,
        }
    };
    if let Some(word) = found {
        return Some(opaque_floor(word.span, format!("{name} is told what to run"), &[]));
    }
    if let Some(word) = streamed(command.words, name) {
        // What a shell or a runner reads there is vouched for by no rule that allows its own scripts.
        let released: &[&str] = if STREAMED_INTERPRETERS.contains(&name) { &[name] } else { &[] };
        return Some(opaque_floor(word.span, format!("{name} runs what it reads"), released));
    }
    let fed = command.piped || command.redirects.iter().any(|redirect| redirect.op == RedirectOp::Here);
    (fed && FED.contains(&name))
        .then(|| opaque_floor(command.span, format!("{name} may run what it reads"), &[]))
}

/// What keeps something to be run later (`gh alias --help`, `gh extension --help`).
fn gh_keeps(text: &str) -> bool {
    matches!(text, "set" | "import" | "exec")
}

/// Programs, and the options whose value is a file of what they run. `-f` as `-f` and glued, `--file` as two words and
/// with `=`; an empty name stands for every operand.
const PROGRAM_FILES: &[Row] = &[
    (&["make", "gmake"], &["-f", "--file", "--makefile"]),
    (&["ninja", "samu"], &["-f"]),
    (&["just"], &["-f", "--justfile"]),
    (&["task"], &["-t", "--taskfile"]),
    (&["cmake"], &["-P", "-C"]),
    (&["rake"], &["-f", "--rakefile"]),
    (&["ant"], &["-f", "-file", "-buildfile"]),
    (&["awk", "gawk", "mawk", "nawk"], &["-f", "--file", "-E", "--exec", "-i", "--include"]),
    (&["sed", "gsed"], &["-f", "--file"]),
    (&["gdb"], &["-x", "--command", "-ix", "--init-command"]),
    (&["lldb"], &["-s", "--source", "-S"]),
    (&["php"], &["-f", "--file", "-F", "--process-file"]),
    (&["sqlite3", "duckdb"], &["-init"]),
    (&["psql"], &["-f", "--file"]),
    (&["dc", "octave"], &["-f", "--file"]),
    (&["vim", "vi", "nvim", "ex", "view"], &["-S", "-s"]),
    (&["emacs"], &["-l", "--load", "-script", "--script"]),
    (&["node", "nodejs"], &["-r", "--require", "--import"]),
    (&["expect"], &["-f", "-b"]),
    (&["curl"], &["-K", "--config"]),
    (&["crontab", "at", "batch", "ansible-playbook", "gnuplot", "m4", "supervisord"], &[""]),
];

/// Those of them that are interpreters, whose name in a rule vouches for what they run.
const STREAMED_INTERPRETERS: [&str; 14] = [
    "awk", "gawk", "mawk", "nawk", "sed", "gsed", "gdb", "lldb", "php", "dc", "octave", "expect", "node", "nodejs",
];

/// The word by which a program is told to run what comes through a pipe or with the command.
fn streamed<'w>(words: &'w [Word], name: &str) -> Option<&'w Word> {
    let (_, options) = PROGRAM_FILES.iter().find(|(names, _)| names.contains(&name))?;
    let mut value = false;
    words.iter().skip(1).find(|word| {
        let (text, _) = lead(word);
        if std::mem::take(&mut value) && is_stream(word, &text) {
            return true;
        }
        options.iter().any(|option| {
            if option.is_empty() {
                return is_stream(word, &text);
            }
            value |= text == *option;
            let glued = if option.len() == 2 {
                text.strip_prefix(option)
            } else {
                text.strip_prefix(option).and_then(|rest| rest.strip_prefix('='))
            };
            glued.is_some_and(|rest| !rest.is_empty() && is_stream(word, rest))
                || text.len() == option.len() + usize::from(option.len() > 2) && word.parts.contains(&Part::Pipe)
        })
    })
}

/// Whether a value is standard input, a descriptor or a pipe that the shell makes.
fn is_stream(word: &Word, text: &str) -> bool {
    text == "-"
        || text == "/dev/stdin"
        || text.starts_with("/dev/fd/")
        || text.starts_with("/proc/")
        || text.is_empty() && word.parts.contains(&Part::Pipe)
}

#[cfg(test)]
mod tests {
    use super::streamed;
    use crate::shell::{analyze, grammar::Declared};

    #[test]
    fn programs_that_run_what_comes_through_a_pipe() {
        #[rustfmt::skip]
        let cases = [
            ("make -f -", true),
            ("make -f- x", true),
            ("make --file=/dev/stdin", true),
            ("make --file=<(echo x)", true),
            ("make -f <(echo x)", true),
            ("sed -n -f /dev/fd/3 a", true),
            ("crontab -", true),
            ("make -f Makefile", false),
            ("make -j -k", false),
            ("sed -n p -", false),
            ("awk -f x.awk -", false),
            ("diff <(a) <(b)", false),
        ];
        for (text, expected) in cases {
            let program = analyze(text, &Declared::default());
            let unit = program.units.first().expect("a unit");
            let name = text.split(' ').next().unwrap_or_default();
            assert_eq!(streamed(&unit.words, name).is_some(), expected, "{text}");
        }
    }
}
