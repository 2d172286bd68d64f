//! The one thread that does what has to do with files, and who it speaks to.
//!
//! Notices of the system make it quick; a slow look stands behind them, since notices get lost.

use super::inbox::{Found, Inbox};
use super::outgoing::{Arrived, Ask, Outgoing};
use super::process::Process;
use super::relay::SpoolRelay;
use super::request::Incoming;
use super::response::{Grant, Response};
use super::spool::{Spool, id_of};
use super::sweep::sweep;
use super::tempo::Tempo;
use crate::decision::{Cause, DecisionSource, RequestId, Resolution};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

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
        let worker = Worker {
            state_dir: state_dir.to_owned(),
            spool: None,
            tempo,
            desk,
            own: Arc::clone(&self.process),
            messages: self.messages.clone(),
            inboxes: HashMap::new(),
            outgoing: Outgoing::default(),
            watcher: None,
            watched: BTreeSet::new(),
            in_trouble: false,
        };
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

struct Worker {
    state_dir: PathBuf,
    /// Opened with the first need.
    spool: Option<Arc<Spool>>,
    tempo: Tempo,
    desk: Arc<dyn Serve>,
    own: Arc<Process>,
    messages: Sender<Message>,
    inboxes: HashMap<String, Inbox>,
    outgoing: Outgoing,
    watcher: Option<RecommendedWatcher>,
    watched: BTreeSet<PathBuf>,
    /// That the spool can't be used was said.
    in_trouble: bool,
}

