//! The channel of `portcullis inbox`: there while the session has opted in, which a new policy may change.

use super::observed::introduction;
use super::outgoing::Outgoing;
use crate::inbox::{self, Hub, Presence, Surroundings};
use crate::protocol::{MessageParams, severity};
use crate::session::Session;
use crate::transport::{Door, RunFolder, SocketKind, Weight};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The socket for inboxes, and what it is made of.
pub(super) struct Inboxes {
    hub: Hub,
    folders: Vec<RunFolder>,
    /// The client's process, where it said which.
    client: Option<i64>,
    door: Option<Door>,
    /// Set when the session may have opted in or out.
    stale: Arc<AtomicBool>,
    /// The client was told that there is none.
    has_warned: bool,
}

impl Inboxes {
    /// For a session whose sockets lie in one of `folders`.
    pub(super) fn new(
        hub: Hub,
        folders: Vec<RunFolder>,
        client: Option<i64>,
        stale: Arc<AtomicBool>,
    ) -> Self {
        Self {
            hub,
            folders,
            client,
            door: None,
            stale,
            has_warned: false,
        }
    }

    /// Opens or closes the way, where the session has opted in or out since the last time. Must be called inside the
    /// runtime of the session.
    pub(super) fn follow(&mut self, session: &Session, outgoing: &Arc<Outgoing>) {
        if !self.stale.load(Ordering::Relaxed) || !self.stale.swap(false, Ordering::AcqRel) {
            return;
        }
        match (session.opted_in(), &self.door) {
            (true, None) => {
                if let Err(problem) = self.open(session, outgoing)
                    && !std::mem::replace(&mut self.has_warned, true)
                {
                    let message =
                        format!("`portcullis inbox` can't answer what this session asks: {problem}.");
                    let kind = severity::WARNING;
                    outgoing.notify(
                        "window/showMessage",
                        &MessageParams { kind, message },
                        Weight::Hint,
                    );
                }
            }
            // Whoever is attached is hung up on.
            (false, Some(_)) => self.door = None,
            _ => {}
        }
    }

    fn open(&mut self, session: &Session, outgoing: &Arc<Outgoing>) -> Result<(), String> {
        let mut door = Door::bind(&self.folders, SocketKind::Inbox)
            .map_err(|error| format!("it has no socket ({error})"))?;
        let (told, says) = (session.clone(), Arc::clone(outgoing));
        self.hub.tell(move |presence| {
            told.inboxes_changed();
            if let Presence::Attached(process) = presence {
                let message = format!("An inbox is attached (process {process}).");
                let kind = severity::INFO;
                says.notify(
                    "window/logMessage",
                    &MessageParams { kind, message },
                    Weight::Hint,
                );
            }
        });
        let introduced = session.clone();
        let introduce = Box::new(move || introduction(&introduced));
        inbox::open(
            &mut door,
            &self.hub,
            Surroundings::of_this_process(self.client),
            introduce,
        )
        .map_err(|error| error.to_string())?;
        self.door = Some(door);
        Ok(())
    }
}
