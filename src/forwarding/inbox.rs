//! The requests to one session that this process serves.

use super::folder::Unread;
use super::post::Withdrawal;
use super::process::Process;
use super::request::{Incoming, MAX_REQUEST, Unserved, read};
use super::response::Response;
use super::serving::Claim;
use super::spool::{Mailbox, Spool, file, id_of};
use super::tempo::Tempo;
use crate::decision::{Cause, RequestId};
use std::collections::{HashMap, HashSet};
use std::io;
use std::time::Instant;

/// Requests that are served at once; others wait in their folder.
const MAX_WAITING: usize = 4096;
/// Files that are remembered as none of ours.
const MAX_REMEMBERED: usize = 1024;

/// What was found in the folder.
#[derive(Debug)]
pub(super) enum Found {
    /// A new request.
    Request(Box<Incoming>),
    /// One that nobody waits for any more.
    Withdrawn(RequestId, Withdrawal),
    /// A file that is no request to this session.
    Ignored { file: String, why: String },
    /// Another process serves this session.
    Rival,
}

/// The requests to one session.
#[derive(Debug)]
pub(super) struct Inbox {
    session: String,
    /// Whether its folders are made before anybody asks.
    eager: bool,
    claim: Claim,
    mailbox: Option<Mailbox>,
    /// The mailbox is another one than the system was told to watch.
    unwatched: bool,
    /// Who waits for each answer that is still out.
    waiting: HashMap<RequestId, Process>,
    /// Answers that were written and may not have been read.
    answered: HashMap<RequestId, Process>,
    /// Files that are no requests; each is told of once, and looked at again now and then, since it may still
    /// be being written.
    ignored: HashSet<String>,
    told_of_rival: bool,
}

impl Inbox {
    pub(super) fn new(session: &str, eager: bool, now: Instant) -> Self {
        Self {
            session: session.to_owned(),
            eager,
            claim: Claim::new(session, now),
            mailbox: None,
            unwatched: false,
            waiting: HashMap::new(),
            answered: HashMap::new(),
            ignored: HashSet::new(),
            told_of_rival: false,
        }
    }

    /// Whether there is a folder for requests that the system was not told to watch; it says so once.
    pub(super) fn is_unwatched(&mut self) -> bool {
        std::mem::take(&mut self.unwatched)
    }

    /// Renews the record and looks at everything.
    pub(super) fn tick(
        &mut self,
        spool: &Spool,
        own: &Process,
        tempo: Tempo,
        now: Instant,
    ) -> io::Result<Vec<Found>> {
        let mut found = Vec::new();
        let was_held = self.claim.is_held();
        if !self.claim.renew(spool, own, tempo, now)? {
            if !self.told_of_rival {
                self.told_of_rival = true;
                found.push(Found::Rival);
            }
            if was_held {
                let waiting = self.waiting.drain();
                found.extend(waiting.map(|(id, _)| Found::Withdrawn(id, Withdrawal::Rival)));
                self.mailbox = None;
            }
            return Ok(found);
        }
        self.told_of_rival = false;
        self.forget_answered(own);
        let dead = self.waiting.iter().filter(|(_, process)| process.is_dead(own));
        let dead: Vec<RequestId> = dead.map(|(id, _)| *id).collect();
        for id in dead {
            self.waiting.remove(&id);
            if let Some(mailbox) = &self.mailbox {
                mailbox.requests.remove(&file(id));
            }
            found.push(Found::Withdrawn(id, Withdrawal::Dead));
        }
        found.extend(self.scan(spool, own, true)?);
        Ok(found)
    }

