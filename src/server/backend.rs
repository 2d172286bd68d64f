//! The LSP side of the server, as `tower-lsp` routes it: the lifecycle, and the editor's methods.
//!
//! `permissions/*` goes around it: see `docs/decisions/0001-our-own-transport.md`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{InitializeParams, InitializeResult};
use tower_lsp::{Client, LanguageServer};

/// The language server behind the router.
#[derive(Debug)]
pub(super) struct Backend;

impl Backend {
    pub(super) fn new(_: Client) -> Self {
        Self
    }
}

impl LanguageServer for Backend {
    /// The client has its answer by then: the session is opened in front of the router.
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        Ok(InitializeResult::default())
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }
}
