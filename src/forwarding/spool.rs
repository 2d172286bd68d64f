//! Where things lie: `sessions/<id>/{requests,responses}` and, beside the sessions, `serving`.

use super::folder::Folder;
use super::name::encode;
use crate::decision::RequestId;
use std::io;
use std::path::{Path, PathBuf};

/// The folder in the state folder.
const ROOT: &str = "forwarding";

/// The spool.
#[derive(Debug)]
pub(super) struct Spool {
    path: PathBuf,
    pub(super) sessions: Folder,
    pub(super) serving: Folder,
}

/// The two folders of a session.
#[derive(Debug)]
pub(super) struct Mailbox {
    pub(super) requests: Folder,
    pub(super) responses: Folder,
}

impl Mailbox {
    /// Whether the folders still are where they were opened.
    pub(super) fn is_there(&self) -> bool {
        !(self.requests.is_removed() || self.responses.is_removed())
    }
}

impl Spool {
    /// The spool in `state_dir`, made where it is missing.
    pub(super) fn open(state_dir: &Path) -> io::Result<Self> {
        let root = Folder::root(state_dir, ROOT)?;
        Ok(Self {
            path: state_dir.join(ROOT),
            sessions: root.make("sessions")?,
            serving: root.make("serving")?,
        })
    }

    /// The mailbox of a session, made where it is missing.
    pub(super) fn mailbox(&self, session: &str) -> io::Result<Mailbox> {
        let folder = self.sessions.make(&encode(session))?;
        Ok(Mailbox {
            requests: folder.make("requests")?,
            responses: folder.make("responses")?,
        })
    }

    /// The mailbox of a session; where nobody made a folder for it, only if it is to be made.
    pub(super) fn mailbox_of(&self, session: &str, make: bool) -> io::Result<Option<Mailbox>> {
        if make || self.sessions.has(&encode(session)) {
            self.mailbox(session).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The path of the folder of all mailboxes, for a watcher.
    pub(super) fn sessions_path(&self) -> PathBuf {
        self.path.join("sessions")
    }

    /// The path of the requests to a session, for a watcher.
    pub(super) fn requests_path(&self, session: &str) -> PathBuf {
        self.path.join("sessions").join(encode(session)).join("requests")
    }

    /// The path of the answers of a session, for a watcher.
    pub(super) fn responses_path(&self, session: &str) -> PathBuf {
        self.path.join("sessions").join(encode(session)).join("responses")
    }

    /// Removes the folders of a session as far as nothing is in them.
    pub(super) fn tidy(&self, session: &str) {
        self.tidy_encoded(&encode(session));
    }

    /// The same, by the name of its folder. The folder of the answers stays while a request waits: whoever wrote that
    /// has it open, and would look for the answer in one that is gone.
    pub(super) fn tidy_encoded(&self, name: &str) {
        if let Ok(folder) = self.sessions.open(name) {
            folder.remove_folder("requests");
            if folder.has("requests") {
                return;
            }
            folder.remove_folder("responses");
            self.sessions.remove_folder(name);
        }
    }
}

/// The file of a request or of its answer.
pub(super) fn file(id: RequestId) -> String {
    format!("{id}.json")
}

/// The request that a file is named after; `None` for any other name.
pub(super) fn id_of(file: &str) -> Option<RequestId> {
    RequestId::parse(file.strip_suffix(".json")?)
}

/// The file of a serving record.
pub(super) fn record_file(session: &str) -> String {
    format!("{}.json", encode(session))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_id_names_a_request() {
        let id = RequestId::mint();
        assert_eq!(id_of(&file(id)), Some(id));
        let upper = format!("{}.json", id.to_string().to_uppercase());
        for name in [
            "",
            ".json",
            "x.json",
            "../x.json",
            &id.to_string(),
            &upper,
            ".x.json.7",
        ] {
            assert_eq!(id_of(name), None, "{name}");
        }
    }
}
