//! Wrappers that feed the command, trace it or run it again.

use super::{Wrapper, feeding, leading};
use crate::shell::grammar::option::{Act, Grammar, Style, flag, glued, value};

pub(super) static WATCH: Wrapper = Wrapper {
    joins: true,
    ..feeding(leading(
        "bcCegprtw",
        &[
            "beep", "color", "no-color", "errexit", "chgexit", "precise", "no-rerun", "no-title", "no-wrap",
        ],
        "nqs",
        &["interval", "equexit", "shotsdir"],
        &[
            glued(b'd', "differences", Act::Inert),
            flag(b'x', "exec", Act::Exact),
            flag(b'h', "help", Act::Stop),
            flag(b'v', "version", Act::Stop),
        ],
    ))
};

pub(super) static STRACE: Wrapper = feeding(leading(
    "ACcDdfFikhnqrtTvVwxyYzZ",
    &[
        "daemonize", "follow-forks", "output-separately", "successful-only", "failed-only",
        "instruction-pointer", "stack-traces", "syscall-number", "output-append-mode", "quiet",
        "relative-timestamps", "absolute-timestamps", "syscall-times", "no-abbrev", "strings-in-hex",
        "decode-fds", "decode-pids", "summary-only", "summary", "summary-wall-clock", "debug", "seccomp-bpf",
    ],
    "aebEIOpPsSuUX",
    &[
        "env", "attach", "user", "detach-on", "interruptible", "trace", "signal", "status", "trace-path",
        "columns", "abbrev", "verbose", "raw", "read", "write", "kvm", "string-limit", "const-print-style",
        "summary-syscall-overhead", "summary-sort-by", "summary-columns", "inject", "fault",
    ],
    &[
        value(b'o', "output", Act::Write),
        flag(0, "help", Act::Stop),
        flag(0, "version", Act::Stop),
    ],
));

pub(super) static LTRACE: Wrapper = feeding(leading(
    "bcCfhiLrStTVw",
    &["demangle", "no-signals"],
    "aAeDlnpsux",
    &["align", "library", "where"],
    &[value(b'o', "output", Act::Write), value(b'F', "config", Act::Read)],
));

// `script [options] [file]`: the operand is the log.
pub(super) static SCRIPT: Wrapper = Wrapper {
    own: Act::Write,
    shell: true,
    ..feeding(Grammar {
        style: Style::Mixed,
        ..leading(
            "aefq",
            &["append", "return", "flush", "force", "quiet"],
            "mEo",
            &["logging-format", "echo", "output-limit"],
            &[
                value(b'I', "log-in", Act::Write),
                value(b'O', "log-out", Act::Write),
                value(b'B', "log-io", Act::Write),
                value(b'T', "log-timing", Act::Write),
                glued(b't', "timing", Act::Write),
                value(b'c', "command", Act::Run),
                flag(b'h', "help", Act::Stop),
                flag(b'V', "version", Act::Stop),
            ],
        )
    })
};

pub(super) static BUSYBOX: Wrapper = feeding(leading(
    "",
    &["list", "list-full"],
    "",
    &[],
    &[flag(0, "help", Act::Stop), flag(0, "install", Act::Stop)],
));

pub(super) static XARGS: Wrapper = feeding(leading(
    "0oprtx",
    &[
        "null",
        "open-tty",
        "interactive",
        "no-run-if-empty",
        "show-limits",
        "verbose",
        "exit",
    ],
    // `-J` and `-R` are BSD's.
    "dELnPsRS",
    &["delimiter", "max-args", "max-procs", "max-chars", "process-slot-var"],
    &[
        value(b'a', "arg-file", Act::Read),
        value(b'I', "", Act::Placeholder),
        value(b'J', "", Act::Placeholder),
        glued(b'i', "replace", Act::Placeholder),
        glued(b'e', "eof", Act::Inert),
        // Its value is optional, and only ever glued.
        glued(b'l', "max-lines", Act::Inert),
        flag(0, "help", Act::Stop),
        flag(0, "version", Act::Stop),
    ],
));

pub(super) static PARALLEL: Wrapper = Wrapper {
    joins: true,
    ..feeding(leading(
        "0kmtuvXqrx",
        &[
            "null", "keep-order", "verbose", "ungroup", "group", "line-buffer", "lb", "bar", "progress", "eta",
            "dry-run", "dryrun", "no-run-if-empty", "quote", "pipe", "link", "xapply", "will-cite", "tag",
            "xargs", "semaphore", "plain", "no-notice", "citation", "linebuffer", "plus", "shuf",
        ],
        "jPnNLsd",
        &[
            "jobs", "max-procs", "max-args", "max-replace-args", "max-lines", "max-chars", "delay", "timeout",
            "retries", "halt", "halt-on-error", "delimiter", "colsep", "load", "memfree", "nice", "tagstring",
            "block", "recstart", "recend", "arg-sep", "arg-file-sep",
        ],
        &[
            value(b'a', "arg-file", Act::Read),
            value(b'I', "", Act::Placeholder),
            value(0, "joblog", Act::Write),
            value(0, "results", Act::Write),
            value(0, "wd", Act::Folder),
            value(0, "workdir", Act::Folder),
            value(0, "tmpdir", Act::Write),
            flag(0, "help", Act::Stop),
            flag(0, "version", Act::Stop),
        ],
    ))
};
