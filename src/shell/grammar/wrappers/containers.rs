//! Docker, Podman and Compose: options from the references of Docker 27 and Podman 5.

use super::{Wrapper, leading, raising};
use crate::shell::grammar::option::{Act, flag, value};

/// `docker run` and `podman run`: options from the reference of Docker 27 and Podman 5.
pub(super) static CONTAINER_RUN: Wrapper = Wrapper {
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
pub(super) static CONTAINER_EXEC: Wrapper = Wrapper {
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
pub(super) static COMPOSE_RUN: Wrapper = Wrapper {
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
