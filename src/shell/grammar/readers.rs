//! Programs that read their operands, or leave them alone. Only what is listed is permitted: an option
//! that is not here leaves the direction unproven.
//!
//! Sources: `--help` and manual pages of coreutils 9.1, grep 3.8, findutils 4.9, diffutils 3.8, util-linux
//! 2.38, file 5.44, jq 1.6, ripgrep 14, fd 9, bat 0.24, eza 0.18, GNU sed 4.9, gawk 5.2, and the BSD
//! manuals where letters differ.

use super::option::{Act, Grammar, Style, flag, glued, two, value};
use super::program::{Below, Operands, Program, options};

const NUMBERED: Grammar = Grammar {
    numbers: true,
    ..Grammar::NONE
};

static CAT: Program = Program::reader(options(
    "AbeEnsTtuvl",
    &[
        "show-all", "number-nonblank", "show-ends", "number", "squeeze-blank", "show-tabs", "show-nonprinting",
        "help", "version",
    ],
    "",
    &[],
    &[],
));

static HEAD_TAIL: Program = Program::reader(Grammar {
    numbers: true,
    ..options(
        "qvzfFr",
        &[
            "quiet", "silent", "verbose", "zero-terminated", "follow", "retry", "help", "version",
        ],
        "cnsbp",
        &["bytes", "lines", "sleep-interval", "pid", "max-unchanged-stats", "blocks"],
        &[],
    )
});

static WC: Program = Program::reader(options(
    "cmlLw",
    &[
        "bytes", "chars", "lines", "max-line-length", "words", "total", "help", "version",
    ],
    "",
    &[],
    &[value(0, "files0-from", Act::Read)],
));

static SORT: Program = Program {
    leaves_alone: true,
    runs: true,
    ..Program::reader(options(
        "bdfghiMnRrVcCmsuz",
        &[
            "ignore-leading-blanks", "dictionary-order", "ignore-case", "general-numeric-sort",
            "ignore-nonprinting", "month-sort", "human-numeric-sort", "numeric-sort", "random-sort", "reverse",
            "version-sort", "check", "debug", "merge", "stable", "unique", "zero-terminated", "help", "version",
        ],
        "kSt",
        &["key", "buffer-size", "field-separator", "batch-size", "parallel", "sort"],
        &[
            value(b'o', "output", Act::Write),
            value(b'T', "temporary-directory", Act::Write),
            value(0, "compress-program", Act::Run),
            value(0, "files0-from", Act::Read),
            value(0, "random-source", Act::Read),
        ],
    ))
};

// `uniq [input [output]]`.
static UNIQ: Program = Program {
    operands: Operands::Copy(Act::Read),
    ..Program::reader(options(
        "cdDiuz",
        &[
            "count", "repeated", "all-repeated", "group", "ignore-case", "unique", "zero-terminated", "help",
            "version",
        ],
        "fsw",
        &["skip-fields", "skip-chars", "check-chars"],
        &[],
    ))
};

static FIELDS: Program = Program::reader(Grammar {
    numbers: true,
    ..options(
        "nszuwrbeEtTaicpA",
        &[
            "complement", "only-delimited", "zero-terminated", "serial", "spaces", "initial", "first-only",
            "check-order", "nocheck-order", "total", "ignore-case", "header", "help", "version", "crown-margin",
            "split-only", "tagged-paragraph", "uniform-spacing", "bytes", "decode", "ignore-garbage",
            "table", "json", "keep-empty-lines", "separate-output", "table-noheadings",
        ],
        "bcdfjNotvwlhiC123",
        &[
            "bytes", "characters", "delimiter", "fields", "output-delimiter", "delimiters", "tabs", "width",
            "separator", "table-columns", "table-right", "table-hide", "output-separator", "wrap", "goal",
            "prefix", "body-numbering", "number-format", "number-width",
        ],
        &[],
    )
});

// `cut` apart, because `-s` and `-f` differ from the others.
static CUT: Program = Program::reader(options(
    "nsz",
    &["complement", "only-delimited", "zero-terminated", "help", "version"],
    "bcdf",
    &["bytes", "characters", "delimiter", "fields", "output-delimiter"],
    &[],
));

