//! Places and texts of the editor's room ↔ words of LSP.

use crate::editor::{Change, Sheet};
use crate::policy::{self, Span};
use tower_lsp::ls_types::{Position, Range, TextDocumentContentChangeEvent};

pub(super) const fn position(position: policy::Position) -> Position {
    Position {
        line: position.line,
        character: position.character,
    }
}

pub(super) const fn place(position: Position) -> policy::Position {
    policy::Position {
        line: position.line,
        character: position.character,
    }
}

pub(super) fn range(sheet: &Sheet, span: Span) -> Range {
    let (start, end) = sheet.range(span);
    Range {
        start: position(start),
        end: position(end),
    }
}

pub(super) fn change(event: TextDocumentContentChangeEvent) -> Change {
    Change {
        range: event.range.map(|range| (place(range.start), place(range.end))),
        text: event.text,
    }
}
