//! What ends the process from outside: signals, and the death of the client.

use futures::task::AtomicWaker;
use rustix::process::{Pid, PidfdFlags, pidfd_open, test_kill_process};
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::Interest;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How often a process is looked at where it can't be waited for.
const POLL: Duration = Duration::from_secs(1);

/// Rings once, for whatever reason comes first. Tasks ring it, so that the connection looks at one flag and
/// not at each source.
#[derive(Clone, Debug, Default)]
pub(super) struct Alarm {
    bell: Arc<Bell>,
}

#[derive(Debug, Default)]
struct Bell {
    rung: AtomicBool,
    waker: AtomicWaker,
}

impl Alarm {
    /// Listens to the signals that end a sidecar. Must be called inside the runtime.
    pub(super) fn on_signals(&self) -> io::Result<()> {
        for kind in [SignalKind::terminate(), SignalKind::hangup()] {
            let signal = signal(kind)?;
            let alarm = self.clone();
            tokio::spawn(async move { alarm.on_signal(signal, kind).await });
        }
        if !io::stdin().is_terminal() {
            // Ctrl-C in a terminal goes to the whole foreground group. It is for the client, which may well
            // go on. The handler stays for as long as the process does.
            drop(signal(SignalKind::interrupt())?);
        }
        Ok(())
    }

    async fn on_signal(self, mut signal: Signal, kind: SignalKind) {
        if signal.recv().await.is_some() {
            tracing::info!(signal = kind.as_raw_value(), "a signal ends the session");
            self.ring();
        }
    }

    /// Watches the client's process. One that can't be seen at all is dead, as LSP has it.
    pub(super) fn on_death_of(&self, process_id: i64) {
        let Some(pid) = i32::try_from(process_id)
            .ok()
            .filter(|id| *id > 0)
            .and_then(Pid::from_raw)
        else {
            tracing::warn!(process_id, "no process has this id; it is not watched");
            return;
        };
        let alarm = self.clone();
        tokio::spawn(async move {
            death(pid).await;
            tracing::info!(process_id, "the client's process is gone");
            alarm.ring();
        });
    }

    fn ring(&self) {
        self.bell.rung.store(true, Ordering::Release);
        self.bell.waker.wake();
    }

    /// Wakes `waker` when it rings.
    pub(super) fn register(&self, waker: &std::task::Waker) {
        self.bell.waker.register(waker);
    }

    /// Whether it has rung; it says so once.
    pub(super) fn take(&self) -> bool {
        self.bell.rung.load(Ordering::Acquire) && self.bell.rung.swap(false, Ordering::AcqRel)
    }
}

/// Waits until the process is no more.
async fn death(pid: Pid) {
    // A process of another user may be waited for too.
    if let Ok(fd) = pidfd_open(pid, PidfdFlags::NONBLOCK).or_else(|_| pidfd_open(pid, PidfdFlags::empty()))
        && let Ok(fd) = crate::transport::registered(fd, Interest::READABLE)
        && fd.readable().await.is_ok()
    {
        return;
    }
    while !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH)) {
        tokio::time::sleep(POLL).await;
    }
}
