//! Programs that search and filter by a pattern or script.

use crate::shell::grammar::option::{Act, Grammar, flag, glued, two, value};
use crate::shell::grammar::program::{Below, Operands, Program, options};

pub(super) static BAT: Program = Program::reader(options(
    "ApnuSfLPd",
    &[
        "show-all", "plain", "number", "decorations", "paging", "no-paging", "force-colorization", "diff",
        "list-themes", "list-languages", "help", "version", "unbuffered", "chop-long-lines",
    ],
    "lHrm",
    &[
        "language", "highlight-line", "line-range", "style", "theme", "color", "tabs", "wrap", "terminal-width",
        "file-name", "map-syntax", "italic-text", "diff-context",
    ],
    &[value(0, "pager", Act::Run)],
));

pub(super) static GREP: Program = Program {
    operands: Operands::Script(Act::Read),
    below: Below::Told,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "abcEFGHhiIlLnoPqsTuUvVwxyzZOpS",
            &[
                "extended-regexp", "fixed-strings", "basic-regexp", "perl-regexp", "ignore-case",
                "no-ignore-case", "word-regexp", "line-regexp", "null-data", "no-messages", "invert-match",
                "version", "help", "byte-offset", "line-number", "line-buffered", "with-filename", "no-filename",
                "only-matching", "quiet", "silent", "text", "files-without-match", "files-with-matches", "count",
                "initial-tab", "null", "color", "colour", "binary", "no-group-separator", "null-data",
            ],
            "ABCDm",
            &[
                "after-context", "before-context", "context", "max-count", "label", "binary-files", "devices",
                "group-separator", "include", "include-dir",
            ],
            &[
                value(b'e', "regexp", Act::Pattern),
                value(b'f', "file", Act::PatternFile),
                flag(b'r', "recursive", Act::Descend),
                flag(b'R', "dereference-recursive", Act::Descend),
                value(b'd', "directories", Act::Recurse),
                value(0, "exclude", Act::Exclude),
                value(0, "exclude-dir", Act::Exclude),
                value(0, "exclude-from", Act::Read),
            ],
        )
    })
};

pub(super) static RGREP: Program = Program {
    below: Below::Always,
    here: true,
    ..GREP
};

pub(super) static RG: Program = Program {
    operands: Operands::Script(Act::Read),
    below: Below::Always,
    here: true,
    skips_hidden: true,
    ..Program::reader(options(
        "abcFHhiIlLnNopPqsSuUvVwxz0",
        &[
            "case-sensitive", "ignore-case", "smart-case", "fixed-strings", "word-regexp", "line-regexp",
            "invert-match", "count", "count-matches", "files-with-matches", "files-without-match", "line-number",
            "no-line-number", "with-filename", "no-filename", "only-matching", "passthru", "pcre2", "no-pcre2",
            "pretty", "quiet", "stats", "no-stats", "text", "trim", "no-trim", "multiline", "multiline-dotall",
            "no-ignore", "no-ignore-vcs", "no-ignore-global", "no-ignore-parent", "no-ignore-dot",
            "no-ignore-exclude", "no-ignore-files", "no-ignore-messages", "no-messages", "follow", "no-follow",
            "one-file-system", "search-zip", "no-search-zip", "json", "no-json", "heading", "no-heading",
            "column", "no-column", "byte-offset", "block-buffered", "line-buffered", "null", "null-data", "crlf",
            "mmap", "no-mmap", "no-config", "no-unicode", "unicode", "version", "help", "vimgrep",
            "include-zero", "auto-hybrid-regex", "glob-case-insensitive", "no-require-git", "debug", "trace",
            "print0", "max-columns-preview", "stop-on-nonmatch", "no-context-separator", "no-hidden", "binary",
            "no-auto-hybrid-regex", "sort-files", "type-list", "no-pre",
        ],
        "ABCEjmMrtTd",
        &[
            "after-context", "before-context", "context", "encoding", "threads", "max-count", "max-columns",
            "replace", "type", "type-not", "type-add", "type-clear", "max-depth", "maxdepth", "max-filesize", "color",
            "colors", "context-separator", "dfa-size-limit", "regex-size-limit", "engine", "sort", "sortr",
            "path-separator", "field-context-separator", "field-match-separator", "pre-glob", "iglob",
            "hyperlink-format", "generate",
        ],
        &[
            value(b'e', "regexp", Act::Pattern),
            value(b'f', "file", Act::PatternFile),
            value(b'g', "glob", Act::Exclude),
            value(0, "ignore-file", Act::Read),
            value(0, "pre", Act::Run),
            value(0, "hostname-bin", Act::Run),
            flag(b'.', "hidden", Act::Hidden),
            flag(b'u', "unrestricted", Act::Hidden),
            flag(0, "files", Act::NoPattern),
        ],
    ))
};

