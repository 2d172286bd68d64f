//! What the log says, read in the background and kept for a while.

use crate::decision::Origin;
use crate::editor::usage::{DAYS, Seen, Usage};
use crate::session::{LogUse, Session};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a reading counts.
const FRESH: Duration = Duration::from_secs(60);

/// The log of a session.
pub(super) struct LogUsage {
    session: Session,
    kept: Mutex<Option<(Instant, Arc<LogUse>)>>,
}

impl LogUsage {
    pub(super) fn new(session: &Session) -> Self {
        Self {
            session: session.clone(),
            kept: Mutex::default(),
        }
    }

    /// Reads the log again if that was long ago.
    pub(super) fn refresh(&self) {
        let is_fresh = |kept: &Option<(Instant, Arc<LogUse>)>| {
            kept.as_ref().is_some_and(|(read, _)| read.elapsed() < FRESH)
        };
        if is_fresh(&self.kept.lock().unwrap_or_else(PoisonError::into_inner)) {
            return;
        }
        let used = Arc::new(self.session.log_use(DAYS));
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), used));
    }

    /// What was read last; read here if nothing was.
    fn used(&self) -> Arc<LogUse> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, used) = kept.get_or_insert_with(|| (Instant::now(), Arc::new(self.session.log_use(DAYS))));
        Arc::clone(used)
    }
}

impl Usage for LogUsage {
    fn hits(&self, origin: Origin, surface: &str, pattern: &str) -> u64 {
        let key = (origin, surface.to_owned(), pattern.to_owned());
        self.used().hits.get(&key).copied().unwrap_or_default()
    }

    fn seen(&self) -> Vec<Seen> {
        let used = self.used();
        let mut seen: Vec<Seen> = used
            .seen
            .iter()
            .map(|((surface, value), counts)| Seen {
                surface: surface.clone(),
                value: value.clone(),
                approved: counts.approved,
                denied: counts.denied,
                suggestion: counts.suggestion.clone(),
            })
            .collect();
        seen.sort_by(|a, b| {
            let often = |seen: &Seen| seen.approved + seen.denied;
            (often(b), &a.surface, &a.value).cmp(&(often(a), &b.surface, &b.value))
        });
        seen
    }
}