static COMM: Program = Program::reader(Grammar {
    numbers: true,
    ..options(
        "iz",
        &["check-order", "nocheck-order", "total", "zero-terminated", "help", "version"],
        "",
        &["output-delimiter"],
        &[],
    )
});

static JOIN: Program = Program::reader(options(
    "iz",
    &["ignore-case", "check-order", "nocheck-order", "header", "zero-terminated", "help", "version"],
    "aevojt12",
    &[],
    &[],
));

static BASE64: Program = Program::reader(options(
    "dDi",
    &["decode", "ignore-garbage", "help", "version"],
    "wb",
    &["wrap", "break"],
    &[
        // The BSD program's; GNU's has none.
        value(b'o', "output", Act::Write),
        value(0, "input", Act::Read),
    ],
));

static DUMP: Program = Program::reader(options(
    "abcCdoxiXpPruvefwEHnsB",
    &[
        "canonical", "no-squeezing", "output-duplicates", "bytes", "all", "print-file-name", "unicode", "help",
        "version", "include-all-whitespace", "traditional",
    ],
    "AjNStlgbmRL",
    &["address-radix", "skip-bytes", "read-bytes", "strings", "format", "width", "endian", "radix", "length", "skip", "target"],
    &[],
));

// `xxd [in [out]]`, and `-o` there is an offset.
static XXD: Program = Program {
    operands: Operands::Copy(Act::Read),
    ..Program::reader(Grammar {
        style: Style::Single,
        ..options(
            "abCdeEipruvh",
            &["ps", "plain", "postscript", "revert", "include", "bits", "autoskip", "help", "version", "uppercase"],
            "cglonsR",
            &["cols", "groupsize", "len", "seek", "name", "offset"],
            &[],
        )
    })
};

static SUMS: Program = Program::reader(options(
    "bctwzp",
    &[
        "binary", "check", "tag", "text", "zero", "ignore-missing", "quiet", "status", "strict", "warn",
        "untagged", "raw", "base64", "debug", "help", "version",
    ],
    "al",
    &["algorithm", "length"],
    &[],
));

static DIFF: Program = Program {
    below: Below::Told,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "abBcdeEiHlnNpPqstTuwWyZ",
            &[
                "brief", "report-identical-files", "ed", "rcs", "side-by-side", "left-column",
                "suppress-common-lines", "show-c-function", "expand-tabs", "initial-tab", "suppress-blank-empty",
                "paginate", "no-dereference", "new-file", "unidirectional-new-file", "ignore-file-name-case",
                "no-ignore-file-name-case", "ignore-case", "ignore-tab-expansion", "ignore-trailing-space",
                "ignore-space-change", "ignore-all-space", "ignore-blank-lines", "strip-trailing-cr", "text",
                "minimal", "speed-large-files", "color", "context", "unified", "normal", "help", "version",
                "print-bytes", "silent", "quiet", "verbose",
            ],
            "CFIDUWLSin",
            &[
                "label", "width", "show-function-line", "ignore-matching-lines", "starting-file", "tabsize",
                "ifdef", "palette", "horizon-lines", "GTYPE-group-format", "line-format", "old-line-format",
                "new-line-format", "unchanged-line-format", "bytes", "ignore-initial",
            ],
            &[
                flag(b'r', "recursive", Act::Descend),
                value(b'x', "exclude", Act::Exclude),
                value(b'X', "exclude-from", Act::Read),
                value(0, "from-file", Act::Read),
                value(0, "to-file", Act::Read),
            ],
        )
    })
};