pub(super) static FD: Program = Program {
    operands: Operands::Script(Act::Read),
    below: Below::Always,
    here: true,
    skips_hidden: true,
    ..Program::reader(options(
        "IuLpasiFglq01rhV",
        &[
            "no-ignore", "unrestricted", "case-sensitive", "ignore-case", "glob", "regex", "fixed-strings",
            "absolute-path", "list-details", "follow", "full-path", "print0", "prune", "show-errors", "quiet",
            "one-file-system", "no-ignore-vcs", "no-ignore-parent", "strip-cwd-prefix", "no-require-git", "help",
            "version", "no-global-ignore-file",
        ],
        "dtecjSo",
        &[
            "max-depth", "min-depth", "exact-depth", "type", "extension", "color", "threads", "size",
            "changed-within", "changed-before", "owner", "max-results", "batch-size", "path-separator", "and",
            "format", "hyperlink", "changed-after",
        ],
        &[
            flag(b'H', "hidden", Act::Hidden),
            value(b'E', "exclude", Act::Exclude),
            value(0, "ignore-file", Act::Read),
            value(b'C', "base-directory", Act::Folder),
            value(0, "search-path", Act::Read),
            glued(b'x', "exec", Act::RunRest),
            glued(b'X', "exec-batch", Act::RunRest),
        ],
    ))
};

pub(super) static SED: Program = Program {
    operands: Operands::Script(Act::Read),
    ..Program::reader(options(
        "nrEsuzal",
        &[
            "quiet", "silent", "debug", "follow-symlinks", "posix", "regexp-extended", "separate", "sandbox",
            "unbuffered", "null-data", "zero-terminated", "help", "version", "binary",
        ],
        "",
        &["line-length"],
        &[
            value(b'e', "expression", Act::Pattern),
            value(b'f', "file", Act::PatternFile),
            glued(b'i', "in-place", Act::Edit),
            value(b'I', "", Act::Edit),
        ],
    ))
};

pub(super) static AWK: Program = Program {
    operands: Operands::Script(Act::Read),
    ..Program::reader(options(
        "bcCghIknNOPrsStMV",
        &[
            "characters-as-bytes", "traditional", "copyright", "gen-pot", "help", "bignum", "non-decimal-data",
            "use-lc-numeric", "optimize", "posix", "re-interval", "no-optimize", "sandbox", "lint-old", "version",
            "csv", "lint",
        ],
        "Fv",
        &["field-separator", "assign"],
        &[
            value(b'f', "file", Act::PatternFile),
            value(b'E', "exec", Act::PatternFile),
            value(b'e', "source", Act::Pattern),
            value(b'i', "include", Act::Code),
            value(b'l', "load", Act::Code),
            glued(b'L', "", Act::Inert),
            glued(b'd', "dump-variables", Act::Write),
            glued(b'o', "pretty-print", Act::Write),
            glued(b'p', "profile", Act::Write),
            glued(b'W', "", Act::Touch),
        ],
    ))
};

pub(super) static JQ: Program = Program {
    operands: Operands::Script(Act::Read),
    ..Program::reader(options(
        "ncrajsSCMeRhVi",
        &[
            "null-input", "compact-output", "raw-output", "raw-output0", "ascii-output", "join-output", "slurp",
            "sort-keys", "color-output", "monochrome-output", "exit-status", "raw-input", "tab", "seq", "stream",
            "stream-errors", "unbuffered", "help", "version", "args", "jsonargs", "build-configuration",
        ],
        "",
        &["indent"],
        &[
            value(b'f', "from-file", Act::PatternFile),
            value(b'L', "library-path", Act::Read),
            two(0, "arg", Act::Inert),
            two(0, "argjson", Act::Inert),
            two(0, "slurpfile", Act::Read),
            two(0, "rawfile", Act::Read),
        ],
    ))
};

pub(super) static FIND: Program = Program {
    operands: Operands::Find,
    below: Below::Always,
    here: true,
    ..Program::reader(Grammar::NONE)
};

/// The Silver Searcher (`ag(1)`) and `ack(1)`: options that take no file are not told apart.
pub(super) static AG: Program = Program {
    operands: Operands::Script(Act::Read),
    below: Below::Always,
    here: true,
    skips_hidden: true,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "acDfFhHiklLnoQqRrsSUvVwxz0",
            &[
                "ackmate", "all-text", "all-types", "break", "nobreak", "case-sensitive", "color", "nocolor", "column",
                "count", "debug", "filename", "nofilename", "files-with-matches", "files-without-matches", "fixed-strings",
                "follow", "nofollow", "group", "nogroup", "heading", "noheading", "help", "ignore-case", "invert-match",
                "line-numbers", "list-file-types", "literal", "mmap", "multiline", "no-numbers", "null", "numbers",
                "only-matching", "one-device", "print-all-files", "print-long-lines", "recurse", "norecurse",
                "no-recurse", "search-binary", "search-zip", "silent", "skip-vcs-ignores", "smart-case", "stats",
                "unrestricted", "version", "vimgrep", "word-regexp", "noenv", "sort-files", "passthru", "with-filename",
                "no-filename", "print0",
            ],
            "ABCmGgW",
            &[
                "after", "before", "context", "max-count", "depth", "file-search-regex", "ignore-dir", "workers", "width",
                "type", "output", "color-match", "color-line-number", "color-path", "type-add", "type-set", "type-del",
            ],
            &[
                flag(0, "hidden", Act::Hidden),
                flag(b'u', "", Act::Hidden),
                flag(b't', "", Act::Hidden),
                value(0, "ignore", Act::Exclude),
                value(b'p', "path-to-ignore", Act::Read),
                value(0, "files-from", Act::Read),
                value(0, "match", Act::Pattern),
                value(0, "pager", Act::Run),
                value(0, "ackrc", Act::Read),
            ],
        )
    })
};
