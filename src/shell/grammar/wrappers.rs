//! The wrappers whose command follows their own options and operands: one option grammar each.
//!
//! Sources: `--help` and the manual page of coreutils 9, util-linux 2.38, findutils 4.9, procps 4, strace
//! 6.1, the manual pages of sudo 1.9, doas (OpenBSD), OpenSSH 9, the GNU Bash manual for builtins, and the
//! command-line references of Docker, Podman, kubectl, npm, pnpm, uv, Poetry, Pipenv and Nix.

use super::option::{Act, Grammar, Opt, Style, flag, glued, value};
use crate::shell::WrapperClass;

/// How a program runs what follows.
#[derive(Clone, Copy, Debug)]
pub struct Wrapper {
    /// How it stands to what it runs.
    pub class: WrapperClass,
    /// Its options.
    pub grammar: Grammar,
    /// Operands of its own in front of the command.
    pub skip: usize,
    /// What those are.
    pub own: Act,
    /// `NAME=value` operands stand in front of the command.
    pub assigns: bool,
    /// The words are joined and read by a shell.
    pub joins: bool,
    /// The paths of what it runs are another machine's.
    pub remote: bool,
    /// Without a command it starts a shell that reads standard input.
    pub shell: bool,
}

const fn leading(
    flags: &'static str,
    longs: &'static [&'static str],
    values: &'static str,
    long_values: &'static [&'static str],
    special: &'static [Opt],
) -> Grammar {
    Grammar {
        flags,
        longs,
        values,
        long_values,
        special,
        style: Style::Leading,
        numbers: false,
    }
}

const fn transparent(grammar: Grammar) -> Wrapper {
    Wrapper {
        class: WrapperClass::Transparent,
        grammar,
        skip: 0,
        own: Act::Inert,
        assigns: false,
        joins: false,
        remote: false,
        shell: false,
    }
}

const fn raising(grammar: Grammar, skip: usize) -> Wrapper {
    Wrapper {
        class: WrapperClass::Raising,
        skip,
        ..transparent(grammar)
    }
}

const fn feeding(grammar: Grammar) -> Wrapper {
    Wrapper {
        class: WrapperClass::Feeding,
        ..transparent(grammar)
    }
}

const fn runner(grammar: Grammar) -> Wrapper {
    Wrapper {
        class: WrapperClass::Runner,
        ..transparent(grammar)
    }
}

const ENDS: &[Opt] = &[flag(0, "help", Act::Stop), flag(0, "version", Act::Stop)];
const ENDS_HV: &[Opt] = &[flag(b'h', "help", Act::Stop), flag(b'V', "version", Act::Stop)];

