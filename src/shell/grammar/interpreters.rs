//! Interpreters: an inline program, or one read from standard input, is opaque; a script by path is an
//! ordinary program.
//!
//! Sources: `python --help` 3.11, `node --help` 22, `ruby(1)`, `perlrun(1)`, `php(1)`, the Deno and Bun
//! command-line references, `osascript(1)`, `lua(1)`, `Rscript(1)`, `julia(1)`, `fish(1)`, `pwsh` help.

use super::option::{Act, Grammar, Item, Opt, Style, flag, lead, read, value};
use super::wrapping::{Command, Wrapping};
use crate::shell::{Part, RedirectOp, RedirectTarget, Word};

const fn table(
    flags: &'static str,
    longs: &'static [&'static str],
    values: &'static str,
    long_values: &'static [&'static str],
    special: &'static [Opt],
) -> Grammar {
    Grammar {
        flags,
        longs,
        values,
        long_values,
        special,
        style: Style::Leading,
        numbers: false,
    }
}

static PYTHON: Grammar = table(
    "bBdEIOPqRsSuvx",
    &[],
    "WX",
    &["check-hash-based-pycs"],
    &[
        value(b'c', "", Act::Run),
        // Reads on from the terminal once the script has ended.
        flag(b'i', "", Act::Run),
        flag(b'm', "", Act::Stop),
        flag(b'V', "version", Act::Stop),
        flag(b'h', "help", Act::Stop),
        flag(b'?', "help-all", Act::Stop),
    ],
);

static NODE: Grammar = table(
    "",
    &[
        "inspect", "inspect-brk", "no-warnings", "trace-warnings", "trace-deprecation", "no-deprecation",
        "experimental-strip-types", "experimental-transform-types", "enable-source-maps", "expose-gc",
        "preserve-symlinks", "watch", "experimental-vm-modules", "experimental-modules",
        "throw-deprecation", "trace-uncaught", "use-system-ca", "permission",
    ],
    "rC",
    &[
        "require", "import", "loader", "experimental-loader", "env-file", "conditions", "input-type",
        "max-old-space-size", "stack-trace-limit", "title", "unhandled-rejections", "inspect-port",
        "icu-data-dir", "openssl-config", "diagnostic-dir", "watch-path",
    ],
    &[
        value(b'e', "eval", Act::Run),
        value(b'p', "print", Act::Run),
        flag(b'i', "interactive", Act::Run),
        flag(b'c', "check", Act::Inert),
        flag(0, "test", Act::Stop),
        value(0, "run", Act::Stop),
        flag(b'v', "version", Act::Stop),
        flag(b'h', "help", Act::Stop),
    ],
);

static RUBY: Grammar = table(
    "acdlnpsSUvwWxi0TK",
    &["verbose", "yjit", "jit", "disable-gems", "disable", "enable", "debug"],
    "EFr",
    &["encoding", "external-encoding", "internal-encoding"],
    &[
        value(b'e', "", Act::Run),
        value(b'I', "", Act::Read),
        value(b'C', "", Act::Folder),
        flag(0, "version", Act::Stop),
        flag(0, "copyright", Act::Stop),
        flag(b'h', "help", Act::Stop),
    ],
);

static PERL: Grammar = Grammar {
    numbers: true,
    ..table(
        "acfnpsStTuUvVwWX",
        &[],
        "mMx",
        &[],
        &[
            value(b'I', "", Act::Read),
            value(b'e', "", Act::Run),
            value(b'E', "", Act::Run),
            super::option::glued(b'i', "", Act::Inert),
            super::option::glued(b'l', "", Act::Inert),
            super::option::glued(b'0', "", Act::Inert),
            super::option::glued(b'F', "", Act::Inert),
            super::option::glued(b'C', "", Act::Inert),
            super::option::glued(b'D', "", Act::Inert),
            super::option::glued(b'd', "", Act::Run),
            flag(b'h', "help", Act::Stop),
            flag(0, "version", Act::Stop),
        ],
    )
};

