//! What the client can show. What it did not declare is not sent.

use tower_lsp::ls_types::{ClientCapabilities, DiagnosticTag, MarkupKind, ResourceOperationKind};

/// What was declared.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
pub(super) struct Abilities {
    /// Other places that a diagnostic is about.
    pub(super) related: bool,
    /// Where a code is described.
    pub(super) code_description: bool,
    /// The version that diagnostics are of.
    pub(super) version: bool,
    /// That something is unnecessary.
    pub(super) unnecessary: bool,
    /// That something is deprecated.
    pub(super) deprecated: bool,
    /// Actions that are more than a command.
    pub(super) actions: bool,
    /// That an action is the one to take.
    pub(super) preferred: bool,
    /// Edits of documents of a version.
    pub(super) document_changes: bool,
    /// Edits that make a file.
    pub(super) creates_files: bool,
    /// Completions with places to go on at.
    pub(super) snippets: bool,
    /// Texts in Markdown.
    pub(super) markdown: bool,
    /// Outlines with entries in entries.
    pub(super) nested_symbols: bool,
}

impl Abilities {
    pub(super) fn of(client: &ClientCapabilities) -> Self {
        let document = client.text_document.as_ref();
        let diagnostics = document.and_then(|document| document.publish_diagnostics.as_ref());
        let shows = |tag| {
            diagnostics
                .and_then(|diagnostics| diagnostics.tag_support.as_ref())
                .is_some_and(|tags| tags.value_set.contains(&tag))
        };
        let actions = document.and_then(|document| document.code_action.as_ref());
        let edits = client
            .workspace
            .as_ref()
            .and_then(|workspace| workspace.workspace_edit.as_ref());
        let document_changes = edits.and_then(|edits| edits.document_changes) == Some(true);
        let makes = |kind| {
            edits
                .and_then(|edits| edits.resource_operations.as_ref())
                .is_some_and(|kinds| kinds.contains(&kind))
        };
        let item = document
            .and_then(|document| document.completion.as_ref())
            .and_then(|completion| completion.completion_item.as_ref());
        let hover = document.and_then(|document| document.hover.as_ref());
        let formats = hover.and_then(|hover| hover.content_format.as_ref());
        let symbols = document.and_then(|document| document.document_symbol.as_ref());
        Self {
            snippets: item.and_then(|item| item.snippet_support) == Some(true),
            markdown: formats.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            nested_symbols: symbols.and_then(|can| can.hierarchical_document_symbol_support) == Some(true),
            actions: actions.is_some_and(|can| can.code_action_literal_support.is_some()),
            preferred: actions.and_then(|can| can.is_preferred_support) == Some(true),
            document_changes,
            creates_files: document_changes && makes(ResourceOperationKind::Create),
            related: diagnostics.and_then(|can| can.related_information) == Some(true),
            code_description: diagnostics.and_then(|can| can.code_description_support) == Some(true),
            version: diagnostics.and_then(|can| can.version_support) == Some(true),
            unnecessary: shows(DiagnosticTag::UNNECESSARY),
            deprecated: shows(DiagnosticTag::DEPRECATED),
        }
    }
}
