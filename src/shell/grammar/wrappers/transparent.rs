//! Wrappers that run the command behind their options as it is.

use super::{ENDS, ENDS_HV, Wrapper, leading, transparent};
use crate::shell::grammar::option::{Act, Grammar, Style, flag, value};

pub(super) static ENV: Wrapper = Wrapper {
    assigns: true,
    ..transparent(leading(
        "i0v",
        &[
            "ignore-environment",
            "null",
            "debug",
            "block-signal",
            "default-signal",
            "ignore-signal",
            "list-signal-handling",
        ],
        "ua",
        &["unset", "argv0"],
        &[
            value(b'C', "chdir", Act::Folder),
            value(b'S', "split-string", Act::Split),
            flag(0, "help", Act::Stop),
            flag(0, "version", Act::Stop),
        ],
    ))
};

pub(super) static TIMEOUT: Wrapper = Wrapper {
    skip: 1,
    ..transparent(leading(
        "pfv",
        &["preserve-status", "foreground", "verbose"],
        "ks",
        &["kill-after", "signal"],
        ENDS,
    ))
};

// The keyword, and GNU time 1.9.
pub(super) static TIME: Wrapper = transparent(leading(
    "apqv",
    &["append", "portability", "quiet", "verbose"],
    "f",
    &["format"],
    &[
        value(b'o', "output", Act::Write),
        flag(b'V', "version", Act::Stop),
        flag(0, "help", Act::Stop),
    ],
));

pub(super) static NOHUP: Wrapper = transparent(leading("", &[], "", &[], ENDS));

pub(super) static NICE: Wrapper = transparent(Grammar {
    numbers: true,
    ..leading("", &[], "n", &["adjustment"], ENDS)
});

pub(super) static IONICE: Wrapper = transparent(leading(
    "t",
    &["ignore"],
    "cn",
    &["class", "classdata"],
    &[
        value(b'p', "pid", Act::Stop),
        value(b'P', "pgid", Act::Stop),
        value(b'u', "uid", Act::Stop),
        flag(b'h', "help", Act::Stop),
        flag(b'V', "version", Act::Stop),
    ],
));

pub(super) static CHRT: Wrapper = Wrapper {
    skip: 1,
    ..transparent(leading(
        "bdfiorRav",
        &[
            "batch", "deadline", "fifo", "idle", "other", "rr", "reset-on-fork", "all-tasks", "verbose",
        ],
        "TPD",
        &["sched-runtime", "sched-period", "sched-deadline"],
        &[
            flag(b'p', "pid", Act::Stop),
            flag(b'm', "max", Act::Stop),
            flag(b'h', "help", Act::Stop),
            flag(b'V', "version", Act::Stop),
        ],
    ))
};

pub(super) static TASKSET: Wrapper = Wrapper {
    skip: 1,
    ..transparent(leading(
        "ac",
        &["all-tasks", "cpu-list"],
        "",
        &[],
        &[
            flag(b'p', "pid", Act::Stop),
            flag(b'h', "help", Act::Stop),
            flag(b'V', "version", Act::Stop),
        ],
    ))
};

pub(super) static SETSID: Wrapper = transparent(leading("cfw", &["ctty", "fork", "wait"], "", &[], ENDS_HV));

pub(super) static STDBUF: Wrapper = transparent(leading("", &[], "ioe", &["input", "output", "error"], ENDS));

pub(super) static FLOCK: Wrapper = Wrapper {
    skip: 1,
    own: Act::Write,
    ..transparent(Grammar {
        style: Style::Leading,
        ..leading(
            "sxeunoF",
            &[
                "shared", "exclusive", "unlock", "nonblock", "nb", "close", "no-fork", "verbose",
            ],
            "wE",
            &["timeout", "wait", "conflict-exit-code"],
            &[
                value(b'c', "command", Act::Run),
                flag(b'h', "help", Act::Stop),
                flag(b'V', "version", Act::Stop),
            ],
        )
    })
};

// Bash builtins.
pub(super) static COMMAND: Wrapper = transparent(leading(
    "p",
    &[],
    "",
    &[],
    &[
        flag(b'v', "", Act::Stop),
        flag(b'V', "", Act::Stop),
        flag(0, "help", Act::Stop),
    ],
));
pub(super) static BUILTIN: Wrapper = transparent(leading("", &[], "", &[], &[flag(0, "help", Act::Stop)]));
pub(super) static EXEC: Wrapper = transparent(leading("cl", &[], "a", &[], &[flag(0, "help", Act::Stop)]));
