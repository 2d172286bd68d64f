//! What is shown of a document, and what it can be laid out and renamed to: the features of `crate::editor` on the wire.

use super::{Editor, Shared, convert};
use crate::editor::{self, FoldKind, Indent, Scene, SymbolKind, Target, TextChange, Tree, View};
use crate::policy::{Document, FileKind, Lines, Span};
use crate::server::uri;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    CompletionParams, CompletionResponse, DocumentFormattingParams, DocumentSymbolParams,
    DocumentSymbolResponse, FoldingRange, FoldingRangeParams, GotoDefinitionParams, GotoDefinitionResponse,
    Hover, HoverParams, InlayHint, InlayHintParams, Location, Position, PrepareRenameResponse,
    ReferenceParams, RenameParams, SelectionRange, SelectionRangeParams, TextDocumentPositionParams,
    TextEdit, Uri, WorkspaceEdit,
};

/// Looks at a document with what is around it: the agent's file beside a policy or guards among it.
fn seen<T>(view: &View, look: impl FnOnce(&Scene<'_>, &Tree<'_>) -> T) -> T {
    let is_agent = view.sheet.document.kind == FileKind::Agent;
    let path = view.agent.as_ref().filter(|_| !is_agent);
    let path = path.map(|agent| view.places.agent_dir.join(format!("{agent}.md")));
    let text = path.as_ref().and_then(|path| view.read(path));
    let agent = path.zip(text.as_ref());
    let agent = agent.map(|(path, text)| Document::parse(&*path.to_string_lossy(), FileKind::Agent, text));
    let agents: Vec<&Document<'_>> = agent.iter().collect();
    look(&view.scene(&agents), &Tree::of(&view.sheet.document))
}

/// A value of the protocol, from its JSON.
fn of_json<T: DeserializeOwned>(value: Value) -> Option<T> {
    serde_json::from_value(value).ok()
}

fn span_json(view: &View, span: Span) -> Value {
    json!(convert::range(&view.sheet, span))
}

