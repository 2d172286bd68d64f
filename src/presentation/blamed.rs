//! A command with the parts to blame marked in it: `echo ⟦$(rm -rf build)⟧`.

use super::PromptPayload;
use super::squeeze::one_line;
use super::visible::{ELISION, columns, fit, fit_end, fit_start};
use std::borrow::Cow;
use std::ops::Range;

/// Stands before what is to blame.
const OPEN: char = '⟦';
/// Stands behind it.
const CLOSE: char = '⟧';

/// A command and the parts of it that ask.
pub(super) struct Blamed<'a> {
    command: &'a str,
    /// Each a proper part, in order, none overlapping another.
    parts: Vec<Range<usize>>,
}

impl<'a> Blamed<'a> {
    /// The command of `payload`, where only parts of it ask.
    pub(super) fn of(payload: &'a PromptPayload) -> Option<Self> {
        let command = command_of(payload)?;
        let request = &payload.request;
        let spans = request
            .span
            .into_iter()
            .chain(request.gates.iter().filter_map(|gate| gate.span));
        let mut parts: Vec<Range<usize>> = Vec::new();
        for (start, end) in spans {
            let sound = start < end && command.get(start..end).is_some();
            let whole = || {
                command
                    .get(start..end)
                    .is_some_and(|part| part.trim() == command.trim())
            };
            let apart = |other: &Range<usize>| end <= other.start || other.end <= start;
            if sound && !whole() && parts.iter().all(apart) {
                parts.push(start..end);
            }
        }
        parts.sort_by_key(|part| part.start);
        (!parts.is_empty()).then_some(Self { command, parts })
    }

    /// The whole command, marked.
    pub(super) fn whole(&self) -> String {
        let mut text = String::with_capacity(self.command.len() + 16);
        let mut at = 0;
        for part in &self.parts {
            text.push_str(&plain(self.command.get(at..part.start).unwrap_or_default()));
            text.push(OPEN);
            text.push_str(&plain(self.command.get(part.clone()).unwrap_or_default()));
            text.push(CLOSE);
            at = part.end;
        }
        text.push_str(&plain(self.command.get(at..).unwrap_or_default()));
        text
    }

    /// The first part with what stands around it, on one line of at most `width` columns; whether anything was left
    /// out. Looks at no more of a long command than may be shown.
    pub(super) fn excerpt(&self, width: usize) -> (String, bool) {
        let Some(part) = self.parts.first() else {
            return (String::new(), false);
        };
        let near = width.saturating_mul(8);
        if self.command.len() <= near {
            let (whole, cut) = one_line(&self.whole());
            if columns(&whole) <= width {
                return (whole, cut);
            }
        }
        let around = |text: &str| one_line(&plain(text)).0;
        let part_text = self.command.get(part.clone()).unwrap_or_default();
        let blamed = around(part_text);
        let (blamed, _) = fit(&blamed, (width * 2 / 3).saturating_sub(2).max(1));
        let half = width.saturating_sub(columns(&blamed) + 2) / 2;
        let before = self.command.get(..part.start).unwrap_or_default();
        let behind = self.command.get(part.end..).unwrap_or_default();
        let (mut from, mut to) = (before.len().saturating_sub(near), near.min(behind.len()));
        while !before.is_char_boundary(from) {
            from -= 1;
        }
        while !behind.is_char_boundary(to) {
            to -= 1;
        }
        let mut before_shown = around(before.get(from..).unwrap_or_default());
        if from > 0 {
            before_shown.insert_str(0, ELISION);
        }
        let mut behind_shown = around(behind.get(..to).unwrap_or_default());
        if to < behind.len() {
            behind_shown.push_str(ELISION);
        }
        let text = format!(
            "{}{OPEN}{blamed}{CLOSE}{}",
            fit_end(&before_shown, half),
            fit_start(&behind_shown, half)
        );
        (text, true)
    }
}

/// The evidence that is the whole command.
pub(super) fn command_of(payload: &PromptPayload) -> Option<&str> {
    let command = payload.evidence.iter().find(|piece| piece.label == COMMAND)?;
    Some(&command.text)
}

/// The label of the whole command among the evidence.
pub(super) const COMMAND: &str = "command";

/// `text` without marks of its own: a command can't point away from what is to blame.
fn plain(text: &str) -> Cow<'_, str> {
    if text.contains([OPEN, CLOSE]) {
        Cow::Owned(text.replace(OPEN, "<U+27E6>").replace(CLOSE, "<U+27E7>"))
    } else {
        Cow::Borrowed(text)
    }
}
