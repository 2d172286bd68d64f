//! Where something stands in a policy file: line numbers and excerpts for byte ranges.

use crate::presentation::visible;
use std::fmt::Write as _;
use std::ops::Range;

/// Lines are cut here; a policy line that is longer is shown up to its problem and a little beyond.
const WIDTH: usize = 100;

/// A place in a text, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// The line.
    pub(super) line: usize,
    /// The column, in Unicode scalars.
    pub(super) column: usize,
}

/// The position of byte `at`; one past the end counts as the end.
pub(super) fn position(text: &str, at: usize) -> Position {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Position {
        line: before.matches('\n').count() + 1,
        column: before.get(start..).unwrap_or_default().chars().count() + 1,
    }
}

/// The line on which `range` begins with its number in front, and a line of carets below the range.
pub(super) fn excerpt(text: &str, range: &Range<usize>) -> String {
    let at = position(text, range.start);
    let line = text.lines().nth(at.line - 1).unwrap_or_default();
    let skipped = (at.column - 1).saturating_sub(WIDTH / 2);
    let shown: String = line.chars().skip(skipped).take(WIDTH).collect();
    let lead = if skipped > 0 { "…" } else { "" };
    let number = at.line.to_string();
    let margin = " ".repeat(number.len());
    // Columns of what is shown, not of what is meant: an escape sequence is shown as text.
    let before: String = shown.chars().take(at.column - 1 - skipped).collect();
    let marked: String = {
        let inside = text.get(range.clone()).unwrap_or_default();
        let width = inside.lines().next().unwrap_or_default().chars().count();
        shown.chars().skip(at.column - 1 - skipped).take(width).collect()
    };
    let columns = |text: &str| crate::presentation::columns(&visible(text));
    let mut out = String::new();
    let _ = writeln!(out, " {margin} |");
    let _ = writeln!(out, " {number} | {lead}{}", visible(&shown));
    let _ = write!(
        out,
        " {margin} | {}{}",
        " ".repeat(columns(lead) + columns(&before)),
        "^".repeat(columns(&marked).max(1))
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one_and_in_characters() {
        let text = "a\nbä c\n";
        for (at, line, column) in [(0, 1, 1), (2, 2, 1), (5, 2, 3), (7, 2, 5), (8, 3, 1), (99, 3, 1)] {
            assert_eq!(position(text, at), Position { line, column }, "byte {at}");
        }
    }

    #[test]
    fn the_carets_stand_below_the_range() {
        let text = "{\n  \"bäsh\": 7,\n}";
        let at = text.find('7').unwrap();
        assert_eq!(
            excerpt(text, &(at..at + 1)),
            "   |\n 2 |   \"bäsh\": 7,\n   |           ^"
        );
    }

    #[test]
    fn a_long_line_is_cut_around_its_problem() {
        let text = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let shown = excerpt(&text, &(500..501));
        assert!(shown.lines().all(|line| line.chars().count() < 120), "{shown}");
        assert!(shown.contains("aX"), "{shown}");
    }
}
