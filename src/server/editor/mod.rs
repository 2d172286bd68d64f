//! The editor's methods: one file a method, on the open documents. What they say is found by `crate::editor`; here it
//! is converted to the wire, and what the client did not declare is left out.

mod abilities;
mod convert;
mod documents;
mod publish;
mod worker;

use super::outgoing::Outgoing;
use super::positions::Encoding;
use crate::editor::Desk;
use crate::policy::DiskSource;
use crate::session::Session;
use abilities::Abilities;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tower_lsp::ls_types::{
    InitializeParams, SaveOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use worker::Worker;

/// What is there, so what is announced.
pub(super) fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                include_text: Some(false),
            })),
            ..TextDocumentSyncOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

/// The editor at the other end: its documents, and what it can show.
pub(super) struct Editor {
    shared: Arc<Shared>,
    worker: Worker,
}

/// What the thread that looks at documents knows as well.
struct Shared {
    desk: Desk,
    abilities: OnceLock<Abilities>,
    outgoing: Arc<Outgoing>,
}

impl Editor {
    pub(super) fn new(session: &Session, encoding: Encoding, outgoing: &Arc<Outgoing>) -> Self {
        let desk = Desk::new(
            session.places(),
            session.cwd(),
            session.agent(),
            encoding,
            Arc::new(DiskSource),
            &real,
        );
        let shared = Arc::new(Shared {
            desk,
            abilities: OnceLock::new(),
            outgoing: Arc::clone(outgoing),
        });
        Self {
            worker: Worker::new(&shared),
            shared,
        }
    }

    /// What the client can show.
    pub(super) fn declared(&self, params: &InitializeParams) {
        let _ = self.shared.abilities.set(Abilities::of(&params.capabilities));
    }
}

impl Shared {
    fn abilities(&self) -> Abilities {
        self.abilities.get().copied().unwrap_or_default()
    }
}

/// Where a path leads, its links followed; itself where it leads nowhere yet.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
