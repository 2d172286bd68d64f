//! What the log says, read in the background and handed to the desk.

use super::Shared;
use crate::decision::Origin;
use crate::editor::usage::{DAYS, Hits, Seen, Usage};
use crate::session::LogUse;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// How long a reading counts.
const FRESH: Duration = Duration::from_secs(60);

/// One reading of the log.
struct LogUsage {
    hits: HashMap<(Origin, String, String), Hits>,
    values: HashMap<String, Vec<String>>,
    tools: Vec<String>,
    seen: Vec<Seen>,
}

impl Shared {
    /// Reads the log again if that was long ago.
    pub(super) fn learn(&self) {
        {
            let mut learnt = self.learnt.lock().unwrap_or_else(PoisonError::into_inner);
            if learnt.is_some_and(|at| at.elapsed() < FRESH) {
                return;
            }
            *learnt = Some(Instant::now());
        }
        self.desk
            .learn(Arc::new(LogUsage::of(self.session.log_use(DAYS))));
    }
}

impl LogUsage {
    fn of(used: LogUse) -> Self {
        let hits = used.hits.into_iter().map(|(rule, count)| {
            let hits = Hits {
                allowed: count.allowed,
                asked: count.asked,
                denied: count.denied,
            };
            (rule, hits)
        });
        let mut seen: Vec<Seen> = used
            .seen
            .into_iter()
            .map(|((surface, value), counts)| Seen {
                surface,
                value,
                approved: counts.approved,
                denied: counts.denied,
                suggestion: counts.suggestion,
            })
            .collect();
        seen.sort_by(|a, b| {
            let often = |seen: &Seen| seen.approved + seen.denied;
            (often(b), &a.surface, &a.value).cmp(&(often(a), &b.surface, &b.value))
        });
        let mut values: HashMap<String, Vec<String>> = HashMap::new();
        for seen in &seen {
            values
                .entry(seen.surface.clone())
                .or_default()
                .push(seen.value.clone());
        }
        Self {
            hits: hits.collect(),
            values,
            tools: used.tools.into_iter().collect(),
            seen,
        }
    }
}

impl Usage for LogUsage {
    fn hits(&self, origin: Origin, surface: &str, pattern: &str) -> Option<Hits> {
        let key = (origin, surface.to_owned(), pattern.to_owned());
        Some(self.hits.get(&key).copied().unwrap_or_default())
    }

    fn values(&self, surface: &str) -> &[String] {
        self.values.get(surface).map_or(&[], Vec::as_slice)
    }

    fn tools(&self) -> &[String] {
        &self.tools
    }

    fn seen(&self) -> &[Seen] {
        &self.seen
    }
}
