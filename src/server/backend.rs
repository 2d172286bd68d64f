//! The LSP side of the server, as `tower-lsp` routes it: the lifecycle, and the editor's methods.
//!
//! `permissions/*` goes around it: see `docs/decisions/0001-our-own-transport.md`.

use std::sync::{Mutex, PoisonError};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{InitializeParams, InitializeResult};
use tower_lsp::{Client, LanguageServer};

/// The language server behind the router.
#[derive(Debug)]
pub(super) struct Backend {
    client: Client,
    /// What `initialize` will answer; the session is opened by then.
    greeting: Mutex<Option<InitializeResult>>,
}

impl Backend {
    pub(super) fn new(client: Client) -> Self {
        Self {
            client,
            greeting: Mutex::default(),
        }
    }

    /// The typed client, which sends what LSP knows.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Sets what `initialize` answers.
    pub(super) fn greet_with(&self, greeting: InitializeResult) {
        *self.greeting.lock().unwrap_or_else(PoisonError::into_inner) = Some(greeting);
    }
}

impl LanguageServer for Backend {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        self.greeting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
            .ok_or_else(Error::internal_error)
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }
}
