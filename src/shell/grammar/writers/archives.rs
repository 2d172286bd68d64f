//! Archives and compressors.

use crate::shell::grammar::option::{Act, Grammar, flag, value};
use crate::shell::grammar::program::{Below, Operands, Program, options};

pub(super) static TAR: Program = Program {
    operands: Operands::Tar,
    below: Below::Always,
    leaves_alone: false,
    ..Program::reader(TAR_OPTIONS)
};

/// `tar`'s options; the mode letters are read apart.
pub(in crate::shell::grammar) const TAR_OPTIONS: Grammar = options(
        "AcdrtuxGnSkUWOmpsjJzZalhPvwoiBMRhv",
        &[
            "catenate", "concatenate", "create", "diff", "compare", "delete", "append", "list", "test-label",
            "update", "extract", "get", "check-device", "incremental", "no-check-device", "ignore-failed-read",
            "seek", "no-seek", "sparse", "hole-detection", "keep-newer-files", "keep-old-files", "no-overwrite-dir",
            "overwrite", "overwrite-dir", "recursive-unlink", "remove-files", "skip-old-files", "unlink-first",
            "verify", "ignore-command-error", "to-stdout", "delay-directory-restore", "no-same-owner",
            "no-same-permissions", "same-owner", "same-permissions", "numeric-owner", "preserve-permissions",
            "touch", "acls", "no-acls", "xattrs", "no-xattrs", "selinux", "force-local", "multi-volume",
            "ignore-zeros", "read-full-records", "old-archive", "portability", "posix", "bzip2", "xz", "lzip",
            "lzma", "lzop", "gzip", "gunzip", "ungzip", "zstd", "compress", "auto-compress", "no-auto-compress",
            "backup", "dereference", "hard-dereference", "no-null", "null", "no-recursion", "recursion",
            "no-unquote", "unquote", "absolute-names", "anchored", "no-anchored", "ignore-case", "no-ignore-case",
            "no-wildcards", "wildcards", "no-wildcards-match-slash", "wildcards-match-slash", "checkpoint",
            "full-time", "block-number", "show-defaults", "show-omitted-dirs", "show-stored-names",
            "show-transformed-names", "totals", "utc", "verbose", "interactive", "confirmation", "help", "usage",
            "version", "exclude-vcs", "exclude-caches", "exclude-caches-all", "exclude-backups",
            "exclude-vcs-ignores", "one-file-system", "no-verbatim-files-from", "verbatim-files-from", "sort",
            "one-top-level", "warning", "atime-preserve", "no-xattrs-include",
        ],
        "bHLNgVK",
        &[
            "blocking-factor", "record-size", "format", "tape-length", "newer", "after-date", "newer-mtime", "label",
            "level", "owner", "group", "mode", "mtime", "pax-option", "strip-components", "transform", "xform",
            "suffix", "index-file-x", "starting-file", "quoting-style", "occurrence", "owner-map", "group-map",
            "clamp-mtime", "quote-chars", "no-quote-chars",
        ],
        &[
            value(b'f', "file", Act::Touch),
            value(b'C', "directory", Act::Folder),
            flag(0, "cd", Act::Inert),
            value(b'T', "files-from", Act::Read),
            value(b'X', "exclude-from", Act::Read),
            value(0, "exclude", Act::Exclude),
            value(b'g', "listed-incremental", Act::Write),
            value(0, "index-file", Act::Write),
            value(0, "volno-file", Act::Write),
            value(b'I', "use-compress-program", Act::Run),
            value(0, "to-command", Act::Run),
            value(0, "checkpoint-action", Act::Run),
            value(b'F', "info-script", Act::Run),
            value(0, "new-volume-script", Act::Run),
            value(0, "rsh-command", Act::Run),
            value(0, "rmt-command", Act::Run),
        ],
    );

/// Compressors in place: the operand is replaced.
pub(super) static COMPRESS: Program = Program {
    operands: Operands::Compress,
    below: Below::Told,
    ..Program::writer(Grammar {
        numbers: true,
        ..options(
            "acdfhklLnNqtvVzeMC",
            &[
                "stdout", "decompress", "uncompress", "force", "keep", "list", "no-name", "name", "quiet", "test",
                "verbose", "rsyncable", "best", "fast", "help", "version", "to-stdout", "long", "ultra", "rm",
                "compress", "extreme", "synchronous",
            ],
            "STD",
            &["suffix", "threads", "format", "check", "memlimit"],
            &[
                flag(b'r', "recursive", Act::Descend),
                value(b'o', "output", Act::Write),
            ],
        )
    })
};

// `zip archive files`.
pub(super) static ZIP: Program = Program {
    operands: Operands::Archive,
    below: Below::Told,
    leaves_alone: false,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "AcdDeEfFgjJklLmoqSTuvXyz@",
            &["quiet", "recurse-patterns", "junk-paths", "symlinks", "encrypt", "update", "freshen", "delete"],
            "nPtsZ",
            &["suffixes", "password", "compression-method"],
            &[
                flag(b'r', "recurse-paths", Act::Descend),
                flag(b'R', "", Act::Descend),
                value(b'b', "temp-path", Act::Write),
                value(b'O', "output-file", Act::Write),
            ],
        )
    })
};

// `unzip archive [members] [-d folder]`, into the working folder without one.
pub(super) static UNZIP: Program = Program {
    operands: Operands::Unpack,
    below: Below::Always,
    leaves_alone: false,
    ..Program::reader(options(
        "ZlptvzabCDjLnoqUVXKMfu:",
        &[],
        "xPOI",
        &[],
        &[value(b'd', "", Act::Into)],
    ))
};

/// Archivers whose first word says what they do.
pub(super) static UNPACKER: Program = Program {
    operands: Operands::Unpacker,
    ..Program::writer(Grammar::NONE)
};
