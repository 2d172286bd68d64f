//! The one thread that does what has to do with files.
//!
//! Notices of the system make it quick; a slow look stands behind them, since notices get lost.

use super::inbox::{Found, Inbox};
use super::outgoing::{Arrived, Ask, Outgoing};
use super::post::{Message, Note, Reply, Serve, Withdrawal};
use super::process::Process;
use super::response::Response;
use super::spool::{Spool, id_of};
use super::sweep::sweep;
use super::tempo::Tempo;
use crate::decision::{Cause, RequestId};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The thread.
pub(super) struct Worker {
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
    pub(super) fn new(
        state_dir: &Path,
        tempo: Tempo,
        desk: Arc<dyn Serve>,
        own: &Arc<Process>,
        messages: &Sender<Message>,
    ) -> Self {
        Self {
            state_dir: state_dir.to_owned(),
            spool: None,
            tempo,
            desk,
            own: Arc::clone(own),
            messages: messages.clone(),
            inboxes: HashMap::new(),
            outgoing: Outgoing::default(),
            watcher: None,
            watched: BTreeSet::new(),
            in_trouble: false,
        }
    }

    /// Works until it is told to stop.
    pub(super) fn run(mut self, receiver: &Receiver<Message>) {
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
                    let reply = Reply::new(&self.messages, session, incoming.id);
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
