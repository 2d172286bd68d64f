//! The sessions that take answers: finds them as they come, and brings what each says.

use super::ask::{Ask, AskKey};
use super::desk::Event;
use crate::client::{Client, Incoming};
use crate::protocol::{
    INBOX_VERSION, InboxAnswerParams, InboxAttached, InboxDecided, InboxGone, InboxNote, ObservedSession,
    PromptParams,
};
use crate::transport::{RunFolder, SocketKind};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a session that could not be attached to is left alone.
const AGAIN: Duration = Duration::from_secs(3);

/// `inbox/ask`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    ask_id: u64,
    prompt: PromptParams,
}

/// What a connection says, to the one loop that listens.
pub(super) enum Said {
    /// Something for the desk.
    Event(Event),
    /// A session is attached, and answers go this way.
    Attached(u64, Arc<ObservedSession>, UnixStream),
    /// An answer was answered.
    Answered(u64, u64, Result<(), String>),
    /// The connection has ended.
    Ended(u64),
}

/// All connections.
pub(super) struct Feed {
    folders: Vec<RunFolder>,
    said: Sender<Said>,
    followed: Arc<Mutex<HashSet<PathBuf>>>,
    last: u64,
    ways: BTreeMap<u64, Way>,
}

/// The way back to a session.
struct Way {
    client: Client<io::Empty, UnixStream>,
    /// Answers that were sent and not answered yet, by the id of the request.
    sent: BTreeMap<u64, AskKey>,
}

impl Feed {
    pub(super) fn new(folders: Vec<RunFolder>, said: Sender<Said>) -> Self {
        Self {
            folders,
            said,
            followed: Arc::default(),
            last: 0,
            ways: BTreeMap::new(),
        }
    }

    /// Looks for sessions that are not followed yet.
    pub(super) fn look(&mut self) {
        for folder in &self.folders {
            for (_, path) in folder.sockets(SocketKind::Inbox) {
                if !lock(&self.followed).insert(path.clone()) {
                    continue;
                }
                self.last += 1;
                let (connection, said, followed) = (self.last, self.said.clone(), Arc::clone(&self.followed));
                std::thread::spawn(move || {
                    if let Err(error) = follow(connection, &path, &said) {
                        let text = format!("{}: {error}", path.display());
                        // Nobody is left where the loop has ended.
                        let _ = said.send(Said::Event(Event::Note(text)));
                    }
                    let _ = said.send(Said::Ended(connection));
                    std::thread::sleep(AGAIN);
                    lock(&followed).remove(&path);
                });
            }
        }
    }

    /// What the desk has to know of what a connection said.
    pub(super) fn takes(&mut self, said: Said) -> Option<Event> {
        match said {
            Said::Event(event) => Some(event),
            Said::Attached(connection, session, stream) => {
                let client = Client::new(io::empty(), stream);
                let sent = BTreeMap::new();
                self.ways.insert(connection, Way { client, sent });
                Some(Event::Came(connection, session.id.clone()))
            }
            Said::Answered(connection, id, result) => {
                let key = self.ways.get_mut(&connection)?.sent.remove(&id)?;
                result.err().map(|why| Event::Refused(key, why))
            }
            Said::Ended(connection) => self.ways.remove(&connection).map(|_| Event::Went(connection)),
        }
    }

    /// Sends an answer.
    pub(super) fn answer(&mut self, key: AskKey, params: &InboxAnswerParams) -> Result<(), String> {
        let way = self.ways.get_mut(&key.connection).ok_or("the session is over")?;
        let params = serde_json::to_value(params).map_err(|error| error.to_string())?;
        let id = way
            .client
            .request("inbox/answer", &params)
            .map_err(|error| error.to_string())?;
        way.sent.insert(id, key);
        Ok(())
    }
}

fn lock(followed: &Mutex<HashSet<PathBuf>>) -> std::sync::MutexGuard<'_, HashSet<PathBuf>> {
    followed.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Attaches to a session and passes on what it says, until its end.
fn follow(connection: u64, path: &Path, said: &Sender<Said>) -> io::Result<()> {
    let stream = UnixStream::connect(path)?;
    if !is_own(&stream) {
        return Err(io::Error::other("another user's process serves it"));
    }
    let mut client = Client::new(stream.try_clone()?, stream.try_clone()?);
    // A session that refuses says why and hangs up, perhaps before it was asked.
    let attach = client
        .request("inbox/attach", &json!({"version": INBOX_VERSION}))
        .unwrap_or_default();
    let mut session = None;
    while let Some(incoming) = client.receive()? {
        let passed_on = match incoming {
            Incoming::Answer { id, result } if id == attach && session.is_none() => {
                let attached: InboxAttached = read(result.map_err(|error| io::Error::other(words(&error)))?)?;
                let introduced = Arc::new(attached.session);
                session = Some(Arc::clone(&introduced));
                Said::Attached(connection, introduced, stream.try_clone()?)
            }
            Incoming::Answer { id, result } => {
                let result = result.map(drop).map_err(|error| words(&error));
                Said::Answered(connection, id, result)
            }
            Incoming::Notification { method, params } => {
                let event = match (method.as_str(), &session) {
                    ("inbox/refused", _) => return Err(io::Error::other(read::<InboxNote>(params)?.message)),
                    ("inbox/ask", Some(session)) => {
                        let Asked { ask_id, prompt } = read(params)?;
                        Event::Asked(Box::new(Ask {
                            key: AskKey { connection, ask_id },
                            session: Arc::clone(session),
                            prompt,
                            is_answered: false,
                        }))
                    }
                    ("inbox/gone", _) => {
                        let InboxGone { ask_id } = read(params)?;
                        Event::Gone(AskKey { connection, ask_id })
                    }
                    ("inbox/decided", _) => {
                        let decided: InboxDecided = read(params)?;
                        Event::Decided {
                            connection,
                            request_id: decided.request_id,
                            result: decided.result,
                            resolution: decided.resolution,
                        }
                    }
                    ("inbox/note", _) => Event::Note(read::<InboxNote>(params)?.message),
                    // Of a later version.
                    _ => continue,
                };
                Said::Event(event)
            }
            Incoming::Request { .. } => continue,
        };
        if said.send(passed_on).is_err() {
            break;
        }
    }
    Ok(())
}

fn read<T: DeserializeOwned>(value: Value) -> io::Result<T> {
    Ok(serde_json::from_value(value)?)
}

fn words(error: &Value) -> String {
    error
        .get("message")
        .and_then(Value::as_str)
        .unwrap_or("it failed")
        .to_owned()
}

/// Whether a process of this user is at the other end. The folder, which is this user's alone, says so already.
#[cfg(target_os = "linux")]
fn is_own(stream: &UnixStream) -> bool {
    rustix::net::sockopt::socket_peercred(stream)
        .is_ok_and(|peer| peer.uid.as_raw() == crate::transport::own_uid())
}

#[cfg(not(target_os = "linux"))]
fn is_own(_: &UnixStream) -> bool {
    true
}
