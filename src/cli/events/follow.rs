//! Finds sessions as they come, and follows each until it goes.

use crate::client::{Heard, Observer};
use crate::protocol::ObservedSession;
use crate::transport::{RunFolder, SocketKind};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;

/// How often new sessions are looked for.
const LOOK: Duration = Duration::from_millis(250);
/// What may wait to be printed; behind that each session's own queue waits, and then counts what it loses.
const QUEUE: usize = 256;

/// What there is to tell.
pub(super) enum Told {
    /// A session is followed.
    Came(Arc<ObservedSession>),
    /// It is over.
    Went(Arc<ObservedSession>),
    /// Something happened in it.
    Heard(Arc<ObservedSession>, Heard),
}

/// All sessions that are followed.
pub(super) struct Following {
    told: mpsc::Receiver<Told>,
    _look: mpsc::Sender<Told>,
}

impl Following {
    /// Starts to look for sessions in `folders`; `events` are what is wanted, all where empty. Must be called inside a
    /// runtime.
    pub(super) fn start(folders: Vec<RunFolder>, events: &[&'static str]) -> Self {
        let (sender, told) = mpsc::channel(QUEUE);
        let wanted = match events {
            [] => json!({}),
            events => json!({"events": events}),
        };
        tokio::spawn(look(folders, wanted, sender.clone()));
        Self { told, _look: sender }
    }

    /// The next thing to tell. Waits.
    pub(super) async fn next(&mut self) -> Told {
        match self.told.recv().await {
            Some(told) => told,
            // It holds a sender itself.
            None => std::future::pending().await,
        }
    }
}

/// Looks for new sockets, for ever.
async fn look(folders: Vec<RunFolder>, wanted: Value, told: mpsc::Sender<Told>) {
    let followed: Arc<Mutex<HashSet<PathBuf>>> = Arc::default();
    loop {
        for (_, path) in folders
            .iter()
            .flat_map(|folder| folder.sockets(SocketKind::Observer))
        {
            let is_new = lock(&followed).insert(path.clone());
            if !is_new {
                continue;
            }
            let (followed, wanted, told) = (Arc::clone(&followed), wanted.clone(), told.clone());
            tokio::spawn(async move {
                if let Err(error) = follow(&path, &wanted, &told).await {
                    tracing::debug!(%error, path = %path.display(), "a session is not followed");
                }
                // It may be another one's by then. A dead one's is looked at again, but not at once.
                tokio::time::sleep(LOOK).await;
                lock(&followed).remove(&path);
            });
        }
        tokio::time::sleep(LOOK).await;
    }
}

fn lock(followed: &Mutex<HashSet<PathBuf>>) -> std::sync::MutexGuard<'_, HashSet<PathBuf>> {
    followed.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Follows one session until it is over.
async fn follow(path: &Path, wanted: &Value, told: &mpsc::Sender<Told>) -> io::Result<()> {
    let mut observer = Observer::connect(path).await?;
    let refused = |error: Value| io::Error::other(error.to_string());
    let session = observer
        .call("permissions_session", &json!({}))
        .await?
        .map_err(refused)?;
    let session: Arc<ObservedSession> = Arc::new(serde_json::from_value(session)?);
    observer
        .call("permissions_subscribe", wanted)
        .await?
        .map_err(refused)?;
    let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
    told.send(Told::Came(Arc::clone(&session))).await.map_err(gone)?;
    let over = loop {
        match observer.next().await {
            Ok(Some(heard)) => {
                told.send(Told::Heard(Arc::clone(&session), heard))
                    .await
                    .map_err(gone)?;
            }
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    told.send(Told::Went(session)).await.map_err(gone)?;
    over
}
