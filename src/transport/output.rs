//! Where bytes go. Only one thread writes, so frames never interleave.

use super::Outbox;
use rustix::net::SendFlags;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::task::{Context, Poll, ready};
use tokio::io::unix::AsyncFd;

/// A sink of bytes.
#[derive(Debug)]
pub struct Output(Kind);

#[derive(Debug)]
enum Kind {
    /// A descriptor that does not block by itself.
    Pipe(AsyncFd<OwnedFd>),
    /// A socket, which may block: each call says that it must not.
    Socket(AsyncFd<OwnedFd>),
    /// A file or a terminal: writes end soon, or nobody can be served anyway.
    File(File),
}

impl Output {
    pub(super) fn pipe(fd: AsyncFd<OwnedFd>) -> Self {
        Self(Kind::Pipe(fd))
    }

    pub(super) fn socket(fd: AsyncFd<OwnedFd>) -> Self {
        Self(Kind::Socket(fd))
    }

    pub(super) fn file(file: File) -> Self {
        Self(Kind::File(file))
    }

    /// Writes what waits, without asking first whether it may be written: as a rule it may. `Pending` where
    /// the reader is behind.
    pub fn poll_flush(&mut self, cx: &mut Context<'_>, outbox: &Outbox) -> Poll<io::Result<()>> {
        if outbox.is_empty() {
            return Poll::Ready(Ok(()));
        }
        match self.write(outbox) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            done => return Poll::Ready(done),
        }
        loop {
            let (Kind::Pipe(fd) | Kind::Socket(fd)) = &self.0 else {
                return Poll::Ready(Err(io::ErrorKind::WouldBlock.into()));
            };
            let mut guard = ready!(fd.poll_write_ready(cx))?;
            if let Ok(done) = guard.try_io(|_| self.write(outbox)) {
                return Poll::Ready(done);
            }
        }
    }

    fn write(&self, outbox: &Outbox) -> io::Result<()> {
        match &self.0 {
            Kind::Pipe(fd) => outbox.write_with(|bytes| Ok(rustix::io::write(fd, bytes)?)),
            Kind::Socket(fd) => outbox.write_with(|bytes| {
                let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
                Ok(rustix::net::send(fd, bytes, flags)?)
            }),
            Kind::File(file) => outbox.write_with(|bytes| {
                let mut file = file;
                file.write(bytes)
            }),
        }
    }
}
