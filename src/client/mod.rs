//! A small client: one thread, two pipes. `demo` plays with it, and tests drive a real `serve` through it.
//!
//! It keeps what the server sends in order and hides nothing: a request of the server comes out of [`Client::receive`]
//! like everything else, and whoever drives the client answers it.

mod observer;

pub use observer::{Heard, Observer};

use crate::transport::{Decoder, Frame};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{self, Read, Write};

/// What a server sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// The answer to a request of ours.
    Answer {
        /// The id that [`Client::request`] gave.
        id: u64,
        /// The result, or the error object.
        result: Result<Value, Value>,
    },
    /// A request of the server's.
    Request {
        /// To be handed to [`Client::answer`].
        id: Value,
        /// Its method.
        method: String,
        /// Its params; null where there are none.
        params: Value,
    },
    /// A notification.
    Notification {
        /// Its method.
        method: String,
        /// Its params; null where there are none.
        params: Value,
    },
}

/// One end of a stream of frames.
pub struct Client<R, W> {
    input: R,
    output: W,
    decoder: Decoder,
    put_back: VecDeque<Incoming>,
    last_id: u64,
}

impl<R: Read, W: Write> Client<R, W> {
    /// Reads from `input`, writes to `output`.
    pub fn new(input: R, output: W) -> Self {
        Self {
            input,
            output,
            decoder: Decoder::default(),
            put_back: VecDeque::new(),
            last_id: 0,
        }
    }

    /// Sends a request; the id that its answer will carry.
    pub fn request(&mut self, method: &str, params: &Value) -> io::Result<u64> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        Ok(id)
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Answers a request of the server's.
    pub fn answer(&mut self, id: &Value, result: &Value) -> io::Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    /// The next thing the server sent, or `None` at the end of its stream. Waits.
    pub fn receive(&mut self) -> io::Result<Option<Incoming>> {
        match self.put_back.pop_front() {
            Some(incoming) => Ok(Some(incoming)),
            None => self.read(),
        }
    }

    /// Sends a request and waits for its answer. What comes in between stays in order for [`Self::receive`].
    pub fn call(&mut self, method: &str, params: &Value) -> io::Result<Result<Value, Value>> {
        let awaited = self.request(method, params)?;
        loop {
            match self.read()? {
                Some(Incoming::Answer { id, result }) if id == awaited => return Ok(result),
                Some(other) => self.put_back.push_back(other),
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        let body = message.to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        self.output.flush()
    }

    fn read(&mut self) -> io::Result<Option<Incoming>> {
        loop {
            match self.decoder.next_frame().map_err(io::Error::other)? {
                Some(Frame::Body(body)) => return incoming(body).map(Some),
                Some(Frame::TooLong(_)) => return Err(io::Error::other("a frame over the limit")),
                None => {}
            }
            let count = self.input.read(self.decoder.room())?;
            if count == 0 {
                return Ok(None);
            }
            self.decoder.filled(count);
        }
    }
}

fn incoming(body: &[u8]) -> io::Result<Incoming> {
    let mut message: Value = serde_json::from_slice(body)?;
    let mut take = |name: &str| message.get_mut(name).map(Value::take);
    let id = take("id");
    if let Some(Value::String(method)) = take("method") {
        let params = take("params").unwrap_or_default();
        return Ok(match id {
            Some(id) => Incoming::Request { id, method, params },
            None => Incoming::Notification { method, params },
        });
    }
    let result = match take("error") {
        Some(error) => Err(error),
        None => Ok(take("result").unwrap_or_default()),
    };
    let id = id.as_ref().and_then(Value::as_u64);
    id.map(|id| Incoming::Answer { id, result })
        .ok_or_else(|| io::Error::other("an answer to nothing that was asked"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(messages: &[Value]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for message in messages {
            let body = message.to_string();
            write!(bytes, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        }
        bytes
    }

    #[test]
    fn what_comes_before_an_answer_stays_in_order() {
        let stream = framed(&[
            json!({"jsonrpc": "2.0", "method": "permissions/ready", "params": {}}),
            json!({"jsonrpc": "2.0", "id": "p1", "method": "permissions/prompt", "params": {"title": "?"}}),
            json!({"jsonrpc": "2.0", "id": 1, "result": {"state": "allow"}}),
        ]);
        let mut client = Client::new(stream.as_slice(), Vec::new());
        let answer = client.call("permissions/check", &json!({})).unwrap();
        assert_eq!(answer, Ok(json!({"state": "allow"})));
        let methods: Vec<String> = std::iter::from_fn(|| match client.receive().unwrap()? {
            Incoming::Request { method, .. } | Incoming::Notification { method, .. } => Some(method),
            Incoming::Answer { .. } => None,
        })
        .collect();
        assert_eq!(methods, ["permissions/ready", "permissions/prompt"]);
    }

    #[test]
    fn a_stream_that_ends_early_is_an_error_of_the_call() {
        let mut client = Client::new([].as_slice(), Vec::new());
        let error = client.call("shutdown", &Value::Null).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