impl Worker {
    fn run(mut self, receiver: &Receiver<Message>) {
        let mut next = Instant::now();
        loop {
            let first = match receiver.recv_timeout(next.saturating_duration_since(Instant::now())) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Message::Stop),
            };
            let mut requests = false;
            let mut responses = HashSet::new();
            let mut message = first;
            while let Some(taken) = message {
                match taken {
                    Message::Requests => requests = true,
                    Message::Response(id) => {
                        responses.insert(id);
                    }
                    Message::Serve { session, eager } => {
                        let inbox = Inbox::new(&session, eager, Instant::now());
                        self.inboxes.insert(session, inbox);
                        next = Instant::now();
                    }
                    Message::Leave(session) => self.leave(&session),
                    Message::Ask(ask) => {
                        self.ask(*ask);
                        next = next.min(Instant::now() + self.tempo.look());
                    }
                    Message::Withdraw(id) => {
                        if let Some(spool) = self.spool.clone() {
                            self.outgoing.withdraw(&spool, id);
                        }
                    }
                    Message::Answer {
                        session,
                        id,
                        response,
                    } => self.answer(&session, id, &response),
                    Message::Stop => return self.stop(),
                }
                message = receiver.try_recv().ok();
            }
            if requests {
                self.scan();
            }
            if let Some(spool) = self.spool.clone() {
                for id in responses {
                    let arrived = self.outgoing.arrived(&spool, id, self.tempo, Instant::now());
                    if let Some(arrived) = arrived {
                        self.tell_of(arrived);
                    }
                }
            }
            let now = Instant::now();
            if now >= next || self.outgoing.next_deadline().is_some_and(|at| now >= at) {
                self.tick();
                next = self.next_tick();
            }
            if let Some(deadline) = self.outgoing.next_deadline() {
                next = next.min(deadline);
            }
        }
    }

    fn next_tick(&self) -> Instant {
        let pause = match (self.outgoing.is_empty(), self.inboxes.is_empty()) {
            (false, _) => self.tempo.look(),
            (true, false) => self.tempo.refresh(),
            (true, true) => Duration::from_secs(3600),
        };
        Instant::now() + pause
    }

    /// The spool, opened where that was not done.
    fn spool(&mut self) -> Result<Arc<Spool>, String> {
        if let Some(spool) = &self.spool {
            return Ok(Arc::clone(spool));
        }
        let spool = Arc::new(Spool::open(&self.state_dir).map_err(|error| error.to_string())?);
        // Where a mailbox is made for a session that has none yet.
        self.watch(spool.sessions_path());
        sweep(&spool, &self.own, self.tempo);
        self.spool = Some(Arc::clone(&spool));
        Ok(spool)
    }

    fn tick(&mut self) {
        let now = Instant::now();
        let spool = match self.spool() {
            Ok(spool) => spool,
            Err(why) => return self.trouble(&why),
        };
        let sessions: Vec<String> = self.inboxes.keys().cloned().collect();
        for session in sessions {
            let Some(inbox) = self.inboxes.get_mut(&session) else {
                continue;
            };
            match inbox.tick(&spool, &self.own, self.tempo, now) {
                Ok(found) => {
                    self.in_trouble = false;
                    self.watch_requests(&spool, &session);
                    self.handle(&session, found);
                }
                Err(error) => {
                    self.trouble(&format!("{session} can't be served: {error}"));
                    // The folders may be others by now.
                    self.spool = None;
                    self.watched.clear();
                }
            }
        }
        let arrived = self.outgoing.tick(&spool, &self.own, self.tempo, now);
        for arrived in arrived {
            self.tell_of(arrived);
        }
    }

    /// Has the system tell of new requests, once there is a folder for them.
    fn watch_requests(&mut self, spool: &Spool, session: &str) {
        if self.inboxes.get_mut(session).is_some_and(Inbox::is_unwatched) {
            let path = spool.requests_path(session);
            self.watched.remove(&path);
            self.watch(path);
        }
    }

    fn scan(&mut self) {
        let Some(spool) = self.spool.clone() else { return };
        let sessions: Vec<String> = self.inboxes.keys().cloned().collect();
        for session in sessions {
            let found = match self.inboxes.get_mut(&session) {
                Some(inbox) => inbox.scan(&spool, &self.own, false).unwrap_or_default(),
                None => continue,
            };
            self.watch_requests(&spool, &session);
            self.handle(&session, found);
        }
    }

    fn handle(&self, session: &str, found: Vec<Found>) {
        let desk = &self.desk;
        for found in found {
            match found {
                Found::Request(incoming) => {
                    let reply = Reply {
                        messages: self.messages.clone(),
                        session: session.to_owned(),
                        id: incoming.id,
                        sent: false,
                    };
                    if self.outgoing.asks(incoming.id) {
                        // What was asked of a parent has come back here.
                        let why = "the sessions are each other's parents";
                        reply.send(Response::unavailable(Cause::NoParent, why));
                        continue;
                    }
                    // Should it fail, dropping the reply answers.
                    let _ = catch_unwind(AssertUnwindSafe(|| desk.request(*incoming, reply)));
                }
                Found::Withdrawn(id, why) => {
                    if why == Withdrawal::Dead
                        && let Some(spool) = &self.spool
                    {
                        sweep(spool, &self.own, self.tempo);
                    }
                    let _ = catch_unwind(AssertUnwindSafe(|| desk.withdrawn(id, why)));
                }
                Found::Ignored { file, why } => desk.note(Note::Ignored {
                    session: session.to_owned(),
                    file,
                    why,
                }),
                Found::Rival => desk.note(Note::Rival {
                    session: session.to_owned(),
                }),
            }
        }
    }

    fn ask(&mut self, ask: Ask) {
        let spool = match self.spool() {
            Ok(spool) => spool,
            Err(why) => {
                let why = format!("the request to the parent session could not be written: {why}");
                let answer = crate::authority::Answer::unavailable(Cause::Unreadable, why);
                let _ = ask.reply.send(answer);
                return;
            }
        };
        let (id, requester, parent) = (ask.id, ask.requester.clone(), ask.parent.clone());
        let path = spool.responses_path(&parent);
        let mut unwatched = false;
        let mut outgoing = std::mem::take(&mut self.outgoing);
        let placed = outgoing.ask(&spool, ask, Instant::now(), |_| unwatched = true);
        self.outgoing = outgoing;
        if !placed {
            return;
        }
        if unwatched {
            // An answer that came before the watch is found by looking once.
            self.watched.remove(&path);
            self.watch(path);
            let _ = self.messages.send(Message::Response(id));
        }
        self.note(Note::Created {
            id,
            requester,
            parent,
        });
    }

    fn answer(&mut self, session: &str, id: RequestId, response: &Response) {
        if let Some(inbox) = self.inboxes.get_mut(session)
            && let Err(why) = inbox.answer(id, response)
        {
            self.trouble(&why);
        }
    }

    fn leave(&mut self, session: &str) {
        if let Some(mut inbox) = self.inboxes.remove(session)
            && let Some(spool) = self.spool.clone()
        {
            inbox.close(&spool, &self.own, "the parent session is over");
        }
    }

    fn stop(mut self) {
        let Ok(spool) = self.spool() else { return };
        for inbox in self.inboxes.values_mut() {
            inbox.close(&spool, &self.own, "the parent session's sidecar is shutting down");
        }
    }

    fn tell_of(&self, arrived: Arrived) {
        let Arrived {
            id,
            parent,
            requester,
            received,
        } = arrived;
        self.note(Note::Received {
            id,
            requester,
            parent,
            responder: received.responder,
            allow: received.response.allow,
            resolution: received.response.resolution,
            cause: received.response.cause,
            grant: received.response.grant,
            decided_by: received.response.decided_by,
        });
    }

    fn note(&self, note: Note) {
        self.desk.note(note);
    }

    /// Says once that the spool can't be used.
    fn trouble(&mut self, why: &str) {
        if !self.in_trouble {
            self.in_trouble = true;
            self.note(Note::Trouble { why: why.to_owned() });
        }
    }

    /// Has the system tell of what changes in a folder. Where it does not, looks now and then have to do.
    fn watch(&mut self, path: PathBuf) {
        if self.watched.contains(&path) {
            return;
        }
        if self.watcher.is_none() {
            let messages = self.messages.clone();
            self.watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
                if let Ok(event) = event {
                    pass_on(&event, &messages);
                }
            })
            .ok();
        }
        if let Some(watcher) = &mut self.watcher
            && watcher.watch(&path, RecursiveMode::NonRecursive).is_ok()
        {
            self.watched.insert(path);
            // What came before the watch.
            let _ = self.messages.send(Message::Requests);
        }
    }
}

/// Tells the thread what an event is about. Drafts, and looking at files, are nobody's concern.
fn pass_on(event: &notify::Event, messages: &Sender<Message>) {
    let reading = matches!(
        event.kind,
        EventKind::Access(kind) if !matches!(
            kind,
            notify::event::AccessKind::Close(notify::event::AccessMode::Write)
        )
    );
    if reading {
        return;
    }
    if event.paths.is_empty() || event.need_rescan() {
        let _ = messages.send(Message::Requests);
        return;
    }
    for path in &event.paths {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        if name.starts_with('.') {
            continue;
        }
        let folder = path.parent().and_then(Path::file_name);
        let message = match (folder.and_then(|name| name.to_str()), id_of(name)) {
            (Some("responses"), Some(id)) => Message::Response(id),
            (Some("responses"), None) => continue,
            _ => Message::Requests,
        };
        let _ = messages.send(message);
    }
}
