//! Sees that a policy file changed, in a thread of its own.
//!
//! The system's notices are a hint that makes it quick; behind it stands a slow look at the files
//! themselves, since notices get lost (a network file system, a limit on watches, a file reached through a
//! link). Between two looks the thread sleeps.

use super::inner::Inner;
use super::notices::Notices;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Between two looks where notices come.
const BEHIND_NOTICES: Duration = Duration::from_secs(10);
/// Between two looks where none come.
const ALONE: Duration = Duration::from_secs(2);
/// An editor writes a file in several steps: looked at once they are over.
const SETTLE: Duration = Duration::from_millis(20);

/// Between two looks at the links on the way of patterns, while checks are made.
const FORMS: Duration = Duration::from_millis(400);

enum Message {
    Notice,
    /// A check was made after a pause.
    Used,
    Stop,
}

/// The thread. It ends with the session.
#[derive(Default)]
pub(super) struct Watcher {
    begun: AtomicBool,
    sender: Mutex<Option<Sender<Message>>>,
}

impl Watcher {
    /// Starts it, once.
    pub(super) fn start(&self, inner: &Arc<Inner>) {
        if self.begun.swap(true, Ordering::AcqRel) {
            return;
        }
        let (sender, receiver) = mpsc::channel();
        let watch = Watch {
            inner: Arc::downgrade(inner),
            notices: sender.clone(),
            watcher: None,
            watched: BTreeSet::new(),
            // Checks may have been made before.
            active: true,
        };
        let spawned = std::thread::Builder::new()
            .name("portcullis-watch".to_owned())
            .spawn(move || watch.run(&receiver));
        match spawned {
            Ok(_) => {
                let wake = sender.clone();
                inner.force.on_use(Box::new(move || {
                    let _ = wake.send(Message::Used);
                }));
                *self.sender.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
            }
            Err(error) => inner.events.warn(&format!(
                "Policy files are not watched ({error}); changes count after a reload."
            )),
        }
    }

    /// Ends it.
    pub(super) fn stop(&self) {
        self.begun.store(true, Ordering::Release);
        let sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(sender) = sender {
            let _ = sender.send(Message::Stop);
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.stop();
    }
}

struct Watch {
    inner: Weak<Inner>,
    notices: Sender<Message>,
    watcher: Option<Notices>,
    watched: BTreeSet<PathBuf>,
    /// Checks are being made.
    active: bool,
}

impl Watch {
    fn run(mut self, receiver: &Receiver<Message>) {
        let notices = self.notices.clone();
        self.watcher = Notices::new(move || {
            let _ = notices.send(Message::Notice);
        });
        loop {
            let Some(inner) = self.inner.upgrade() else { return };
            // Watched first, so that what changes during the look is noticed.
            let complete = self.watch(&inner);
            inner.look_for_changes();
            inner.force.warm();
            drop(inner);
            let pause = if complete { BEHIND_NOTICES } else { ALONE };
            match self.wait(receiver, pause) {
                Ok(Message::Notice) => {
                    std::thread::sleep(SETTLE);
                    // A folder that was replaced is a new one to the system.
                    self.forget_watched();
                    // What came in the meantime is covered by the same look.
                    while let Ok(message) = receiver.try_recv() {
                        match message {
                            Message::Stop => return,
                            Message::Used => self.active = true,
                            Message::Notice => {}
                        }
                    }
                }
                Ok(Message::Used) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Waits for something that may have changed a file. While checks are made, the canonical forms of patterns
    /// are kept fresh meanwhile, so that a check need not look; without checks nothing is done.
    fn wait(&mut self, receiver: &Receiver<Message>, pause: Duration) -> Result<Message, RecvTimeoutError> {
        let until = Instant::now() + pause;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let step = if self.active { left.min(FORMS) } else { left };
            match receiver.recv_timeout(step) {
                Ok(Message::Used) => self.active = true,
                Err(RecvTimeoutError::Timeout) if self.active && step < left => {
                    self.active = self
                        .inner
                        .upgrade()
                        .is_some_and(|inner| inner.force.refresh_forms());
                }
                other => return other,
            }
        }
    }

    fn forget_watched(&mut self) {
        for folder in std::mem::take(&mut self.watched) {
            if let Some(watcher) = &mut self.watcher {
                watcher.unwatch(&folder);
            }
        }
    }

    /// Watches every folder whose entries matter: each folder of policy files and the one above it, or where
    /// it is not there the nearest that is, so that it is seen to appear. Whether all are watched.
    fn watch(&mut self, inner: &Inner) -> bool {
        let Some(watcher) = &mut self.watcher else {
            return false;
        };
        let wanted: BTreeSet<PathBuf> = inner
            .policy_folders()
            .iter()
            .flat_map(|folder| folders_to_watch(folder))
            .collect();
        for gone in self.watched.difference(&wanted) {
            watcher.unwatch(gone);
        }
        self.watched.retain(|folder| wanted.contains(folder));
        let mut complete = true;
        for folder in wanted {
            if !self.watched.contains(&folder) {
                if watcher.watch(&folder) {
                    self.watched.insert(folder);
                } else {
                    complete = false;
                }
            }
        }
        complete
    }
}

fn folders_to_watch(folder: &Path) -> Vec<PathBuf> {
    let mut existing = folder.ancestors().filter(|ancestor| ancestor.is_dir());
    let nearest = existing.next().map(Path::to_owned);
    let above = if nearest.as_deref() == Some(folder) {
        existing.next().map(Path::to_owned)
    } else {
        None
    };
    nearest.into_iter().chain(above).collect()
}
