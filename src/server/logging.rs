//! Logs on stderr that never hold anybody up: a bounded queue to a thread that writes, drops counted.
//!
//! Stderr is written as it was handed over, blocking: a flag set on it would be set for whoever shares it.
//! `PORTCULLIS_LOG` is `off`, `error`, `warn` (default), `info`, `debug` or `trace`.

use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

/// Lines that may wait.
const QUEUE: usize = 512;
/// Bytes of a line; longer ones are cut.
const LINE: usize = 4 << 10;
/// How long the last lines are waited for at the end, should nobody read.
const LAST_LINES: Duration = Duration::from_millis(200);

/// The way to the thread. It is started with the first line, which as a rule never comes.
static QUEUE_IN: OnceLock<Option<SyncSender<Line>>> = OnceLock::new();
static DROPPED: AtomicU64 = AtomicU64::new(0);

enum Line {
    Text(Vec<u8>),
    /// All before it is written: say so.
    Flush(SyncSender<()>),
}

/// Sends logs and panics to stderr. The first call counts.
pub(super) fn start() {
    let level = std::env::var("PORTCULLIS_LOG")
        .ok()
        .and_then(|level| level.parse().ok())
        .unwrap_or(LevelFilter::WARN);
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(false)
        .with_writer(Queue)
        .finish();
    // Where a test or a host has set one, that one is used.
    let _ = tracing::subscriber::set_global_default(subscriber);
    std::panic::set_hook(Box::new(|info| {
        tracing::error!("{info}");
    }));
}

/// Waits, but not for long, until what was logged is written.
pub(super) fn finish() {
    let Some(Some(sender)) = QUEUE_IN.get() else {
        return;
    };
    let (done, wait) = sync_channel(1);
    if sender.try_send(Line::Flush(done)).is_ok() {
        let _ = wait.recv_timeout(LAST_LINES);
    }
}

struct Queue;

impl<'a> MakeWriter<'a> for Queue {
    type Writer = Entry;

    fn make_writer(&'a self) -> Entry {
        Entry(Vec::new())
    }
}

/// One entry while it is being formatted; queued when dropped.
struct Entry(Vec<u8>);

impl Write for Entry {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = LINE.saturating_sub(self.0.len());
        self.0
            .extend_from_slice(bytes.get(..room.min(bytes.len())).unwrap_or_default());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if self.0.is_empty() {
            return;
        }
        if self.0.last() != Some(&b'\n') {
            self.0.extend_from_slice("…\n".as_bytes());
        }
        let Some(sender) = QUEUE_IN.get_or_init(spawn) else {
            return;
        };
        if let Err(TrySendError::Full(_)) = sender.try_send(Line::Text(std::mem::take(&mut self.0))) {
            DROPPED.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Starts the thread; without one, nothing is logged.
fn spawn() -> Option<SyncSender<Line>> {
    let (sender, receiver) = sync_channel(QUEUE);
    std::thread::Builder::new()
        .name("log".to_owned())
        .spawn(move || write_out(&receiver))
        .ok()?;
    Some(sender)
}

fn write_out(lines: &Receiver<Line>) {
    while let Ok(line) = lines.recv() {
        match line {
            Line::Text(text) => {
                let mut stderr = io::stderr();
                let dropped = DROPPED.swap(0, Ordering::Relaxed);
                if dropped > 0 {
                    // A reader that left is no reason to end.
                    let _ = writeln!(stderr, "({dropped} lines were dropped: stderr was not read)");
                }
                let _ = stderr.write_all(&text);
            }
            Line::Flush(done) => {
                let _ = done.try_send(());
            }
        }
    }
}
