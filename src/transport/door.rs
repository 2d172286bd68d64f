//! A socket of this process that costs nothing before somebody comes: bound when the session is opened, waited at
//! within the session's own loop, and served by a thread that the first connection begins.

use super::run_folder::{LocalSocket, RunFolder, SocketError, SocketKind};
use super::stdio::registered;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use tokio::io::Interest;
use tokio::sync::oneshot;

/// How long the end of a session waits for the thread.
const AT_END: Duration = Duration::from_millis(200);

/// Resolved when the session is over.
pub type Over = oneshot::Receiver<()>;

/// A socket, and the thread behind it.
#[derive(Debug)]
pub struct Door {
    folder: RunFolder,
    socket: LocalSocket,
    /// Set once it is opened.
    opened: Option<Opened>,
}

#[derive(Debug)]
struct Opened {
    /// Dropped to say that the session is over.
    over: Option<oneshot::Sender<()>>,
    /// Set once there is a thread.
    begun: Arc<AtomicBool>,
    /// Closed when the thread has ended.
    ended: mpsc::Receiver<()>,
}

impl Door {
    /// Binds the socket of this process in the first of `folders` that can be used. Whoever connects waits until it is
    /// opened.
    pub fn bind(folders: &[RunFolder], kind: SocketKind) -> Result<Self, SocketError> {
        let mut last = SocketError::Io(io::ErrorKind::NotFound.into());
        for folder in folders {
            match folder.listen(kind) {
                Ok(socket) => {
                    return Ok(Self {
                        folder: folder.clone(),
                        socket,
                        opened: None,
                    });
                }
                // One that is too long is not moved to where nobody looks for it.
                Err(error @ SocketError::TooLong(_)) => return Err(error),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        self.socket.path()
    }

    /// Removes what processes left here that are no more.
    pub fn sweep(&self) {
        self.folder.sweep();
    }

    /// From now on whoever comes is served: the first has a thread called `name` begin `serve`, which is to end soon
    /// after [`Over`]. Must be called inside the runtime of the session.
    pub fn open(
        &mut self,
        name: &'static str,
        serve: impl FnOnce(UnixListener, Over) + Send + 'static,
    ) -> io::Result<()> {
        if self.opened.is_some() {
            return Ok(());
        }
        let (over, is_over) = oneshot::channel();
        let (end, ended) = mpsc::channel::<()>();
        let begun = Arc::new(AtomicBool::new(false));
        let begins = Arc::clone(&begun);
        let listener = self.socket.listener().try_clone()?;
        let first = registered(OwnedFd::from(listener.try_clone()?), Interest::READABLE)?;
        let mut is_over = is_over;
        tokio::spawn(async move {
            let come = tokio::select! {
                biased;
                _ = &mut is_over => false,
                ready = first.readable() => ready.is_ok(),
            };
            drop(first);
            if !come {
                return;
            }
            begins.store(true, Ordering::Relaxed);
            let begun = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
                serve(listener, is_over);
                drop(end);
            });
            if let Err(error) = begun {
                tracing::warn!(%error, name, "a socket can't be served");
            }
        });
        self.opened = Some(Opened {
            over: Some(over),
            begun,
            ended,
        });
        Ok(())
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let Some(opened) = &mut self.opened else { return };
        drop(opened.over.take());
        if opened.begun.load(Ordering::Relaxed) {
            // Nothing is ever sent: the thread has ended when its sender is gone.
            let _ = opened.ended.recv_timeout(AT_END);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::run_folders;
    use std::os::unix::net::UnixStream;

    #[tokio::test(flavor = "current_thread")]
    async fn the_thread_begins_with_the_first_who_comes_and_ends_with_the_session() {
        let temp = tempfile::tempdir().unwrap();
        let mut door = Door::bind(&run_folders(temp.path(), None), SocketKind::Observer).unwrap();
        let (sender, served) = mpsc::channel();
        door.open("test", move |listener, over| {
            sender.send(listener.accept().is_ok()).unwrap();
            let _ = over.blocking_recv();
            sender.send(false).unwrap();
        })
        .unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(served.try_recv().is_err(), "nobody has come");
        let _peer = UnixStream::connect(door.path()).unwrap();
        while served.try_recv().is_err() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        drop(door);
        assert_eq!(served.recv(), Ok(false));
    }
}
