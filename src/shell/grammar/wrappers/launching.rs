//! Programs that start what they are given in other surroundings: another personality, limits, a fake clock, a
//! terminal, a measuring harness.
//!
//! Sources: the manual pages of util-linux 2.38 (`setarch`, `prlimit`), numactl, libfaketime, D-Bus, Xvfb,
//! fakeroot, Expect (`unbuffer`), rlwrap, moreutils (`chronic`), Valgrind 3, `perf-stat(1)` and its like,
//! hyperfine 1, entr 5, GNU Screen, firejail, bubblewrap, `systemd-run(1)`, `ld.so(8)`, macOS `caffeinate(8)`, and
//! the references of conda and rustup.

use super::{ENDS, ENDS_HV, Wrapper, feeding, leading, raising, runner, transparent};
use crate::shell::grammar::option::{Act, Grammar, flag, glued, two, value};

// `setarch [arch] [options] [program]`; `linux64` and its like name the architecture themselves.
pub(super) static SETARCH: Wrapper = transparent(PERSONALITY);
const PERSONALITY: Grammar = leading(
    "vRFZLXBIST3",
    &[
        "verbose", "addr-no-randomize", "fdpic-funcptrs", "mmap-page-zero", "addr-compat-layout",
        "read-implies-exec", "32bit", "short-inode", "whole-seconds", "sticky-timeouts", "3gb", "4gb", "uname-2.6",
    ],
    "",
    &[],
    &[
        flag(0, "list", Act::Stop),
        flag(b'h', "help", Act::Stop),
        flag(b'V', "version", Act::Stop),
    ],
);

pub(super) static PRLIMIT: Wrapper = transparent(leading(
    "",
    &["noheadings", "raw", "verbose"],
    "",
    &[],
    &[
        value(b'p', "pid", Act::Stop),
        value(b'o', "output", Act::Inert),
        glued(b'c', "core", Act::Inert),
        glued(b'd', "data", Act::Inert),
        glued(b'e', "nice", Act::Inert),
        glued(b'f', "fsize", Act::Inert),
        glued(b'i', "sigpending", Act::Inert),
        glued(b'l', "memlock", Act::Inert),
        glued(b'm', "rss", Act::Inert),
        glued(b'n', "nofile", Act::Inert),
        glued(b'q', "msgqueue", Act::Inert),
        glued(b'r', "rtprio", Act::Inert),
        glued(b's', "stack", Act::Inert),
        glued(b't', "cpu", Act::Inert),
        glued(b'u', "nproc", Act::Inert),
        glued(b'v', "as", Act::Inert),
        glued(b'x', "locks", Act::Inert),
        glued(b'y', "rttime", Act::Inert),
        flag(b'h', "help", Act::Stop),
        flag(b'V', "version", Act::Stop),
    ],
));

pub(super) static NUMACTL: Wrapper = transparent(leading(
    "alb",
    &["all", "localalloc", "balancing"],
    "iPpmNCw",
    &["interleave", "preferred", "preferred-many", "membind", "cpunodebind", "physcpubind", "weighted-interleave"],
    &[flag(b's', "show", Act::Stop), flag(b'H', "hardware", Act::Stop)],
));

// `faketime [options] timestamp program`.
pub(super) static FAKETIME: Wrapper = Wrapper {
    skip: 1,
    ..transparent(leading("m", &["exclude-monotonic", "date-prog"], "pf", &[], ENDS))
};

pub(super) static DBUS_RUN: Wrapper = transparent(leading(
    "",
    &[],
    "",
    &[],
    &[
        value(0, "config-file", Act::Read),
        value(0, "dbus-daemon", Act::Run),
        flag(0, "help", Act::Stop),
        flag(0, "version", Act::Stop),
    ],
));

pub(super) static XVFB_RUN: Wrapper = transparent(leading(
    "al",
    &["auto-servernum", "listen-tcp"],
    "npsw",
    &["server-num", "xauth-protocol", "server-args", "wait"],
    &[
        value(b'e', "error-file", Act::Write),
        value(b'f', "auth-file", Act::Write),
        flag(b'h', "help", Act::Stop),
    ],
));

