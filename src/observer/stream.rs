//! A connection that is not read while its peer does not read: requests without an end to them would otherwise pile up
//! as answers.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Bytes that are read at a turn: then what they ask for is answered first.
const TURN: usize = 8 << 10;

/// A stream whose reading waits for its writing. It keeps `T` for as long as it is there.
pub(super) struct Polite<S, T> {
    stream: S,
    _kept: T,
    /// Bytes read since others had their turn.
    read: usize,
    /// The peer takes nothing.
    is_stuck: bool,
    reader: Option<Waker>,
}

impl<S, T> Polite<S, T> {
    pub(super) fn new(stream: S, kept: T) -> Self {
        Self {
            stream,
            _kept: kept,
            read: 0,
            is_stuck: false,
            reader: None,
        }
    }

    fn wrote(&mut self, poll: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.is_stuck = poll.is_pending();
        if !self.is_stuck
            && let Some(reader) = self.reader.take()
        {
            reader.wake();
        }
        poll
    }
}

impl<S: AsyncRead + Unpin, T: Unpin> AsyncRead for Polite<S, T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_stuck {
            self.reader = Some(cx.waker().clone());
            return Poll::Pending;
        }
        if self.read >= TURN {
            self.read = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let poll = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.read += buffer.filled().len() - before;
        poll
    }
}

impl<S: AsyncWrite + Unpin, T: Unpin> AsyncWrite for Polite<S, T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(poll)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[test]
    fn nothing_is_read_from_whoever_reads_nothing() {
        let (mut peer, ours) = tokio::io::duplex(4);
        let mut ours = Polite::new(ours, ());
        assert!(peer.write_all(b"ask").now_or_never().unwrap().is_ok());
        assert!(
            ours.write_all(b"long answer").now_or_never().is_none(),
            "it does not fit"
        );
        let mut read = [0; 3];
        assert!(ours.read_exact(&mut read).now_or_never().is_none());
        let mut taken = [0; 4];
        assert!(peer.read_exact(&mut taken).now_or_never().unwrap().is_ok());
        assert!(ours.write(b"more").now_or_never().unwrap().is_ok());
        assert!(ours.read_exact(&mut read).now_or_never().unwrap().is_ok());
        assert_eq!(&read, b"ask");
    }
}
