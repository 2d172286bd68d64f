//! Programs that print, count, cut or compare what they read.

use crate::shell::grammar::option::{Act, Grammar, Style, flag, value};
use crate::shell::grammar::program::{Below, Operands, Program, options};

pub(super) static CAT: Program = Program::reader(options(
    "AbeEnsTtuvl",
    &[
        "show-all", "number-nonblank", "show-ends", "number", "squeeze-blank", "show-tabs", "show-nonprinting",
        "help", "version",
    ],
    "",
    &[],
    &[],
));

pub(super) static HEAD_TAIL: Program = Program::reader(Grammar {
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

pub(super) static SHUF: Program = Program::reader(options(
    "erz",
    &["echo", "repeat", "zero-terminated", "help", "version"],
    "in",
    &["input-range", "head-count"],
    &[
        value(b'o', "output", Act::Write),
        value(0, "random-source", Act::Read),
    ],
));

pub(super) static WC: Program = Program::reader(options(
    "cmlLw",
    &[
        "bytes", "chars", "lines", "max-line-length", "words", "total", "help", "version",
    ],
    "",
    &[],
    &[value(0, "files0-from", Act::Read)],
));

pub(super) static SORT: Program = Program {
    leaves_alone: true,
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
pub(super) static UNIQ: Program = Program {
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

pub(super) static FIELDS: Program = Program::reader(Grammar {
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
pub(super) static CUT: Program = Program::reader(options(
    "nsz",
    &["complement", "only-delimited", "zero-terminated", "help", "version"],
    "bcdf",
    &["bytes", "characters", "delimiter", "fields", "output-delimiter"],
    &[],
));

pub(super) static COMM: Program = Program::reader(Grammar {
    numbers: true,
    ..options(
        "iz",
        &["check-order", "nocheck-order", "total", "zero-terminated", "help", "version"],
        "",
        &["output-delimiter"],
        &[],
    )
});

pub(super) static JOIN: Program = Program::reader(options(
    "iz",
    &["ignore-case", "check-order", "nocheck-order", "header", "zero-terminated", "help", "version"],
    "aevojt12",
    &[],
    &[],
));

pub(super) static BASE64: Program = Program::reader(options(
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

pub(super) static DUMP: Program = Program::reader(options(
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
pub(super) static XXD: Program = Program {
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

pub(super) static SUMS: Program = Program::reader(options(
    "bctwzp",
    &[
        "binary", "check", "tag", "text", "zero", "ignore-missing", "quiet", "status", "strict", "warn",
        "untagged", "raw", "base64", "debug", "help", "version",
    ],
    "al",
    &["algorithm", "length"],
    &[],
));

pub(super) static DIFF: Program = Program {
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