static LS: Program = Program {
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

static TREE: Program = Program {
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

static DU: Program = Program {
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

static STAT: Program = Program::reader(options(
    "LtfZnqrsxFl",
    &["dereference", "file-system", "terse", "help", "version", "no-dereference"],
    "ct",
    &["format", "printf", "cached"],
    &[],
));

static FILE: Program = Program::reader(options(
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

static PLAIN: Program = Program::reader(Grammar {
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

static BAT: Program = Program::reader(options(
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

static GREP: Program = Program {
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
            "ABCdDm",
            &[
                "after-context", "before-context", "context", "max-count", "label", "binary-files", "devices",
                "directories", "group-separator", "include", "include-dir",
            ],
            &[
                value(b'e', "regexp", Act::Pattern),
                value(b'f', "file", Act::PatternFile),
                flag(b'r', "recursive", Act::Descend),
                flag(b'R', "dereference-recursive", Act::Descend),
                value(0, "exclude", Act::Exclude),
                value(0, "exclude-dir", Act::Exclude),
                value(0, "exclude-from", Act::Read),
            ],
        )
    })
};

static RGREP: Program = Program {
    below: Below::Always,
    ..GREP
};

static RG: Program = Program {
    operands: Operands::Script(Act::Read),
    below: Below::Always,
    here: true,
    skips_hidden: true,
    runs: true,
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
            "hyperlink-format", "generate", "hostname-bin",
        ],
        &[
            value(b'e', "regexp", Act::Pattern),
            value(b'f', "file", Act::PatternFile),
            value(b'g', "glob", Act::Exclude),
            value(0, "ignore-file", Act::Read),
            value(0, "pre", Act::Run),
            flag(b'.', "hidden", Act::Hidden),
            flag(b'u', "unrestricted", Act::Hidden),
            flag(0, "files", Act::NoPattern),
        ],
    ))
};

static FD: Program = Program {
    operands: Operands::Script(Act::Read),
    below: Below::Always,
    here: true,
    skips_hidden: true,
    runs: true,
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

static SED: Program = Program {
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

static AWK: Program = Program {
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
            value(b'i', "include", Act::PatternFile),
            value(b'l', "load", Act::PatternFile),
            glued(b'L', "", Act::Inert),
            glued(b'd', "dump-variables", Act::Write),
            glued(b'o', "pretty-print", Act::Write),
            glued(b'p', "profile", Act::Write),
            glued(b'W', "", Act::Touch),
        ],
    ))
};

static JQ: Program = Program {
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

static FIND: Program = Program {
    operands: Operands::Find,
    below: Below::Always,
    here: true,
    ..Program::reader(Grammar::NONE)
};

static TEST: Program = Program {
    operands: Operands::Test,
    ..Program::text(Grammar::NONE)
};

// Programs whose words are paths where they look like it, and that leave them alone.
static SHAPED: Program = Program {
    operands: Operands::Each(Act::Shaped),
    ..TEXT
};

// Programs that print their words.
static TEXT: Program = Program::text(Grammar {
    flags: "neEvpqsjxlaPLVtdgfibcruwkmhzDFRIUCyGHJKMNOQSTWXYZABo0123456789",
    ..NUMBERED
});

static CD: Program = Program {
    operands: Operands::Each(Act::Read),
    ..Program::text(Grammar {
        numbers: true,
        ..options("LPe@n", &["help"], "", &[], &[])
    })
};

static SOURCE: Program = Program {
    operands: Operands::Each(Act::Read),
    ..Program::text(Grammar::NONE)
};

static LESS: Program = Program {
    leaves_alone: true,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "aABcCdeEfFgGiIJKLmMnNQqrRsSuUVwWXFd",
            &["RAW-CONTROL-CHARS", "quit-if-one-screen", "no-init", "chop-long-lines", "help", "version"],
            "bhjptTxyz",
            &["pattern", "tag", "tabs"],
            &[value(b'o', "log-file", Act::Write), value(b'O', "LOG-FILE", Act::Write)],
        )
    })
};

static MAN: Program = Program {
    runs: true,
    ..Program::text(options(
        "fkKlwWadDuitXTZ7cV",
        &["whatis", "apropos", "local-file", "where", "path", "all", "help", "version", "no-hyphenation"],
        "CRLmMSserpE",
        &["locale", "manpath", "sections", "extension", "prompt", "encoding", "preprocessor", "config-file"],
        &[value(b'P', "pager", Act::Run), value(b'H', "html", Act::Run)],
    ))
};

