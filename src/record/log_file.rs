//! A log on the disk: private, appended to, shared with other processes.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// One log file; made when the first line is written.
#[derive(Debug)]
pub(super) struct LogFile {
    folder: PathBuf,
    path: PathBuf,
    file: Option<File>,
}

impl LogFile {
    /// The file `name` in `folder`.
    pub(super) fn new(folder: &Path, name: &str) -> Self {
        Self {
            folder: folder.to_owned(),
            path: folder.join(name),
            file: None,
        }
    }

    /// Appends one line with one `write`, so that lines of several processes never mix. A file that was moved
    /// away is opened anew.
    pub(super) fn write(&mut self, line: &str) -> io::Result<()> {
        if self.file.as_ref().is_none_or(|file| moved(file, &self.path)) {
            self.file = Some(self.open()?);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let result = match file.write(line.as_bytes()) {
            Ok(written) if written == line.len() => Ok(()),
            // The rest of a torn line would only be glued to somebody else's.
            Ok(_) => {
                let _ = file.write(b"\n");
                Err(io::Error::new(
                    io::ErrorKind::WriteZero,
                    "the line was not written whole",
                ))
            }
            Err(error) => Err(error),
        };
        if result.is_err() {
            self.file = None;
        }
        result
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
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&self.path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        if metadata.permissions().mode() & 0o077 != 0 {
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
        Ok(file)
    }
}

/// Whether `path` no longer names `file`.
fn moved(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) != (named.dev(), named.ino()),
        _ => true,
    }
}
