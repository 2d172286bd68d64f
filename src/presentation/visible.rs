//! Text that came from an agent, made safe to show: nothing in it may move the cursor, reorder its
//! neighbours or hide. Also the width of text in terminal columns, and cutting to a width.

use std::borrow::Cow;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthChar;

/// Stands where a renderer left something out.
pub const ELISION: &str = "…";

/// Marks that may stand on one character; scripts need two or three.
const MARKS: usize = 3;

/// `text` with every character that a terminal would not show as itself made visible: control characters as
/// control pictures (`␊`, `␛`), anything else that is invisible, reorders text, or is a blank other than the
/// space as `<U+202E>`; so also a combining mark that has nothing to stand on, or that stands on too many others.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        if !text.bytes().any(|byte| byte.is_ascii_control()) {
            return Cow::Borrowed(text);
        }
    } else if !text
        .chars()
        .any(|character| is_hidden(character) || is_mark(character))
    {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    // Marks on the last character; as many as there may be where none can stand.
    let mut marks = MARKS;
    for character in text.chars() {
        match character {
            '\u{0}'..='\u{1f}' => {
                // U+2400 + n is the picture of control character n.
                shown.push(char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{fffd}'));
                marks = MARKS;
            }
            '\u{7f}' => {
                shown.push('\u{2421}');
                marks = MARKS;
            }
            hidden if is_hidden(hidden) => {
                escape(&mut shown, hidden);
                marks = MARKS;
            }
            mark if is_mark(mark) => {
                if marks < MARKS {
                    shown.push(mark);
                    marks += 1;
                } else {
                    escape(&mut shown, mark);
                }
            }
            plain => {
                shown.push(plain);
                marks = if plain == ' ' { MARKS } else { 0 };
            }
        }
    }
    Cow::Owned(shown)
}

fn escape(shown: &mut String, character: char) {
    let _ = write!(shown, "<U+{:04X}>", u32::from(character));
}

/// Whether a character takes no column of its own: it stands on the one before it.
fn is_mark(character: char) -> bool {
    !character.is_ascii() && character.width() == Some(0)
}

/// Whether a character would not be seen as itself.
///
/// Source: Unicode 16, `Default_Ignorable_Code_Point` and `Bidi_Control` (DerivedCoreProperties.txt,
/// PropList.txt), general categories Cc, Zl, Zp, Zs without U+0020, and the private use areas.
fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}'..='\u{1160}' | '\u{1680}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}'
        | '\u{2800}' | '\u{3000}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}'
        | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Width in terminal columns, each character by itself: a terminal that joins some takes no more.
pub fn columns(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.chars().map(|character| character.width().unwrap_or(0)).sum()
}

/// `text` in at most `width` columns; whether something was left out. The head and the tail are kept: what a
/// long command does last matters as much as how it begins.
pub fn fit(text: &str, width: usize) -> (Cow<'_, str>, bool) {
    if columns(text) <= width {
        return (Cow::Borrowed(text), false);
    }
    let mark = columns(ELISION);
    if width <= mark {
        return (Cow::Borrowed(if width == 0 { "" } else { ELISION }), true);
    }
    let room = width - mark;
    let tail = room / 3;
    let head = room - tail;
    let head_end = prefix_end(text, head);
    let tail_start = suffix_start(text, tail).max(head_end);
    let (head, rest) = text.split_at(head_end);
    let tail = rest.get(tail_start - head_end..).unwrap_or_default();
    (Cow::Owned(format!("{head}{ELISION}{tail}")), true)
}

/// The head of `text` in at most `width` columns, with a mark where something was left out.
pub(super) fn fit_start(text: &str, width: usize) -> Cow<'_, str> {
    if columns(text) <= width {
        return Cow::Borrowed(text);
    }
    let (head, _) = text.split_at(prefix_end(text, width.saturating_sub(columns(ELISION))));
    Cow::Owned(format!("{head}{ELISION}"))
}

/// The tail of `text` in at most `width` columns, with a mark where something was left out.
pub(super) fn fit_end(text: &str, width: usize) -> Cow<'_, str> {
    if columns(text) <= width {
        return Cow::Borrowed(text);
    }
    let (_, tail) = text.split_at(suffix_start(text, width.saturating_sub(columns(ELISION))));
    Cow::Owned(format!("{ELISION}{tail}"))
}

