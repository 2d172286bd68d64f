//! The requests of this process's sessions to their parents.

use super::folder::Unread;
use super::liveness::{Life, Pulse};
use super::process::Process;
use super::response::{MAX_RESPONSE, Received, read};
use super::serving::MAX_RECORD;
use super::spool::{Mailbox, Spool, file, record_file};
use super::sweep::bury;
use super::tempo::Tempo;
use crate::authority::Answer;
use crate::decision::{Cause, RequestId};
use futures::channel::oneshot;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// A question to be put to a parent.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) id: RequestId,
    pub(super) parent: String,
    /// The session whose call it is.
    pub(super) requester: String,
    pub(super) bytes: Result<Vec<u8>, String>,
    /// How long an answer is waited for.
    pub(super) timeout: Duration,
    pub(super) reply: oneshot::Sender<Answer>,
}

/// A question that is out.
#[derive(Debug)]
struct Asked {
    parent: String,
    requester: String,
    deadline: Instant,
    /// Since when there has been an answer that can't be read.
    unreadable: Option<Instant>,
    reply: oneshot::Sender<Answer>,
}

/// What came of it, for the log.
#[derive(Debug)]
pub(super) struct Arrived {
    pub(super) id: RequestId,
    pub(super) parent: String,
    pub(super) requester: String,
    pub(super) received: Received,
}

/// A parent that is waited for.
#[derive(Debug)]
struct Parent {
    mailbox: Mailbox,
    pulse: Pulse,
}

/// All questions that are out.
#[derive(Debug, Default)]
pub(super) struct Outgoing {
    asked: HashMap<RequestId, Asked>,
    parents: HashMap<String, Parent>,
}

impl Outgoing {
    pub(super) fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    /// Whether this process waits for an answer to `id`.
    pub(super) fn asks(&self, id: RequestId) -> bool {
        self.asked.contains_key(&id)
    }

    /// Puts a question; where that fails it is answered at once, and `false` comes back. `watch` is called
    /// where the folder of the answers is a new one.
    pub(super) fn ask(&mut self, spool: &Spool, ask: Ask, now: Instant, watch: impl FnOnce(&str)) -> bool {
        let Ask {
            id,
            parent,
            requester,
            bytes,
            timeout,
            reply,
        } = ask;
        let placed = bytes.and_then(|bytes| {
            if self.to(&parent).is_empty()
                && let Some(parent) = self.parents.get_mut(&parent)
            {
                // What it did while nobody waited says nothing.
                parent.pulse = Pulse::new(now);
            }
            if let Some(parent) = self.parents.get(&parent)
                && parent.mailbox.is_there()
                && parent.mailbox.requests.write(&file(id), &bytes).is_ok()
            {
                return Ok(());
            }
            // The first time, or the folders are others by now.
            let mailbox = spool.mailbox(&parent).map_err(|error| error.to_string())?;
            let written = mailbox.requests.write(&file(id), &bytes);
            let pulse = Pulse::new(now);
            self.parents.insert(parent.clone(), Parent { mailbox, pulse });
            watch(&parent);
            written.map_err(|error| error.to_string())
        });
        if let Err(why) = placed {
            let why = format!("the request to the parent session could not be written: {why}");
            let _ = reply.send(Answer::unavailable(Cause::Unreadable, why));
            self.forget_parent(spool, &parent);
            return false;
        }
        let asked = Asked {
            parent,
            requester,
            deadline: now + timeout,
            unreadable: None,
            reply,
        };
        self.asked.insert(id, asked);
        true
    }

    /// Nobody waits for the answer any more.
    pub(super) fn withdraw(&mut self, spool: &Spool, id: RequestId) {
        if let Some(asked) = self.asked.remove(&id) {
            self.clear(spool, id, &asked.parent);
        }
    }

    /// Looks for the answer to `id`.
    pub(super) fn arrived(
        &mut self,
        spool: &Spool,
        id: RequestId,
        tempo: Tempo,
        now: Instant,
    ) -> Option<Arrived> {
        let asked = self.asked.get_mut(&id)?;
        let responses = &self.parents.get(&asked.parent)?.mailbox.responses;
        let why = match responses.read(&file(id), MAX_RESPONSE) {
            Err(Unread::Missing) => {
                asked.unreadable = None;
                return None;
            }
            Err(unread) => unread.to_string(),
            Ok(bytes) => match read(id, &asked.parent, &bytes) {
                Ok(received) => {
                    let Asked {
                        parent,
                        requester,
                        reply,
                        ..
                    } = self.asked.remove(&id)?;
                    // The files go before anybody hears of it.
                    self.clear(spool, id, &parent);
                    let _ = reply.send(received.clone().answer());
                    return Some(Arrived {
                        id,
                        parent,
                        requester,
                        received,
                    });
                }
                Err(why) => why.to_owned(),
            },
        };
        let since = *asked.unreadable.get_or_insert(now);
        if now.saturating_duration_since(since) >= tempo.grace() {
            let why = format!("the answer of the parent session can't be read: {why}");
            self.end(spool, id, Cause::Unreadable, &why);
        }
        None
    }

