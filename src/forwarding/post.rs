//! The handle on the one thread that does what has to do with files, and what it says to whom.

use super::outgoing::Ask;
use super::process::Process;
use super::relay::SpoolRelay;
use super::request::Incoming;
use super::response::{Grant, Response};
use super::tempo::Tempo;
use super::worker::Worker;
use crate::decision::{Cause, DecisionSource, RequestId, Resolution};
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Who answers the requests that arrive here. All of it is called on the thread of the post.
pub trait Serve: Send + Sync {
    /// A request arrived. It is answered through `reply`, now or later.
    fn request(&self, incoming: Incoming, reply: Reply);

    /// Nobody waits for the answer any more.
    fn withdrawn(&self, id: RequestId, why: Withdrawal);

    /// Something to be written down.
    fn note(&self, note: Note);
}

/// Why nobody waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    /// The request was taken back.
    Removed,
    /// The process that waited has ended.
    Dead,
    /// Another process serves the session now.
    Rival,
}

/// Something to be written down.
#[derive(Clone, Debug)]
pub enum Note {
    /// A request was written.
    Created {
        /// The request.
        id: RequestId,
        /// The session whose call it is.
        requester: String,
        /// The session that is asked.
        parent: String,
    },
    /// An answer arrived.
    Received {
        /// The request.
        id: RequestId,
        /// The session whose call it is.
        requester: String,
        /// The session that was asked.
        parent: String,
        /// Who says to have answered.
        responder: Option<String>,
        /// Whether the call may run.
        allow: bool,
        /// How it was decided.
        resolution: Resolution,
        /// Why nobody could be asked.
        cause: Option<Cause>,
        /// Whom it covers beyond this call.
        grant: Option<Grant>,
        /// Who decided.
        decided_by: DecisionSource,
    },
    /// A file lies in the spool that is no request.
    Ignored {
        /// The session in whose folder it lies.
        session: String,
        /// Its name.
        file: String,
        /// Why it is none.
        why: String,
    },
    /// Another process serves a session of this one.
    Rival {
        /// The session.
        session: String,
    },
    /// The spool can't be used.
    Trouble {
        /// Why.
        why: String,
    },
}

/// The answer to one request; the other side hears of a failure where none is sent.
#[derive(Debug)]
pub struct Reply {
    messages: Sender<Message>,
    session: String,
    id: RequestId,
    sent: bool,
}

impl Reply {
    /// The answer to `id`, which was put to `session`.
    pub(super) fn new(messages: &Sender<Message>, session: &str, id: RequestId) -> Self {
        Self {
            messages: messages.clone(),
            session: session.to_owned(),
            id,
            sent: false,
        }
    }

    /// Answers.
    pub fn send(mut self, response: Response) {
        self.put(response);
    }

    fn put(&mut self, response: Response) {
        self.sent = true;
        let _ = self.messages.send(Message::Answer {
            session: std::mem::take(&mut self.session),
            id: self.id,
            response: Box::new(response),
        });
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if !self.sent {
            self.put(Response::failed("the request was not answered"));
        }
    }
}

/// What the thread is told.
#[derive(Debug)]
pub(super) enum Message {
    /// Something changed among the requests.
    Requests,
    /// Something changed about the answer to this request.
    Response(RequestId),
    Serve {
        session: String,
        eager: bool,
    },
    Leave(String),
    Ask(Box<Ask>),
    Withdraw(RequestId),
    Answer {
        session: String,
        id: RequestId,
        response: Box<Response>,
    },
    Stop,
}

/// The handle on the thread.
pub struct Post {
    messages: Sender<Message>,
    process: Arc<Process>,
    /// Until the thread is started.
    receiver: Mutex<Option<Receiver<Message>>>,
    /// Disconnected once the thread has ended.
    ended: Mutex<Option<Receiver<()>>>,
}

impl Default for Post {
    fn default() -> Self {
        Self::new()
    }
}

impl Post {
    /// One whose thread is not started yet; what is sent to it waits.
    pub fn new() -> Self {
        let (messages, receiver) = mpsc::channel();
        Self {
            messages,
            process: Arc::new(Process::own()),
            receiver: Mutex::new(Some(receiver)),
            ended: Mutex::new(None),
        }
    }

    /// The way up. `timeout` says how long an answer is waited for.
    pub fn relay(&self, timeout: Arc<dyn Fn() -> Duration + Send + Sync>) -> SpoolRelay {
        SpoolRelay::new(self.messages.clone(), Arc::clone(&self.process), timeout)
    }

    /// Starts the thread; once.
    pub fn start(&self, state_dir: &Path, tempo: Tempo, desk: Arc<dyn Serve>) -> io::Result<()> {
        let receiver = self
            .receiver
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(receiver) = receiver else { return Ok(()) };
        let (end, ended) = mpsc::channel();
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(ended);
        let worker = Worker::new(state_dir, tempo, desk, &self.process, &self.messages);
        std::thread::Builder::new()
            .name("portcullis-post".to_owned())
            .spawn(move || {
                worker.run(&receiver);
                drop(end);
            })
            .map(|_| ())
    }

    /// From now on requests to `session` are served. One of many gets a folder with its first request.
    pub fn serve(&self, session: &str, is_one_of_many: bool) {
        let _ = self.messages.send(Message::Serve {
            session: session.to_owned(),
            eager: !is_one_of_many,
        });
    }

    /// `session` is gone; what is asked of it is refused.
    pub fn leave(&self, session: &str) {
        let _ = self.messages.send(Message::Leave(session.to_owned()));
    }

    /// Refuses what is still asked, takes everything away that this process wrote, and ends; waits for that so
    /// long.
    pub fn stop(&self, patience: Duration) {
        let _ = self.messages.send(Message::Stop);
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(ended) = ended {
            let _ = ended.recv_timeout(patience);
        }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::Stop);
    }
}
