//! `rsync` and `scp`.

use crate::shell::grammar::option::{Act, flag, value};
use crate::shell::grammar::program::{Below, Operands, Program, options};

pub(super) static RSYNC: Program = Program {
    operands: Operands::Remote(Act::Read),
    below: Below::Always,
    leaves_alone: false,
    ..Program::reader(options(
        "vqcabuldlLkKHpEXAogDtOJSnWxhzCPFyimrRN08",
        &[
            "verbose", "quiet", "checksum", "archive", "recursive", "relative", "no-implied-dirs", "backup",
            "update", "inplace", "append", "append-verify", "dirs", "mkpath", "links", "copy-links",
            "copy-unsafe-links", "safe-links", "munge-links", "copy-dirlinks", "keep-dirlinks", "hard-links", "perms",
            "executability", "acls", "xattrs", "owner", "group", "devices", "specials", "times", "atimes",
            "omit-dir-times", "omit-link-times", "super", "fake-super", "sparse", "preallocate", "dry-run",
            "whole-file", "one-file-system", "existing", "ignore-existing", "remove-source-files", "del", "delete",
            "delete-before", "delete-during", "delete-delay", "delete-after", "delete-excluded",
            "ignore-missing-args", "delete-missing-args", "ignore-errors", "force", "partial", "delay-updates",
            "prune-empty-dirs", "numeric-ids", "ignore-times", "size-only", "fuzzy", "compress", "cvs-exclude",
            "from0", "stats", "human-readable", "progress", "itemize-changes", "list-only", "no-motd", "ipv4",
            "ipv6", "version", "help", "no-perms", "no-owner", "no-group", "no-times", "no-compress",
            "no-recursive", "no-relative",
        ],
        "B@M",
        &[
            "suffix", "chmod", "chown", "block-size", "max-delete", "max-size", "min-size", "usermap",
            "groupmap", "timeout", "contimeout", "modify-window", "compress-choice", "compress-level",
            "skip-compress", "port", "sockopts", "outbuf", "out-format", "log-file-format", "bwlimit",
            "stop-after", "stop-at", "protocol", "iconv", "checksum-seed", "include", "info", "debug", "filter",
            "checksum-choice", "remote-option", "address",
        ],
        &[
            value(b'e', "rsh", Act::Run),
            value(0, "rsync-path", Act::Run),
            value(0, "exclude", Act::Exclude),
            value(0, "exclude-from", Act::Read),
            value(0, "include-from", Act::Read),
            value(0, "files-from", Act::Read),
            value(0, "password-file", Act::Read),
            value(0, "log-file", Act::Write),
            value(b'T', "temp-dir", Act::Write),
            value(0, "backup-dir", Act::Write),
            value(0, "partial-dir", Act::Write),
            value(0, "compare-dest", Act::Read),
            value(0, "copy-dest", Act::Read),
            value(0, "link-dest", Act::Read),
            value(0, "write-batch", Act::Write),
            value(0, "read-batch", Act::Read),
            value(b'f', "", Act::Exclude),
        ],
    ))
};

pub(super) static SCP: Program = Program {
    operands: Operands::Remote(Act::Read),
    below: Below::Told,
    leaves_alone: false,
    ..Program::reader(options(
        "346ABCOpqRTvafN",
        &[],
        "cDJloPXBRs",
        &[],
        &[
            flag(b'r', "", Act::Descend),
            value(b'F', "", Act::Read),
            value(b'i', "", Act::Read),
            value(b'S', "", Act::Run),
        ],
    ))
};
