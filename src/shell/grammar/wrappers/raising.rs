//! Wrappers that run the command as another user, in other surroundings or on another machine.

use super::{ENDS, ENDS_HV, Wrapper, leading, raising};
use crate::shell::grammar::option::{Act, Grammar, Style, flag, glued, value};

pub(super) static SUDO: Wrapper = Wrapper {
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

pub(super) static DOAS: Wrapper = Wrapper {
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

pub(super) static PKEXEC: Wrapper = Wrapper {
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

pub(super) static UNSHARE: Wrapper = Wrapper {
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

pub(super) static NSENTER: Wrapper = Wrapper {
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

pub(super) static CHROOT: Wrapper = Wrapper {
    own: Act::Touch,
    shell: true,
    ..raising(leading("", &["skip-chdir"], "", &["groups", "userspec"], ENDS), 1)
};

pub(super) static SETPRIV: Wrapper = raising(
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
pub(super) static SU: Wrapper = Wrapper {
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

pub(super) static RUNUSER_USER: Wrapper = raising(
    leading(
        "mplfP",
        &["preserve-environment", "login", "fast", "pty"],
        "uwgGs",
        &["user", "whitelist-environment", "group", "supp-group", "shell"],
        ENDS_HV,
    ),
    0,
);

pub(super) static SSH: Wrapper = Wrapper {
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