static PHP: Grammar = table(
    "CehHiLlmnqsvwz",
    &["no-header", "syntax-highlight", "no-php-ini"],
    "dgT",
    &["define"],
    &[
        value(b't', "docroot", Act::Read),
        value(b'c', "php-ini", Act::Read),
        value(b'r', "run", Act::Run),
        flag(b'a', "interactive", Act::Run),
        value(b'B', "process-begin", Act::Run),
        value(b'R', "process-code", Act::Run),
        value(b'E', "process-end", Act::Run),
        value(b'f', "file", Act::Stop),
        value(b'F', "process-file", Act::Stop),
        value(b'S', "server", Act::Stop),
        flag(0, "version", Act::Stop),
        flag(0, "info", Act::Stop),
        flag(0, "ini", Act::Stop),
        flag(0, "help", Act::Stop),
    ],
);

/// Options of interpreters whose `-e` takes the program.
const TAKES_E: &[Opt] = &[
    value(b'e', "eval", Act::Run),
    value(b'E', "print", Act::Run),
    flag(b'v', "version", Act::Stop),
    flag(b'h', "help", Act::Stop),
];
static LUA: Grammar = table(
    "W",
    &[],
    "l",
    &[],
    &[
        value(b'e', "eval", Act::Run),
        value(b'E', "print", Act::Run),
        flag(b'i', "", Act::Run),
        flag(b'v', "version", Act::Stop),
        flag(b'h', "help", Act::Stop),
    ],
);
static OSASCRIPT: Grammar = table("i", &[], "ls", &[], TAKES_E);
static RSCRIPT: Grammar = table(
    "",
    &["vanilla", "slave", "no-save", "no-restore", "verbose", "quiet", "silent", "no-environ"],
    "e",
    &["default-packages"],
    &[
        value(b'e', "", Act::Run),
        flag(0, "version", Act::Stop),
        flag(0, "help", Act::Stop),
    ],
);
static JULIA: Grammar = table(
    "qi",
    &["quiet", "banner", "color", "project", "startup-file", "history-file", "check-bounds"],
    "pLtJ",
    &["threads", "load", "procs", "sysimage"],
    &[
        value(b'e', "eval", Act::Run),
        value(b'E', "print", Act::Run),
        flag(b'v', "version", Act::Stop),
        flag(b'h', "help", Act::Stop),
    ],
);
static ELIXIR: Grammar = table(
    "S",
    &[],
    "r",
    &["require", "erl", "cookie", "name", "sname"],
    &[
        value(b'e', "eval", Act::Run),
        value(0, "rpc-eval", Act::Run),
        flag(b'v', "version", Act::Stop),
        flag(b'h', "help", Act::Stop),
    ],
);
static LISP: Grammar = table(
    "qn",
    &["quiet", "noinform", "noprint", "disable-debugger", "non-interactive", "no-sysinit", "no-userinit", "batch"],
    "il",
    &["core", "dynamic-space-size"],
    &[
        value(0, "eval", Act::Run),
        value(0, "load", Act::Read),
        value(b'x', "", Act::Run),
        flag(0, "script", Act::Inert),
        flag(0, "version", Act::Stop),
        flag(0, "help", Act::Stop),
    ],
);
static GNUPLOT: Grammar = table(
    "dsp",
    &["persist", "default-settings", "slow"],
    "",
    &[],
    &[value(b'e', "", Act::Run), flag(b'h', "help", Act::Stop), flag(b'V', "version", Act::Stop)],
);
// `-eval` and its like, with one dash.
static ERL: Grammar = Grammar {
    style: Style::Single,
    ..table(
        "",
        &["noshell", "noinput", "detached", "hidden"],
        "",
        &["pa", "pz", "sname", "name", "setcookie", "config", "boot", "mode"],
        &[
            value(0, "eval", Act::Run),
            value(0, "run", Act::Run),
            value(b's', "", Act::Run),
            flag(0, "version", Act::Stop),
        ],
    )
};
static OCTAVE: Grammar = table(
    "HqfWVi",
    &["no-gui", "quiet", "silent", "no-init-file", "norc", "no-history", "persist", "no-window-system"],
    "p",
    &["path"],
    &[value(0, "eval", Act::Run), flag(b'v', "version", Act::Stop), flag(b'h', "help", Act::Stop)],
);
// A program comes from a file, or by standard input.
static M4: Grammar = table(
    "PEQsGilrv",
    &["prefix-builtins", "quiet", "silent", "synclines", "gnu", "traditional", "extended-regexp", "loose-exit-status"],
    "IDULFRp",
    &["include", "define", "undefine", "prompt"],
    &[flag(b'h', "help", Act::Stop), flag(0, "version", Act::Stop)],
);
static DC: Grammar = table(
    "x",
    &[],
    "",
    &[],
    &[
        value(b'e', "expression", Act::Run),
        value(b'f', "file", Act::Read),
        flag(b'h', "help", Act::Stop),
        flag(b'V', "version", Act::Stop),
    ],
);
static MONGO: Grammar = Grammar {
    style: Style::Mixed,
    ..table(
        "",
        &["quiet", "norc", "nodb", "shell"],
        "upf",
        &["host", "port", "username", "password", "authenticationDatabase"],
        &[value(0, "eval", Act::Run), flag(0, "version", Act::Stop), flag(b'h', "help", Act::Stop)],
    )
};
/// Programs whose `-c` takes the program.
static WITH_C: Grammar = table(
    "filnNPvd",
    &["login", "no-config", "private", "interactive", "NoProfile", "NonInteractive", "NoLogo"],
    "DoC",
    &["ExecutionPolicy"],
    &[
        value(b'c', "command", Act::Run),
        value(0, "commands", Act::Run),
        value(0, "init-command", Act::Run),
        flag(0, "version", Act::Stop),
        flag(b'h', "help", Act::Stop),
    ],
);
static EDITOR: Grammar = table(
    "ensERXyZNbdDLlmMoOpRvVxA",
    &["clean", "noplugin", "headless"],
    "uUiTwtrj",
    &["startuptime"],
    &[
        value(b'c', "cmd", Act::Run),
        value(b'S', "", Act::Run),
        flag(0, "version", Act::Stop),
        flag(b'h', "help", Act::Stop),
    ],
);
static EMACS: Grammar = table(
    "qQ",
    &["batch", "script", "quick", "no-init-file", "no-site-file"],
    "Ll",
    &["load", "directory"],
    &[
        value(0, "eval", Act::Run),
        value(0, "execute", Act::Run),
        flag(0, "version", Act::Stop),
        flag(0, "help", Act::Stop),
    ],
);
static EXPECT: Grammar = table(
    "dDinN",
    &[],
    "",
    &[],
    &[
        value(b'c', "", Act::Run),
        value(b'f', "", Act::Stop),
        value(b'b', "", Act::Stop),
        flag(b'v', "", Act::Stop),
    ],
);
static GDB: Grammar = Grammar {
    style: Style::Single,
    ..table(
    "qn",
    &["batch", "quiet", "args", "nx"],
    "px",
    &["command", "pid"],
    &[
        value(0, "ex", Act::Run),
        value(0, "eval-command", Act::Run),
        value(0, "iex", Act::Run),
        flag(0, "version", Act::Stop),
        flag(b'h', "help", Act::Stop),
    ],
)};

