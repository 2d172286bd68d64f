//! `textDocument/codeAction`.

use super::{Editor, Shared, convert};
use crate::editor::{self, Action, TextChange, View, findings};
use crate::lint::Finding;
use crate::policy::Span;
use crate::server::uri;
use std::collections::HashMap;
use std::str::FromStr as _;
use std::sync::Arc;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CreateFile, CreateFileOptions,
    DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, Position,
    Range, ResourceOp, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

impl Editor {
    pub(in crate::server) async fn code_action(
        &self,
        params: CodeActionParams,
    ) -> Result<Option<Vec<CodeActionOrCommand>>> {
        let shared = Arc::clone(&self.shared);
        self.look(&params.text_document.uri, move |view| {
            if !shared.abilities().actions {
                return Vec::new();
            }
            let place = |position| view.sheet.offset(convert::place(position));
            let (start, end) = (place(params.range.start), place(params.range.end));
            let found = findings(view);
            let is_wanted = |kind: &CodeActionKind| {
                params.context.only.as_ref().is_none_or(|only| {
                    // A kind stands for those below it.
                    only.iter().any(|wanted| {
                        let below = kind.as_str().strip_prefix(wanted.as_str());
                        below.is_some_and(|below| {
                            below.is_empty() || below.starts_with('.') || wanted.as_str().is_empty()
                        })
                    })
                })
            };
            editor::actions(view, &found, Span::new(start, end.max(start)))
                .into_iter()
                .filter_map(|action| shared.action(view, &found, action))
                .filter(|action| action.kind.as_ref().is_none_or(is_wanted))
                .map(CodeActionOrCommand::CodeAction)
                .collect()
        })
        .await
    }
}

impl Shared {
    fn action(&self, view: &View, found: &[Finding], action: Action) -> Option<CodeAction> {
        let mended = action.mends.and_then(|index| found.get(index));
        let is_first =
            mended.is_some_and(|finding| finding.fixes.first().is_some_and(|fix| fix.title == action.title));
        Some(CodeAction {
            kind: Some(if mended.is_some() {
                CodeActionKind::QUICKFIX
            } else {
                CodeActionKind::REFACTOR_REWRITE
            }),
            diagnostics: mended.map(|finding| vec![self.diagnostic(view, finding)]),
            edit: Some(self.workspace_edit(view, &action.changes)?),
            is_preferred: (self.abilities().preferred && is_first).then_some(true),
            title: action.title,
            ..CodeAction::default()
        })
    }

    /// The changes in the shape that the client takes; `None` where it can't make a file that has to be made.
    pub(super) fn workspace_edit(&self, view: &View, changes: &[TextChange]) -> Option<WorkspaceEdit> {
        let abilities = self.abilities();
        let mut by_uri: Vec<(Uri, bool, Vec<TextEdit>)> = Vec::new();
        for change in changes {
            let sheet = [Some(&view.sheet), view.guards.as_ref(), view.policy.as_ref()]
                .into_iter()
                .flatten()
                .find(|sheet| sheet.document.file == change.file);
            let name = self
                .desk
                .name_of(&change.file)
                .unwrap_or_else(|| uri::of_file(&change.file));
            let start = Position::default();
            let edits = change.edits.iter().map(|edit| TextEdit {
                range: sheet.map_or(Range { start, end: start }, |sheet| {
                    convert::range(sheet, edit.span)
                }),
                new_text: edit.text.clone(),
            });
            by_uri.push((Uri::from_str(&name).ok()?, change.creates, edits.collect()));
        }
        if by_uri.iter().any(|(_, creates, _)| *creates) && !abilities.creates_files {
            return None;
        }
        if !abilities.document_changes {
            let changes: HashMap<Uri, Vec<TextEdit>> =
                by_uri.into_iter().map(|(uri, _, edits)| (uri, edits)).collect();
            return Some(WorkspaceEdit {
                changes: Some(changes),
                ..WorkspaceEdit::default()
            });
        }
        let mut operations = Vec::new();
        for (uri, creates, edits) in by_uri {
            if creates {
                operations.push(DocumentChangeOperation::Op(ResourceOp::Create(CreateFile {
                    uri: uri.clone(),
                    options: Some(CreateFileOptions {
                        overwrite: None,
                        ignore_if_exists: Some(true),
                    }),
                    annotation_id: None,
                })));
            }
            operations.push(DocumentChangeOperation::Edit(TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier {
                    version: self.desk.version_of(uri.as_str()),
                    uri,
                },
                edits: edits.into_iter().map(OneOf::Left).collect(),
            }));
        }
        Some(WorkspaceEdit {
            document_changes: Some(DocumentChanges::Operations(operations)),
            ..WorkspaceEdit::default()
        })
    }
}
