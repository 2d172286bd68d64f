//! What the review log says of the last days, for hovers, hints, completions and actions.

use crate::decision::Origin;

/// Days that are looked at.
pub const DAYS: u32 = 30;

/// What was decided in the last [`DAYS`] days.
pub trait Usage: Send + Sync {
    /// How often a rule decided.
    fn hits(&self, origin: Origin, surface: &str, pattern: &str) -> u64;

    /// What was asked about, the most frequent first.
    fn seen(&self) -> Vec<Seen>;
}

/// A value that somebody was asked about.
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

/// No log.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unused;

impl Usage for Unused {
    fn hits(&self, _: Origin, _: &str, _: &str) -> u64 {
        0
    }

    fn seen(&self) -> Vec<Seen> {
        Vec::new()
    }
}