pub(super) static FAKEROOT: Wrapper = Wrapper {
    shell: true,
    ..transparent(leading(
        "u",
        &["unknown-is-real"],
        "b",
        &["fd-base"],
        &[
            value(b'l', "lib", Act::Run),
            value(0, "faked", Act::Run),
            value(b's', "", Act::Write),
            value(b'i', "", Act::Read),
            flag(b'h', "help", Act::Stop),
            flag(b'v', "version", Act::Stop),
        ],
    ))
};

pub(super) static UNBUFFER: Wrapper = transparent(leading("p", &[], "", &[], &[]));
pub(super) static CHRONIC: Wrapper = transparent(leading("ve", &[], "", &[], &[]));
pub(super) static CAFFEINATE: Wrapper = transparent(leading("disum", &[], "tw", &[], &[]));

pub(super) static RLWRAP: Wrapper = transparent(leading(
    "AacdEinNorRt",
    &["ansi-colour-aware", "complete-filenames", "case-insensitive", "no-children", "remember", "renice"],
    "bCDgImMpPqsSw",
    &["break-chars", "command-name", "history-no-dupes", "forget-matching", "prompt-colour", "histsize"],
    &[
        value(b'f', "file", Act::Read),
        value(b'H', "history-filename", Act::Write),
        value(b'l', "logfile", Act::Write),
        value(b'z', "filter", Act::Run),
        flag(b'h', "help", Act::Stop),
        flag(b'v', "version", Act::Stop),
    ],
));

// Every option of Valgrind is a long one whose value is glued.
pub(super) static VALGRIND: Wrapper = feeding(leading(
    "qvd",
    &[
        "tool", "quiet", "verbose", "trace-children", "track-fds", "time-stamp", "num-callers", "error-limit",
        "error-exitcode", "leak-check", "show-leak-kinds", "show-reachable", "track-origins", "undef-value-errors",
        "gen-suppressions", "xml", "demangle", "sigill-diagnostics", "stats", "read-var-info", "vgdb", "cache-sim",
        "branch-sim", "dump-instr", "collect-jumps", "instr-atstart", "heap", "stacks", "depth", "threshold",
        "max-stackframe", "main-stacksize", "errors-for-leak-kinds", "leak-resolution", "keep-stacktraces", "pages-as-heap",
        "trace-malloc", "run-libc-freeres", "fair-sched", "child-silent-after-fork", "smc-check", "expensive-definedness-checks",
    ],
    "",
    &[],
    &[
        glued(0, "log-file", Act::Write),
        glued(0, "xml-file", Act::Write),
        glued(0, "callgrind-out-file", Act::Write),
        glued(0, "cachegrind-out-file", Act::Write),
        glued(0, "massif-out-file", Act::Write),
        glued(0, "dhat-out-file", Act::Write),
        glued(0, "suppressions", Act::Read),
        flag(b'h', "help", Act::Stop),
        flag(0, "version", Act::Stop),
    ],
));

pub(super) static PERF: Wrapper = feeding(leading(
    "aABcdgiIjklnNqRsSTvWbh",
    &[
        "all-cpus", "null", "detailed", "no-big-num", "no-merge", "no-aggr", "per-core", "per-socket", "per-node",
        "per-thread", "scale", "no-inherit", "quiet", "verbose", "no-buildid", "timestamp", "call-graph",
        "metric-only", "json-output", "summary", "with-summary", "append", "stat", "data", "no-samples",
    ],
    "eCFptuxrGDmMz",
    &[
        "event", "cpu", "pid", "tid", "uid", "repeat", "field-separator", "delay", "freq", "count", "mmap-pages", "cgroup",
        "filter", "metrics", "topdown", "interval-print", "interval-count", "timeout", "clockid", "duration", "expr",
    ],
    &[
        value(b'o', "output", Act::Write),
        value(b'i', "input", Act::Read),
        value(0, "pre", Act::Run),
        value(0, "post", Act::Run),
        flag(b'h', "help", Act::Stop),
    ],
));

// The files to watch come on standard input.
pub(super) static ENTR: Wrapper = feeding(leading(
    "acdnprxz",
    &[],
    "",
    &[],
    &[flag(b's', "", Act::Joins), flag(b'h', "", Act::Stop)],
));

