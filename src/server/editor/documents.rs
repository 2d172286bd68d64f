//! `textDocument/didOpen`, `didChange`, `didSave`, `didClose`: done when they return, so that what comes behind them
//! sees the text. What takes longer is left to the worker.

use super::{Editor, convert, real};
use crate::editor::Opened;
use crate::server::uri::{decoded, file_path};
use std::path::PathBuf;
use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams,
};

impl Editor {
    pub(in crate::server) fn did_open(&self, params: &DidOpenTextDocumentParams) {
        let document = &params.text_document;
        let name = document.uri.as_str();
        let Some(path) = path(name) else { return };
        let is_policy = self.shared.desk.open(&Opened {
            name,
            real: &real(&path),
            path: &path,
            version: document.version,
            text: &document.text,
        });
        if is_policy {
            self.worker.look_at(self.shared.desk.judged_with(name));
        }
    }

    pub(in crate::server) fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = &params.text_document;
        let changes = params.content_changes.into_iter().map(convert::change).collect();
        let name = document.uri.as_str();
        if self.shared.desk.change(name, document.version, changes) {
            self.worker.look_at(self.shared.desk.judged_with(name));
        }
    }

    /// The disk is now as the text is: that changes what other files are judged with only where it was not open.
    pub(in crate::server) fn did_save(&self, params: &DidSaveTextDocumentParams) {
        let name = params.text_document.uri.as_str();
        if self.shared.desk.is_open(name) {
            self.worker.look_at(self.shared.desk.judged_with(name));
        }
    }

    pub(in crate::server) fn did_close(&self, params: &DidCloseTextDocumentParams) {
        let name = params.text_document.uri.as_str();
        let others = self.shared.desk.judged_with(name);
        if self.shared.desk.close(name) {
            self.shared.clear(params.text_document.uri.clone());
            self.worker
                .look_at(others.into_iter().filter(|other| other != name).collect());
        }
    }
}

/// The path of a document. One that lies in no file system has its name for a path.
fn path(uri: &str) -> Option<PathBuf> {
    let path = file_path(uri).or_else(|| {
        let rest = uri.split_once(':')?.1;
        decoded(rest.split(['?', '#']).next()?)
    })?;
    Some(PathBuf::from(path))
}