impl Editor {
    /// What is found of a place in a document.
    async fn at<T: Send + 'static>(
        &self,
        uri: &Uri,
        position: Position,
        find: impl FnOnce(&Shared, &View, usize) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let shared = Arc::clone(&self.shared);
        let look = move |view: &View| find(&shared, view, view.sheet.offset(convert::place(position)));
        Ok(self.look(uri, look).await?.flatten())
    }

    pub(in crate::server) async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        self.at(
            &place.text_document.uri,
            place.position,
            |shared, view, offset| {
                let told = seen(view, |scene, tree| editor::hover(scene, tree, offset))?;
                let kind = if shared.abilities().markdown {
                    "markdown"
                } else {
                    "plaintext"
                };
                of_json(json!({
                    "contents": {"kind": kind, "value": told.markdown},
                    "range": span_json(view, told.span),
                }))
            },
        )
        .await
    }

    pub(in crate::server) async fn completion(
        &self,
        params: CompletionParams,
    ) -> Result<Option<CompletionResponse>> {
        let place = params.text_document_position;
        self.at(&place.text_document.uri, place.position, |shared, view, offset| {
            let found = seen(view, |scene, tree| editor::completions(scene, tree, offset));
            let abilities = shared.abilities();
            let items = found.into_iter().enumerate().map(|(at, one)| {
                let snippet = one.snippet.filter(|_| abilities.snippets);
                let format = if snippet.is_some() { 2 } else { 1 };
                let kind = match one.kind {
                    editor::CompletionKind::Field => 5,
                    editor::CompletionKind::Surface => 9,
                    editor::CompletionKind::Pattern => 15,
                    editor::CompletionKind::Word => 12,
                };
                json!({
                    "label": one.label,
                    "kind": kind,
                    "detail": one.detail,
                    "documentation": one.documentation.filter(|_| abilities.markdown).map(|text| json!({"kind": "markdown", "value": text})),
                    "sortText": format!("{at:05}"),
                    // What stands there begins with a quote, where it has some.
                    "filterText": one.text.trim_end_matches([':', ' ']),
                    "insertTextFormat": format,
                    "textEdit": {"range": span_json(view, one.span), "newText": snippet.unwrap_or(one.text)},
                })
            });
            of_json(Value::Array(items.collect()))
        })
        .await
    }

    pub(in crate::server) async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        let shared = Arc::clone(&self.shared);
        let uri = params.text_document.uri.clone();
        let look = move |view: &View| {
            let found = editor::symbols(&Tree::of(&view.sheet.document));
            let symbols = if shared.abilities().nested_symbols {
                found.iter().map(|symbol| nested(view, symbol)).collect()
            } else {
                let mut flattened = Vec::new();
                for symbol in &found {
                    flat(view, &params.text_document.uri, symbol, &mut flattened);
                }
                flattened
            };
            of_json(Value::Array(symbols))
        };
        Ok(self.look(&uri, look).await?.flatten())
    }

    pub(in crate::server) async fn folding_range(
        &self,
        params: FoldingRangeParams,
    ) -> Result<Option<Vec<FoldingRange>>> {
        let look = |view: &View| {
            let text = &view.sheet.text;
            let folds = editor::folds(&Tree::of(&view.sheet.document), &Lines::new(text));
            let folds = folds.iter().map(|fold| {
                let kind = match fold.kind {
                    FoldKind::Region => "region",
                    FoldKind::Comment => "comment",
                };
                json!({"startLine": fold.first, "endLine": fold.last, "kind": kind})
            });
            of_json(Value::Array(folds.collect()))
        };
        Ok(self.look(&params.text_document.uri, look).await?.flatten())
    }

    pub(in crate::server) async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        let positions = params.positions;
        let look = move |view: &View| {
            let tree = Tree::of(&view.sheet.document);
            let ranges = positions.iter().map(|position| {
                let spans = editor::selection(&tree, view.sheet.offset(convert::place(*position)));
                let grown = spans
                    .iter()
                    .rev()
                    .fold(None, |parent: Option<SelectionRange>, span| {
                        Some(SelectionRange {
                            range: convert::range(&view.sheet, *span),
                            parent: parent.map(Box::new),
                        })
                    });
                grown.unwrap_or_else(|| SelectionRange {
                    range: convert::range(&view.sheet, Span::default()),
                    parent: None,
                })
            });
            ranges.collect::<Vec<_>>()
        };
        self.look(&params.text_document.uri, look).await
    }

    pub(in crate::server) async fn formatting(
        &self,
        params: DocumentFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        let indent = if params.options.insert_spaces {
            Indent::Blanks(params.options.tab_size)
        } else {
            Indent::Tab
        };
        let look = move |view: &View| {
            let document = &view.sheet.document;
            let edits = editor::formatted(document, &Tree::of(document), indent)?;
            let edits = edits.into_iter().map(|edit| TextEdit {
                range: convert::range(&view.sheet, edit.span),
                new_text: edit.text,
            });
            Some(edits.collect::<Vec<_>>())
        };
        Ok(self.look(&params.text_document.uri, look).await?.flatten())
    }

    pub(in crate::server) async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let place = params.text_document_position_params;
        self.at(
            &place.text_document.uri,
            place.position,
            |shared, view, offset| {
                let found = seen(view, |scene, tree| editor::definitions(scene, tree, offset));
                Some(GotoDefinitionResponse::Array(shared.locations(view, &found)))
            },
        )
        .await
    }

    pub(in crate::server) async fn references(
        &self,
        params: ReferenceParams,
    ) -> Result<Option<Vec<Location>>> {
        let place = params.text_document_position;
        self.at(
            &place.text_document.uri,
            place.position,
            |shared, view, offset| {
                let found = seen(view, |scene, tree| editor::references(scene, tree, offset));
                Some(shared.locations(view, &found))
            },
        )
        .await
    }

    pub(in crate::server) async fn inlay_hint(
        &self,
        params: InlayHintParams,
    ) -> Result<Option<Vec<InlayHint>>> {
        let range = params.range;
        let look = move |view: &View| {
            let place = |position| view.sheet.offset(convert::place(position));
            let span = Span::new(place(range.start), place(range.end));
            let hints = seen(view, |scene, _| editor::hints(scene, span));
            let hints = hints.iter().map(|hint| {
                json!({
                    "position": convert::position(view.sheet.position(hint.offset)),
                    "label": hint.label,
                    "tooltip": hint.tooltip,
                    "paddingLeft": true,
                })
            });
            of_json(Value::Array(hints.collect()))
        };
        Ok(self.look(&params.text_document.uri, look).await?.flatten())
    }

    pub(in crate::server) async fn prepare_rename(
        &self,
        place: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        self.at(&place.text_document.uri, place.position, |_, view, offset| {
            let (span, name) = seen(view, |scene, tree| editor::renamable(scene, tree, offset))?;
            of_json(json!({"range": span_json(view, span), "placeholder": name}))
        })
        .await
    }

    pub(in crate::server) async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let place = params.text_document_position;
        let made = self.at(
            &place.text_document.uri,
            place.position,
            move |shared, view, offset| {
                seen(view, |scene, tree| {
                    let (_, old) = editor::renamable(scene, tree, offset)?;
                    Some(editor::rename(scene, &old, &params.new_name).map(|changed| {
                        // An agent's file that is not open has no lines here.
                        let known = |file: &str| {
                            let sheets = [Some(&view.sheet), view.guards.as_ref(), view.policy.as_ref()];
                            sheets
                                .into_iter()
                                .flatten()
                                .any(|sheet| &*sheet.document.file == file)
                        };
                        let changes: Vec<TextChange> = changed
                            .into_iter()
                            .filter(|changed| known(&changed.file))
                            .map(|changed| TextChange {
                                file: changed.file,
                                creates: false,
                                edits: changed.edits,
                            })
                            .collect();
                        shared.workspace_edit(view, &changes)
                    }))
                })
            },
        );
        match made.await? {
            None => Ok(None),
            Some(Ok(edit)) => Ok(edit),
            Some(Err(why)) => Err(Error::invalid_params(why)),
        }
    }
}

