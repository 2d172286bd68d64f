//! Where the local sockets of the processes lie: one folder of this user, one socket a process and kind.

use rustix::fs::{FileType, Mode, Stat};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// Bytes that the path of a socket may have.
///
/// Source: unix(7), `sun_path` is 108 bytes with the NUL behind a path.
pub const LONGEST_PATH: usize = 107;

/// What is spoken on a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SocketKind {
    /// The events of a session: `<pid>.sock`.
    Observer,
    /// The asks of a session, and their answers: `<pid>.inbox.sock`.
    Inbox,
}

impl SocketKind {
    const fn suffix(self) -> &'static str {
        match self {
            Self::Observer => ".sock",
            Self::Inbox => ".inbox.sock",
        }
    }

    /// The process of a socket's name; `None` for every other name.
    fn process(self, name: &str) -> Option<i32> {
        let digits = name.strip_suffix(self.suffix())?;
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_| plain)
    }
}

/// A folder for sockets; not looked at yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder {
    path: PathBuf,
    /// Made with the folders above it; else only itself.
    with_parents: bool,
}

/// Why there is no socket.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// The path does not fit into a socket's address.
    #[error("its path would have {0} bytes, and a socket's has at most {LONGEST_PATH}")]
    TooLong(usize),
    /// The folder belongs to somebody else, is a link, or is no folder.
    #[error("{} is not a folder of this user alone", .0.display())]
    NotOurs(PathBuf),
    /// Whatever the system says.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The folders in which sockets may lie, the better one first: below the folder for sockets of the user's login
/// (`XDG_RUNTIME_DIR`, where that is absolute), else below the state folder.
pub fn run_folders(state_dir: &Path, xdg_runtime_dir: Option<&Path>) -> Vec<RunFolder> {
    let of_login = xdg_runtime_dir
        .filter(|folder| folder.is_absolute())
        .map(|folder| RunFolder {
            path: folder.join("portcullis"),
            // The folder of the login is made by the login.
            with_parents: false,
        });
    let of_state = RunFolder {
        path: state_dir.join("run"),
        with_parents: true,
    };
    of_login.into_iter().chain([of_state]).collect()
}

impl RunFolder {
    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the socket of a process lies.
    pub fn socket(&self, kind: SocketKind, process: u32) -> PathBuf {
        self.path.join(format!("{process}{}", kind.suffix()))
    }

    /// Makes the folder, and sees to it that it is this user's alone.
    fn prepare(&self) -> Result<(), SocketError> {
        if let Err(error) = rustix::fs::mkdir(&self.path, Mode::RWXU)
            && error != rustix::io::Errno::EXIST
        {
            if !self.with_parents || error != rustix::io::Errno::NOENT {
                return Err(io::Error::from(error).into());
            }
            std::fs::DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(&self.path)?;
        }
        let found = self.owned()?;
        if Mode::from_raw_mode(found.st_mode) != Mode::RWXU {
            rustix::fs::chmod(&self.path, Mode::RWXU).map_err(io::Error::from)?;
        }
        Ok(())
    }

    /// What the folder is, where it is a folder of this user.
    fn owned(&self) -> Result<Stat, SocketError> {
        let found = rustix::fs::lstat(&self.path).map_err(io::Error::from)?;
        let is_folder = FileType::from_raw_mode(found.st_mode) == FileType::Directory;
        if !is_folder || found.st_uid != own_uid() {
            return Err(SocketError::NotOurs(self.path.clone()));
        }
        Ok(found)
    }