/// The reader of that base name.
pub(super) fn lookup(name: &str) -> Option<&'static Program> {
    Some(match name {
        "cat" | "gcat" | "tac" | "nl" | "rev" | "zcat" | "bzcat" | "xzcat" | "zstdcat" | "gzcat" => &CAT,
        "head" | "tail" | "ghead" | "gtail" => &HEAD_TAIL,
        "wc" | "gwc" => &WC,
        "sort" | "gsort" => &SORT,
        "uniq" => &UNIQ,
        "cut" => &CUT,
        "comm" => &COMM,
        "join" => &JOIN,
        "paste" | "fold" | "fmt" | "expand" | "unexpand" | "column" | "pr" | "look" => &FIELDS,
        "base64" | "base32" | "basenc" => &BASE64,
        "od" | "hexdump" | "hd" | "strings" | "objdump" | "nm" | "readelf" | "size" => &DUMP,
        "xxd" => &XXD,
        "md5sum" | "sha1sum" | "sha224sum" | "sha256sum" | "sha384sum" | "sha512sum" | "b2sum" | "cksum" | "sum"
        | "shasum" | "md5" => &SUMS,
        "diff" | "cmp" | "colordiff" | "diff3" | "sdiff" => &DIFF,
        "ls" | "dir" | "vdir" | "gls" | "eza" | "exa" | "lsd" => &LS,
        "tree" => &TREE,
        "du" | "gdu" => &DU,
        "stat" | "gstat" => &STAT,
        "file" => &FILE,
        "readlink" | "realpath" | "df" | "lsattr" | "getfacl" | "more" | "namei" | "ldd" => &PLAIN,
        "bat" | "batcat" => &BAT,
        "less" => &LESS,
        "man" => &MAN,
        "grep" | "egrep" | "fgrep" | "ggrep" | "zgrep" => &GREP,
        "rgrep" => &RGREP,
        "rg" | "ripgrep" => &RG,
        "fd" | "fdfind" => &FD,
        "sed" | "gsed" => &SED,
        "awk" | "gawk" | "mawk" | "nawk" => &AWK,
        "jq" | "gojq" | "jaq" => &JQ,
        "find" | "gfind" => &FIND,
        "test" | "[" | "[[" => &TEST,
        "cd" | "pushd" => &CD,
        "source" | "." => &SOURCE,
        "echo" | "printf" | "true" | "false" | ":" | "seq" | "sleep" | "whoami" | "id" | "hostname" | "uname" | "yes"
        | "expr" | "tr" | "which" | "type" | "whereis" | "basename" | "dirname" | "kill" | "pkill" | "pgrep"
        | "killall" | "ps" | "free" | "uptime" | "printenv" | "nproc" | "arch" | "tty" | "export" | "declare"
        | "typeset" | "local" | "readonly" | "unset" | "set" | "shift" | "exit" | "return" | "break" | "continue"
        | "wait" | "jobs" | "fg" | "bg" | "disown" | "ulimit" | "umask" | "alias" | "unalias" | "shopt" | "let"
        | "read" | "getopts" | "times" | "pwd" | "popd" | "dirs" | "help" | "factor" | "numfmt" | "ping" | "dig"
        | "host" | "nslookup" | "traceroute" | "ss" | "netstat" | "trap" | "eval" | "logger" | "say"
        | "notify-send" | "tput" | "clear" | "reset" | "stty" | "groups" | "users" | "who" | "cal" | "uuidgen"
        | "mapfile" | "readarray" | "locale" | "getent" | "getconf" => &TEXT,
        "date" | "bc" | "lsof" | "ip" | "ifconfig" | "history" | "hash" | "systemctl" | "journalctl" | "dmesg"
        | "lsblk" | "sysctl" | "nvidia-smi" | "top" => &SHAPED,
        _ => return None,
    })
}

/// Programs without file operands that change nothing, whatever words they get.
pub(super) fn harmless(name: &str) -> bool {
    matches!(
        name,
        "echo" | "printf" | "true" | "false" | ":" | "seq" | "expr" | "which" | "basename" | "dirname" | "test" | "["
    )
}