    /// Looks for new requests and for those that are gone.
    pub(super) fn scan(&mut self, spool: &Spool, own: &Process, again: bool) -> io::Result<Vec<Found>> {
        let mut found = Vec::new();
        if !self.claim.is_held() {
            return Ok(found);
        }
        if self.mailbox.is_none() || again {
            // The folders may have been taken away, or made.
            let known = self.mailbox.take().filter(Mailbox::is_there);
            if known.is_some() {
                self.mailbox = known;
            } else {
                self.mailbox = spool.mailbox_of(&self.session, self.eager)?;
                self.unwatched = self.mailbox.is_some();
            }
        }
        let Some(mailbox) = &self.mailbox else {
            return Ok(found);
        };
        let names = mailbox.requests.names()?;
        let there: HashSet<RequestId> = names.iter().filter_map(|name| id_of(name)).collect();
        let gone: Vec<RequestId> = self
            .waiting
            .keys()
            .filter(|id| !there.contains(*id))
            .copied()
            .collect();
        for id in gone {
            self.waiting.remove(&id);
            found.push(Found::Withdrawn(id, Withdrawal::Removed));
        }
        for name in names {
            // A draft of a file, or what is known already.
            if name.starts_with('.') || (!again && self.ignored.contains(&name)) {
                continue;
            }
            if self.waiting.len() >= MAX_WAITING {
                break;
            }
            if id_of(&name)
                .is_some_and(|id| self.waiting.contains_key(&id) || self.answered.contains_key(&id))
            {
                continue;
            }
            let why = match mailbox.requests.read(&name, MAX_REQUEST) {
                Ok(bytes) => match read(&name, &self.session, &bytes) {
                    Ok(incoming) if incoming.process.is_dead(own) => {
                        mailbox.requests.remove(&name);
                        continue;
                    }
                    Ok(incoming) => {
                        self.ignored.remove(&name);
                        self.waiting.insert(incoming.id, incoming.process.clone());
                        found.push(Found::Request(Box::new(incoming)));
                        continue;
                    }
                    Err(Unserved::Torn) => "it can't be read".to_owned(),
                    Err(Unserved::Foreign(why)) => why.to_owned(),
                },
                Err(Unread::Missing) => continue,
                Err(unread) => unread.to_string(),
            };
            if self.ignored.len() < MAX_REMEMBERED && self.ignored.insert(name.clone()) {
                found.push(Found::Ignored { file: name, why });
            }
        }
        Ok(found)
    }

    /// Writes the answer to a request.
    pub(super) fn answer(&mut self, id: RequestId, response: &Response) -> Result<(), String> {
        let Some(process) = self.waiting.remove(&id) else {
            // Withdrawn in the meantime.
            return Ok(());
        };
        let Some(mailbox) = &self.mailbox else {
            return Ok(());
        };
        let name = file(id);
        let bytes = response.write(id, &self.session);
        let mut written = mailbox.responses.write(&name, &bytes);
        let was_there = mailbox.requests.remove(&name);
        if written.is_err() {
            // The request took the place that the answer needs. Where that does not help, its being gone
            // without an answer tells the other side.
            written = mailbox.responses.write(&name, &bytes);
        }
        if !was_there {
            // Withdrawn while the answer was being written: nobody reads it.
            mailbox.responses.remove(&name);
            return Ok(());
        }
        self.answered.insert(id, process);
        written.map_err(|error| format!("an answer could not be written: {error}"))
    }

    /// Drops the answers that were read, and those that nobody is left to read.
    fn forget_answered(&mut self, own: &Process) {
        let Some(mailbox) = &self.mailbox else { return };
        self.answered.retain(|id, process| {
            let name = file(*id);
            if process.is_dead(own) {
                mailbox.responses.remove(&name);
            }
            mailbox.responses.has(&name)
        });
    }

    /// Refuses what is still there, and leaves.
    pub(super) fn close(&mut self, spool: &Spool, own: &Process, why: &str) {
        let _ = self.scan(spool, own, true);
        let waiting: Vec<RequestId> = self.waiting.keys().copied().collect();
        for id in waiting {
            let _ = self.answer(id, &Response::unavailable(Cause::Shutdown, why));
        }
        self.forget_answered(own);
        if self.claim.is_held() {
            self.claim.drop_record(spool, own);
            spool.tidy(&self.session);
        }
        self.mailbox = None;
    }
}
