//! What the log has seen, as far as an editor tells of it.

use crate::decision::Origin;

/// Days of the log that are looked at.
pub const DAYS: u32 = 30;

/// How often a rule decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Calls that it allowed.
    pub allowed: u64,
    /// Calls that were asked about because of it.
    pub asked: u64,
    /// Calls that it denied.
    pub denied: u64,
}

impl Hits {
    /// All of them.
    pub const fn all(self) -> u64 {
        self.allowed
            .saturating_add(self.asked)
            .saturating_add(self.denied)
    }
}

/// What the log of the last [`DAYS`] days, and the client, tell. Whoever asks has no patience: an answer is at hand, or
/// empty.
pub trait Usage: Send + Sync {
    /// How often the rule of a surface and pattern decided; `None` where there is no log to count.
    fn hits(&self, origin: Origin, surface: &str, pattern: &str) -> Option<Hits>;

    /// Values seen under a surface, the most frequent first: commands, paths, targets, names.
    fn values(&self, surface: &str) -> &[String];

    /// Names of tools that were called or are known.
    fn tools(&self) -> &[String];

    /// What a human was asked about, the most frequent first.
    fn seen(&self) -> &[Seen] {
        &[]
    }
}

/// A value that a human was asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Its surface.
    pub surface: String,
    /// The command, path or name.
    pub value: String,
    /// How often that was approved.
    pub approved: u64,
    /// How often it was denied.
    pub denied: u64,
    /// The rules that an answer for the whole session would have recorded; none where that may not be.
    pub suggestion: Vec<(String, String)>,
}

/// Nothing was seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoUsage;

impl Usage for NoUsage {
    fn hits(&self, _: Origin, _: &str, _: &str) -> Option<Hits> {
        None
    }

    fn values(&self, _: &str) -> &[String] {
        &[]
    }

    fn tools(&self) -> &[String] {
        &[]
    }
}
