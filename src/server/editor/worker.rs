//! The thread that looks at documents. A newer keystroke abandons what is being looked at.

use super::Shared;
use crate::editor::findings_while;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};

/// Hands documents to the thread; it ends with this.
pub(super) struct Worker {
    work: Arc<Work>,
    shared: Arc<Shared>,
    started: Once,
}

/// What is to be done.
#[derive(Default)]
struct Work {
    queue: Mutex<Queue>,
    filled: Condvar,
    /// Counts the changes.
    changes: AtomicU64,
}

#[derive(Default)]
struct Queue {
    due: VecDeque<String>,
    over: bool,
}

impl Worker {
    pub(super) fn new(shared: &Arc<Shared>) -> Self {
        Self {
            work: Arc::default(),
            shared: Arc::clone(shared),
            started: Once::new(),
        }
    }

    /// Looks at these, the first one first, and in front of all others.
    pub(super) fn look_at(&self, names: Vec<String>) {
        if names.is_empty() {
            return;
        }
        self.work.changes.fetch_add(1, Ordering::AcqRel);
        {
            let mut queue = self.work.queue();
            queue.due.retain(|due| !names.contains(due));
            for name in names.into_iter().rev() {
                queue.due.push_front(name);
            }
        }
        self.work.filled.notify_one();
        self.started.call_once(|| {
            let (work, shared) = (Arc::clone(&self.work), Arc::clone(&self.shared));
            let thread = std::thread::Builder::new().name("editor".to_owned());
            if let Err(error) = thread.spawn(move || work.run(&shared)) {
                tracing::error!(%error, "no document can be looked at");
            }
        });
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.work.queue().over = true;
        self.work.changes.fetch_add(1, Ordering::AcqRel);
        self.work.filled.notify_one();
    }
}

impl Work {
    fn run(&self, shared: &Shared) {
        while let Some((name, change)) = self.next() {
            // A document that can't be looked at does not keep the others from it.
            let looked = catch_unwind(AssertUnwindSafe(|| self.look(shared, &name, change)));
            match looked {
                Ok(true) => {}
                Ok(false) => self.put_back(name),
                Err(_) => tracing::error!(name, "a document could not be looked at"),
            }
        }
    }

    /// The next document and the number of changes so far; waits for one.
    fn next(&self) -> Option<(String, u64)> {
        let mut queue = self.queue();
        loop {
            if queue.over {
                return None;
            }
            if let Some(name) = queue.due.pop_front() {
                return Some((name, self.changes.load(Ordering::Acquire)));
            }
            queue = self.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Looks at one; false where that was abandoned.
    fn look(&self, shared: &Shared, name: &str, change: u64) -> bool {
        let Some(view) = shared.desk.view(name) else {
            return true;
        };
        let is_wanted = || self.changes.load(Ordering::Acquire) == change;
        let Some(found) = findings_while(&view, &is_wanted) else {
            return false;
        };
        shared.publish(name, &view, &found);
        if is_wanted() && self.queue().due.is_empty() {
            // Whoever asks next need not wait for it.
            view.composed();
            shared.learn();
        }
        true
    }

    /// What was abandoned is looked at after what is newer.
    fn put_back(&self, name: String) {
        let mut queue = self.queue();
        if !queue.due.contains(&name) {
            queue.due.push_back(name);
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
