//! The LSP side of the server, as `tower-lsp` routes it: the lifecycle, and the editor's methods.
//!
//! `permissions/*` goes around it: see `docs/decisions/0001-our-own-transport.md`.

use super::editor::Editor;
use serde_json::Value;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CodeActionOrCommand, CodeActionParams, CodeLens, CodeLensParams, CompletionParams, CompletionResponse,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, DocumentFormattingParams, DocumentSymbolParams, DocumentSymbolResponse,
    ExecuteCommandParams, FoldingRange, FoldingRangeParams, GotoDefinitionParams, GotoDefinitionResponse,
    Hover, HoverParams, InitializeParams, InitializeResult, InlayHint, InlayHintParams, Location,
    PrepareRenameResponse, ReferenceParams, RenameParams, SelectionRange, SelectionRangeParams,
    TextDocumentPositionParams, TextEdit, WorkspaceEdit,
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

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        self.editor.hover(params).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        self.editor.completion(params).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        self.editor.document_symbol(params).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.editor.folding_range(params).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        self.editor.selection_range(params).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.editor.formatting(params).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        self.editor.goto_definition(params).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        self.editor.references(params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.editor.inlay_hint(params).await
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        self.editor.prepare_rename(params).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        self.editor.rename(params).await
    }
}
