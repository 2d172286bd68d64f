//! Opens stdin and stdout without changing them for anybody else.
//!
//! `O_NONBLOCK` belongs to the open file description, which may be shared with other processes, or be that of
//! stderr. So a pipe is opened anew, which gives a description of our own; a socket is told with each call;
//! everything else is read by a thread and written as it is. Only where a pipe can't be opened anew (it belongs
//! to somebody else, or there is no `/proc`) the flag is set, and taken back at the end.

use super::{Input, Output};
use rustix::fs::{FileType, Mode, OFlags, fcntl_getfl, fcntl_setfl, fstat};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

/// Takes back, when dropped, what had to be set.
#[derive(Debug, Default)]
pub struct StdioGuard {
    restore: Vec<(OwnedFd, OFlags)>,
}

impl Drop for StdioGuard {
    fn drop(&mut self) {
        for (fd, flags) in &self.restore {
            // Nobody is left to be told.
            let _ = fcntl_setfl(fd, *flags);
        }
    }
}

/// Opens stdin and stdout. Must be called inside the runtime that will drive them.
pub fn open() -> io::Result<(Input, Output, StdioGuard)> {
    let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
    let mut guard = StdioGuard::default();
    let input = match opened(stdin.as_fd(), stderr.as_fd(), 0, OFlags::RDONLY, &mut guard)? {
        Opened::Pipe(fd) => Input::pipe(registered(fd, Interest::READABLE)?),
        Opened::Socket(fd) => Input::socket(registered(fd, Interest::READABLE)?),
        Opened::Other(file) => Input::thread(file)?,
    };
    let output = match opened(stdout.as_fd(), stderr.as_fd(), 1, OFlags::WRONLY, &mut guard)? {
        Opened::Pipe(fd) => Output::pipe(registered(fd, Interest::WRITABLE)?),
        Opened::Socket(fd) => Output::socket(registered(fd, Interest::WRITABLE)?),
        Opened::Other(file) => Output::file(file),
    };
    Ok((input, output, guard))
}

enum Opened {
    Pipe(OwnedFd),
    Socket(OwnedFd),
    Other(File),
}

fn opened(
    fd: BorrowedFd<'_>,
    stderr: BorrowedFd<'_>,
    number: u32,
    access: OFlags,
    guard: &mut StdioGuard,
) -> io::Result<Opened> {
    let stat = fstat(fd)?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Socket => Ok(Opened::Socket(fd.try_clone_to_owned()?)),
        FileType::Fifo => {
            let flags = access | OFlags::NONBLOCK | OFlags::CLOEXEC;
            if let Ok(own) = rustix::fs::open(format!("/proc/self/fd/{number}"), flags, Mode::empty()) {
                return Ok(Opened::Pipe(own));
            }
            let is_stderr =
                fstat(stderr).is_ok_and(|other| (other.st_dev, other.st_ino) == (stat.st_dev, stat.st_ino));
            if is_stderr {
                return Ok(Opened::Other(fd.try_clone_to_owned()?.into()));
            }
            let before = fcntl_getfl(fd)?;
            fcntl_setfl(fd, before | OFlags::NONBLOCK)?;
            guard.restore.push((fd.try_clone_to_owned()?, before));
            Ok(Opened::Pipe(fd.try_clone_to_owned()?))
        }
        _ => Ok(Opened::Other(fd.try_clone_to_owned()?.into())),
    }
}

/// Lets the runtime wait for a descriptor of ours.
#[expect(
    deprecated,
    reason = "sound for a descriptor that is owned, as here; what replaces it is an unsafe function"
)]
pub fn registered(fd: OwnedFd, interest: Interest) -> io::Result<AsyncFd<OwnedFd>> {
    AsyncFd::with_interest(fd, interest)
}
