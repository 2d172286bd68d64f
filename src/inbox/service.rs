//! The thread that serves inboxes, with a runtime of its own.

use super::hub::{Attached, Hub};
use super::peer::{self, Proc, Surroundings};
use crate::authority::PromptAnswer;
use crate::decision::Via;
use crate::protocol::{
    self, ErrorObject, INBOX_VERSION, Id, InboxAnswerParams, InboxAttachParams, InboxAttached, InboxNote,
    Message, ObservedSession, Params, PatternAnswer, SentError, SentNotification, SentResult, Suggestion,
    Version, code,
};
use crate::transport::{Decoder, Frame, Over, own_uid};
use serde::Serialize;
use serde_json::json;
use std::io;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};

/// Connections at once; what is more is closed at once.
const MAX_CONNECTIONS: usize = 8;
/// How long a connection may take to attach.
const FIRST_WORD: Duration = Duration::from_secs(5);
/// How long a message may take to be taken.
const PATIENCE: Duration = Duration::from_secs(10);
/// When something is tried again for which nothing says that it may work now.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// Bytes of a message of an inbox; its longest are reasons and patterns that a human typed.
const MAX_MESSAGE: usize = 256 << 10;

/// Says whose asks they are.
pub type Introduce = Box<dyn Fn() -> ObservedSession + Send + Sync>;

/// What the thread is handed.
pub(super) struct Service {
    pub(super) hub: Hub,
    pub(super) surroundings: Surroundings,
    pub(super) introduce: Introduce,
}

impl Service {
    /// Serves until the session is over.
    pub(super) fn run(self, listener: UnixListener, over: Over) {
        let served = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .and_then(|runtime| {
                let served = runtime.block_on(Arc::new(self).serve(listener, over));
                runtime.shutdown_background();
                served
            });
        if let Err(error) = served {
            tracing::warn!(%error, "inboxes can't be served");
        }
    }

    async fn serve(self: Arc<Self>, listener: UnixListener, over: Over) -> io::Result<()> {
        let listener = tokio::net::UnixListener::from_std(listener)?;
        tokio::select! {
            () = self.accept(&listener) => {}
            _ = over => {}
        }
        Ok(())
    }

    async fn accept(self: &Arc<Self>, listener: &tokio::net::UnixListener) {
        let connections = Arc::new(AtomicUsize::new(0));
        loop {
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::debug!(%error, "an inbox could not be taken");
                    tokio::time::sleep(LOOK_AGAIN).await;
                    continue;
                }
            };
            if connections.load(Ordering::Relaxed) >= MAX_CONNECTIONS {
                continue;
            }
            connections.fetch_add(1, Ordering::Relaxed);
            let (service, seat) = (Arc::clone(self), Arc::clone(&connections));
            tokio::spawn(async move {
                if let Err(error) = service.connection(stream).await {
                    tracing::debug!(%error, "the connection of an inbox failed");
                }
                seat.fetch_sub(1, Ordering::Relaxed);
            });
        }
    }

    /// The process at the other end, if it is this user's.
    fn peer(stream: &UnixStream) -> io::Result<i32> {
        let peer = stream.peer_cred()?;
        let own = peer.uid() == own_uid();
        peer.pid().filter(|_| own).ok_or_else(|| {
            tracing::warn!(?peer, "another user's process may not answer");
            io::ErrorKind::PermissionDenied.into()
        })
    }

    async fn connection(&self, stream: UnixStream) -> io::Result<()> {
        let process = Self::peer(&stream)?;
        let (reader, writer) = stream.into_split();
        let mut reader = Reader {
            stream: reader,
            decoder: Decoder::default(),
            begun: 0,
        };
        let mut writer = Writer { stream: writer };
        // Before anything of it is read.
        if let Err(refusal) = peer::may_answer(&Proc, &self.surroundings, process) {
            tracing::info!(process, %refusal, "an inbox is refused");
            let message = refusal.to_string();
            return writer.notify("inbox/refused", &InboxNote { message }).await;
        }
        let first = tokio::time::timeout(FIRST_WORD, reader.next()).await;
        let Ok(Ok(Some(request))) = first else {
            return Ok(());
        };
        let Some(mut attached) = self.attach(&request, process, &mut writer).await? else {
            return Ok(());
        };
        loop {
            tokio::select! {
                message = attached.messages.recv() => match message {
                    Some(text) => writer.send(&text).await?,
                    // It was too far behind.
                    None => return Ok(()),
                },
                request = reader.next() => match request? {
                    Some(request) => self.answer(&request, process, &mut writer).await?,
                    None => return Ok(()),
                },
            }
        }
    }

    async fn attach(
        &self,
        request: &Request,
        process: i32,
        writer: &mut Writer,
    ) -> io::Result<Option<Attached>> {
        let read = || -> Result<(), ErrorObject> {
            request.is("inbox/attach")?;
            let params: InboxAttachParams = protocol::read(request.params())?;
            if params.version != INBOX_VERSION {
                let problem = format!("this session speaks version {INBOX_VERSION} of the inbox");
                return Err(protocol::Invalid::new("/version", problem).into());
            }
            Ok(())
        };
        if let Err(error) = read() {
            writer.error(&request.id, &error).await?;
            return Ok(None);
        }
        let attached = InboxAttached {
            version: INBOX_VERSION,
            session: (self.introduce)(),
        };
        writer.result(&request.id, &attached).await?;
        Ok(Some(self.hub.attach(process)))
    }

    async fn answer(&self, request: &Request, process: i32, writer: &mut Writer) -> io::Result<()> {
        let answered = || -> Result<(), ErrorObject> {
            request.is("inbox/answer")?;
            let params: InboxAnswerParams = protocol::read(request.params())?;
            // It may have lost its terminal since, or become another program.
            peer::may_answer(&Proc, &self.surroundings, process)
                .map_err(|refusal| refused(&refusal.to_string()))?;
            let ask_id = params.ask_id;
            if self.hub.answer(ask_id, prompt_answer(params)) {
                Ok(())
            } else {
                Err(refused("it was answered or withdrawn before"))
            }
        };
        match answered() {
            Ok(()) => writer.result(&request.id, &protocol::Empty {}).await,
            Err(error) => writer.error(&request.id, &error).await,
        }
    }
}