/// The options of an interpreter, and whether it reads a program from standard input without one.
fn lookup(name: &str) -> Option<(&'static Grammar, bool)> {
    let stem = name.trim_end_matches(|character: char| character.is_ascii_digit() || character == '.');
    Some(match stem {
        "python" | "pypy" | "ipython" => (&PYTHON, true),
        "node" | "nodejs" | "tsx" | "ts-node" | "bun" => (&NODE, stem != "bun"),
        "ruby" | "irb" | "jruby" => (&RUBY, true),
        "perl" => (&PERL, true),
        "php" => (&PHP, true),
        "osascript" => (&OSASCRIPT, true),
        "Rscript" | "R" => (&RSCRIPT, true),
        "julia" => (&JULIA, true),
        "elixir" | "iex" => (&ELIXIR, true),
        "fish" | "csh" | "tcsh" | "nu" | "xonsh" | "elvish" | "pwsh" | "powershell" => (&WITH_C, true),
        "expect" => (&EXPECT, true),
        "vim" | "vi" | "nvim" | "ex" | "view" | "gvim" | "vimdiff" => (&EDITOR, false),
        "emacs" | "emacsclient" => (&EMACS, false),
        "gdb" | "lldb" => (&GDB, false),
        "lua" | "luajit" | "tclsh" | "wish" | "guile" | "racket" | "ghci" | "clojure" | "clj" | "bb" | "raku" | "ocaml" | "coffee" | "janet"
        | "fennel" | "gjs" | "qjs" => (&LUA, true),
        "ghc" | "runghc" | "scala" | "groovy" | "swift" | "kotlin" => (&LUA, false),
        "sbcl" | "ecl" | "clisp" => (&LISP, true),
        "gnuplot" => (&GNUPLOT, true),
        "erl" => (&ERL, false),
        "octave" => (&OCTAVE, true),
        _ if name == "m4" => (&M4, true),
        "dc" => (&DC, true),
        "mongosh" | "mongo" => (&MONGO, true),
        "ed" | "red" => (&M4, false),
        _ => return None,
    })
}

