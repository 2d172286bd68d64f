//! The LSP side of the server, as `tower-lsp` routes it: the lifecycle, and the editor's methods.
//!
//! `permissions/*` goes around it: see `docs/decisions/0001-our-own-transport.md`.

use super::editor::Editor;
use serde_json::Value;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CodeActionOrCommand, CodeActionParams, CodeLens, CodeLensParams, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandParams,
    InitializeParams, InitializeResult,
};

/// The language server behind the router. A notification is handled before its handler first waits, so that what
/// comes behind it sees what it did.
pub(super) struct Backend {
    editor: Editor,
}

impl Backend {
    pub(super) fn new(editor: Editor) -> Self {
        Self { editor }
    }
}

impl LanguageServer for Backend {
    /// The client has its answer by then: the session is opened in front of the router.
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        self.editor.declared(&params);
        Ok(InitializeResult::default())
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.editor.did_open(&params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.editor.did_change(params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        self.editor.did_save(&params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.editor.did_close(&params);
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<Vec<CodeActionOrCommand>>> {
        self.editor.code_action(params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.editor.code_lens(params).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        self.editor.execute_command(params).await
    }
}
