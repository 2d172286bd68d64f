//! Takes lines for the logs, and hands them to the thread that writes them.

use super::line::{Event, Line};
use super::rotation::Limits;
use super::usage::{PlainAllow, Usage};
use super::worker::Worker;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Lines that may wait for the disk; what comes on top is lost and counted.
const QUEUE: usize = 1024;

/// Told once, in words, when a log can't be written.
pub type Warn = Arc<dyn Fn(&str) + Send + Sync>;

/// Where and what.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Folder of the logs; made with mode 0700 when the first line is written.
    pub state_dir: PathBuf,
    /// The session that counts are written for.
    pub session_id: String,
    /// Characters of one string (`reviewLogFieldMaxWidth`).
    pub width: usize,
    /// `permissionReviewLog`.
    pub review: bool,
    /// `debugLog`.
    pub debug: bool,
    /// When a file is full; what the environment says where it is none.
    pub limits: Option<Limits>,
}

/// Takes lines; never blocks and never fails.
#[derive(Debug)]
pub struct Recorder {
    shared: Arc<Shared>,
    /// `None` once closed. Taken out from under the lock before anything waits.
    channel: Mutex<Option<SyncSender<Message>>>,
    thread: Mutex<Thread>,
}

/// The thread that writes.
#[derive(Debug)]
enum Thread {
    /// Not needed yet.
    Idle(Box<(Worker, Receiver<Message>)>),
    Running(JoinHandle<()>),
    /// It has ended, or never came to be.
    Gone,
}

/// What whoever hands over and whoever writes both look at.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) session_id: String,
    pub(super) width: AtomicUsize,
    review: AtomicBool,
    debug: AtomicBool,
    /// Lines that were not written since the log last said so.
    pub(super) lost: AtomicU64,
    pub(super) usage: Usage,
}

/// What the thread is told.
pub(super) enum Message {
    Review(Line),
    Debug(Line),
    /// Something was counted for the first time since the counts were written.
    Counted,
    /// Write all that came before, then answer.
    Flush(SyncSender<()>),
}

impl Recorder {
    /// Takes lines from now on; they are written once [`Recorder::start`] is called. No file or folder is made
    /// before the first line.
    pub fn open(settings: Settings, warn: &Warn) -> Self {
        let shared = Arc::new(Shared {
            session_id: settings.session_id,
            width: AtomicUsize::new(settings.width),
            review: AtomicBool::new(settings.review),
            debug: AtomicBool::new(settings.debug),
            lost: AtomicU64::new(0),
            usage: Usage::default(),
        });
        let (sender, receiver) = mpsc::sync_channel(QUEUE);
        let worker = Worker::new(Arc::clone(&shared), settings.state_dir, settings.limits, warn);
        Self {
            shared,
            channel: Mutex::new(Some(sender)),
            thread: Mutex::new(Thread::Idle(Box::new((worker, receiver)))),
        }
    }

    /// Starts the thread, if it does not run yet.
    pub fn start(&self) {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(*thread, Thread::Idle(_)) {
            return;
        }
        let Thread::Idle(idle) = std::mem::replace(&mut *thread, Thread::Gone) else {
            return;
        };
        let (worker, receiver) = *idle;
        let warn = worker.warn();
        let spawned = std::thread::Builder::new()
            .name("portcullis-log".to_owned())
            .spawn(move || worker.run(&receiver));
        match spawned {
            Ok(running) => *thread = Thread::Running(running),
            Err(error) => {
                drop(thread);
                drop(self.channel.lock().unwrap_or_else(PoisonError::into_inner).take());
                warn(&format!(
                    "The logs are not written: no thread could be started ({error})."
                ));
            }
        }
    }

    /// A recorder that writes nothing, for an editor.
    pub fn off() -> Self {
        let shared = Shared {
            session_id: String::new(),
            width: AtomicUsize::new(0),
            review: AtomicBool::new(false),
            debug: AtomicBool::new(false),
            lost: AtomicU64::new(0),
            usage: Usage::default(),
        };
        Self {
            shared: Arc::new(shared),
            channel: Mutex::new(None),
            thread: Mutex::new(Thread::Gone),
        }
    }

    /// Takes over options that changed with the policy.
    pub fn set(&self, width: usize, review: bool, debug: bool) {
        self.shared.width.store(width, Ordering::Relaxed);
        self.shared.review.store(review, Ordering::Relaxed);
        self.shared.debug.store(debug, Ordering::Relaxed);
    }

    /// Characters that a string may have, in the log and in what is published.
    pub fn width(&self) -> usize {
        self.shared.width.load(Ordering::Relaxed)
    }

    /// Whether the review log is written.
    pub fn is_reviewing(&self) -> bool {
        self.shared.review.load(Ordering::Relaxed)
    }

    /// A line of the review log.
    pub fn review(&self, event: Event, fields: Map<String, Value>) {
        if self.is_reviewing() {
            self.send(Message::Review(Line::new(event, fields)));
        }
    }

    /// A line of the debug log.
    pub fn debug(&self, event: &'static str, fields: impl FnOnce() -> Map<String, Value>) {
        if self.shared.debug.load(Ordering::Relaxed) {
            self.send(Message::Debug(Line {
                event,
                fields: fields(),
            }));
        }
    }

    /// Counts a plain allow.
    pub fn count(&self, allow: PlainAllow<'_>) {
        if self.shared.review.load(Ordering::Relaxed) && self.shared.usage.count(allow) {
            self.send(Message::Counted);
        }
    }

    /// Waits until all that was taken is written, at most `limit`.
    pub fn flush(&self, limit: Duration) {
        self.start();
        let channel = self
            .channel
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let Some(channel) = channel else { return };
        let (done, wait) = mpsc::sync_channel(1);
        let deadline = Instant::now() + limit;
        let mut message = Message::Flush(done);
        while let Err(TrySendError::Full(back)) = channel.try_send(message) {
            if Instant::now() >= deadline {
                return;
            }
            message = back;
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = wait.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    }

    /// Writes what is left, counts included, and ends the thread; waits at most `limit`.
    pub fn close(&self, limit: Duration) {
        self.flush(limit);
        drop(self.channel.lock().unwrap_or_else(PoisonError::into_inner).take());
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let Thread::Running(thread) = std::mem::replace(&mut *thread, Thread::Gone) else {
            return;
        };
        let deadline = Instant::now() + limit;
        while !thread.is_finished() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        if thread.is_finished() {
            let _ = thread.join();
        }
    }

    fn send(&self, message: Message) {
        let channel = self.channel.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(channel) = channel.as_ref() else { return };
        if let Err(TrySendError::Full(Message::Review(_) | Message::Debug(_))) = channel.try_send(message) {
            self.shared.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}