static ENV: Wrapper = Wrapper {
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

static TIMEOUT: Wrapper = Wrapper {
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
static TIME: Wrapper = transparent(leading(
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

static NOHUP: Wrapper = transparent(leading("", &[], "", &[], ENDS));

static NICE: Wrapper = transparent(Grammar {
    numbers: true,
    ..leading("", &[], "n", &["adjustment"], ENDS)
});

static IONICE: Wrapper = transparent(leading(
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

static CHRT: Wrapper = Wrapper {
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

static TASKSET: Wrapper = Wrapper {
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

static SETSID: Wrapper = transparent(leading("cfw", &["ctty", "fork", "wait"], "", &[], ENDS_HV));

static STDBUF: Wrapper = transparent(leading("", &[], "ioe", &["input", "output", "error"], ENDS));

static FLOCK: Wrapper = Wrapper {
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
static COMMAND: Wrapper = transparent(leading(
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
static BUILTIN: Wrapper = transparent(leading("", &[], "", &[], &[flag(0, "help", Act::Stop)]));
static EXEC: Wrapper = transparent(leading("cl", &[], "a", &[], &[flag(0, "help", Act::Stop)]));

static SUDO: Wrapper = Wrapper {
    assigns: true,
    shell: true,
    ..raising(
        leading(
            "ABbEHkNnPS",
            &[
                "askpass",
                "bell",
                "background",
                "preserve-env",
                "set-home",
                "reset-timestamp",
                "no-update",
                "non-interactive",
                "preserve-groups",
                "stdin",
            ],
            "aCcghprtTUu",
            &[
                "auth-type",
                "close-from",
                "login-class",
                "group",
                "host",
                "prompt",
                "role",
                "type",
                "command-timeout",
                "other-user",
                "user",
            ],
            &[
                value(b'D', "chdir", Act::Folder),
                value(b'R', "chroot", Act::Touch),
                flag(b'i', "login", Act::Joins),
                flag(b's', "shell", Act::Joins),
                flag(b'e', "edit", Act::Edit),
                flag(b'l', "list", Act::Stop),
                flag(b'v', "validate", Act::Stop),
                flag(b'K', "remove-timestamp", Act::Stop),
                flag(b'V', "version", Act::Stop),
                flag(0, "help", Act::Stop),
            ],
        ),
        0,
    )
};

static DOAS: Wrapper = Wrapper {
    shell: true,
    ..raising(
        leading(
            "n",
            &[],
            "au",
            &[],
            &[
                value(b'C', "", Act::Read),
                flag(b'L', "", Act::Stop),
                flag(b's', "", Act::Joins),
            ],
        ),
        0,
    )
};

static PKEXEC: Wrapper = Wrapper {
    shell: true,
    ..raising(
        leading(
            "",
            &["disable-internal-agent", "keep-cwd"],
            "u",
            &["user"],
            ENDS,
        ),
        0,
    )
};

static UNSHARE: Wrapper = Wrapper {
    shell: true,
    ..raising(
        leading(
            "fUuinpCTmrc",
            &[
                "mount",
                "uts",
                "ipc",
                "net",
                "pid",
                "user",
                "cgroup",
                "time",
                "fork",
                "map-root-user",
                "map-current-user",
                "map-auto",
                "kill-child",
                "mount-proc",
                "keep-caps",
            ],
            "SG",
            &[
                "map-user", "map-group", "map-users", "map-groups", "propagation", "setgroups", "setuid",
                "setgid", "monotonic", "boottime",
            ],
            &[
                value(b'R', "root", Act::Touch),
                value(b'w', "wd", Act::Folder),
                flag(b'h', "help", Act::Stop),
                flag(b'V', "version", Act::Stop),
            ],
        ),
        0,
    )
};

static NSENTER: Wrapper = Wrapper {
    shell: true,
    ..raising(
        leading(
            "aFZ",
            &["all", "preserve-credentials", "no-fork", "follow-context"],
            "tSG",
            &["target", "setuid", "setgid"],
            &[
                glued(b'm', "mount", Act::Touch),
                glued(b'u', "uts", Act::Touch),
                glued(b'i', "ipc", Act::Touch),
                glued(b'n', "net", Act::Touch),
                glued(b'p', "pid", Act::Touch),
                glued(b'C', "cgroup", Act::Touch),
                glued(b'U', "user", Act::Touch),
                glued(b'T', "time", Act::Touch),
                glued(b'r', "root", Act::Touch),
                glued(b'w', "wd", Act::Touch),
                value(b'W', "wdns", Act::Inert),
                flag(b'h', "help", Act::Stop),
                flag(b'V', "version", Act::Stop),
            ],
        ),
        0,
    )
};

static CHROOT: Wrapper = Wrapper {
    own: Act::Touch,
    shell: true,
    ..raising(leading("", &["skip-chdir"], "", &["groups", "userspec"], ENDS), 1)
};

static SETPRIV: Wrapper = raising(
    leading(
        "",
        &[
            "nnp",
            "no-new-privs",
            "clear-groups",
            "keep-groups",
            "init-groups",
            "reset-env",
        ],
        "",
        &[
            "ambient-caps",
            "inh-caps",
            "bounding-set",
            "ruid",
            "euid",
            "rgid",
            "egid",
            "reuid",
            "regid",
            "groups",
            "securebits",
            "pdeathsig",
            "selinux-label",
            "apparmor-profile",
        ],
        &[
            flag(b'd', "dump", Act::Stop),
            flag(b'h', "help", Act::Stop),
            flag(b'V', "version", Act::Stop),
        ],
    ),
    0,
);

// `su` and `runuser` take the user as an operand; what follows goes to the shell.
static SU: Wrapper = Wrapper {
    shell: true,
    ..raising(
        Grammar {
            style: Style::Mixed,
            ..leading(
                "mplfP",
                &["preserve-environment", "login", "fast", "pty"],
                "wgGs",
                &["whitelist-environment", "group", "supp-group", "shell"],
                &[
                    value(b'c', "command", Act::Run),
                    value(0, "session-command", Act::Run),
                    flag(b'h', "help", Act::Stop),
                    flag(b'V', "version", Act::Stop),
                ],
            )
        },
        usize::MAX,
    )
};

static RUNUSER_USER: Wrapper = raising(
    leading(
        "mplfP",
        &["preserve-environment", "login", "fast", "pty"],
        "uwgGs",
        &["user", "whitelist-environment", "group", "supp-group", "shell"],
        ENDS_HV,
    ),
    0,
);

static SSH: Wrapper = Wrapper {
    joins: true,
    remote: true,
    ..raising(
        leading(
            "46AaCfGgKkMNnqsTtvXxYy",
            &[],
            "BbcDeIJLlmOoPpQRWw",
            &[],
            &[
                value(b'E', "", Act::Write),
                value(b'F', "", Act::Read),
                value(b'i', "", Act::Read),
                value(b'S', "", Act::Touch),
                flag(b'V', "", Act::Stop),
            ],
        ),
        1,
    )
};

static WATCH: Wrapper = Wrapper {
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

static STRACE: Wrapper = feeding(leading(
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

static LTRACE: Wrapper = feeding(leading(
    "bcCfhiLrStTVw",
    &["demangle", "no-signals"],
    "aAeDlnpsux",
    &["align", "library", "where"],
    &[value(b'o', "output", Act::Write), value(b'F', "config", Act::Read)],
));

// `script [options] [file]`: the operand is the log.
static SCRIPT: Wrapper = Wrapper {
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

static BUSYBOX: Wrapper = feeding(leading(
    "",
    &["list", "list-full"],
    "",
    &[],
    &[flag(0, "help", Act::Stop), flag(0, "install", Act::Stop)],
));

static XARGS: Wrapper = feeding(leading(
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
    &["delimiter", "max-lines", "max-args", "max-procs", "max-chars", "process-slot-var"],
    &[
        value(b'a', "arg-file", Act::Read),
        value(b'I', "", Act::Placeholder),
        value(b'J', "", Act::Placeholder),
        glued(b'i', "replace", Act::Placeholder),
        glued(b'e', "eof", Act::Inert),
        glued(b'l', "", Act::Inert),
        flag(0, "help", Act::Stop),
        flag(0, "version", Act::Stop),
    ],
));

static PARALLEL: Wrapper = Wrapper {
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

/// `docker run` and `podman run`: options from the reference of Docker 27 and Podman 5.
static CONTAINER_RUN: Wrapper = Wrapper {
    remote: true,
    ..raising(
        leading(
            "dditPqt",
            &[
                "detach", "init", "interactive", "no-healthcheck", "oom-kill-disable", "privileged",
                "publish-all", "quiet", "read-only", "rm", "sig-proxy", "tty", "disable-content-trust", "replace",
                "rmi", "systemd", "no-hosts", "no-hostname", "use-api-socket",
            ],
            "aceHhlmpu",
            &[
                "add-host", "annotation", "attach", "blkio-weight", "blkio-weight-device", "cap-add", "cap-drop",
                "cgroup-parent", "cgroupns", "cpu-count", "cpu-percent", "cpu-period", "cpu-quota",
                "cpu-rt-period", "cpu-rt-runtime", "cpu-shares", "cpus", "cpuset-cpus", "cpuset-mems",
                "detach-keys", "device", "device-cgroup-rule", "device-read-bps", "device-read-iops",
                "device-write-bps", "device-write-iops", "dns", "dns-opt", "dns-option", "dns-search",
                "domainname", "entrypoint", "env", "expose", "gpus", "group-add", "health-cmd",
                "health-interval", "health-retries", "health-start-interval", "health-start-period",
                "health-timeout", "hostname", "io-maxbandwidth", "io-maxiops", "ip", "ip6", "ipc", "isolation",
                "kernel-memory", "label", "link", "link-local-ip", "log-driver", "log-opt", "mac-address",
                "memory", "memory-reservation", "memory-swap", "memory-swappiness", "name", "net", "net-alias",
                "network", "network-alias", "oom-score-adj", "pid", "pids-limit", "platform", "publish", "pull",
                "restart", "runtime", "security-opt", "shm-size", "stop-signal", "stop-timeout", "storage-opt",
                "sysctl", "tmpfs", "ulimit", "user", "userns", "uts", "volume-driver", "volumes-from", "arch",
                "os", "variant", "pod", "secret", "tz", "umask",
            ],
            &[
                value(b'v', "volume", Act::Shaped),
                value(0, "mount", Act::Shaped),
                value(0, "env-file", Act::Read),
                value(0, "label-file", Act::Read),
                value(0, "cidfile", Act::Write),
                value(b'w', "workdir", Act::Inert),
                flag(0, "help", Act::Stop),
            ],
        ),
        1,
    )
};

/// `docker exec` and `podman exec`, and their Compose forms.
static CONTAINER_EXEC: Wrapper = Wrapper {
    remote: true,
    ..raising(
        leading(
            "ditT",
            &["detach", "interactive", "privileged", "tty", "no-TTY", "no-tty", "latest"],
            "euw",
            &["detach-keys", "env", "user", "workdir", "index"],
            &[
                value(0, "env-file", Act::Read),
                flag(b'h', "help", Act::Stop),
            ],
        ),
        1,
    )
};

/// `docker compose run`.
static COMPOSE_RUN: Wrapper = Wrapper {
    remote: true,
    ..raising(
        leading(
            "diPqTt",
            &[
                "build", "detach", "interactive", "no-TTY", "no-deps", "quiet-pull", "quiet", "quiet-build",
                "remove-orphans", "rm", "service-ports", "use-aliases", "tty",
            ],
            "elpuw",
            &[
                "cap-add", "cap-drop", "entrypoint", "env", "label", "name", "publish", "pull", "user", "workdir",
            ],
            &[
                value(b'v', "volume", Act::Shaped),
                value(0, "env-from-file", Act::Read),
                flag(b'h', "help", Act::Stop),
            ],
        ),
        1,
    )
};

static NPX: Wrapper = runner(leading(
    "yq",
    &["yes", "no", "no-install", "quiet", "ignore-existing", "workspaces", "include-workspace-root", "silent"],
    "pw",
    &["package", "workspace", "cache", "userconfig", "loglevel"],
    &[
        value(b'c', "call", Act::Run),
        value(0, "prefix", Act::Touch),
        flag(b'h', "help", Act::Stop),
        flag(b'v', "version", Act::Stop),
    ],
));

static BUNX: Wrapper = runner(leading("", &["bun", "silent", "verbose", "no-install"], "p", &["package"], ENDS));

static PNPM_DLX: Wrapper = runner(leading(
    "cs",
    &["shell-mode", "silent", "recursive"],
    "",
    &["package", "reporter", "allow-build"],
    ENDS,
));

/// `uv run`, `uvx`, `uv tool run`.
static UV_RUN: Wrapper = runner(leading(
    "qvsU",
    &[
        "quiet", "verbose", "all-extras", "no-dev", "only-dev", "dev", "all-groups", "no-default-groups",
        "no-editable", "inexact", "exact", "isolated", "active", "no-sync", "locked", "frozen", "script",
        "gui-script", "all-packages", "no-project", "no-config", "offline", "no-cache", "refresh", "upgrade",
        "reinstall", "no-build", "no-binary", "no-index", "managed-python", "no-managed-python",
        "no-python-downloads", "no-progress", "native-tls", "no-env-file", "no-build-isolation", "no-sources",
        "compile-bytecode", "lfs",
    ],
    "pPiwfC",
    &[
        "extra", "no-extra", "group", "no-group", "only-group", "with", "package", "python", "from", "index",
        "default-index", "index-url", "extra-index-url", "prerelease", "resolution", "color", "link-mode",
        "config-setting", "python-platform", "upgrade-package", "reinstall-package", "exclude-newer", "torch-backend",
    ],
    &[
        flag(b'm', "module", Act::Stop),
        value(0, "env-file", Act::Read),
        value(0, "with-editable", Act::Touch),
        value(0, "with-requirements", Act::Read),
        value(b'c', "constraints", Act::Read),
        value(0, "overrides", Act::Read),
        value(b'b', "build-constraints", Act::Read),
        value(b'f', "find-links", Act::Shaped),
        value(0, "directory", Act::Folder),
        value(0, "project", Act::Touch),
        value(0, "config-file", Act::Read),
        value(0, "cache-dir", Act::Write),
        flag(b'h', "help", Act::Stop),
        flag(b'V', "version", Act::Stop),
    ],
));

static PLAIN_RUN: Wrapper = runner(leading("qvn", &["quiet", "verbose", "no-interaction"], "", &[], ENDS));

static DIRENV_EXEC: Wrapper = Wrapper {
    skip: 1,
    own: Act::Read,
    ..runner(leading("", &[], "", &[], ENDS))
};

static NIX_SHELL: Wrapper = Wrapper {
    own: Act::Shaped,
    ..runner(Grammar {
        style: Style::Mixed,
        ..leading(
            "pQvqK",
            &["packages", "pure", "impure", "keep", "verbose", "quiet", "no-build-output", "expr"],
            "EAIijk",
            &["attr", "exclude", "include", "max-jobs", "cores"],
            &[
                value(0, "run", Act::Run),
                value(0, "command", Act::Run),
                flag(b'h', "help", Act::Stop),
                flag(0, "version", Act::Stop),
            ],
        )
    })
};

static MISE_EXEC: Wrapper = runner(leading("qvy", &["quiet", "verbose", "yes", "raw"], "jC", &["jobs"], ENDS));

/// The wrapper of that base name whose command follows its options.
pub fn wrapper(name: &str) -> Option<&'static Wrapper> {
    Some(match name {
        "env" | "genv" => &ENV,
        "timeout" | "gtimeout" => &TIMEOUT,
        "time" | "gtime" => &TIME,
        "nohup" => &NOHUP,
        "nice" => &NICE,
        "ionice" => &IONICE,
        "chrt" => &CHRT,
        "taskset" => &TASKSET,
        "setsid" => &SETSID,
        "stdbuf" | "gstdbuf" => &STDBUF,
        "flock" => &FLOCK,
        "command" => &COMMAND,
        "builtin" => &BUILTIN,
        "exec" => &EXEC,
        "sudo" => &SUDO,
        "doas" => &DOAS,
        "pkexec" => &PKEXEC,
        "su" => &SU,
        "unshare" => &UNSHARE,
        "nsenter" => &NSENTER,
        "chroot" => &CHROOT,
        "setpriv" => &SETPRIV,
        "ssh" => &SSH,
        "watch" => &WATCH,
        "strace" => &STRACE,
        "ltrace" => &LTRACE,
        "script" => &SCRIPT,
        "busybox" | "toybox" => &BUSYBOX,
        "xargs" | "gxargs" => &XARGS,
        "parallel" | "sem" => &PARALLEL,
        "npx" => &NPX,
        "bunx" => &BUNX,
        "uvx" => &UV_RUN,
        "nix-shell" => &NIX_SHELL,
        _ => return None,
    })
}

/// The wrapper that a subcommand makes of its program: `path` is what stands between the program's name
/// and the options of the subcommand.
pub fn sub_wrapper(program: &str, path: &[&str]) -> Option<&'static Wrapper> {
    Some(match (program, path) {
        ("docker" | "podman" | "nerdctl", ["run"] | ["container", "run"]) => &CONTAINER_RUN,
        ("docker" | "podman" | "nerdctl", ["exec"] | ["container", "exec"] | ["compose", "exec"])
        | ("docker-compose" | "podman-compose", ["exec"]) => &CONTAINER_EXEC,
        ("docker" | "podman" | "nerdctl", ["compose", "run"])
        | ("docker-compose" | "podman-compose", ["run"]) => &COMPOSE_RUN,
        ("npm", ["exec" | "x"]) => &NPX,
        ("bun", ["x"]) => &BUNX,
        ("pnpm" | "yarn", ["dlx" | "exec"]) => &PNPM_DLX,
        ("uv", ["run"] | ["tool", "run"]) => &UV_RUN,
        ("poetry" | "pipenv" | "hatch" | "pdm" | "rye" | "pixi" | "conda", ["run"])
        | ("bundle" | "rbenv", ["exec"]) => &PLAIN_RUN,
        ("direnv", ["exec"]) => &DIRENV_EXEC,
        ("mise" | "asdf", ["exec" | "x"]) => &MISE_EXEC,
        ("runuser", ["-u"]) => &RUNUSER_USER,
        _ => return None,
    })
}