pub(super) static SCREEN: Wrapper = Wrapper {
    shell: true,
    ..feeding(leading(
        "aAdDfilmOqRUx468",
        &[],
        "ehpsStT",
        &[],
        &[
            value(b'c', "", Act::Read),
            glued(b'L', "", Act::Inert),
            // What it is told is sent to whatever runs inside.
            flag(b'X', "", Act::Joins),
            flag(b'Q', "", Act::Stop),
            flag(b'v', "", Act::Stop),
            glued(b'r', "", Act::Stop),
            glued(b'w', "", Act::Stop),
        ],
    ))
};

pub(super) static FIREJAIL: Wrapper = raising(
    leading(
        "cqf",
        &[
            "allow-debuggers", "allusers", "appimage", "apparmor", "audit", "bandwidth", "blacklist", "caps",
            "caps.drop", "caps.keep", "cpu", "debug", "defaultgw", "deterministic-exit-code", "dns", "env", "hostname",
            "ignore", "ip", "ipc-namespace", "keep-dev-shm", "keep-var-tmp", "machine-id", "mac", "memory-deny-write-execute",
            "mtu", "name", "net", "netfilter", "netmask", "nice", "no3d", "noautopulse", "noblacklist", "nodbus", "nodvd",
            "noexec", "nogroups", "noinput", "nonewprivs", "noprofile", "noroot", "nosound", "notv", "nou2f", "novideo",
            "nowhitelist", "oom", "overlay", "overlay-tmpfs", "private", "private-bin", "private-cache", "private-dev",
            "private-etc", "private-lib", "private-opt", "private-srv", "private-tmp", "protocol", "quiet", "read-only",
            "read-write", "rlimit-as", "rlimit-cpu", "rlimit-fsize", "rlimit-nofile", "rlimit-nproc", "rmenv", "scan",
            "seccomp", "seccomp.drop", "seccomp.keep", "shell", "timeout", "tmpfs", "trace", "tracelog", "writable-etc",
            "writable-run-user", "writable-var", "whitelist", "x11",
        ],
        "",
        &[],
        &[
            glued(0, "profile", Act::Read),
            glued(0, "output", Act::Write),
            glued(0, "chroot", Act::Read),
            flag(0, "help", Act::Stop),
            flag(0, "version", Act::Stop),
            flag(0, "list", Act::Stop),
        ],
    ),
    0,
);

pub(super) static BWRAP: Wrapper = raising(
    leading(
        "",
        &[
            "unshare-all", "share-net", "unshare-user", "unshare-user-try", "unshare-ipc", "unshare-pid", "unshare-net",
            "unshare-uts", "unshare-cgroup", "unshare-cgroup-try", "clearenv", "new-session", "die-with-parent",
            "as-pid-1", "disable-userns", "assert-userns-disabled",
        ],
        "",
        &[
            "userns", "pidns", "uid", "gid", "hostname", "chdir", "unsetenv", "lock-file", "sync-fd", "remount-ro",
            "exec-label", "file-label", "proc", "dev", "tmpfs", "mqueue", "dir", "perms", "size", "seccomp",
            "add-seccomp-fd", "block-fd", "userns-block-fd", "info-fd", "json-status-fd", "cap-add", "cap-drop", "argv0",
        ],
        &[
            two(0, "bind", Act::Inert),
            two(0, "bind-try", Act::Inert),
            two(0, "dev-bind", Act::Inert),
            two(0, "dev-bind-try", Act::Inert),
            two(0, "ro-bind", Act::Inert),
            two(0, "ro-bind-try", Act::Inert),
            two(0, "symlink", Act::Inert),
            two(0, "setenv", Act::Inert),
            two(0, "file", Act::Inert),
            two(0, "bind-data", Act::Inert),
            two(0, "ro-bind-data", Act::Inert),
            two(0, "chmod", Act::Inert),
            flag(0, "help", Act::Stop),
            flag(0, "version", Act::Stop),
        ],
    ),
    0,
);

