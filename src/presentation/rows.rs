//! Aligned `label : value` rows within the columns of a screen.

use super::visible::{columns, fit, visible, wrap};

/// One labelled fact; a text of several lines takes a row for each.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// What it is.
    pub(super) label: String,
    /// The text, as it came.
    pub(super) text: String,
}

impl Field {
    pub(super) fn new(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            text: text.into(),
        }
    }
}

/// Where labels end and texts begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    label: usize,
    columns: usize,
}

/// Columns of ` : `.
const SEPARATOR: usize = 3;

impl Layout {
    /// One that fits the labels of `fields`; a label takes two fifths of the row at most.
    pub(super) fn of<'a>(fields: impl Iterator<Item = &'a Field>, width: usize) -> Self {
        let most = (width * 2 / 5).clamp(1, 24);
        Self {
            label: fields
                .map(|field| columns(&visible(&field.label)))
                .max()
                .unwrap_or(0)
                .min(most),
            columns: width,
        }
    }

    /// Columns for the text beside a label.
    pub(super) fn room(self) -> usize {
        self.columns.saturating_sub(self.label + SEPARATOR).max(1)
    }

    /// The rows of `field`, each line of its text whole. No more are made than one on top of `enough`, which says
    /// that there are too many.
    pub(super) fn rows(self, field: &Field, enough: usize) -> Vec<String> {
        let mut rows = Vec::new();
        for line in field.text.lines() {
            for part in wrap(&visible(line), self.room()) {
                if rows.len() > enough {
                    return rows;
                }
                rows.push(self.row(&field.label, part, rows.is_empty()));
            }
        }
        if rows.is_empty() {
            rows.push(self.row(&field.label, "''", true));
        }
        rows
    }

    /// One row: the label where it is the first of its field.
    fn row(self, label: &str, text: &str, first: bool) -> String {
        let shown = visible(label);
        let (label, _) = fit(&shown, self.label);
        let (label, colon) = if first { (&*label, ':') } else { ("", ' ') };
        let pad = self.label.saturating_sub(columns(label));
        let mut row = format!("{label}{:pad$} {colon} {text}", "");
        row.truncate(row.trim_end().len());
        row
    }
}
