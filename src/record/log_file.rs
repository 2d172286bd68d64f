//! A log on the disk: private, appended to, shared with other processes.

use super::rotation::{Limits, moved, rotate, share, take};
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// How often a log that is put away in the middle of a writing is looked for again.
const ATTEMPTS: usize = 16;

/// One log file; made when the first line is written.
#[derive(Debug)]
pub(super) struct LogFile {
    folder: PathBuf,
    path: PathBuf,
    file: Option<File>,
    limits: Limits,
}

impl LogFile {
    /// The file `name` in `folder`.
    pub(super) fn new(folder: &Path, name: &str, limits: Limits) -> Self {
        Self {
            folder: folder.to_owned(),
            path: folder.join(name),
            file: None,
            limits,
        }
    }

    /// Appends one line with one `write`, so that lines of several processes never mix. A full file is put away
    /// before, and one that was moved away is opened anew.
    pub(super) fn write(&mut self, line: &str) -> io::Result<()> {
        for _ in 0..ATTEMPTS {
            let file = match self.file.take().filter(|file| !moved(file, &self.path)) {
                Some(file) => file,
                None => self.open()?,
            };
            let room = self.limits.bytes.saturating_sub(line.len() as u64);
            let length = file.metadata()?.len();
            if length > 0 && length > room {
                rotate(&self.path, &file, self.limits)?;
            }
            let shared = share(&file);
            if moved(&file, &self.path) {
                // The lock goes with the file.
                continue;
            }
            let written = append(&file, line);
            if shared {
                let _ = file.unlock();
            }
            if written.is_ok() {
                self.file = Some(file);
            }
            return written;
        }
        Err(io::Error::other("the file is moved away each time it is opened"))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn open(&self) -> io::Result<File> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)?;
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&self.path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        if is_torn(&file)? {
            mend(&file)?;
        }
        if metadata.permissions().mode() & 0o077 != 0 {
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
        Ok(file)
    }
}

/// Whether the last line has no end.
fn is_torn(file: &File) -> io::Result<bool> {
    let mut last = [b'\n'];
    let end = file.metadata()?.len();
    if let Some(at) = end.checked_sub(1) {
        file.read_at(&mut last, at)?;
    }
    Ok(last != *b"\n")
}

/// Ends a line that was torn, so that it takes nobody's next one with it.
///
/// A line that another process is writing looks torn too, as long as only a part of it can be seen. So the end is
/// looked at again under a lock that no writer shares. Without locks an empty line may be the result, which readers
/// pass over.
fn mend(mut file: &File) -> io::Result<()> {
    let alone = take(file);
    let done = match is_torn(file) {
        Ok(true) => file.write_all(b"\n"),
        Ok(false) => Ok(()),
        Err(error) => Err(error),
    };
    if alone {
        let _ = file.unlock();
    }
    done
}

fn append(mut file: &File, line: &str) -> io::Result<()> {
    match file.write(line.as_bytes())? {
        written if written == line.len() => Ok(()),
        _ => {
            // The rest of a torn line would only be glued to somebody else's.
            let _ = file.write(b"\n");
            Err(io::Error::new(
                io::ErrorKind::WriteZero,
                "the line was not written whole",
            ))
        }
    }
}
