//! The editor's methods: one file a method, on the open documents. What they say is found by `crate::editor`; here it
//! is converted to the wire, and what the client did not declare is left out.

mod abilities;
mod actions;
mod commands;
mod convert;
mod documents;
mod evaluate;
mod features;
mod publish;
mod usage;
mod worker;

use super::outgoing::Outgoing;
use super::positions::Encoding;
use crate::editor::{Desk, Overlay, View};
use crate::policy::DiskSource;
use crate::session::Session;
use abilities::Abilities;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    ExecuteCommandOptions, FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams, OneOf,
    RenameOptions, SaveOptions, SelectionRangeProviderCapability, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    Uri, WorkDoneProgressOptions,
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
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR_REWRITE]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::ALL.iter().map(ToString::to_string).collect(),
            ..ExecuteCommandOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["\"", "'", ":", "{", "["].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
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
    encoding: Encoding,
    /// When the log was last read.
    learnt: Mutex<Option<Instant>>,
    /// The session at whose side the editor is.
    session: Session,
    /// One in which these open texts are in force.
    supposed: Mutex<Option<(Overlay, Session)>>,
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
            encoding,
            learnt: Mutex::default(),
            session: session.clone(),
            supposed: Mutex::default(),
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

    /// Looks at a document as it is at this moment, where that holds up nobody; nothing where it is no policy file.
    async fn look<T: Send + 'static>(
        &self,
        uri: &Uri,
        look: impl FnOnce(&View) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(glance) = self.shared.desk.glance(uri.as_str()) else {
            return Ok(None);
        };
        let shared = Arc::clone(&self.shared);
        tokio::task::spawn_blocking(move || look(&shared.desk.view_of(&glance)))
            .await
            .map(Some)
            .map_err(|_| Error::internal_error())
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
