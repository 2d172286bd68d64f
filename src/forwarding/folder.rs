//! A folder of the spool. Whoever can write into it could plant things, so nothing is taken on trust: folders
//! are entered one by one through descriptors and never through a link, they and their files must belong to
//! this user, and nothing is read that is no plain file or longer than it may be.

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Names that are looked at in one folder; what lies beyond waits until there are fewer.
const MAX_NAMES: usize = 20_000;

/// A folder that is open.
#[derive(Debug)]
pub(super) struct Folder {
    fd: OwnedFd,
}

/// Why a file was not read.
#[derive(Debug)]
pub(super) enum Unread {
    /// It is not there.
    Missing,
    /// It is not what may lie there.
    Foreign(String),
    /// It could not be looked at.
    Failed(io::Error),
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => f.write_str("it is not there"),
            Self::Foreign(why) => f.write_str(why),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

/// Only the user may enter, read or write.
const FOLDER_MODE: Mode = Mode::RWXU;

impl Folder {
    /// The folder `name` in the state folder, made where it is missing. The way to the state folder is the
    /// user's own, links and all.
    pub(super) fn root(state_dir: &Path, name: &str) -> io::Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(state_dir)?;
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::RDONLY;
        let fd = rustix::fs::open(state_dir, flags, Mode::empty())?;
        Self { fd }.make(name)
    }

    /// The folder `name`, made where it is missing.
    pub(super) fn make(&self, name: &str) -> io::Result<Self> {
        match rustix::fs::mkdirat(&self.fd, name, FOLDER_MODE) {
            Ok(()) | Err(Errno::EXIST) => self.open(name),
            Err(error) => match self.open(name) {
                // It can't be made and need not be.
                Ok(folder) => Ok(folder),
                Err(_) => Err(error.into()),
            },
        }
    }

    /// The folder `name`, if it is there and the user's alone.
    pub(super) fn open(&self, name: &str) -> io::Result<Self> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        let fd = rustix::fs::openat(&self.fd, name, flags, Mode::empty())?;
        let stat = rustix::fs::fstat(&fd)?;
        if !is_own(&stat) {
            return Err(refused(format!("the folder {name} belongs to somebody else")));
        }
        let mode = Mode::from_raw_mode(stat.st_mode);
        if mode.intersects(Mode::RWXG | Mode::RWXO) {
            rustix::fs::fchmod(&fd, FOLDER_MODE)?;
        }
        Ok(Self { fd })
    }

    /// The bytes of the file `name`, `limit` at most.
    pub(super) fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, Unread> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let fd = match rustix::fs::openat(&self.fd, name, flags, Mode::empty()) {
            Ok(fd) => fd,
            Err(Errno::NOENT) => return Err(Unread::Missing),
            Err(Errno::LOOP) => return Err(Unread::Foreign("it is a link".to_owned())),
            Err(error) => return Err(Unread::Failed(error.into())),
        };
        let stat = rustix::fs::fstat(&fd).map_err(|error| Unread::Failed(error.into()))?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(Unread::Foreign("it is no plain file".to_owned()));
        }
        if !is_own(&stat) {
            return Err(Unread::Foreign("it belongs to somebody else".to_owned()));
        }
        let size = u64::try_from(stat.st_size).unwrap_or(u64::MAX);
        if size > limit {
            return Err(Unread::Foreign(format!("it has {size} bytes, {limit} are read")));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        // It may grow while it is read.
        std::fs::File::from(fd)
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(Unread::Failed)?;
        if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > limit {
            return Err(Unread::Foreign(format!("it has more than {limit} bytes")));
        }
        Ok(bytes)
    }

    /// Writes the file `name` whole: nobody ever sees a part of it.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let draft = self.draft(name, bytes)?;
        rustix::fs::renameat(&self.fd, &draft, &self.fd, name)
            .map_err(|error| self.give_up(&draft, error.into()))
    }

    /// Writes the file `name` whole, if there is none; whether there was none.
    pub(super) fn write_new(&self, name: &str, bytes: &[u8]) -> io::Result<bool> {
        let draft = self.draft(name, bytes)?;
        let placed = match rustix::fs::linkat(&self.fd, &draft, &self.fd, name, AtFlags::empty()) {
            Ok(()) => Ok(true),
            Err(Errno::EXIST) => Ok(false),
            // Not every file system has second names.
            Err(_) => match rustix::fs::renameat(&self.fd, &draft, &self.fd, name) {
                Ok(()) => return Ok(true),
                Err(error) => Err(error.into()),
            },
        };
        self.remove(&draft);
        placed
    }

    /// A file that is about to become `name`. Its own name is one that no reader takes.
    fn draft(&self, name: &str, bytes: &[u8]) -> io::Result<String> {
        let draft = format!(".{name}.{}", std::process::id());
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let open = || rustix::fs::openat(&self.fd, &draft, flags, mode);
        let fd = match open() {
            // What an earlier process of this number left.
            Err(Errno::EXIST) => {
                self.remove(&draft);
                open()?
            }
            other => other?,
        };
        std::fs::File::from(fd)
            .write_all(bytes)
            .map_err(|error| self.give_up(&draft, error))?;
        Ok(draft)
    }

    fn give_up(&self, draft: &str, error: io::Error) -> io::Error {
        self.remove(draft);
        error
    }

    /// Removes the file `name`; whether it was there.
    pub(super) fn remove(&self, name: &str) -> bool {
        rustix::fs::unlinkat(&self.fd, name, AtFlags::empty()).is_ok()
    }

    /// Removes the folder `name` if nothing is in it; whether it is gone.
    pub(super) fn remove_folder(&self, name: &str) -> bool {
        rustix::fs::unlinkat(&self.fd, name, AtFlags::REMOVEDIR).is_ok()
    }

    /// Whether the folder itself was removed since it was opened.
    pub(super) fn is_removed(&self) -> bool {
        rustix::fs::fstat(&self.fd).map_or(true, |stat| stat.st_nlink == 0)
    }

    /// Whether something of this name is there.
    pub(super) fn has(&self, name: &str) -> bool {
        !matches!(self.stat(name), Err(Errno::NOENT))
    }

    /// How long the file `name` has been as it is; `None` where that can't be said.
    pub(super) fn age(&self, name: &str) -> Option<Duration> {
        let stat = self.stat(name).ok()?;
        let modified = u64::try_from(stat.st_mtime).ok()?;
        let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(modified);
        SystemTime::now().duration_since(modified).ok()
    }

    fn stat(&self, name: &str) -> Result<Stat, Errno> {
        rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW)
    }

    /// The names in it, in order.
    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.fd)? {
            let Ok(name) = entry?.file_name().to_owned().into_string() else {
                continue;
            };
            if name != "." && name != ".." {
                names.push(name);
            }
            if names.len() >= MAX_NAMES {
                break;
            }
        }
        names.sort_unstable();
        Ok(names)
    }
}

