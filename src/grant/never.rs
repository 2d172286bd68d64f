//! Patterns that are never recorded, whoever wrote them: each would open far more than the call that was
//! asked about.

use super::arity::has_subcommands;
use crate::rule::Pattern;

/// Programs that run what they are given: a grant for one is a grant for everything.
const RUN_ANYTHING: &[&str] = &[
    // Shells: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/sh.html and its relatives.
    "sh",
    "bash",
    "dash",
    "zsh",
    "ksh",
    "mksh",
    "ash",
    "fish",
    "csh",
    "tcsh",
    "busybox",
    "pwsh",
    "powershell",
    "nu",
    "xonsh",
    "elvish",
    // Interpreters: programs whose operand or option is a program text.
    "python",
    "pypy",
    "ipython",
    "node",
    "nodejs",
    "ruby",
    "irb",
    "perl",
    "php",
    "lua",
    "luajit",
    "tclsh",
    "wish",
    "expect",
    "osascript",
    "rscript",
    "julia",
    "ghci",
    "runghc",
    "groovy",
    "scala",
    "java",
    "jshell",
    "guile",
    "racket",
    "sbcl",
    "elixir",
    "iex",
    "erl",
    "swift",
    "awk",
    "gawk",
    "mawk",
    "nawk",
    "gdb",
    "lldb",
    "vim",
    "vi",
    "nvim",
    "emacs",
    "ed",
    "ts-node",
    "tsx",
    "sqlite3",
    // Builtins that read or run more code:
    // https://www.gnu.org/software/bash/manual/html_node/Shell-Builtin-Commands.html
    "eval",
    "exec",
    "source",
    ".",
    "command",
    "builtin",
    "trap",
    "alias",
    "enable",
    "hash",
    "coproc",
    // Programs that run a command as somebody else, somewhere else, or many times.
    "sudo",
    "doas",
    "su",
    "runuser",
    "pkexec",
    "env",
    "xargs",
    "parallel",
    "watch",
    "nohup",
    "timeout",
    "nice",
    "ionice",
    "setsid",
    "stdbuf",
    "chrt",
    "taskset",
    "flock",
    "time",
    "strace",
    "ltrace",
    "script",
    "ssh",
    "chroot",
    "nsenter",
    "unshare",
    "setpriv",
    "tmux",
    "screen",
    "at",
    "batch",
    "crontab",
    "find",
    "fd",
];

/// Whether a grant for `program` would be a grant for everything. A path goes by its last part, a name with a
/// version (`python3.12`) by what is in front of it.
pub(super) fn runs_anything(program: &str) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program).to_ascii_lowercase();
    let unversioned =
        name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-');
    [name.as_str(), unversioned]
        .iter()
        .any(|name| RUN_ANYTHING.contains(name))
}

/// Why a pattern for commands may not be recorded.
pub(super) fn command(pattern: &str) -> Option<&'static str> {
    let mut words = pattern.split(' ');
    let program = words.next().unwrap_or_default();
    if program.is_empty() || has_wildcard(program) || program.contains(char::is_whitespace) {
        return Some("it does not name a program");
    }
    if runs_anything(program) {
        return Some("its program runs whatever it is given");
    }
    let name = program.rsplit('/').next().unwrap_or(program);
    if has_subcommands(name) && has_wildcard(pattern) {
        let subcommand = words.next().unwrap_or_default();
        if subcommand.is_empty() || has_wildcard(subcommand) || subcommand.starts_with('-') {
            return Some("it does not say which subcommand");
        }
    } else if name == "git" && words.next().is_none() {
        return Some("it does not say which subcommand");
    }
    None
}

/// Why a pattern for paths may not be recorded.
pub(super) fn path(pattern: &Pattern, cwd: &str, home: &str) -> Option<&'static str> {
    let anchored = pattern.anchored(cwd);
    if !anchored.expanded().starts_with('/') {
        return Some("it names no folder");
    }
    let whole = ["/", cwd, home]
        .into_iter()
        .filter(|folder| !folder.is_empty())
        .any(|folder| {
            let within = format!("{}/", folder.trim_end_matches('/'));
            anchored.matches(folder) || anchored.matches(&within) || anchored.covers(&Pattern::below(folder))
        });
    whole.then_some("it takes in the working folder, the home folder or everything")
}

/// Why a pattern for MCP targets may not be recorded.
pub(super) fn target(pattern: &str) -> Option<&'static str> {
    let named = pattern.split_once(':').map_or(pattern, |(server, _)| server);
    (named.is_empty() || has_wildcard(named)).then_some("it does not name a server")
}

/// Why a pattern for names or values may not be recorded.
pub(super) fn value(pattern: &str) -> Option<&'static str> {
    pattern
        .starts_with(['*', '?'])
        .then_some("it takes in everything")
}

pub(super) fn has_wildcard(text: &str) -> bool {
    text.contains(['*', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_everything_is_refused() {
        for (pattern, refused) in [
            ("*", true),
            ("", true),
            ("g* status", true),
            ("git", true),
            ("git *", true),
            ("git*", true),
            ("git ?*", true),
            ("git -C *", true),
            ("git status *", false),
            ("git log", false),
            ("bash *", true),
            ("bash -c ls", true),
            ("/bin/sh x", true),
            ("python3.12 *", true),
            ("PYTHON x", true),
            ("sudo ls", true),
            ("env A=1 ls", true),
            ("xargs rm", true),
            ("npm *", true),
            ("npm run dev", false),
            ("ls *", false),
            ("cargo test *", false),
            ("./build.sh", false),
            (". x", true),
        ] {
            assert_eq!(command(pattern).is_some(), refused, "{pattern}");
        }
        for (pattern, refused) in [
            ("/home/u/proj", true),
            ("/home/u/proj/*", true),
            ("/home/u/*", true),
            ("/*", true),
            ("*", true),
            ("/", true),
            ("*.rs", true),
            ("/home/u/proj/src/*", false),
            ("/home/u/proj/a.rs", false),
            ("src/*", false),
            ("/srv/x", false),
            ("~", true),
            ("~/*", true),
            ("/home/?/*", true),
            ("/home/u/pro*", true),
        ] {
            let pattern = Pattern::path(pattern, "/home/u", "/home/u/proj");
            assert_eq!(
                path(&pattern, "/home/u/proj", "/home/u").is_some(),
                refused,
                "{pattern:?}"
            );
        }
        for (pattern, refused) in [
            ("exa:*", false),
            ("exa:search", false),
            ("*", true),
            ("*:search", true),
            ("e*", true),
            ("exa", false),
        ] {
            assert_eq!(target(pattern).is_some(), refused, "{pattern}");
        }
    }
}