    /// Listens on the socket of this process, readable and writable by this user alone. What lies at its place is of
    /// a process that had this id before, and is removed.
    pub fn listen(&self, kind: SocketKind) -> Result<LocalSocket, SocketError> {
        let path = self.socket(kind, std::process::id());
        let length = path.as_os_str().len();
        if length > LONGEST_PATH {
            return Err(SocketError::TooLong(length));
        }
        self.prepare()?;
        let listener = match bind(&path) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                std::fs::remove_file(&path)?;
                bind(&path)?
            }
            bound => bound?,
        };
        let socket = LocalSocket { listener, path };
        rustix::fs::chmod(&socket.path, Mode::RUSR | Mode::WUSR).map_err(io::Error::from)?;
        Ok(socket)
    }

    /// The sockets of a kind that lie here, of processes with these ids; none where the folder is not this user's.
    pub fn sockets(&self, kind: SocketKind) -> Vec<(i32, PathBuf)> {
        if self.owned().is_err() {
            return Vec::new();
        }
        let Ok(entries) = std::fs::read_dir(&self.path) else {
            return Vec::new();
        };
        let mut found: Vec<(i32, PathBuf)> = entries
            .flatten()
            .filter_map(|entry| {
                let process = kind.process(entry.file_name().to_str()?)?;
                // A link is not followed.
                let entry_is = std::fs::symlink_metadata(entry.path()).ok()?;
                let ours = entry_is.file_type().is_socket() && entry_is.uid() == own_uid();
                ours.then(|| (process, entry.path()))
            })
            .collect();
        found.sort_unstable();
        found
    }

    /// Removes the sockets that processes left which are no more. One on which somebody listens stays, whoever it is:
    /// the folder may be shared with a container that counts its processes for itself. Where there is anything to
    /// remove, a thread does it: whoever listens may be slow.
    pub fn sweep(&self) {
        let left = self.left();
        if left.is_empty() {
            return;
        }
        let swept = std::thread::Builder::new()
            .name("sweep".to_owned())
            .spawn(move || remove_deserted(&left));
        if let Err(error) = swept {
            tracing::debug!(%error, "sockets of processes that are no more can't be removed");
        }
    }

    /// The sockets of processes that can't be seen any more.
    fn left(&self) -> Vec<PathBuf> {
        let is_gone = |process: i32| {
            rustix::process::Pid::from_raw(process)
                .is_some_and(|pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
        };
        [SocketKind::Observer, SocketKind::Inbox]
            .into_iter()
            .flat_map(|kind| self.sockets(kind))
            .filter(|(process, _)| is_gone(*process))
            .map(|(_, path)| path)
            .collect()
    }
}

/// Removes the sockets on which nobody listens.
fn remove_deserted(paths: &[PathBuf]) {
    for path in paths {
        let refused =
            UnixStream::connect(path).is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
        if refused {
            // Another process may have been faster.
            let _ = std::fs::remove_file(path);
        }
    }
}

