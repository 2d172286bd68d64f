//! Whether somebody still serves a session, as seen from outside.
//!
//! Time counts only while this process looks: one that was itself stopped must not hold its own sleep against
//! the other side.

use super::folder::Unread;
use super::process::Process;
use super::serving::Record;
use super::tempo::Tempo;
use std::time::{Duration, Instant};

/// The looks at one serving record.
#[derive(Debug)]
pub(super) struct Pulse {
    seen: Option<Vec<u8>>,
    /// How long it has been as it was seen.
    quiet: Duration,
    looked: Instant,
}

/// What a look comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// Nothing speaks against it.
    Alive,
    /// The process has ended.
    Dead,
    /// Nobody serves it.
    Missing,
    /// Its record is not renewed.
    Stale,
}

impl Life {
    /// Why nobody answers, in words.
    pub(super) const fn words(&self) -> &'static str {
        match self {
            Self::Alive => "the parent session is served",
            Self::Dead => "the parent session's process has ended",
            Self::Missing => "nobody serves the parent session",
            Self::Stale => "the parent session's process gives no sign of life",
        }
    }
}

impl Pulse {
    /// Before the first look.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            seen: None,
            quiet: Duration::ZERO,
            looked: now,
        }
    }

    /// A look at the record of `session`.
    pub(super) fn look(
        &mut self,
        session: &str,
        found: Result<Vec<u8>, Unread>,
        own: &Process,
        tempo: Tempo,
        now: Instant,
    ) -> Life {
        let found = found.ok();
        let record = found.as_deref().and_then(|bytes| Record::read(session, bytes));
        let found = found.filter(|_| record.is_some());
        let since = now.saturating_duration_since(self.looked).min(tempo.refresh());
        self.looked = now;
        if found == self.seen {
            self.quiet += since;
        } else {
            self.quiet = Duration::ZERO;
            self.seen = found;
        }
        match record {
            None if self.quiet >= tempo.missing() => Life::Missing,
            Some(record) if record.process.is_dead(own) => Life::Dead,
            Some(_) if self.quiet >= tempo.unchanged() => Life::Stale,
            _ => Life::Alive,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(at: u32) -> Vec<u8> {
        Record::of("p", &Process::default(), &at.to_string()).write()
    }

    /// Looks a quarter of a second apart; what each finds, and what the last comes to.
    fn last(found: impl IntoIterator<Item = Option<Vec<u8>>>) -> Life {
        let mut now = Instant::now();
        let mut pulse = Pulse::new(now);
        let mut life = Life::Alive;
        for found in found {
            let found = found.ok_or(Unread::Missing);
            life = pulse.look("p", found, &Process::default(), Tempo::default(), now);
            now += Duration::from_millis(250);
        }
        life
    }

    #[test]
    fn a_record_must_be_there_and_be_renewed() {
        let missing = |looks: usize| vec![None; looks];
        let same = |looks: usize| vec![Some(record(1)); looks];
        let renewed = || (0..200).map(|look| Some(record(look / 4)));
        assert_eq!(last(missing(12)), Life::Alive);
        assert_eq!(last(missing(13)), Life::Missing);
        assert_eq!(last(same(40)), Life::Alive);
        assert_eq!(last(same(41)), Life::Stale);
        assert_eq!(last(renewed()), Life::Alive);
        assert_eq!(
            last(missing(12).into_iter().chain(same(40))),
            Life::Alive,
            "it came late"
        );
        assert_eq!(
            last(same(40).into_iter().chain(missing(12))),
            Life::Alive,
            "it just went"
        );
        let torn = vec![Some(b"{".to_vec()); 13];
        assert_eq!(last(torn), Life::Missing, "what can't be read is no record");
        let other = Record::of("q", &Process::default(), "1").write();
        assert_eq!(
            last(vec![Some(other); 13]),
            Life::Missing,
            "nor is that of another session"
        );
    }

    #[test]
    fn the_sleep_of_the_one_who_looks_does_not_count() {
        let now = Instant::now();
        let mut pulse = Pulse::new(now);
        let mut look = |seconds: u64| {
            let now = now + Duration::from_secs(seconds);
            pulse.look("p", Ok(record(1)), &Process::default(), Tempo::default(), now)
        };
        look(0);
        assert_eq!(look(3600), Life::Alive);
        assert_eq!(look(7200), Life::Alive);
    }
}
