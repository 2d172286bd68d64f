//! Programs that list entries or what is known of them.

use crate::shell::grammar::option::{Act, Grammar, flag, value};
use crate::shell::grammar::program::{Below, Program, options};

pub(super) static LS: Program = Program {
    here: true,
    below: Below::Told,
    skips_hidden: true,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "AbBcCdDfFgGhHiklLmnNopqQrsStuUvxXZ@OeyW",
            &[
                "author", "escape", "ignore-backups", "color", "directory", "dired", "classify", "file-type",
                "full-time", "group-directories-first", "no-group", "human-readable", "si",
                "dereference-command-line", "dereference-command-line-symlink-to-dir", "hyperlink",
                "indicator-style", "inode", "kibibytes", "dereference", "numeric-uid-gid", "literal",
                "hide-control-chars", "show-control-chars", "quote-name", "reverse", "size", "context", "zero",
                "help", "version", "long", "header", "git", "icons", "no-permissions", "no-user", "no-time",
                "only-dirs", "only-files", "git-ignore", "oneline", "grid", "group", "binary", "links", "blocks",
            ],
            "ITw",
            &[
                "block-size", "format", "hide", "ignore", "quoting-style", "sort", "time", "time-style", "tabsize",
                "width", "level", "ignore-glob",
            ],
            &[
                flag(b'R', "recursive", Act::Descend),
                flag(0, "tree", Act::Descend),
                flag(b'a', "all", Act::Hidden),
            ],
        )
    })
};

pub(super) static TREE: Program = Program {
    here: true,
    below: Below::Always,
    skips_hidden: true,
    ..Program::reader(options(
        "dflxpsuhgDFNqivtcUrCnASXJQ",
        &[
            "dirsfirst", "filelimit", "gitignore", "inodes", "device", "noreport", "prune", "du", "si", "matchdirs",
            "ignore-case", "metafirst", "help", "version", "fromfile", "filesfirst",
        ],
        "LPIH T",
        &["timefmt", "sort", "charset", "gitfile", "infofile"],
        &[flag(b'a', "", Act::Hidden), value(b'o', "", Act::Write)],
    ))
};

pub(super) static DU: Program = Program {
    here: true,
    below: Below::Always,
    ..Program::reader(options(
        "0abcDhHklLmPSsxnr",
        &[
            "null", "all", "apparent-size", "bytes", "total", "dereference-args", "human-readable", "inodes",
            "dereference", "count-links", "no-dereference", "separate-dirs", "si", "summarize", "time",
            "one-file-system", "help", "version", "kilobytes", "megabytes",
        ],
        "BdtI",
        &["block-size", "max-depth", "threshold", "time-style"],
        &[
            value(0, "exclude", Act::Exclude),
            value(b'X', "exclude-from", Act::Read),
            value(0, "files0-from", Act::Read),
        ],
    ))
};

pub(super) static STAT: Program = Program::reader(options(
    "LtfZnqrsxFl",
    &["dereference", "file-system", "terse", "help", "version", "no-dereference"],
    "ct",
    &["format", "printf", "cached"],
    &[],
));

pub(super) static FILE: Program = Program::reader(options(
    "bcdEhiIklLnNprsSvzZ0",
    &[
        "brief", "checking-printout", "debug", "extension", "mime", "mime-type", "mime-encoding", "keep-going",
        "list", "dereference", "no-dereference", "no-buffer", "no-pad", "raw", "special-files", "uncompress",
        "uncompress-noreport", "print0", "help", "version", "preserve-date", "apple",
    ],
    "eFP",
    &["exclude", "separator", "parameter", "exclude-quiet"],
    &[
        value(b'm', "magic-file", Act::Read),
        value(b'f', "files-from", Act::Read),
    ],
));

pub(super) static PLAIN: Program = Program::reader(Grammar {
    numbers: true,
    ..options(
        "abcdefFgGhHijJklLmMnNoOpPqQrRsStTuUvVwWxXyYzZ",
        &[
            "canonicalize", "canonicalize-existing", "canonicalize-missing", "no-newline", "quiet", "silent",
            "verbose", "zero", "logical", "physical", "strip", "no-symlinks", "help", "version", "long", "stdout",
            "decompress", "keep", "print0", "before", "regex",
        ],
        "",
        &["relative-to", "relative-base", "separator"],
        &[],
    )
});
