//! Where bytes come from: a pipe, a socket, or a thread that reads what can't be waited for.

use super::Decoder;
use rustix::io::Errno;
use rustix::net::RecvFlags;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::task::{Context, Poll, ready};
use tokio::io::unix::AsyncFd;
use tokio::sync::mpsc;

/// Bytes that the reading thread takes at once.
const CHUNK: usize = 64 << 10;

/// A source of bytes.
#[derive(Debug)]
pub struct Input(Kind);

#[derive(Debug)]
enum Kind {
    /// A descriptor that does not block by itself.
    Pipe(AsyncFd<OwnedFd>),
    /// A socket, which may block: each call says that it must not.
    Socket(AsyncFd<OwnedFd>),
    /// Chunks of a descriptor that can't be waited for, with what is left of the last one.
    Thread {
        chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
        rest: Vec<u8>,
        taken: usize,
    },
}

impl Input {
    pub(super) fn pipe(fd: AsyncFd<OwnedFd>) -> Self {
        Self(Kind::Pipe(fd))
    }

    pub(super) fn socket(fd: AsyncFd<OwnedFd>) -> Self {
        Self(Kind::Socket(fd))
    }

    /// Starts a thread that reads `file`. It ends with the file, or with the process.
    pub(super) fn thread(mut file: File) -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(1);
        std::thread::Builder::new()
            .name("stdin".to_owned())
            .spawn(move || {
                loop {
                    let mut chunk = vec![0; CHUNK];
                    let read = match file.read(&mut chunk) {
                        Ok(0) => return,
                        Ok(count) => {
                            chunk.truncate(count);
                            Ok(chunk)
                        }
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                        Err(error) => Err(error),
                    };
                    let failed = read.is_err();
                    if sender.blocking_send(read).is_err() || failed {
                        return;
                    }
                }
            })?;
        Ok(Self(Kind::Thread {
            chunks,
            rest: Vec::new(),
            taken: 0,
        }))
    }

    /// Reads once into `decoder`: the number of bytes, 0 at the end.
    pub fn poll_fill(&mut self, cx: &mut Context<'_>, decoder: &mut Decoder) -> Poll<io::Result<usize>> {
        match &mut self.0 {
            Kind::Pipe(fd) => poll_fd(fd, cx, decoder, |fd, room| rustix::io::read(fd, room)),
            Kind::Socket(fd) => poll_fd(fd, cx, decoder, |fd, room| {
                rustix::net::recv(fd, room, RecvFlags::DONTWAIT).map(|(_, count)| count)
            }),
            Kind::Thread { chunks, rest, taken } => {
                if *taken == rest.len() {
                    match ready!(chunks.poll_recv(cx)) {
                        Some(chunk) => *rest = chunk?,
                        None => return Poll::Ready(Ok(0)),
                    }
                    *taken = 0;
                }
                let left = rest.get(*taken..).unwrap_or_default();
                let room = decoder.room();
                let count = room.len().min(left.len());
                if let (Some(room), Some(left)) = (room.get_mut(..count), left.get(..count)) {
                    room.copy_from_slice(left);
                }
                *taken += count;
                decoder.filled(count);
                Poll::Ready(Ok(count))
            }
        }
    }
}

fn poll_fd(
    fd: &AsyncFd<OwnedFd>,
    cx: &mut Context<'_>,
    decoder: &mut Decoder,
    read: impl Fn(&OwnedFd, &mut [u8]) -> Result<usize, Errno>,
) -> Poll<io::Result<usize>> {
    loop {
        let mut guard = ready!(fd.poll_read_ready(cx))?;
        let room = decoder.room();
        let size = room.len();
        match read(fd.get_ref(), room) {
            Ok(count) => {
                // A short read has emptied it, and what comes next is announced anew: this saves the read
                // that would only say so. (0 is the end, and stays.)
                if 0 < count && count < size {
                    guard.clear_ready();
                }
                decoder.filled(count);
                return Poll::Ready(Ok(count));
            }
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => guard.clear_ready(),
            Err(error) => return Poll::Ready(Err(error.into())),
        }
    }
}
