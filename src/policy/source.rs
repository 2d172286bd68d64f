//! Where the texts of policy files come from, so that a test can hold them still.

use super::MAX_BYTES;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Why a file gave no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// Nothing is there.
    Absent,
    /// Something is there that can't be read; why, in words.
    Unreadable(String),
    /// It is over the limit.
    TooLarge,
}

/// Reads files.
pub trait Source: Send + Sync {
    /// The whole text of the file at `path`.
    fn read(&self, path: &Path) -> Result<String, ReadError>;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskSource;

impl Source for DiskSource {
    fn read(&self, path: &Path) -> Result<String, ReadError> {
        let unreadable = |error: &std::io::Error| ReadError::Unreadable(error.to_string());
        // A pipe or device would block or never end. What it is may change before it is opened, but whoever
        // could do that could as well write the file.
        match std::fs::metadata(path) {
            Ok(meta) if meta.is_file() => {}
            Ok(_) => return Err(ReadError::Unreadable("it is no regular file".to_owned())),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                // A link that leads nowhere is there all the same.
                return Err(match std::fs::symlink_metadata(path) {
                    Ok(_) => ReadError::Unreadable("it is a link that leads nowhere".to_owned()),
                    Err(_) => ReadError::Absent,
                });
            }
            Err(error) => return Err(unreadable(&error)),
        }
        let file = std::fs::File::open(path).map_err(|error| unreadable(&error))?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| unreadable(&error))?;
        if bytes.len() > MAX_BYTES {
            return Err(ReadError::TooLarge);
        }
        String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            ReadError::Unreadable(format!("it is not UTF-8 (byte {at})"))
        })
    }
}