    /// Looks at everything: answers, parents, time.
    pub(super) fn tick(&mut self, spool: &Spool, own: &Process, tempo: Tempo, now: Instant) -> Vec<Arrived> {
        let ids: Vec<RequestId> = self.asked.keys().copied().collect();
        let taken: Vec<RequestId> = ids.iter().copied().filter(|id| self.was_taken(*id)).collect();
        let arrived = ids
            .iter()
            .filter_map(|id| self.arrived(spool, *id, tempo, now))
            .collect();
        for id in taken {
            let unread = self
                .asked
                .get(&id)
                .is_some_and(|asked| asked.unreadable.is_none());
            if unread {
                let why = "the parent session took the request and left no answer";
                self.end(spool, id, Cause::Unreadable, why);
            }
        }
        let mut gone: Vec<(String, Life)> = Vec::new();
        let waited_for: HashSet<&String> = self.asked.values().map(|asked| &asked.parent).collect();
        let parents = self.parents.iter_mut();
        for (session, parent) in parents.filter(|(session, _)| waited_for.contains(session)) {
            let found = spool.serving.read(&record_file(session), MAX_RECORD);
            let life = parent.pulse.look(session, found, own, tempo, now);
            if life != Life::Alive {
                gone.push((session.clone(), life));
            }
        }
        for (session, life) in gone {
            for id in self.to(&session) {
                self.end(spool, id, Cause::ParentGone, life.words());
            }
            if life == Life::Dead {
                bury(spool, &session, own);
            }
        }
        let late = self.asked.iter().filter(|(_, asked)| asked.deadline <= now);
        let late: Vec<RequestId> = late.map(|(id, _)| *id).collect();
        for id in late {
            self.end(
                spool,
                id,
                Cause::TimedOut,
                "the parent session did not answer in time",
            );
        }
        arrived
    }

    /// When the next question has waited long enough.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        self.asked.values().map(|asked| asked.deadline).min()
    }

    /// Whether the parent has taken the request away; looked at before the answer is, which it writes first.
    fn was_taken(&self, id: RequestId) -> bool {
        self.asked.get(&id).is_some_and(|asked| {
            self.parents
                .get(&asked.parent)
                .is_some_and(|parent| !parent.mailbox.requests.has(&file(id)))
        })
    }

    fn to(&self, parent: &str) -> Vec<RequestId> {
        let asked = self.asked.iter().filter(|(_, asked)| asked.parent == parent);
        asked.map(|(id, _)| *id).collect()
    }

    fn end(&mut self, spool: &Spool, id: RequestId, cause: Cause, why: &str) {
        if let Some(asked) = self.asked.remove(&id) {
            self.clear(spool, id, &asked.parent);
            let _ = asked.reply.send(Answer::unavailable(cause, why));
        }
    }

    /// Removes the files of a request. The request goes first: a parent that is just writing its answer sees
    /// that and takes the answer back.
    fn clear(&mut self, spool: &Spool, id: RequestId, parent: &str) {
        if let Some(parent) = self.parents.get(parent) {
            parent.mailbox.requests.remove(&file(id));
            parent.mailbox.responses.remove(&file(id));
        }
        self.forget_parent(spool, parent);
    }

    /// Once nothing more is asked of a parent: the folders of one that nobody serves go.
    fn forget_parent(&mut self, spool: &Spool, parent: &str) {
        if self.asked.values().any(|asked| asked.parent == parent) {
            return;
        }
        if !spool.serving.has(&record_file(parent)) {
            self.parents.remove(parent);
            spool.tidy(parent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_was_taken_away_is_made_again_for_the_next_question() {
        let state = tempfile::tempdir().unwrap();
        let spool = Spool::open(state.path()).unwrap();
        let mut outgoing = Outgoing::default();
        let mut ask = || {
            let (reply, answer) = oneshot::channel();
            let ask = Ask {
                id: RequestId::mint(),
                parent: "parent".to_owned(),
                requester: "child".to_owned(),
                bytes: Ok(b"{}".to_vec()),
                timeout: Duration::from_secs(60),
                reply,
            };
            let mut is_new = false;
            assert!(outgoing.ask(&spool, ask, Instant::now(), |_| is_new = true));
            drop(answer);
            is_new
        };
        let folder = || spool.sessions.open("parent").unwrap();
        assert!(ask(), "the first question");
        assert!(!ask(), "the folders are known");
        for name in ["responses", "requests"] {
            for file in folder().open(name).unwrap().names().unwrap() {
                folder().open(name).unwrap().remove(&file);
            }
            assert!(folder().remove_folder(name));
            assert!(ask(), "{name} is gone");
            assert!(folder().has("requests") && folder().has("responses"));
        }
    }
}
