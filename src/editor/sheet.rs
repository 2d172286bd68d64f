//! A policy text as a feature sees it: read once, with its lines in the client's units.

use super::Role;
use crate::policy::{Document, Encoding, Lines, Position, Span};
use std::sync::Arc;

/// One text.
#[derive(Debug)]
pub struct Sheet {
    /// What it is to the policy.
    pub role: Role,
    /// The text.
    pub text: Arc<str>,
    /// What it says, as the loader reads it.
    pub document: Document<'static>,
    lines: Lines,
    encoding: Encoding,
}

impl Sheet {
    /// Reads `text` as the content of `file`.
    pub fn read(file: Arc<str>, role: Role, text: Arc<str>, encoding: Encoding) -> Self {
        let document = Document::parse(file, role.kind, &text).into_owned();
        Self {
            role,
            lines: Lines::new(&text),
            text,
            document,
            encoding,
        }
    }

    /// The byte that a position stands in front of.
    pub fn offset(&self, position: Position) -> usize {
        self.lines.offset(&self.text, position, self.encoding)
    }

    /// The position of a byte.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(&self.text, offset, self.encoding)
    }

    /// Where a span begins and ends.
    pub fn range(&self, span: Span) -> (Position, Position) {
        let start = self.position(span.start as usize);
        (start, self.position(span.end as usize).max(start))
    }
}
