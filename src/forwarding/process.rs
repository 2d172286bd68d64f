//! Which process it is, so that another one can see whether it is still there.
//!
//! A number alone says little: it is given away again, and means something else after a restart or in a
//! container. So it goes with the moment the process started, the boot, and the namespace of the number.

use rustix::process::{Pid, test_kill_process};
use serde::{Deserialize, Serialize};

/// A process as it is written down. What can't be found out is null, and then proves nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_field_names, reason = "as the protocol names them")]
pub(super) struct Process {
    pub(super) pid: Option<i32>,
    /// Clock ticks after the boot, as `/proc/<pid>/stat` has it (`proc_pid_stat(5)`, field 22).
    pub(super) process_start: Option<u64>,
    pub(super) boot_id: Option<String>,
    pub(super) pid_namespace: Option<String>,
}

impl Process {
    /// This one.
    pub(super) fn own() -> Self {
        let pid = i32::try_from(std::process::id()).ok();
        Self {
            pid,
            process_start: pid.and_then(started).map(|(start, _)| start),
            boot_id: std::fs::read_to_string("/proc/sys/kernel/random/boot_id")
                .ok()
                .map(|id| id.trim().to_owned()),
            pid_namespace: std::fs::read_link("/proc/self/ns/pid")
                .ok()
                .and_then(|link| link.into_os_string().into_string().ok()),
        }
    }

    /// Whether `self`, seen by `own`, is known to be no more. Of a process elsewhere nothing is known, but that
    /// nothing lives on from an earlier boot.
    pub(super) fn is_dead(&self, own: &Self) -> bool {
        let (Some(boot), Some(own_boot)) = (&self.boot_id, &own.boot_id) else {
            return false;
        };
        let same_space = self.pid_namespace.is_some() && self.pid_namespace == own.pid_namespace;
        if boot != own_boot || !same_space {
            return false;
        }
        let Some(pid) = self.pid.filter(|pid| *pid > 0) else {
            return false;
        };
        match started(pid) {
            Some((start, ended)) => ended || self.process_start.is_some_and(|known| known != start),
            None => Pid::from_raw(pid)
                .is_some_and(|pid| matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH))),
        }
    }
}

/// When a process started, and whether it has ended and is only waited for.
fn started(pid: i32) -> Option<(u64, bool)> {
    let line = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name stands in parentheses and may hold anything, parentheses too.
    let (_, rest) = line.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?;
    let start = fields.nth(18)?.parse().ok()?;
    Some((start, matches!(state, "Z" | "X" | "x")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_proven_dead_is_dead() {
        let own = Process::own();
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let gone = i32::try_from(child.id()).unwrap();
        child.wait().unwrap();
        let with = |change: &dyn Fn(&mut Process)| {
            let mut process = own.clone();
            change(&mut process);
            process
        };
        #[rustfmt::skip]
        let cases: [(&str, Process, bool); 8] = [
            ("this one",               own.clone(), false),
            ("ended",                  with(&|it| it.pid = Some(gone)), true),
            ("the number given away",  with(&|it| it.process_start = it.process_start.map(|start| start + 1)), true),
            ("no start known",         with(&|it| it.process_start = None), false),
            ("another boot",           with(&|it| { it.boot_id = Some("x".to_owned()); it.pid = Some(gone); }), false),
            ("another namespace",      with(&|it| { it.pid_namespace = Some("x".to_owned()); it.pid = Some(gone); }), false),
            ("nothing known",          Process::default(), false),
            ("no number at all",       with(&|it| it.pid = Some(-7)), false),
        ];
        for (what, process, dead) in cases {
            // Where there is no /proc nothing is proven.
            let dead = dead && own.boot_id.is_some();
            assert_eq!(process.is_dead(&own), dead, "{what}");
        }
    }
}
