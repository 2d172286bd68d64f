//! The wrappers whose command follows their own options and operands: one option grammar each.
//!
//! Sources: `--help` and the manual page of coreutils 9, util-linux 2.38, findutils 4.9, procps 4, strace
//! 6.1, the manual pages of sudo 1.9, doas (OpenBSD), OpenSSH 9, the GNU Bash manual for builtins, and the
//! command-line references of Docker, Podman, kubectl, npm, pnpm, uv, Poetry, Pipenv and Nix.

mod containers;
mod feeding;
mod launching;
mod raising;
mod runners;
mod transparent;

use super::option::{Act, Grammar, Opt, Style, flag};
use crate::shell::WrapperClass;
use containers::{COMPOSE_RUN, CONTAINER_EXEC, CONTAINER_RUN};
use feeding::{BUSYBOX, LTRACE, PARALLEL, SCRIPT, STRACE, WATCH, XARGS};
use launching::{CCACHE, LOGSAVE, SSHPASS, 
    BWRAP, CAFFEINATE, CGEXEC, CHRONIC, CONDA_RUN, CROSS_ENV, DBUS_RUN, ENTR, FAKEROOT, FAKETIME, FIREJAIL, INHIBIT, LAUNCH, LOADER, NUMACTL, PERF,
    PRLIMIT, RLWRAP, RUSTUP_RUN, SCREEN, SETARCH, SYSTEMD_RUN, UNBUFFER, VALGRIND, XVFB_RUN,
};
use raising::{CHROOT, DOAS, NSENTER, PKEXEC, RUNUSER_USER, SETPRIV, SSH, SU, SUDO, UNSHARE};
use runners::{BUNX, DIRENV_EXEC, MISE_EXEC, NIX_SHELL, NPX, PLAIN_RUN, PNPM_DLX, UV_RUN};
use transparent::{BUILTIN, CHRT, COMMAND, ENV, EXEC, FLOCK, IONICE, NICE, NOHUP, SETSID, STDBUF, TASKSET, TIME, TIMEOUT};

/// How a program runs what follows.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a table's row")]
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

/// The wrapper of that base name whose command follows its options.
pub fn wrapper(name: &str) -> Option<&'static Wrapper> {
    Some(match name {
        "env" | "genv" => &ENV,
        "timeout" | "gtimeout" => &TIMEOUT,
        "time" | "gtime" => &TIME,
        "nohup" | "gnohup" => &NOHUP,
        "nice" | "gnice" => &NICE,
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
        "setarch" | "linux32" | "linux64" | "uname26" | "i386" | "i486" | "i586" | "i686" | "x86_64" => &SETARCH,
        "prlimit" => &PRLIMIT,
        "numactl" => &NUMACTL,
        "faketime" => &FAKETIME,
        "dbus-run-session" => &DBUS_RUN,
        "xvfb-run" => &XVFB_RUN,
        "fakeroot" => &FAKEROOT,
        "unbuffer" => &UNBUFFER,
        "chronic" => &CHRONIC,
        "caffeinate" => &CAFFEINATE,
        "rlwrap" => &RLWRAP,
        "valgrind" => &VALGRIND,
        "entr" => &ENTR,
        "screen" => &SCREEN,
        "firejail" => &FIREJAIL,
        "bwrap" => &BWRAP,
        "systemd-run" => &SYSTEMD_RUN,
        "tini" | "dumb-init" | "catatonit" | "torsocks" | "torify" | "tsocks" | "proxychains" | "proxychains4" | "catchsegv"
        | "ssh-agent" | "ifne" | "aa-exec" | "runcon" | "distcc" | "eatmydata" | "multitime" | "choom" | "cpulimit" | "schedtool" => &LAUNCH,
        "ccache" | "sccache" => &CCACHE,
        "sshpass" => &SSHPASS,
        "logsave" => &LOGSAVE,
        "systemd-inhibit" => &INHIBIT,
        "cgexec" => &CGEXEC,
        "cross-env" | "cross-env-shell" => &CROSS_ENV,
        _ if ["ld-linux", "ld-musl", "ld.so", "ld64.so"].iter().any(|stem| name.starts_with(stem)) => &LOADER,
        "npx" => &NPX,
        "bunx" => &BUNX,
        "uvx" => &UV_RUN,
        "nix-shell" => &NIX_SHELL,
        _ => return None,
    })
}

/// The wrapper that a subcommand makes of its program: `path` is what stands between the program's name
/// and the options of the subcommand.
#[expect(clippy::match_same_arms, reason = "one line a program reads better")]
pub fn sub_wrapper(program: &str, path: &[&str]) -> Option<&'static Wrapper> {
    Some(match (program, path) {
        ("docker" | "podman" | "nerdctl", ["run"] | ["container", "run"]) => &CONTAINER_RUN,
        ("docker" | "podman" | "nerdctl", ["exec"] | ["container" | "compose", "exec"]) => &CONTAINER_EXEC,
        ("docker" | "podman" | "nerdctl", ["compose", "run"]) => &COMPOSE_RUN,
        ("docker-compose" | "podman-compose", ["exec"]) => &CONTAINER_EXEC,
        ("docker-compose" | "podman-compose", ["run"]) => &COMPOSE_RUN,
        ("npm", ["exec" | "x"]) => &NPX,
        ("bun", ["x"]) => &BUNX,
        ("pnpm" | "yarn", ["dlx" | "exec"]) => &PNPM_DLX,
        ("uv", ["run"] | ["tool", "run"]) => &UV_RUN,
        ("composer", ["exec"]) => &PLAIN_RUN,
        ("poetry" | "pipenv" | "hatch" | "pdm" | "rye" | "pixi" | "volta" | "devbox", ["run"])
        | ("bundle" | "rbenv" | "pyenv" | "nodenv" | "goenv" | "jenv", ["exec"]) => &PLAIN_RUN,
        ("direnv", ["exec"]) => &DIRENV_EXEC,
        ("mise" | "asdf", ["exec" | "x"]) => &MISE_EXEC,
        ("conda" | "mamba" | "micromamba", ["run"]) => &CONDA_RUN,
        ("rustup", ["run"]) => &RUSTUP_RUN,
        ("perf", ["stat" | "record" | "trace" | "mem" | "c2c" | "kvm"]) => &PERF,
        ("runuser", ["-u"]) => &RUNUSER_USER,
        _ => return None,
    })
}
