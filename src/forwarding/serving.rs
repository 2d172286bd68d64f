//! The record that says who serves a session, and the claim to be the one.

use super::folder::Unread;
use super::liveness::{Life, Pulse};
use super::process::Process;
use super::request::now as timestamp;
use super::spool::{Spool, record_file};
use super::tempo::Tempo;
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Instant;

/// Bytes of a record at most.
pub(super) const MAX_RECORD: u64 = 4096;

/// A serving record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record {
    pub(super) session_id: String,
    #[serde(flatten)]
    pub(super) process: Process,
    pub(super) refreshed_at: String,
}

impl Record {
    pub(super) fn of(session: &str, process: &Process, refreshed_at: &str) -> Self {
        Self {
            session_id: session.to_owned(),
            process: process.clone(),
            refreshed_at: refreshed_at.to_owned(),
        }
    }

    /// The record of `session`, if these bytes are one.
    pub(super) fn read(session: &str, bytes: &[u8]) -> Option<Self> {
        let record: Self = serde_json::from_slice(bytes).ok()?;
        (record.session_id == session).then_some(record)
    }

    pub(super) fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// A claim to serve a session. Of several processes that have one, the first to write the record serves; the
/// others wait until it is gone.
#[derive(Debug)]
pub(super) struct Claim {
    session: String,
    rival: Pulse,
    /// Counted on, so that a record differs from the last also within a millisecond.
    held: bool,
}

impl Claim {
    pub(super) fn new(session: &str, now: Instant) -> Self {
        Self {
            session: session.to_owned(),
            rival: Pulse::new(now),
            held: false,
        }
    }

    /// Whether it was this process's at the last look.
    pub(super) const fn is_held(&self) -> bool {
        self.held
    }

    /// Writes the record anew, or for the first time; whether it is this process's.
    pub(super) fn renew(
        &mut self,
        spool: &Spool,
        own: &Process,
        tempo: Tempo,
        now: Instant,
    ) -> io::Result<bool> {
        let file = record_file(&self.session);
        let mine = Record::of(&self.session, own, &timestamp()).write();
        let found = spool.serving.read(&file, MAX_RECORD);
        let other = match &found {
            Ok(bytes) => Record::read(&self.session, bytes).filter(|record| record.process != *own),
            Err(_) => None,
        };
        let is_missing = matches!(found, Err(Unread::Missing));
        let is_served =
            other.is_some() && self.rival.look(&self.session, found, own, tempo, now) == Life::Alive;
        self.held = if is_missing {
            spool.serving.write_new(&file, &mine)?
        } else if is_served {
            false
        } else {
            spool.serving.write(&file, &mine)?;
            true
        };
        Ok(self.held)
    }

    /// Takes the record away.
    pub(super) fn drop_record(&mut self, spool: &Spool, own: &Process) {
        if !self.held {
            return;
        }
        self.held = false;
        let file = record_file(&self.session);
        let is_own = spool
            .serving
            .read(&file, MAX_RECORD)
            .is_ok_and(|bytes| Record::read(&self.session, &bytes).is_some_and(|it| it.process == *own));
        if is_own {
            spool.serving.remove(&file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn process(pid: i32) -> Process {
        // Elsewhere, so that nothing is known of it but its record.
        Process {
            pid: Some(pid),
            pid_namespace: Some(format!("ns {pid}")),
            ..Process::default()
        }
    }

    #[test]
    fn one_of_two_serves_until_it_is_gone() {
        let state = tempfile::tempdir().unwrap();
        let spool = Spool::open(state.path()).unwrap();
        let (first, second) = (process(1), process(2));
        let tempo = Tempo::default();
        let begun = Instant::now();
        let mut claims = [Claim::new("p", begun), Claim::new("p", begun)];
        let mut renew = |which: usize, own: &Process, second: u64| {
            let now = begun + Duration::from_secs(second);
            claims[which].renew(&spool, own, tempo, now).unwrap()
        };
        assert!(renew(0, &first, 0));
        assert!(!renew(1, &second, 0));
        for at in 1..30 {
            // A record differs from one writing to the next.
            std::thread::sleep(Duration::from_millis(2));
            assert!(renew(0, &first, at), "{at}");
            assert!(!renew(1, &second, at), "{at}");
        }
        // The first is silent from now on.
        for at in 30..39 {
            assert!(!renew(1, &second, at), "{at}");
        }
        assert!(renew(1, &second, 41));
        assert!(!renew(0, &first, 41), "it comes back and is not the one any more");
    }

    #[test]
    fn a_record_that_is_none_is_replaced() {
        let state = tempfile::tempdir().unwrap();
        let spool = Spool::open(state.path()).unwrap();
        let victim = state.path().join("victim");
        std::fs::write(&victim, "as it was").unwrap();
        std::os::unix::fs::symlink(&victim, state.path().join("forwarding/serving/p.json")).unwrap();
        let mut claim = Claim::new("p", Instant::now());
        assert!(
            claim
                .renew(&spool, &process(1), Tempo::default(), Instant::now())
                .unwrap()
        );
        assert_eq!(std::fs::read(victim).unwrap(), b"as it was");
        claim.drop_record(&spool, &process(1));
        assert!(!spool.serving.has("p.json"));
    }
}