/// A shell as it is seen for its paths: the script of `-c` is handed over.
static SHELL: Grammar = table(
    "abcefhiklmnprstuvxBCEHPTDVI",
    &["login", "norc", "noprofile", "posix", "verbose", "restricted", "noediting"],
    "oO",
    &[],
    &[
        value(0, "rcfile", Act::Read),
        value(0, "init-file", Act::Read),
        flag(0, "version", Act::Stop),
        flag(0, "help", Act::Stop),
    ],
);

/// The options of the interpreter or shell of that base name.
pub(super) fn grammar(name: &str) -> Option<&'static Grammar> {
    match name {
        "bash" | "sh" | "dash" | "ash" | "ksh" | "mksh" | "rbash" | "zsh" => Some(&SHELL),
        _ => lookup(name).map(|(grammar, _)| grammar),
    }
}

/// The module of `python -m`, whose option stands in the word at `index`.
fn module(words: &[Word], index: usize) -> Option<String> {
    let (text, _) = words.get(index).map(lead)?;
    if text.starts_with("--") {
        return None;
    }
    match text.split_once('m')?.1 {
        "" => words.get(index + 1).and_then(Word::literal),
        glued => Some(glued.to_owned()),
    }
}

/// Modules that run a program given as an argument, or read from the terminal
/// (<https://docs.python.org/3/library/cmdline.html>).
fn takes_program(module: &str) -> bool {
    matches!(module, "timeit" | "code" | "idlelib" | "IPython" | "ptpython" | "bpython" | "xonsh" | "asyncio")
}

/// Editors that run what they are told to, and whose operands are files to change.
pub(super) fn is_editor(name: &str) -> bool {
    matches!(
        name,
        "vim" | "vi" | "nvim" | "ex" | "view" | "gvim" | "vimdiff" | "emacs" | "emacsclient" | "ed" | "red"
    )
}