fn is_own(stat: &Stat) -> bool {
    stat.st_uid == rustix::process::geteuid().as_raw()
}

fn refused(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn files_and_folders_are_the_users_alone() {
        let state = tempfile::tempdir().unwrap();
        let folder = Folder::root(state.path(), "forwarding")
            .unwrap()
            .make("x")
            .unwrap();
        folder.write("a.json", b"1").unwrap();
        folder.write("a.json", b"2").unwrap();
        assert!(folder.write_new("b.json", b"3").unwrap());
        assert!(!folder.write_new("b.json", b"4").unwrap());
        let at = |name: &str| state.path().join("forwarding/x").join(name);
        assert_eq!((mode(&at("")), mode(&at("a.json"))), (0o700, 0o600));
        assert_eq!(std::fs::read(at("b.json")).unwrap(), b"3");
        assert_eq!(folder.names().unwrap(), ["a.json", "b.json"]);
        assert_eq!(folder.read("a.json", 9).unwrap(), b"2");
    }

    #[test]
    fn a_folder_that_others_can_enter_is_closed_to_them() {
        let state = tempfile::tempdir().unwrap();
        let root = Folder::root(state.path(), "forwarding").unwrap();
        let at = state.path().join("forwarding/open");
        std::fs::create_dir(&at).unwrap();
        std::fs::set_permissions(&at, std::fs::Permissions::from_mode(0o777)).unwrap();
        root.make("open").unwrap();
        assert_eq!(mode(&at), 0o700);
    }

    #[test]
    fn what_may_not_lie_there_is_not_read() {
        let state = tempfile::tempdir().unwrap();
        let root = Folder::root(state.path(), "forwarding").unwrap();
        let at = |name: &str| state.path().join("forwarding").join(name);
        std::fs::write(at("long"), "12345").unwrap();
        std::fs::write(at("plain"), "1234").unwrap();
        symlink(at("plain"), at("link")).unwrap();
        std::fs::create_dir(at("folder")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), Mode::RWXU).unwrap();
        #[rustfmt::skip]
        let cases = [
            ("plain", "read"), ("long", "foreign"), ("link", "foreign"), ("folder", "foreign"), ("pipe", "foreign"),
            ("none", "missing"),
        ];
        for (name, expected) in cases {
            let found = match root.read(name, 4) {
                Ok(_) => "read",
                Err(Unread::Missing) => "missing",
                Err(Unread::Foreign(_)) => "foreign",
                Err(Unread::Failed(_)) => "failed",
            };
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn no_link_is_entered() {
        let state = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let root = Folder::root(state.path(), "forwarding").unwrap();
        symlink(elsewhere.path(), state.path().join("forwarding/sessions")).unwrap();
        assert!(root.make("sessions").is_err());
        assert!(root.open("sessions").is_err());
        let other = tempfile::tempdir().unwrap();
        symlink(elsewhere.path(), other.path().join("forwarding")).unwrap();
        assert!(Folder::root(other.path(), "forwarding").is_err());
    }

    #[test]
    fn a_planted_draft_is_no_way_out() {
        let state = tempfile::tempdir().unwrap();
        let victim = state.path().join("victim");
        std::fs::write(&victim, "as it was").unwrap();
        let root = Folder::root(state.path(), "forwarding").unwrap();
        let draft = format!(".a.json.{}", std::process::id());
        symlink(&victim, state.path().join("forwarding").join(draft)).unwrap();
        root.write("a.json", b"new").unwrap();
        assert_eq!(std::fs::read(&victim).unwrap(), b"as it was");
        assert_eq!(root.read("a.json", 9).unwrap(), b"new");
    }
}
