//! Whether a file changed, without reading it.

use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// File times advance in steps of some milliseconds: what was written so recently may be written again within the
/// same step, and then looks the same.
const STEP: Duration = Duration::from_millis(100);

/// A file as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    seen: Seen,
    /// A later change would show.
    settled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Absent,
    Unreadable(ErrorKind),
    There {
        device: u64,
        inode: u64,
        mode: u32,
        size: u64,
        modified: (i64, i64),
        changed: (i64, i64),
    },
}

impl Stamp {
    /// The file at `path` as it is now; links are followed.
    pub(super) fn of(path: &Path) -> Self {
        match std::fs::metadata(path) {
            Ok(meta) => Self {
                seen: Seen::of(&meta),
                settled: is_settled(&meta),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Self {
                seen: Seen::Absent,
                settled: true,
            },
            Err(error) => Self {
                seen: Seen::Unreadable(error.kind()),
                settled: true,
            },
        }
    }

    /// Whether the file may have changed since it looked like `self`.
    pub(super) fn is_outdated(&self, path: &Path) -> bool {
        !self.settled || Self::of(path).seen != self.seen
    }
}

impl Seen {
    fn of(meta: &Metadata) -> Self {
        Self::There {
            device: meta.dev(),
            inode: meta.ino(),
            mode: meta.mode(),
            size: meta.size(),
            modified: (meta.mtime(), meta.mtime_nsec()),
            changed: (meta.ctime(), meta.ctime_nsec()),
        }
    }
}

fn is_settled(meta: &Metadata) -> bool {
    let (Ok(seconds), Ok(nanos)) = (u64::try_from(meta.ctime()), u32::try_from(meta.ctime_nsec())) else {
        return false;
    };
    let changed = UNIX_EPOCH + Duration::new(seconds, nanos);
    // A time in the future says nothing.
    SystemTime::now()
        .duration_since(changed)
        .is_ok_and(|age| age > STEP)
}