fn nested(view: &View, symbol: &editor::Symbol) -> Value {
    let children: Vec<Value> = symbol.children.iter().map(|child| nested(view, child)).collect();
    json!({
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": kind(symbol.kind),
        "range": span_json(view, symbol.span),
        "selectionRange": span_json(view, symbol.name_span),
        "children": children,
    })
}

/// Recursive, but no deeper than an outline is.
fn flat(view: &View, uri: &Uri, symbol: &editor::Symbol, found: &mut Vec<Value>) {
    found.push(json!({
        "name": symbol.name,
        "kind": kind(symbol.kind),
        "location": {"uri": uri, "range": span_json(view, symbol.span)},
    }));
    for child in &symbol.children {
        flat(view, uri, child, found);
    }
}

const fn kind(kind: SymbolKind) -> u32 {
    match kind {
        SymbolKind::Field => 7,
        SymbolKind::Surface => 3,
        SymbolKind::Rule => 20,
    }
}

impl Shared {
    fn locations(&self, view: &View, targets: &[Target]) -> Vec<Location> {
        let place = |target: &Target| -> Option<Location> {
            let is_page = target.file.contains("://");
            let name = if is_page {
                target.file.to_string()
            } else {
                let open = self.desk.name_of(&target.file);
                open.unwrap_or_else(|| uri::of_file(&target.file))
            };
            let sheets = [Some(&view.sheet), view.guards.as_ref(), view.policy.as_ref()];
            let sheet = sheets
                .into_iter()
                .flatten()
                .find(|sheet| sheet.document.file == target.file);
            let range = match (target.span, sheet) {
                (None, _) => {
                    json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}})
                }
                (Some(span), Some(sheet)) => json!(convert::range(sheet, span)),
                (Some(span), None) => {
                    let text = view.read(std::path::Path::new(&*target.file))?;
                    let lines = Lines::new(&text);
                    let at = |offset: u32| {
                        convert::position(lines.position(&text, offset as usize, self.encoding))
                    };
                    json!({"start": at(span.start), "end": at(span.end)})
                }
            };
            of_json(json!({"uri": name, "range": range}))
        };
        targets.iter().filter_map(place).collect()
    }
}
