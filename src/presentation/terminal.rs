//! The complete render for a terminal: every request fact and every piece of evidence, whole.

use super::PromptPayload;
use super::blamed::Blamed;
use super::core::Core;
use super::pieces::{Role, pieces};
use super::rows::{Field, Layout};
use super::title::title;
use std::borrow::Cow;

/// Blanks in a row that are shown as they are.
const BLANKS: usize = 40;

/// Empty lines in a row that are shown as they are.
const EMPTY_LINES: usize = 2;

/// Fewest columns that a terminal is taken to have.
const NARROW: usize = 20;

/// A prompt in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    /// One line.
    pub title: String,
    /// Rows of at most the terminal's width, without colours. Nothing is left out but blanks that would only
    /// push the rest off the screen, which leave a mark; control characters and what would
    /// hide are shown escaped.
    pub lines: Vec<String>,
}

/// Renders all of `payload` for a terminal of `columns` columns (20 at least).
pub fn terminal(payload: &PromptPayload, columns: usize) -> Screen {
    let core = Core::of(payload);
    let blamed = Blamed::of(payload);
    let extra = pieces(payload, blamed.as_ref());
    let facts = core
        .fields()
        .map(|field| Field::new(&field.label, line_ends_shown(&field.text)));
    let whole = extra
        .into_iter()
        .filter(|piece| piece.role != Role::Head)
        .map(|piece| piece.field);
    let fields: Vec<Field> = facts
        .chain(whole)
        .map(|field| Field::new(field.label, padding_marked(&field.text)))
        .collect();
    let layout = Layout::of(fields.iter(), columns.max(NARROW));
    let lines = fields
        .iter()
        .flat_map(|field| layout.rows(field, usize::MAX))
        .collect();
    Screen {
        title: title(payload),
        lines,
    }
}

/// A fact takes rows of its own by its width alone: a line end in it could pose as another fact.
fn line_ends_shown(text: &str) -> String {
    text.replace('\n', "␊").replace('\r', "␍")
}

/// `text` with a mark in the place of blanks that would push what stands behind them off the screen.
fn padding_marked(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.split_inclusive('\n') {
        empty = if line.trim().is_empty() { empty + 1 } else { 0 };
        match empty {
            0..=EMPTY_LINES => marked.push_str(&squeeze(line)),
            n if n == EMPTY_LINES + 1 => marked.push_str("…\n"),
            _ => {}
        }
    }
    marked
}

/// A longer run of blanks within a line than is ever an indentation gives way to a mark.
fn squeeze(line: &str) -> Cow<'_, str> {
    let blanks = " ".repeat(BLANKS);
    if !line.contains(&blanks) {
        return Cow::Borrowed(line);
    }
    let mut squeezed = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((head, tail)) = rest.split_once(&*blanks) {
        squeezed.push_str(head);
        squeezed.push_str(" … ");
        rest = tail.trim_start_matches(' ');
    }
    squeezed.push_str(rest);
    Cow::Owned(squeezed)
}
