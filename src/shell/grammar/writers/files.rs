//! Programs that copy, move, remove, create or change files.

use crate::shell::grammar::option::{Act, Grammar, flag, value};
use crate::shell::grammar::program::{Below, Operands, Program, options};

pub(super) static CP: Program = Program {
    operands: Operands::Copy(Act::Read),
    below: Below::Told,
    leaves_alone: false,
    ..Program::reader(options(
        "bdfHiLlnPpsuvxZcX",
        &[
            "attributes-only", "backup", "copy-contents", "force", "interactive", "link", "dereference",
            "no-clobber", "no-dereference", "preserve", "parents", "reflink", "remove-destination", "sparse",
            "strip-trailing-slashes", "symbolic-link", "update", "verbose", "one-file-system", "context", "help",
            "version", "keep-directory-symlink", "debug",
        ],
        "S",
        &["suffix", "no-preserve"],
        &[
            flag(b'r', "recursive", Act::Descend),
            flag(b'R', "", Act::Descend),
            flag(b'a', "archive", Act::Descend),
            value(b't', "target-directory", Act::Into),
            flag(b'T', "no-target-directory", Act::Inert),
        ],
    ))
};

pub(super) static MV: Program = Program {
    operands: Operands::Copy(Act::Write),
    below: Below::Always,
    leaves_alone: false,
    ..Program::reader(options(
        "bfinuvZTh",
        &[
            "backup", "force", "interactive", "no-clobber", "strip-trailing-slashes", "no-target-directory",
            "update", "verbose", "context", "help", "version", "exchange", "no-copy", "debug",
        ],
        "S",
        &["suffix"],
        &[value(b't', "target-directory", Act::Into)],
    ))
};

pub(super) static LN: Program = Program {
    operands: Operands::Copy(Act::Touch),
    below: Below::Told,
    leaves_alone: false,
    ..Program::reader(options(
        "bdFfiLnPrTvhw",
        &[
            "backup", "directory", "force", "interactive", "logical", "no-dereference", "physical", "relative",
            "no-target-directory", "verbose", "help", "version",
        ],
        "S",
        &["suffix"],
        &[
            flag(b's', "symbolic", Act::Descend),
            value(b't', "target-directory", Act::Into),
        ],
    ))
};

pub(super) static RM: Program = Program {
    below: Below::Told,
    ..Program::writer(options(
        "fiIvdxPW",
        &[
            "force", "interactive", "one-file-system", "no-preserve-root", "preserve-root", "dir", "verbose", "help",
            "version",
        ],
        "",
        &[],
        &[
            flag(b'r', "recursive", Act::Descend),
            flag(b'R', "", Act::Descend),
        ],
    ))
};

pub(super) static TOUCH: Program = Program::writer(options(
    "acfhmpv",
    &[
        "no-create", "no-dereference", "parents", "verbose", "help", "version", "mkpath", "ignore-fail-on-non-empty",
    ],
    "dtA",
    &["date", "time"],
    &[value(b'r', "reference", Act::Read)],
));

pub(super) static MKDIR: Program = Program::writer(options(
    "pvZ",
    &["parents", "verbose", "context", "help", "version", "ignore-fail-on-non-empty"],
    "m",
    &["mode"],
    &[],
));

/// `chmod`, `chown`, `chgrp`: the mode or owner first.
pub(super) static MODE: Program = Program {
    operands: Operands::After(1, Act::Write),
    below: Below::Told,
    ..Program::writer(options(
        "cfvhHLPrwxXstugoaEn",
        &[
            "changes", "quiet", "silent", "verbose", "dereference", "no-dereference", "no-preserve-root",
            "preserve-root", "help", "version",
        ],
        "",
        &["from"],
        &[
            value(0, "reference", Act::PatternFile),
            flag(b'R', "recursive", Act::Descend),
        ],
    ))
};

pub(super) static TEE: Program = Program::writer(options(
    "aip",
    &["append", "ignore-interrupts", "output-error", "help", "version"],
    "",
    &[],
    &[],
));

pub(super) static WRITE: Program = Program::writer(options(
    "cofuvznafikx",
    &["no-create", "io-blocks", "force", "verbose", "zero", "exact", "remove", "help", "version"],
    "sn",
    &["size", "iterations"],
    &[value(b'r', "reference", Act::Read)],
));

pub(super) static DD: Program = Program {
    operands: Operands::Assignments,
    leaves_alone: false,
    ..Program::text(Grammar::NONE)
};

pub(super) static INSTALL: Program = Program {
    operands: Operands::Copy(Act::Read),
    leaves_alone: false,
    ..Program::reader(options(
        "bcCDpsTvZ",
        &[
            "backup", "compare", "preserve-timestamps", "strip", "no-target-directory", "verbose",
            "preserve-context", "context", "help", "version", "debug",
        ],
        "gmoSBf",
        &["group", "mode", "owner", "suffix"],
        &[
            value(0, "strip-program", Act::Run),
            flag(b'd', "directory", Act::Edit),
            value(b't', "target-directory", Act::Into),
        ],
    ))
};
