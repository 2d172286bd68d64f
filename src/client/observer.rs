//! An observer: the other end of the event socket of a session.

use crate::transport::own_uid;
use serde_json::{Value, json};
use soketto::handshake::{Client, ServerResponse};
use std::collections::VecDeque;
use std::io;
use std::path::Path;
use tokio::net::UnixStream;
use tokio_util::compat::{Compat, TokioAsyncReadCompatExt};

/// Bytes of a message that is taken.
const MAX_MESSAGE: usize = 64 << 20;

type Stream = Compat<UnixStream>;

/// What an observer is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// The name of the notification, without `permissions/`; or `lagged`.
    pub event: String,
    /// Its params.
    pub params: Value,
}

/// A connection to the event socket of a session.
pub struct Observer {
    sender: soketto::Sender<Stream>,
    receiver: soketto::Receiver<Stream>,
    buffer: Vec<u8>,
    heard: VecDeque<Heard>,
    last_id: u64,
}

impl Observer {
    /// Connects to the socket at `path`. One that is served by another user's process is an error.
    pub async fn connect(path: &Path) -> io::Result<Self> {
        let stream = UnixStream::connect(path).await?;
        if stream.peer_cred()?.uid() != own_uid() {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "another user's process serves it",
            ));
        }
        let mut client = Client::new(stream.compat(), "localhost", "/");
        match client.handshake().await.map_err(io::Error::other)? {
            ServerResponse::Accepted { .. } => {}
            ServerResponse::Redirect { status_code, .. } | ServerResponse::Rejected { status_code } => {
                return Err(io::Error::other(format!("it is no event socket ({status_code})")));
            }
        }
        let mut builder = client.into_builder();
        builder.set_max_message_size(MAX_MESSAGE);
        let (sender, receiver) = builder.finish();
        Ok(Self {
            sender,
            receiver,
            buffer: Vec::new(),
            heard: VecDeque::new(),
            last_id: 0,
        })
    }

    /// Sends a request and waits for its answer: the result, or the error object. Events that come in between are kept.
    pub async fn call(&mut self, method: &str, params: &Value) -> io::Result<Result<Value, Value>> {
        self.last_id += 1;
        let awaited = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": awaited, "method": method, "params": params});
        self.sender
            .send_text(request.to_string())
            .await
            .map_err(io::Error::other)?;
        self.sender.flush().await.map_err(io::Error::other)?;
        loop {
            let mut message = self.read().await?.ok_or(io::ErrorKind::UnexpectedEof)?;
            if message.get("id").and_then(Value::as_u64) == Some(awaited) {
                return Ok(match message.get_mut("error").map(Value::take) {
                    Some(error) => Err(error),
                    None => Ok(message.get_mut("result").map(Value::take).unwrap_or_default()),
                });
            }
            self.heard.extend(heard(message));
        }
    }

    /// The next event of any subscription; `None` once the session is over.
    pub async fn next(&mut self) -> io::Result<Option<Heard>> {
        loop {
            if let Some(heard) = self.heard.pop_front() {
                return Ok(Some(heard));
            }
            let Some(message) = self.read().await? else {
                return Ok(None);
            };
            self.heard.extend(heard(message));
        }
    }

    async fn read(&mut self) -> io::Result<Option<Value>> {
        self.buffer.clear();
        match self.receiver.receive_data(&mut self.buffer).await {
            Ok(_) => Ok(Some(serde_json::from_slice(&self.buffer)?)),
            Err(soketto::connection::Error::Closed) => Ok(None),
            // A process that ends takes no leave.
            Err(soketto::connection::Error::Io(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Ok(None)
            }
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

fn heard(mut message: Value) -> Option<Heard> {
    let result = message.pointer_mut("/params/result")?;
    Some(Heard {
        event: result.get("event")?.as_str()?.to_owned(),
        params: result.get_mut("params").map(Value::take).unwrap_or_default(),
    })
}