/// Whether a word is `+command`; `+`, `+12` and `+/pattern` only say where to begin.
pub(super) fn is_command(word: &Word) -> bool {
    let (text, whole) = lead(word);
    text.strip_prefix('+').is_some_and(|rest| {
        !whole || !(rest.is_empty() || rest.starts_with('/') || rest.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// Shells other than ours are interpreters that no rule on their name releases.
fn is_shell(name: &str) -> bool {
    matches!(
        name,
        "fish" | "csh" | "tcsh" | "nu" | "xonsh" | "elvish" | "pwsh" | "powershell"
    )
}

/// `Some(None)`: an interpreter that runs nothing inline.
#[expect(clippy::option_option, reason = "an interpreter that runs nothing inline differs from no interpreter")]
pub(super) fn analyze(command: &Command<'_>, name: &str, released: &[&str]) -> Option<Option<Wrapping>> {
    let words = command.words;
    if name == "deno" {
        let eval = matches!(words.get(1).map(lead), Some((text, true)) if text == "eval" || text == "repl");
        return Some(eval.then(|| inline(command, name, released)));
    }
    let (grammar, reads) = lookup(name)?;
    let mut unsure = false;
    for item in read(words, 1, grammar) {
        match item {
            Item::Option { act: Act::Run | Act::Code, .. } => return Some(Some(inline(command, name, released))),
            Item::Option { act: Act::Stop, word, .. } => {
                let module = name.starts_with("py").then(|| module(words, word)).flatten();
                let runs = module.is_some_and(|module| takes_program(&module));
                return Some(runs.then(|| inline(command, name, released)));
            }
            Item::Option { .. } | Item::Dashes(_) => {}
            Item::Unknown(_) => unsure = true,
            Item::Operand(index) if unsure => {
                // An option that is not known may have taken this word for its value.
                let rest = words.get(index..).unwrap_or_default();
                let given = rest.iter().any(|word| begins_program(&lead(word).0, grammar));
                return Some(given.then(|| inline(command, name, released)));
            }
            Item::Operand(index) => {
                let Some(word) = words.get(index) else {
                    return Some(None);
                };
                let (text, whole) = lead(word);
                if matches!(name, "gdb" | "lldb") {
                    return Some(is_fed(command).then(|| inline(command, name, released)));
                }
                if is_editor(name) {
                    // `+command` stands anywhere among the files; what is fed to an editor are commands.
                    let runs = is_fed(command) || words.get(index..).unwrap_or_default().iter().any(is_command);
                    return Some(runs.then(|| inline(command, name, released)));
                }
                if whole && matches!(&*text, "-" | "/dev/stdin" | "/dev/fd/0") {
                    return Some(Some(inline(command, name, released)));
                }
                let dynamic = word
                    .parts
                    .iter()
                    .all(|part| matches!(part, Part::Hole(_) | Part::Glob(_) | Part::Names { .. } | Part::Pipe));
                return Some(dynamic.then(|| inline(command, name, released)));
            }
        }
    }
    if !(reads || (is_editor(name) || matches!(name, "gdb" | "lldb")) && is_fed(command)) {
        return Some(None);
    }
    // Only a file that is known is a script by path.
    let mut by_path = false;
    for redirect in command.redirects {
        match (&redirect.op, &redirect.target) {
            (RedirectOp::Read, RedirectTarget::File(word)) if word.literal().is_some() => by_path = true,
            (RedirectOp::Read | RedirectOp::Here | RedirectOp::ReadWrite, _) => {
                return Some(Some(inline(command, name, released)));
            }
            _ => {}
        }
    }
    Some((!by_path || command.piped).then(|| inline(command, name, released)))
}

/// Whether what a program reads comes with the command.
fn is_fed(command: &Command<'_>) -> bool {
    command.piped || command.redirects.iter().any(|redirect| redirect.op == RedirectOp::Here)
}

/// Whether a word is an option that takes an inline program.
fn begins_program(text: &str, grammar: &Grammar) -> bool {
    grammar.special.iter().any(|opt| {
        opt.act == Act::Run
            && ((!opt.long.is_empty()
                && text
                    .strip_prefix("--")
                    .is_some_and(|long| long == opt.long || long.starts_with(&format!("{}=", opt.long))))
                || (opt.short != 0
                    && text.starts_with('-')
                    && !text.starts_with("--")
                    && text.as_bytes().contains(&opt.short)))
    })
}

fn inline(command: &Command<'_>, name: &str, released: &[&str]) -> Wrapping {
    let released = if is_shell(name) { &[] } else { released };
    Wrapping::opaque(command.span, format!("{name} runs an inline program"), released)
}
