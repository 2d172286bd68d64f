//! What a program does with its words: options, operands by position, whether it descends.

use super::option::{Act, Grammar, Item, Opt, Style, read};
use super::{readers, writers};
use crate::shell::Word;

/// What the operands of a program are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// Texts, names, numbers: no paths.
    Text,
    /// Each is this.
    Each(Act),
    /// The first so many are texts, the others are this.
    After(usize, Act),
    /// The first is a pattern or script unless an option gave it; the others are this.
    Script(Act),
    /// The last is written (a file, or the folder it goes into), the others are this.
    Copy(Act),
    /// `if=`, `of=` (`dd`).
    Assignments,
    /// `find`: starting points, then an expression.
    Find,
    /// `tar`: what the operands are depends on the mode.
    Tar,
    /// The first is written, the others are read (`zip`).
    Archive,
    /// Each is replaced by a file named after it (`gzip`).
    Compress,
    /// By a letter or word for the mode (`7z`, `ar`, `cpio`).
    Unpacker,
    /// The first is a database, the others are statements.
    Database,
    /// The first is written, the second is read; without one the patch says what is written.
    Patch,
    /// The first is read, the others are members, the working folder is written (`unzip`).
    Unpack,
    /// `git`: by subcommand.
    Git,
    /// `rsync` and `scp`: as `Copy`, a remote place being none.
    Remote(Act),
    /// `test`: what a file operator takes.
    Test,
    /// The first is a subcommand, target or package; the others are paths if they look like it.
    Named,
    /// The same, but what looks like a path may be the name of a package, image or resource.
    Names,
}

/// Whether a program goes on below the directories it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// It does not.
    Never,
    /// It does.
    Always,
    /// With an option that says so.
    Told,
}

/// One program.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its options.
    pub grammar: Grammar,
    /// Its operands.
    pub operands: Operands,
    /// Whether it descends.
    pub below: Below,
    /// Without an operand it takes the working folder.
    pub here: bool,
    /// A descent leaves dot entries out.
    pub skips_hidden: bool,
    /// It is known to leave its operands alone, whatever is proven.
    pub leaves_alone: bool,
}

impl Program {
    /// Operands that are texts.
    pub const fn text(grammar: Grammar) -> Self {
        Self {
            grammar,
            operands: Operands::Text,
            below: Below::Never,
            here: false,
            skips_hidden: false,
            leaves_alone: true,
        }
    }

    /// Operands that are read.
    pub const fn reader(grammar: Grammar) -> Self {
        Self {
            operands: Operands::Each(Act::Read),
            ..Self::text(grammar)
        }
    }

    /// Operands that are written.
    pub const fn writer(grammar: Grammar) -> Self {
        Self {
            operands: Operands::Each(Act::Write),
            leaves_alone: false,
            ..Self::text(grammar)
        }
    }

    /// An ordinary program whose operands count where they look like paths, and are left alone.
    pub const fn named(grammar: Grammar) -> Self {
        Self {
            operands: Operands::Named,
            ..Self::text(grammar)
        }
    }
}

/// Options, in the order letters, names, letters with a value, names with a value, options that mean
/// something.
pub const fn options(
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
        style: Style::Mixed,
        numbers: false,
    }
}

/// The program of that base name.
pub fn lookup(name: &str) -> Option<&'static Program> {
    readers::lookup(name).or_else(|| writers::lookup(name))
}

/// Folders whose programs are what their base names say.
pub fn is_standard_folder(typed: &str) -> bool {
    const FOLDERS: [&str; 6] = [
        "/bin",
        "/sbin",
        "/usr/bin",
        "/usr/sbin",
        "/usr/local/bin",
        "/opt/homebrew/bin",
    ];
    let Some((folder, _)) = typed.rsplit_once('/') else {
        return false;
    };
    if FOLDERS.contains(&folder) {
        return true;
    }
    if !folder.starts_with('/') || !(folder.contains("//") || folder.contains("/.")) {
        return false;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    let plain = format!("/{}", parts.join("/"));
    FOLDERS.contains(&plain.as_str())
}

/// Whether a command of known readers does nothing but read, whatever its run-time operands come to be.
pub(super) fn only_reads(words: &[Word], name: &str) -> bool {
    if readers::harmless(name) {
        return true;
    }
    let Some(program) = lookup(name) else {
        return false;
    };
    let reads = matches!(
        program.operands,
        Operands::Each(Act::Read) | Operands::After(_, Act::Read) | Operands::Script(Act::Read)
    );
    if !reads || !program.leaves_alone {
        return false;
    }
    read(words, 1, &program.grammar).iter().all(|item| match item {
        Item::Unknown(_) => false,
        Item::Option { act, .. } => !matches!(
            act,
            Act::Write | Act::Edit | Act::Run | Act::RunRest | Act::Touch | Act::Into
        ),
        _ => true,
    })
}

const fn plain(values: &'static str, long_values: &'static [&'static str]) -> Grammar {
    Grammar {
        values,
        long_values,
        ..Grammar::NONE
    }
}

static CONTAINERS: Grammar = Grammar {
    flags: "Dv",
    longs: &[
        "debug",
        "tls",
        "tlsverify",
        "remote",
        "version",
        "help",
        "compatibility",
        "all-resources",
    ],
    ..plain(
        "cHlfp",
        &[
            "config",
            "context",
            "host",
            "log-level",
            "tlscacert",
            "tlscert",
            "tlskey",
            "file",
            "project-name",
            "profile",
            "env-file",
            "project-directory",
            "ansi",
            "progress",
            "parallel",
            "connection",
            "url",
            "namespace",
        ],
    )
};
static PACKAGES: Grammar = Grammar {
    flags: "sqgDwr",
    longs: &[
        "silent",
        "quiet",
        "global",
        "workspace-root",
        "recursive",
        "help",
        "version",
        "offline",
        "no-progress",
        "no-cache",
        "no-interaction",
        "verbose",
        "native-tls",
    ],
    ..plain(
        "CF",
        &[
            "prefix",
            "dir",
            "cwd",
            "filter",
            "workspace",
            "directory",
            "project",
            "config-file",
            "loglevel",
            "color",
        ],
    )
};

/// The options in front of the subcommand, of programs that have subcommands which run others.
pub(super) fn globals(name: &str) -> Option<&'static Grammar> {
    Some(match name {
        "docker" | "podman" | "nerdctl" | "docker-compose" | "podman-compose" => &CONTAINERS,
        "npm" | "pnpm" | "yarn" | "bun" | "uv" | "poetry" | "pipenv" | "composer" | "hatch" | "pdm"
        | "rye" | "pixi" | "conda" | "mamba" | "micromamba" | "rustup" | "perf" | "bundle" | "rbenv"
        | "direnv" | "mise" | "asdf" | "volta" | "devbox" | "pyenv" | "nodenv" | "goenv" | "jenv" => {
            &PACKAGES
        }
        _ => return None,
    })
}
