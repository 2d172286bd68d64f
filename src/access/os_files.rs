//! The real file system.

use super::{FileError, FileKind, Files, Straight, lexical};
use foldhash::HashMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::os::unix::fs::MetadataExt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Folders of which it is remembered whether they ignore case.
const REMEMBERED: usize = 256;

/// The file system of this machine.
#[derive(Debug, Default)]
pub struct OsFiles {
    case: Mutex<HashMap<String, bool>>,
    /// The kernel can't look along a whole path at once.
    no_straight: AtomicBool,
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

    fn straight(&self, path: &str) -> Straight {
        if self.no_straight.load(Ordering::Relaxed) {
            return Straight::Unknown;
        }
        look_along(path).unwrap_or_else(|| {
            self.no_straight.store(true, Ordering::Relaxed);
            Straight::Unknown
        })
    }

    fn read_link(&self, path: &str) -> Result<String, FileError> {
        let target = fs::read_link(path)?;
        target
            .into_os_string()
            .into_string()
            .map_err(|_| FileError::NotUtf8)
    }

    fn names(&self, path: &str) -> Result<Vec<String>, FileError> {
        let mut names = Vec::new();
        let _ = list(path, &mut |name| {
            names.push(name.to_owned());
            ControlFlow::Continue(())
        })?;
        Ok(names)
    }

    fn each_name(
        &self,
        path: &str,
        take: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, FileError> {
        Ok(list(path, take)?)
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

/// One look along `path` that no link takes part in (`openat2(2)`, `RESOLVE_NO_SYMLINKS`: where one would, it fails
/// with `ELOOP`). `None` where the kernel has no such call.
#[cfg(target_os = "linux")]
fn look_along(path: &str) -> Option<Straight> {
    use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags, fstat, openat2};
    use rustix::io::Errno;
    // `O_PATH` reads nothing, waits for nobody and needs no permission on what it ends at.
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let found = match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
        Ok(found) => found,
        Err(Errno::NOENT) => return Some(Straight::Missing(FileError::Missing)),
        Err(Errno::NOTDIR) => return Some(Straight::Missing(FileError::NotADirectory)),
        Err(Errno::NOSYS | Errno::INVAL | Errno::PERM) => return None,
        Err(_) => return Some(Straight::Unknown),
    };
    let Ok(stat) = fstat(&found) else {
        return Some(Straight::Unknown);
    };
    Some(match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Straight::There(FileKind::File),
        FileType::Directory => Straight::There(FileKind::Directory),
        FileType::Symlink => Straight::Unknown,
        _ => Straight::There(FileKind::Other),
    })
}

#[cfg(not(target_os = "linux"))]
fn look_along(_: &str) -> Option<Straight> {
    None
}

/// Bytes of names that are taken from the kernel at a time; a name has at most 255
/// (`getdents64(2)`, `NAME_MAX` of `limits.h`).
#[cfg(target_os = "linux")]
const LISTED: usize = 8192;

/// Names that are not UTF-8 are left out: no rule and no word of a command can spell them.
#[cfg(target_os = "linux")]
fn list(path: &str, take: &mut dyn FnMut(&str) -> ControlFlow<()>) -> io::Result<ControlFlow<()>> {
    use rustix::fs::{Mode, OFlags, RawDir, open};
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let folder = open(path, flags, Mode::empty())?;
    let mut buffer = [std::mem::MaybeUninit::uninit(); LISTED];
    let mut entries = RawDir::new(folder, &mut buffer);
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let Ok(name) = entry.file_name().to_str() else {
            continue;
        };
        if !matches!(name, "." | "..") && take(name).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

#[cfg(not(target_os = "linux"))]
fn list(path: &str, take: &mut dyn FnMut(&str) -> ControlFlow<()>) -> io::Result<ControlFlow<()>> {
    for entry in fs::read_dir(path)? {
        if let Ok(name) = entry?.file_name().into_string()
            && take(&name).is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
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
