//! Ordinary programs whose operands' places are known.

use crate::shell::grammar::option::{Act, Grammar, Style, glued, value};
use crate::shell::grammar::program::{Operands, Program, options};

pub(super) static PATCH: Program = Program {
    operands: Operands::Patch,
    ..Program::writer(Grammar {
        numbers: true,
        ..options(
            "bcEeflNnRsTtuZ",
            &[
                "backup", "context", "remove-empty-files", "ed", "force", "ignore-whitespace", "forward", "normal",
                "reverse", "silent", "quiet", "batch", "unified", "dry-run", "posix", "binary", "verbose",
                "help", "version", "set-time", "set-utc", "merge",
            ],
            "BDFgpVxYz",
            &["prefix", "ifdef", "fuzz", "get", "strip", "version-control", "suffix", "basename-prefix"],
            &[
                value(b'i', "input", Act::Read),
                value(b'o', "output", Act::Write),
                value(b'r', "reject-file", Act::Write),
                value(b'd', "directory", Act::Folder),
            ],
        )
    })
};

// `csplit file pattern…`.
pub(super) static CSPLIT: Program = Program {
    leaves_alone: false,
    ..Program::reader(options(
        "ksqz",
        &["keep-files", "suppress-matched", "quiet", "silent", "elide-empty-files", "help", "version"],
        "bn",
        &["suffix-format", "digits"],
        &[value(b'f', "prefix", Act::Write)],
    ))
};

// `mktemp template`: the last letters are replaced.
pub(super) static MKTEMP: Program = Program::writer(options(
    "dqtuV",
    &["directory", "quiet", "dry-run", "help", "version"],
    "",
    &["suffix"],
    &[value(b'p', "tmpdir", Act::Into)],
));

// `split [file [prefix]]`.
pub(super) static SPLIT: Program = Program {
    operands: Operands::Copy(Act::Read),
    leaves_alone: false,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "dexukszq",
            &["elide-empty-files", "unbuffered", "verbose", "numeric-suffixes", "hex-suffixes", "help", "version"],
            "abClnt",
            &["suffix-length", "bytes", "line-bytes", "lines", "number", "separator", "additional-suffix"],
            &[value(0, "filter", Act::Run)],
        )
    })
};

pub(super) static GIT: Program = Program {
    operands: Operands::Git,
    ..Program::text(Grammar::NONE)
};

/// Programs of which we know that the first operand is a subcommand, target or package.
pub(super) static NAMED: Program = Program {
    leaves_alone: false,
    ..Program::named(Grammar::NONE)
};

/// Editors: what they are given is there to be changed.
pub(super) static EDIT: Program = Program {
    operands: Operands::Each(Act::Touch),
    leaves_alone: false,
    ..Program::text(options("BEFGHILMNPRSTVWZbcdefgijklmnopqrstuvwxz", &["help", "version"], "", &[], &[]))
};

/// Programs that hand files to others.
pub(super) static OPEN: Program = Program {
    operands: Operands::Each(Act::Shaped),
    leaves_alone: false,
    ..Program::text(Grammar::NONE)
};

/// A database file, then statements.
pub(super) static DATABASE: Program = Program {
    operands: Operands::Database,
    leaves_alone: false,
    ..Program::text(Grammar {
        style: Style::Single,
        ..options(
            "",
            &[
                "readonly", "csv", "json", "markdown", "table", "box", "column", "line", "list", "html", "header",
                "noheader", "bail", "batch", "echo", "interactive", "quote", "tabs", "version", "help", "memtrace",
                "safe", "stats", "unsigned", "ascii", "append", "deserialize", "multiplex", "nofollow", "A",
            ],
            "",
            &["separator", "newline", "nullvalue", "mmap", "heap", "lookaside", "pagecache", "maxsize", "vfs", "c", "s"],
            &[
                value(0, "init", Act::Read),
                value(0, "f", Act::Read),
                value(0, "cmd", Act::Pattern),
            ],
        )
    })
};

/// The same for programs that take names of packages, images and resources.
pub(super) static NAMES: Program = Program {
    operands: Operands::Names,
    ..NAMED
};

/// The same, but the paths on their command line may be written.
pub(super) static WRITES: Program = Program {
    leaves_alone: false,
    ..CHECKS
};

/// Programs that look at the files they are given: tests, linters, checkers.
pub(super) static CHECKS: Program = Program {
    operands: Operands::Each(Act::Shaped),
    ..Program::text(Grammar::NONE)
};

/// Compilers: sources are read, `-o` is written.
pub(super) static COMPILE: Program = Program {
    operands: Operands::Each(Act::Read),
    leaves_alone: true,
    ..Program::text(options(
        "cSEvgwsPM",
        &["version", "help", "verbose", "save-temps", "shared", "static", "pedantic", "std", "test", "release"],
        "DUxluAT",
        &["edition", "crate-name", "crate-type", "target", "cfg", "emit", "explain", "cap-lints", "codegen"],
        &[
            value(b'o', "output", Act::Write),
            value(b'I', "", Act::Read),
            value(b'L', "", Act::Read),
            value(0, "out-dir", Act::Write),
            value(0, "sysroot", Act::Read),
            glued(b'O', "", Act::Inert),
            glued(b'W', "", Act::Inert),
            glued(b'f', "", Act::Inert),
            glued(b'm', "", Act::Inert),
            glued(b'p', "", Act::Inert),
            value(b'C', "", Act::Inert),
        ],
    ))
};
