//! A model's endpoint that answers what it is told to, and keeps what it is asked.

use crate::support::repository;
use crate::wire::PATIENCE;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// What the endpoint does with one connection.
#[derive(Clone)]
pub enum Reply {
    /// Answers with this status and body.
    Answer(u16, String),
    /// Answers with a body that says of itself that it is longer than it is, and closes.
    Torn,
    /// Closes without a word.
    HangUp,
    /// Says nothing until the other side leaves.
    Silence,
}

/// A request as it arrived.
pub struct Asked {
    /// Request line and headers, in lower case.
    pub head: String,
    /// The body.
    pub body: Value,
}

/// The endpoint.
pub struct Stub {
    /// `http://127.0.0.1:<port>`.
    pub address: String,
    asked: Receiver<Asked>,
    left: Receiver<()>,
}

impl Stub {
    /// One that does the same with each connection.
    pub fn new(reply: Reply) -> Self {
        Self::listen(reply, None)
    }

    /// The same over TLS, with a certificate that nobody but [`certificate`] vouches for.
    pub fn over_tls(reply: Reply) -> Self {
        let pem = |name: &str| std::fs::read(repository("tests/e2e/tls").join(name)).unwrap();
        let chain = vec![CertificateDer::from_pem_slice(&pem("certificate.pem")).unwrap()];
        let key = PrivateKeyDer::from_pem_slice(&pem("key.pem")).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        Self::listen(reply, Some(Arc::new(config)))
    }

    fn listen(reply: Reply, tls: Option<Arc<ServerConfig>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let scheme = if tls.is_some() { "https" } else { "http" };
        let address = format!("{scheme}://{}", listener.local_addr().unwrap());
        let (asking, asked) = channel();
        let (leaving, left) = channel();
        std::thread::spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                let served = match &tls {
                    None => plain(stream, &reply, &asking, &leaving),
                    Some(config) => {
                        let session = ServerConnection::new(Arc::clone(config)).unwrap();
                        serve(StreamOwned::new(session, stream), &reply, &asking, &leaving)
                    }
                };
                if served.is_none() {
                    return;
                }
            }
        });
        Self { address, asked, left }
    }

    /// One whose model says this, in the form of chat completions.
    pub fn says(text: &str) -> Self {
        let body = serde_json::json!({"choices": [{"message": {"role": "assistant", "content": text}}]});
        Self::new(Reply::Answer(200, body.to_string()))
    }

    /// The next request.
    pub fn next(&self) -> Asked {
        self.asked.recv_timeout(PATIENCE).expect("the endpoint is asked")
    }

    /// Whether nobody asked since.
    pub fn is_idle(&self) -> bool {
        self.asked.try_recv().is_err()
    }

    /// Waits until the other side of a silent connection left.
    pub fn is_left(&self) {
        self.left
            .recv_timeout(PATIENCE)
            .expect("the connection is closed");
    }
}

/// The certificate of what speaks TLS here.
pub fn certificate() -> PathBuf {
    repository("tests/e2e/tls/certificate.pem")
}

fn plain(stream: TcpStream, reply: &Reply, asking: &Sender<Asked>, leaving: &Sender<()>) -> Option<()> {
    // What begins a TLS handshake (RFC 8446, 5.1) is no request.
    let mut first = [0; 1];
    if stream.peek(&mut first).unwrap_or(0) == 0 || first == [22] {
        return Some(());
    }
    serve(stream, reply, asking, leaving)
}

/// `None` once nobody listens to what is asked.
fn serve(
    stream: impl Read + Write,
    reply: &Reply,
    asking: &Sender<Asked>,
    leaving: &Sender<()>,
) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    loop {
        let mut line = Vec::new();
        if reader.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
            return Some(());
        }
        let line = String::from_utf8_lossy(&line).to_lowercase();
        if line.trim().is_empty() {
            break;
        }
        head.push_str(&line);
    }
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"))
        .and_then(|length| length.trim().parse().ok())
        .unwrap_or(0);
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return Some(());
    }
    let body = serde_json::from_slice(&body).unwrap_or_default();
    asking.send(Asked { head, body }).ok()?;
    let stream = reader.get_mut();
    match reply {
        Reply::Answer(status, body) => {
            let length = body.len();
            let _ = write!(
                stream,
                "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
            );
        }
        Reply::Torn => {
            let _ = write!(stream, "HTTP/1.1 200 x\r\ncontent-length: 100\r\n\r\n{{");
        }
        Reply::HangUp => {}
        Reply::Silence => {
            let mut rest = [0; 1];
            while stream.read(&mut rest).is_ok_and(|count| count > 0) {}
            let _ = leaving.send(());
        }
    }
    Some(())
}
