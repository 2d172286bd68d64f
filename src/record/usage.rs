//! How often which rule allowed a call without anybody being asked: counts, no values.

use super::timestamp;
use crate::decision::Origin;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlainAllow<'a> {
    /// The surface.
    pub surface: &'a str,
    /// The pattern that allowed; null for a built-in.
    pub pattern: Option<&'a str>,
    /// Whose rule.
    pub origin: Origin,
}

/// Counts since the last time they were taken.
#[derive(Debug, Default)]
pub struct Usage {
    counts: Mutex<Counts>,
    hasher: RandomState,
}

#[derive(Debug, Default)]
struct Counts {
    since: Option<String>,
    /// By hash, so that counting again allocates nothing.
    buckets: HashMap<u64, Vec<Count>>,
}

#[derive(Debug)]
struct Count {
    surface: String,
    pattern: Option<String>,
    origin: Origin,
    n: u64,
}

impl Usage {
    /// Counts one; whether it is the first since the counts were taken.
    pub fn count(&self, allow: PlainAllow<'_>) -> bool {
        let hash = self.hasher.hash_one(allow);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let first = counts.since.is_none();
        if first {
            counts.since = Some(timestamp());
        }
        let bucket = counts.buckets.entry(hash).or_default();
        let known = bucket.iter_mut().find(|count| {
            count.surface == allow.surface
                && count.pattern.as_deref() == allow.pattern
                && count.origin == allow.origin
        });
        match known {
            Some(count) => count.n += 1,
            None => bucket.push(Count {
                surface: allow.surface.to_owned(),
                pattern: allow.pattern.map(str::to_owned),
                origin: allow.origin,
                n: 1,
            }),
        }
        first
    }

    /// Takes the counts: since when, and `[{surface, pattern, origin, result, n}]` in a fixed order. `None`
    /// where nothing was counted.
    pub fn take(&self) -> Option<(String, Value)> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let since = counts.since.take()?;
        let mut taken: Vec<Count> = counts.buckets.drain().flat_map(|(_, bucket)| bucket).collect();
        drop(counts);
        taken.sort_by(|a, b| (&a.surface, &a.pattern).cmp(&(&b.surface, &b.pattern)));
        let list = taken
            .into_iter()
            .map(|count| {
                json!({
                    "surface": count.surface,
                    "pattern": count.pattern,
                    "origin": count.origin,
                    "result": "allow",
                    "n": count.n,
                })
            })
            .collect();
        Some((since, Value::Array(list)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_and_start_anew_once_taken() {
        let usage = Usage::default();
        let git = PlainAllow {
            surface: "bash",
            pattern: Some("git *"),
            origin: Origin::Global,
        };
        assert!(usage.count(git));
        assert!(!usage.count(git));
        assert!(!usage.count(PlainAllow {
            origin: Origin::Agent,
            ..git
        }));
        let (_, counts) = usage.take().unwrap();
        let mut numbers: Vec<u64> = counts
            .as_array()
            .unwrap()
            .iter()
            .map(|count| count["n"].as_u64().unwrap())
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 2]);
        assert_eq!(usage.take(), None);
        assert!(usage.count(git), "the first of the next minute");
    }
}