pub(super) static SYSTEMD_RUN: Wrapper = raising(
    leading(
        "rGtPqdS",
        &[
            "no-ask-password", "user", "system", "scope", "remain-after-exit", "send-sighup", "wait", "same-dir",
            "pty", "pipe", "quiet", "collect", "no-block", "expand-environment", "ignore-failure", "same-root-dir",
            "shell",
        ],
        "upECHM",
        &[
            "unit", "property", "description", "slice", "service-type", "uid", "gid", "nice", "setenv", "on-active",
            "on-boot", "on-startup", "on-unit-active", "on-unit-inactive", "on-calendar", "on-clock-change",
            "on-timezone-change", "path-property", "socket-property", "timer-property", "host", "machine", "background",
        ],
        &[
            value(0, "working-directory", Act::Folder),
            flag(b'h', "help", Act::Stop),
            flag(0, "version", Act::Stop),
        ],
    ),
    0,
);

/// The dynamic linker, run by itself.
pub(super) static LOADER: Wrapper = feeding(leading(
    "",
    &["inhibit-cache"],
    "",
    &["inhibit-rpath", "argv0", "glibc-hwcaps-prepend", "glibc-hwcaps-mask"],
    &[
        value(0, "library-path", Act::Read),
        value(0, "audit", Act::Run),
        value(0, "preload", Act::Run),
        flag(0, "list", Act::Stop),
        flag(0, "verify", Act::Stop),
        flag(0, "list-tunables", Act::Stop),
        flag(0, "list-diagnostics", Act::Stop),
        flag(0, "help", Act::Stop),
        flag(0, "version", Act::Stop),
    ],
));

/// Small first processes of containers, and wrappers that reach the network by another way.
pub(super) static LAUNCH: Wrapper = feeding(leading(
    "cqgsvwe",
    &["quiet", "rewrite", "no-setsid", "verbose", "single-child"],
    "fplrn",
    &[],
    ENDS_HV,
));

// `ccache compiler …`; without one it speaks of the cache.
pub(super) static CCACHE: Wrapper = transparent(leading(
    "Ccpsvxz",
    &[
        "cleanup", "clear", "show-stats", "zero-stats", "show-config", "show-log-stats", "verbose", "recompress",
        "dist-status", "start-server", "stop-server",
    ],
    "FMkod",
    &["max-files", "max-size", "get-config", "set-config", "config-path", "directory", "print-stats", "evict-older-than"],
    ENDS_HV,
));

// `sshpass -p password ssh …`.
pub(super) static SSHPASS: Wrapper = feeding(leading(
    "ev",
    &[],
    "pdP",
    &[],
    &[
        value(b'f', "", Act::Read),
        flag(b'h', "", Act::Stop),
        flag(b'V', "", Act::Stop),
    ],
));

// `logsave file program …` of e2fsprogs.
pub(super) static LOGSAVE: Wrapper = Wrapper {
    skip: 1,
    own: Act::Write,
    ..feeding(leading("asv", &[], "", &[], &[]))
};

pub(super) static CONDA_RUN: Wrapper = runner(leading(
    "vs",
    &["verbose", "dev", "debug-wrapper-scripts", "no-capture-output", "live-stream"],
    "np",
    &["name", "prefix"],
    &[value(0, "cwd", Act::Folder), flag(b'h', "help", Act::Stop)],
));

// `rustup run [--install] toolchain program`.
pub(super) static RUSTUP_RUN: Wrapper = Wrapper {
    skip: 1,
    ..runner(leading("qv", &["install", "quiet", "verbose"], "", &[], ENDS_HV))
};

pub(super) static INHIBIT: Wrapper = transparent(leading(
    "",
    &["no-pager", "no-legend", "no-ask-password"],
    "",
    &["what", "who", "why", "mode"],
    &[flag(0, "list", Act::Stop), flag(b'h', "help", Act::Stop), flag(0, "version", Act::Stop)],
));

pub(super) static CGEXEC: Wrapper = transparent(leading("bs", &["sticky"], "g", &[], &[flag(b'h', "help", Act::Stop)]));

// `cross-env NAME=value program`.
pub(super) static CROSS_ENV: Wrapper = Wrapper {
    assigns: true,
    ..transparent(leading("", &[], "", &[], ENDS))
};
