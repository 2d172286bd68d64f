//! The thread that writes the logs.

use super::chain::Chain;
use super::clean::clean_within;
use super::line::{Event, Line, VERSION};
use super::log_file::LogFile;
use super::rotation::Limits;
use super::timestamp;
use super::writer::{Message, Shared, Warn};
use serde_json::{Map, Value, json};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Counts are written at most this often.
const USAGE_EVERY: Duration = Duration::from_secs(60);

/// Bytes of a line. A longer one is cut and shortened more than the policy says.
const LINE: usize = 1 << 20;

/// Items of a list in a line.
const ITEMS: usize = 256;

/// What the thread does.
pub(super) struct Worker {
    shared: Arc<Shared>,
    folder: PathBuf,
    limits: Option<Limits>,
    warn: Warn,
    warned: bool,
}

/// The files, once the thread runs.
struct Files {
    review: LogFile,
    debug: LogFile,
    chain: Chain,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl Worker {
    pub(super) fn new(shared: Arc<Shared>, folder: PathBuf, limits: Option<Limits>, warn: &Warn) -> Self {
        Self {
            shared,
            folder,
            limits,
            warn: Arc::clone(warn),
            warned: false,
        }
    }

    /// Whom to tell what can't be written.
    pub(super) fn warn(&self) -> Warn {
        Arc::clone(&self.warn)
    }

    /// Writes what comes, until nothing can come any more.
    pub(super) fn run(mut self, queue: &Receiver<Message>) {
        let limits = self.limits.unwrap_or_else(Limits::from_env);
        let mut files = Files {
            review: LogFile::new(&self.folder, "review.jsonl", limits),
            debug: LogFile::new(&self.folder, "debug.jsonl", limits),
            chain: Chain::begin(),
        };
        let mut due: Option<Instant> = None;
        loop {
            // Without counts there is nothing to wake up for.
            let received = match due {
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => queue.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            match received {
                Ok(Message::Review(line)) => self.review(&mut files, line),
                Ok(Message::Debug(line)) => {
                    let plain = |fields| (format!("{}\n", Value::Object(fields)), ());
                    let (text, ()) = self.bounded(line, plain);
                    let written = files.debug.write(&text);
                    self.check(&files.debug, &written);
                }
                Ok(Message::Counted) => due = due.or_else(|| Some(Instant::now() + USAGE_EVERY)),
                Ok(Message::Flush(done)) => {
                    let _ = done.try_send(());
                }
                Err(RecvTimeoutError::Timeout) => {
                    due = None;
                    self.usage(&mut files);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.usage(&mut files);
                    return;
                }
            }
        }
    }

    /// One line of the review log, and before it one that says how many were lost.
    fn review(&mut self, files: &mut Files, line: Line) {
        let lost = self.shared.lost.swap(0, Ordering::Relaxed);
        if lost > 0 {
            let fields = fields([
                ("sessionId", json!(self.shared.session_id)),
                ("lines", json!(lost)),
            ]);
            if !self.append(files, Line::new(Event::Lost, fields)) {
                self.shared.lost.fetch_add(lost, Ordering::Relaxed);
            }
        }
        if !self.append(files, line) {
            self.shared.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether the line was written.
    fn append(&mut self, files: &mut Files, line: Line) -> bool {
        let (text, digits) = self.bounded(line, |fields| files.chain.seal(fields));
        let written = files.review.write(&text);
        self.check(&files.review, &written);
        if written.is_ok() {
            files.chain.written(digits);
        }
        written.is_ok()
    }

    fn usage(&mut self, files: &mut Files) {
        let Some((since, counts)) = self.shared.usage.take() else {
            return;
        };
        let fields = fields([
            ("sessionId", json!(self.shared.session_id)),
            ("since", json!(since)),
            ("counts", counts),
        ]);
        self.review(files, Line::new(Event::Usage, fields));
    }

    /// The one place where a line becomes text: nothing is written that is not cut and redacted here.
    fn bounded<T>(&self, line: Line, render: impl Fn(Map<String, Value>) -> (String, T)) -> (String, T) {
        let mut width = self.shared.width.load(Ordering::Relaxed);
        let mut items = ITEMS;
        // Counts are bounded by the rules there are, and each is needed.
        if line.event == Event::Usage.name() {
            items = usize::MAX;
        }
        let head = fields([
            ("version", json!(VERSION)),
            ("timestamp", json!(timestamp())),
            ("event", json!(line.event)),
        ]);
        let body = Value::Object(line.fields);
        loop {
            let mut all = head.clone();
            if let Value::Object(cleaned) = clean_within(body.clone(), width, items) {
                all.extend(cleaned);
            }
            let rendered = render(all);
            if rendered.0.len() <= LINE || (width <= 16 && items <= 4) {
                return rendered;
            }
            width = (width.min(LINE) / 4).max(16);
            items = (items.min(4 * ITEMS) / 4).max(4);
        }
    }

    fn check(&mut self, log: &LogFile, written: &io::Result<()>) {
        if let Err(error) = written
            && !self.warned
        {
            self.warned = true;
            (self.warn)(&format!(
                "{} can't be written ({error}); decisions go on without a log.",
                log.path().display()
            ));
        }
    }
}

fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}
