//! The real file system.

use super::{FileError, FileKind, Files, lexical};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::sync::Mutex;

/// Folders of which it is remembered whether they ignore case.
const REMEMBERED: usize = 256;

/// The file system of this machine.
#[derive(Debug, Default)]
pub struct OsFiles {
    case: Mutex<HashMap<String, bool>>,
}

impl OsFiles {
    /// The file system of this machine.
    pub fn new() -> Self {
        Self::default()
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::NotADirectory => Self::NotADirectory,
            _ => Self::Unreadable,
        }
    }
}

impl Files for OsFiles {
    fn kind(&self, path: &str) -> Result<FileKind, FileError> {
        let kind = fs::symlink_metadata(path)?.file_type();
        Ok(if kind.is_symlink() {
            FileKind::Link
        } else if kind.is_dir() {
            FileKind::Directory
        } else if kind.is_file() {
            FileKind::File
        } else {
            FileKind::Other
        })
    }

    fn read_link(&self, path: &str) -> Result<String, FileError> {
        let target = fs::read_link(path)?;
        target
            .into_os_string()
            .into_string()
            .map_err(|_| FileError::NotUtf8)
    }

    /// Names that are not UTF-8 are left out: no rule and no word of a command can spell them.
    fn names(&self, path: &str) -> Result<Vec<String>, FileError> {
        let mut names = Vec::new();
        for entry in fs::read_dir(path)? {
            if let Ok(name) = entry?.file_name().into_string() {
                names.push(name);
            }
        }
        Ok(names)
    }

    fn ignores_case(&self, path: &str) -> bool {
        if let Some(known) = self.case.lock().ok().and_then(|case| case.get(path).copied()) {
            return known;
        }
        let ignores = probe_case(path);
        if let Ok(mut case) = self.case.lock() {
            if case.len() >= REMEMBERED {
                case.clear();
            }
            case.insert(path.to_owned(), ignores);
        }
        ignores
    }

    fn home_of(&self, user: &str) -> Option<String> {
        // passwd(5): name, password, uid, gid, comment, home, shell.
        let table = fs::read_to_string("/etc/passwd").ok()?;
        table.lines().find_map(|line| {
            let mut fields = line.split(':');
            (fields.next() == Some(user))
                .then(|| fields.nth(4).map(str::to_owned))
                .flatten()
        })
    }
}

/// Whether the nearest entry at or above `path` whose name holds a letter is also found with the case of
/// that name swapped.
fn probe_case(path: &str) -> bool {
    let mut at = path;
    while at != "/" {
        let name = at.rsplit('/').next().unwrap_or_default();
        if name.chars().any(|letter| letter.is_ascii_alphabetic())
            && let Ok(original) = fs::symlink_metadata(at)
        {
            let folder = lexical::parent(at).trim_end_matches('/');
            let swapped: String = name.chars().map(swap_case).collect();
            return fs::symlink_metadata(format!("{folder}/{swapped}"))
                .is_ok_and(|other| other.ino() == original.ino() && other.dev() == original.dev());
        }
        at = lexical::parent(at);
    }
    false
}

fn swap_case(letter: char) -> char {
    if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    }
}