fn bind(path: &Path) -> io::Result<UnixListener> {
    let listener = UnixListener::bind(path)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// A socket that is listened on, and removed when it goes.
#[derive(Debug)]
pub struct LocalSocket {
    listener: UnixListener,
    path: PathBuf,
}

impl LocalSocket {
    /// The listener, which does not block.
    pub fn listener(&self) -> &UnixListener {
        &self.listener
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for LocalSocket {
    fn drop(&mut self) {
        // Nobody is left to be told.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The user as whom this process acts.
pub fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn folder(at: &Path) -> RunFolder {
        RunFolder {
            path: at.join("run"),
            with_parents: true,
        }
    }

    fn mode(path: &Path) -> u32 {
        std::fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn the_folder_of_the_login_comes_first() {
        let paths = |xdg: Option<&str>| {
            run_folders(Path::new("/state"), xdg.map(Path::new))
                .into_iter()
                .map(|folder| folder.path.display().to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(paths(Some("/run/user/1")), "/run/user/1/portcullis /state/run");
        assert_eq!(paths(Some("relative")), "/state/run");
        assert_eq!(paths(None), "/state/run");
    }

    #[test]
    fn a_socket_is_this_users_alone_and_goes_with_its_process() {
        let temp = tempfile::tempdir().unwrap();
        let run = folder(&temp.path().join("deep/down"));
        let socket = run.listen(SocketKind::Observer).unwrap();
        assert_eq!(mode(run.path()), 0o700);
        assert_eq!(mode(socket.path()), 0o600);
        let own = i32::try_from(std::process::id()).unwrap();
        assert_eq!(
            run.sockets(SocketKind::Observer),
            [(own, socket.path().to_owned())]
        );
        assert!(run.sockets(SocketKind::Inbox).is_empty());
        let path = socket.path().to_owned();
        drop(socket);
        assert!(!path.exists());
    }

    #[test]
    fn a_folder_that_others_could_look_into_is_closed() {
        let temp = tempfile::tempdir().unwrap();
        let run = folder(temp.path());
        std::fs::create_dir(run.path()).unwrap();
        std::fs::set_permissions(run.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        let _socket = run.listen(SocketKind::Inbox).unwrap();
        assert_eq!(mode(run.path()), 0o700);
    }

    #[test]
    fn a_link_in_the_place_of_the_folder_is_not_followed() {
        let temp = tempfile::tempdir().unwrap();
        let run = folder(temp.path());
        std::fs::create_dir(temp.path().join("elsewhere")).unwrap();
        std::os::unix::fs::symlink(temp.path().join("elsewhere"), run.path()).unwrap();
        let refused = run.listen(SocketKind::Observer).unwrap_err();
        assert!(matches!(refused, SocketError::NotOurs(_)), "{refused}");
        assert!(run.sockets(SocketKind::Observer).is_empty());
    }

    #[test]
    fn a_link_or_file_in_the_place_of_the_socket_is_replaced_and_its_target_kept() {
        let temp = tempfile::tempdir().unwrap();
        let run = folder(temp.path());
        let target = temp.path().join("target");
        std::fs::write(&target, "kept").unwrap();
        std::fs::create_dir(run.path()).unwrap();
        let place = run.socket(SocketKind::Observer, std::process::id());
        std::os::unix::fs::symlink(&target, &place).unwrap();
        let socket = run.listen(SocketKind::Observer).unwrap();
        assert!(
            std::fs::symlink_metadata(socket.path())
                .unwrap()
                .file_type()
                .is_socket()
        );
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "kept");
    }

    #[test]
    fn a_path_that_fits_no_address_is_refused_before_anything_is_made() {
        let temp = tempfile::tempdir().unwrap();
        let run = folder(&temp.path().join("x".repeat(LONGEST_PATH)));
        assert!(matches!(
            run.listen(SocketKind::Observer),
            Err(SocketError::TooLong(length)) if length > LONGEST_PATH
        ));
        assert!(!run.path().exists());
    }

    #[test]
    fn what_dead_processes_left_is_swept_and_nothing_else() {
        let temp = tempfile::tempdir().unwrap();
        let run = folder(temp.path());
        let own = run.listen(SocketKind::Observer).unwrap();
        let bound = |name: &str| {
            let path = run.path().join(name);
            (UnixListener::bind(&path).unwrap(), path)
        };
        // Ids beyond what Linux gives to processes (proc(5): at most 2^22).
        let (dead, dead_path) = bound("4194999.sock");
        drop(dead);
        let (dead, dead_inbox) = bound("4194998.inbox.sock");
        drop(dead);
        let (_alive, alive_path) = bound("4194997.sock");
        let (other, other_path) = bound("notes.sock");
        drop(other);
        remove_deserted(&run.left());
        assert!(!dead_path.exists() && !dead_inbox.exists());
        assert!(alive_path.exists(), "somebody listens there");
        assert!(other_path.exists() && own.path().exists());
    }

    #[test]
    fn a_link_among_the_sockets_is_none() {
        let temp = tempfile::tempdir().unwrap();
        let run = folder(temp.path());
        let socket = run.listen(SocketKind::Observer).unwrap();
        std::os::unix::fs::symlink(socket.path(), run.path().join("1.sock")).unwrap();
        std::fs::write(run.path().join("2.sock"), "").unwrap();
        assert_eq!(run.sockets(SocketKind::Observer).len(), 1);
    }

    #[test]
    fn names_tell_the_process_and_the_kind() {
        #[rustfmt::skip]
        let cases = [
            ("12.sock",        Some(12), None),
            ("12.inbox.sock",  None,     Some(12)),
            (".sock",          None,     None),
            ("+12.sock",       None,     None),
            ("-1.sock",        None,     None),
            ("12",             None,     None),
            ("99999999999.sock", None,   None),
        ];
        for (name, observer, inbox) in cases {
            assert_eq!(SocketKind::Observer.process(name), observer, "{name}");
            assert_eq!(SocketKind::Inbox.process(name), inbox, "{name}");
        }
    }
}