fn refused(why: &str) -> ErrorObject {
    ErrorObject::new(code::REFUSED, format!("Refused: {why}")).with(json!({"reason": why}))
}

fn prompt_answer(params: InboxAnswerParams) -> PromptAnswer {
    let pattern = |pattern| match pattern {
        PatternAnswer::Bare(pattern) => (None, pattern),
        PatternAnswer::Full(Suggestion { surface, pattern }) => (Some(surface), pattern),
    };
    PromptAnswer {
        choice: Some(params.choice),
        reason: params.reason,
        patterns: params
            .patterns
            .map(|patterns| patterns.into_iter().map(pattern).collect()),
        via: Some(Via::Inbox),
    }
}

/// A request of an inbox.
struct Request {
    id: Id,
    method: String,
    params: Option<String>,
}

impl Request {
    fn is(&self, method: &str) -> Result<(), ErrorObject> {
        if self.method == method {
            return Ok(());
        }
        Err(ErrorObject::new(code::METHOD_NOT_FOUND, "Method not found"))
    }

    fn params(&self) -> Params<'_> {
        self.params.as_deref()
    }
}

struct Reader {
    stream: OwnedReadHalf,
    decoder: Decoder,
    /// Bytes that were read since the last whole message.
    begun: usize,
}

impl Reader {
    /// The next request; `None` at the end. What is none ends the connection. May be dropped while it waits.
    async fn next(&mut self) -> io::Result<Option<Request>> {
        loop {
            match self.decoder.next_frame().map_err(io::Error::other)? {
                Some(Frame::Body(body)) => match Message::parse(body) {
                    Ok(Message::Request { id, method, params }) => {
                        self.begun = 0;
                        return Ok(Some(Request {
                            id,
                            method: method.into_owned(),
                            params: params.map(str::to_owned),
                        }));
                    }
                    _ => return Err(io::ErrorKind::InvalidData.into()),
                },
                Some(Frame::TooLong(_)) => return Err(io::ErrorKind::InvalidData.into()),
                None => {}
            }
            let count = self.stream.read(self.decoder.room()).await?;
            if count == 0 {
                return Ok(None);
            }
            self.begun += count;
            if self.begun > MAX_MESSAGE {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.decoder.filled(count);
        }
    }
}

struct Writer {
    stream: OwnedWriteHalf,
}

impl Writer {
    async fn result(&mut self, id: &Id, result: &impl Serialize) -> io::Result<()> {
        let jsonrpc = Version;
        self.write(&SentResult { jsonrpc, id, result }).await
    }

    async fn error(&mut self, id: &Id, error: &ErrorObject) -> io::Result<()> {
        let (jsonrpc, id) = (Version, Some(id));
        self.write(&SentError { jsonrpc, id, error }).await
    }

    async fn notify(&mut self, method: &str, params: &impl Serialize) -> io::Result<()> {
        let jsonrpc = Version;
        self.write(&SentNotification {
            jsonrpc,
            method,
            params,
        })
        .await
    }

    async fn write(&mut self, message: &impl Serialize) -> io::Result<()> {
        self.send(&serde_json::to_string(message)?).await
    }

    async fn send(&mut self, text: &str) -> io::Result<()> {
        let frame = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        tokio::time::timeout(PATIENCE, self.stream.write_all(frame.as_bytes()))
            .await
            .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }
}
