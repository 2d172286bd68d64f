//! Lines of the log as rows.

use super::event::{decider, result, subject};
use crate::cli::paint::Paint;
use crate::presentation::{columns, fit, visible};
use crate::record::Entry;
use crate::rule::Action;

/// Columns of each part but the last two.
const TIME: usize = 14;
const RESULT: usize = 5;
const AGENT: usize = 12;
const SURFACE: usize = 11;
const BY: usize = 22;
/// The end of a request's id, which `log why` takes: its beginning is the time, and the same for many.
const ID: usize = 8;

/// Shows rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    paint: Paint,
    /// Columns for what it is about; as many as it takes where nobody looks at it on a screen.
    value: Option<usize>,
}

impl Table {
    /// As wide as the terminal, if it is one.
    pub(super) fn for_terminal(paint: Paint) -> Self {
        let width = rustix::termios::tcgetwinsize(std::io::stdout())
            .ok()
            .map(|size| usize::from(size.ws_col))
            .filter(|columns| *columns > 0);
        let taken = TIME + RESULT + AGENT + SURFACE + BY + ID + 12;
        Self {
            paint,
            value: width.map(|width| width.saturating_sub(taken).max(16)),
        }
    }

    /// The names of the columns.
    pub(super) fn heading(self) -> String {
        self.paint.dim(&self.joined(&[
            ("time (UTC)", TIME),
            ("", RESULT),
            ("agent", AGENT),
            ("surface", SURFACE),
            ("what", self.value.unwrap_or(40)),
            ("decided by", BY),
            ("request", 0),
        ]))
    }

    /// One line.
    pub(super) fn row(self, entry: &Entry) -> String {
        let word = result(entry);
        let painted = match word {
            "allow" => self.paint.action(Action::Allow),
            "deny" => self.paint.action(Action::Deny),
            "ask" => self.paint.action(Action::Ask),
            other => other.to_owned(),
        };
        let id = entry.text("requestId").unwrap_or_default();
        let id = id.get(id.len().saturating_sub(ID)..).unwrap_or_default();
        let subject = subject(entry);
        let text = self.joined(&[
            (&time(entry), TIME),
            (RESULT_MARK, RESULT),
            (entry.text("agentName").unwrap_or_default(), AGENT),
            (entry.text("surface").unwrap_or_default(), SURFACE),
            (&subject, self.value.unwrap_or(40)),
            (&decider(entry), BY),
            (id, 0),
        ]);
        // Colours have no columns, so they come in last.
        let pad = " ".repeat(RESULT.saturating_sub(word.len()));
        text.replacen(&format!("{RESULT_MARK:RESULT$}"), &format!("{painted}{pad}"), 1)
    }

    fn joined(self, parts: &[(&str, usize)]) -> String {
        let mut row = String::new();
        for (text, width) in parts {
            let shown = visible(text);
            let shown = if self.value.is_some() && *width > 0 {
                fit(&shown, *width).0
            } else {
                shown
            };
            row.push_str(&shown);
            row.push_str(&" ".repeat(width.saturating_sub(columns(&shown)) + 2));
        }
        row.truncate(row.trim_end().len());
        row
    }
}

/// Stands for the result until it is painted.
const RESULT_MARK: &str = "@@@";

/// `12-01 03:20:11` of an RFC 3339 time.
fn time(entry: &Entry) -> String {
    let shown = entry.timestamp.get(5..19).unwrap_or(&entry.timestamp);
    shown.replace('T', " ")
}
