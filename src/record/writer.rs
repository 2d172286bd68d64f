//! The thread that writes the logs.

use super::line::{Event, Line, VERSION};
use super::log_file::LogFile;
use super::usage::{PlainAllow, Usage};
use super::{clean, timestamp};
use serde_json::{Map, Value, json};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Lines that may wait for the disk; what comes on top is lost and counted.
const QUEUE: usize = 1024;

/// Counts are written at most this often.
const USAGE_EVERY: Duration = Duration::from_secs(60);

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

#[derive(Debug)]
struct Shared {
    session_id: String,
    width: AtomicUsize,
    review: AtomicBool,
    debug: AtomicBool,
    lost: AtomicU64,
    usage: Usage,
}

enum Message {
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
        let worker = Worker {
            shared: Arc::clone(&shared),
            review: LogFile::new(&settings.state_dir, "review.jsonl"),
            debug: LogFile::new(&settings.state_dir, "debug.jsonl"),
            warn: Arc::clone(warn),
            warned: false,
        };
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
        let warn = Arc::clone(&worker.warn);
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

    /// A line of the review log.
    pub fn review(&self, event: Event, fields: Map<String, Value>) {
        if self.shared.review.load(Ordering::Relaxed) {
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

/// What the thread does.
struct Worker {
    shared: Arc<Shared>,
    review: LogFile,
    debug: LogFile,
    warn: Warn,
    warned: bool,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl Worker {
    fn run(mut self, queue: &Receiver<Message>) {
        let mut due: Option<Instant> = None;
        loop {
            // Without counts there is nothing to wake up for.
            let received = match due {
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => queue.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            match received {
                Ok(Message::Review(line)) => self.write_review(line),
                Ok(Message::Debug(line)) => {
                    let text = self.render(line);
                    let written = self.debug.write(&text);
                    self.check(written);
                }
                Ok(Message::Counted) => due = due.or_else(|| Some(Instant::now() + USAGE_EVERY)),
                Ok(Message::Flush(done)) => {
                    let _ = done.try_send(());
                }
                Err(RecvTimeoutError::Timeout) => {
                    due = None;
                    self.write_usage();
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.write_usage();
                    return;
                }
            }
        }
    }

    fn write_review(&mut self, line: Line) {
        let lost = self.shared.lost.swap(0, Ordering::Relaxed);
        let mut text = String::new();
        if lost > 0 {
            let fields = fields([
                ("sessionId", json!(self.shared.session_id)),
                ("lines", json!(lost)),
            ]);
            text = self.render(Line::new(Event::Lost, fields));
            let written = self.review.write(&text);
            self.check(written);
            text.clear();
        }
        text.push_str(&self.render(line));
        let written = self.review.write(&text);
        self.check(written);
    }

    fn write_usage(&mut self) {
        let Some((since, counts)) = self.shared.usage.take() else {
            return;
        };
        let fields = fields([
            ("sessionId", json!(self.shared.session_id)),
            ("since", json!(since)),
            ("counts", counts),
        ]);
        self.write_review(Line::new(Event::Usage, fields));
    }

    /// The one place where a line becomes text: nothing is written that is not cut and redacted here.
    fn render(&self, line: Line) -> String {
        let mut all = fields([
            ("version", json!(VERSION)),
            ("timestamp", json!(timestamp())),
            ("event", json!(line.event)),
        ]);
        if let Value::Object(cleaned) = clean(
            Value::Object(line.fields),
            self.shared.width.load(Ordering::Relaxed),
        ) {
            all.extend(cleaned);
        }
        let mut text = Value::Object(all).to_string();
        text.push('\n');
        text
    }

    fn check(&mut self, written: io::Result<()>) {
        if let Err(error) = written
            && !self.warned
        {
            self.warned = true;
            (self.warn)(&format!(
                "{} can't be written ({error}); decisions go on without a log.",
                self.review.path().display()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Origin;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    const LIMIT: Duration = Duration::from_secs(20);

    fn settings(state_dir: PathBuf) -> Settings {
        Settings {
            state_dir,
            session_id: "s".to_owned(),
            width: 20,
            review: true,
            debug: true,
        }
    }

    fn warnings() -> (Warn, Arc<Mutex<Vec<String>>>) {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let into = Arc::clone(&heard);
        (
            Arc::new(move |text: &str| into.lock().unwrap().push(text.to_owned())),
            heard,
        )
    }

    fn lines(path: &Path) -> Vec<Value> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn every_line_is_cut_and_redacted_and_carries_a_version() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("a/b");
        let recorder = Recorder::open(settings(state.clone()), &warnings().0);
        let secret = fields([
            ("value", json!("x".repeat(50))),
            ("nested", json!({"apiKey": "k"})),
        ]);
        recorder.review(Event::Approved, secret.clone());
        recorder.debug("anything", || secret);
        recorder.close(LIMIT);
        for name in ["review.jsonl", "debug.jsonl"] {
            let line = lines(&state.join(name)).pop().unwrap();
            assert_eq!(line["version"], 1, "{name}");
            assert_eq!(line["value"].as_str().unwrap().chars().count(), 20, "{name}");
            assert_eq!(line["nested"]["apiKey"], super::super::REDACTED, "{name}");
        }
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&state), 0o700);
        assert_eq!(mode(&state.join("review.jsonl")), 0o600);
    }

    #[test]
    fn counts_are_written_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let recorder = Recorder::open(settings(folder.path().to_owned()), &warnings().0);
        for _ in 0..3 {
            recorder.count(PlainAllow {
                surface: "bash",
                pattern: Some("ls"),
                origin: Origin::Global,
            });
        }
        recorder.close(LIMIT);
        let line = lines(&folder.path().join("review.jsonl")).pop().unwrap();
        assert_eq!(line["event"], "usage");
        let expected =
            json!([{"surface": "bash", "pattern": "ls", "origin": "global", "result": "allow", "n": 3}]);
        assert_eq!(line["counts"], expected);
    }

    #[test]
    fn a_log_that_is_moved_away_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("review.jsonl");
        let recorder = Recorder::open(settings(folder.path().to_owned()), &warnings().0);
        recorder.review(Event::Approved, Map::new());
        recorder.flush(LIMIT);
        std::fs::rename(&path, folder.path().join("old")).unwrap();
        recorder.review(Event::Denied, Map::new());
        recorder.close(LIMIT);
        assert_eq!(lines(&path).len(), 1);
        assert_eq!(lines(&folder.path().join("old")).len(), 1);
    }

    #[test]
    fn a_folder_that_can_not_be_made_costs_one_warning() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        let (warn, heard) = warnings();
        let recorder = Recorder::open(settings(folder.path().join("file/state")), &warn);
        for _ in 0..5 {
            recorder.review(Event::Approved, Map::new());
        }
        recorder.close(LIMIT);
        assert_eq!(heard.lock().unwrap().len(), 1);
    }

    #[test]
    fn nothing_is_made_when_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state");
        let quiet = Settings {
            review: false,
            debug: false,
            ..settings(state.clone())
        };
        let recorder = Recorder::open(quiet, &warnings().0);
        recorder.review(Event::Approved, Map::new());
        recorder.count(PlainAllow {
            surface: "bash",
            pattern: None,
            origin: Origin::Builtin,
        });
        recorder.close(LIMIT);
        assert!(!state.exists());
    }

    #[test]
    fn lines_of_several_writers_never_mix() {
        let folder = tempfile::tempdir().unwrap();
        let recorders: Vec<Recorder> = (0..4)
            .map(|_| Recorder::open(settings(folder.path().to_owned()), &warnings().0))
            .collect();
        std::thread::scope(|scope| {
            for recorder in &recorders {
                scope.spawn(|| {
                    for _ in 0..200 {
                        recorder.review(Event::Approved, fields([("value", json!("y".repeat(19)))]));
                    }
                });
            }
        });
        for recorder in &recorders {
            recorder.close(LIMIT);
        }
        assert_eq!(lines(&folder.path().join("review.jsonl")).len(), 800);
    }
}