/// The rows that `text` takes at `width` columns, one after the other. Breaks at a blank where the last third of the
/// row has one. At least one row; no row is wider than `width`, except where a single character is.
pub fn wrap(text: &str, width: usize) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut end = prefix_end(text, width);
        if end == text.len() {
            rest = None;
            return Some(text);
        }
        if end == 0 {
            end = text.chars().next().map_or(text.len(), char::len_utf8);
        }
        let (row, _) = text.split_at(end);
        if let Some(blank) = row.rfind(' ').filter(|blank| *blank >= end - end / 3) {
            end = blank + 1;
        }
        let (row, next) = text.split_at(end);
        rest = (!next.is_empty()).then_some(next);
        Some(row.trim_end())
    })
}

/// Rows of `width` columns, filled to the last one.
pub(super) fn chop(text: &str, width: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = match prefix_end(rest, width) {
            0 => rest.chars().next().map_or(rest.len(), char::len_utf8),
            end => end,
        };
        let (row, next) = rest.split_at(end);
        rest = next;
        Some(row)
    })
}

/// Byte offset at which the longest prefix of at most `width` columns ends.
fn prefix_end(text: &str, width: usize) -> usize {
    let mut used = 0;
    for (at, character) in text.char_indices() {
        used += character.width().unwrap_or(0);
        if used > width {
            return at;
        }
    }
    text.len()
}

/// Byte offset at which the longest suffix of at most `width` columns starts; it never starts with a mark.
fn suffix_start(text: &str, width: usize) -> usize {
    let mut used = 0;
    let mut start = text.len();
    for (at, character) in text.char_indices().rev() {
        let wide = character.width().unwrap_or(0);
        used += wide;
        if used > width {
            return start;
        }
        if wide > 0 {
            start = at;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_would_hide_is_shown() {
        #[rustfmt::skip]
        let cases = [
            // text                      shown
            ("git push",                 "git push"),
            ("déjà vu 目录 ",              "déjà vu 目录 "),
            ("a\nb\tc",                  "a␊b␉c"),
            ("\u{1b}[2Jrm",              "␛[2Jrm"),
            ("\u{7f}\u{0}",              "␡␀"),
            ("rm \u{202e}txt.exe",       "rm <U+202E>txt.exe"),
            ("a\u{200b}b\u{feff}",       "a<U+200B>b<U+FEFF>"),
            ("a\u{a0}b\u{3000}c",        "a<U+00A0>b<U+3000>c"),
            ("\u{e0041}",                "<U+E0041>"),
            ("\u{85}\u{9b}",             "<U+0085><U+009B>"),
            ("e\u{301}\u{323}",           "e\u{301}\u{323}"),
            ("\u{301}a \u{301}",          "<U+0301>a <U+0301>"),
            ("a\u{301}\u{301}\u{301}\u{301}b", "a\u{301}\u{301}\u{301}<U+0301>b"),
        ];
        for (text, shown) in cases {
            assert_eq!(visible(text), shown, "{text:?}");
        }
    }

    #[test]
    fn cutting_keeps_head_and_tail_and_says_so() {
        #[rustfmt::skip]
        let cases = [
            // text          width  cut to       cut
            ("abcdef",       6,     "abcdef",    false),
            ("abcdefghij",   7,     "abcd…ij",   true),
            ("目录目录目录",     7,     "目录…录",    true),
            ("abc",          1,     "…",         true),
            ("abc",          0,     "",          true),
        ];
        for (text, width, expected, cut) in cases {
            assert_eq!(
                fit(text, width),
                (Cow::Borrowed(expected), cut),
                "{text} in {width}"
            );
        }
    }

    proptest! {
        #[test]
        fn nothing_hidden_is_left_and_no_width_is_passed(text in any::<String>(), width in 2usize..60) {
            let shown = visible(&text).into_owned();
            prop_assert!(!shown.chars().any(is_hidden));
            prop_assert!(columns(&fit(&shown, width).0) <= width);
            for row in wrap(&shown, width) {
                prop_assert!(columns(row) <= width, "{row:?}");
            }
        }

        #[test]
        fn wrapping_loses_nothing_but_blanks(text in "[a-z ]{0,80}", width in 1usize..20) {
            let squeeze = |text: &str| text.replace(' ', "");
            prop_assert_eq!(squeeze(&wrap(&text, width).collect::<String>()), squeeze(&text));
        }
    }
}
