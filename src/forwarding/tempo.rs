//! How fast things are.

use std::time::Duration;

/// The variable that says how many milliseconds a second of this room has, for tests that can't wait.
const VARIABLE: &str = "PORTCULLIS_FORWARDING_SECOND_MS";

/// The times of liveness, all counted in one second of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tempo {
    second: Duration,
}

impl Default for Tempo {
    fn default() -> Self {
        Self {
            second: Duration::from_secs(1),
        }
    }
}

impl Tempo {
    /// With a second of so many milliseconds, 10 at least.
    pub fn of_millis(millis: u64) -> Self {
        Self {
            second: Duration::from_millis(millis.max(10)),
        }
    }

    /// From the environment, where it says something else than a second.
    pub fn from_env() -> Self {
        std::env::var(VARIABLE)
            .ok()
            .and_then(|value| value.parse().ok())
            .map_or_else(Self::default, Self::of_millis)
    }

    /// Between two writings of a serving record.
    pub(super) const fn refresh(self) -> Duration {
        self.second
    }

    /// Between two looks at a parent that is waited for, which also find what no notice told of.
    pub(super) fn look(self) -> Duration {
        self.second / 4
    }

    /// How long a parent may have no record.
    pub(super) fn missing(self) -> Duration {
        self.second * 3
    }

    /// How long its record may stay as it is.
    pub(super) fn unchanged(self) -> Duration {
        self.second * 10
    }

    /// How long a file may be unreadable before that is what it is: it might still be being written.
    pub(super) const fn grace(self) -> Duration {
        self.second
    }

    /// After which a file that belongs to nobody who can be looked at is a leftover.
    pub(super) fn leftover(self) -> Duration {
        self.second * 3600
    }
}
