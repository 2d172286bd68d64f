//! The older files of a log: `review.jsonl` is full at some size, becomes `review.1.jsonl`, `review.2.jsonl` and so on,
//! the highest number the youngest, and of these the oldest go.
//!
//! Nobody owns a log. Whoever finds it full takes its lock for himself alone, looks again, and renames it; whoever
//! writes holds the lock with others, so that no line goes to a file that has just been put away or deleted.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The variable that says at how many bytes a file is full.
const VARIABLE: &str = "PORTCULLIS_LOG_FILE_BYTES";

/// How long a lock is tried for before a line is written without it: a slow file system must not stop the log.
const TRIES: u32 = 200;
const PAUSE: Duration = Duration::from_millis(2);

/// When a file is full, and how many full ones are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file.
    pub bytes: u64,
    /// Full files that are kept beside it.
    pub kept: usize,
}

impl Default for Limits {
    /// 8 MiB and 8: 72 MiB in all.
    fn default() -> Self {
        Self {
            bytes: 8 << 20,
            kept: 8,
        }
    }
}

impl Limits {
    /// The default, or with the size that `PORTCULLIS_LOG_FILE_BYTES` says (4096 at least).
    pub fn from_env() -> Self {
        let said = std::env::var(VARIABLE)
            .ok()
            .and_then(|value| value.parse::<u64>().ok());
        Self {
            bytes: said.map_or(Self::default().bytes, |bytes| bytes.max(4096)),
            ..Self::default()
        }
    }
}

/// Whether `path` no longer names `file`.
pub(super) fn moved(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) != (named.dev(), named.ino()),
        _ => true,
    }
}

/// Takes the lock of `file` with others; false where it can't be had.
pub(super) fn share(file: &File) -> bool {
    attempt(|| file.try_lock_shared())
}

/// Takes the lock of `file` for oneself alone; false where it can't be had.
pub(super) fn take(file: &File) -> bool {
    attempt(|| file.try_lock())
}

fn attempt(lock: impl Fn() -> Result<(), TryLockError>) -> bool {
    for _ in 0..TRIES {
        match lock() {
            Ok(()) => return true,
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            // No locks here.
            Err(TryLockError::Error(_)) => return false,
        }
    }
    false
}

/// Puts the full log at `path`, open as `file`, away, unless somebody else did, and deletes the oldest of the full
/// ones. A log whose lock can't be had stays as it is.
pub(super) fn rotate(path: &Path, file: &File, limits: Limits) -> io::Result<()> {
    if !take(file) {
        return Ok(());
    }
    let is_full = file.metadata().is_ok_and(|meta| meta.len() > 0);
    let done = if is_full && !moved(file, path) {
        put_away(path, limits)
    } else {
        Ok(())
    };
    let _ = file.unlock();
    done
}

fn put_away(path: &Path, limits: Limits) -> io::Result<()> {
    let full = full_files(path)?;
    let next = full.last().map_or(1, |(number, _)| number.saturating_add(1));
    fs::rename(path, numbered(path, next))?;
    let kept = limits.kept.saturating_sub(1);
    for (_, old) in full.iter().take(full.len().saturating_sub(kept)) {
        // One that somebody still writes to waits for the next time.
        if File::open(old).is_ok_and(|old| old.try_lock().is_ok()) {
            let _ = fs::remove_file(old);
        }
    }
    Ok(())
}

/// `review.jsonl` and 3 → `review.3.jsonl`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}.{number}.jsonl"))
}

/// The full files beside the log at `path`, the oldest first.
pub(super) fn full_files(path: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut found: Vec<(u64, PathBuf)> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let name = entry.file_name();
            let number = name
                .to_str()?
                .strip_prefix(&stem)?
                .strip_prefix('.')?
                .strip_suffix(".jsonl")?;
            Some((number.parse().ok()?, entry.path()))
        })
        .collect();
    found.sort();
    Ok(found)
}
