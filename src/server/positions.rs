//! Byte ranges of a text → LSP ranges in the negotiated encoding.

pub(super) use crate::policy::Encoding;
use crate::policy::Lines;
use crate::protocol::{Position, Range};

/// The encoding to use with a client that offers these, best first. Ours is counted in bytes, so that is
/// preferred.
pub(super) fn negotiate(offered: Option<&[String]>) -> Encoding {
    let offered = offered.unwrap_or_default();
    let has = |name: &str| offered.iter().any(|known| known == name);
    if has("utf-8") {
        Encoding::Utf8
    } else if has("utf-32") && !has("utf-16") {
        Encoding::Utf32
    } else {
        Encoding::Utf16
    }
}

/// Its name on the wire.
pub(super) const fn name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
        Encoding::Utf32 => "utf-32",
    }
}

/// A text whose places are told in ranges.
#[derive(Debug)]
pub(super) struct Ranges<'a> {
    text: &'a str,
    lines: Lines,
    encoding: Encoding,
}

impl<'a> Ranges<'a> {
    pub(super) fn of(text: &'a str, encoding: Encoding) -> Self {
        Self {
            text,
            lines: Lines::new(text),
            encoding,
        }
    }

    /// The range of bytes `[start, end)`; what lies outside the text or inside a character is moved to the
    /// nearest place in front of it.
    pub(super) fn range(&self, bytes: &std::ops::Range<usize>) -> Range {
        Range {
            start: self.position(bytes.start),
            end: self.position(bytes.end.max(bytes.start)),
        }
    }

    fn position(&self, at: usize) -> Position {
        let found = self.lines.position(self.text, at, self.encoding);
        Position {
            line: found.line,
            character: found.character,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_as_was_agreed() {
        let text = "ab\r\nc\rd𝄞é\n";
        let at = text.find('é').unwrap();
        let cases = [
            (Encoding::Utf8, 0, (0, 0)),
            (Encoding::Utf8, 4, (1, 0)),
            (Encoding::Utf8, 6, (2, 0)),
            (Encoding::Utf8, at, (2, 5)),
            (Encoding::Utf16, at, (2, 3)),
            (Encoding::Utf32, at, (2, 2)),
            (Encoding::Utf16, at + 1, (2, 3)),
            (Encoding::Utf16, text.len(), (3, 0)),
            (Encoding::Utf16, 1000, (3, 0)),
        ];
        for (encoding, at, (line, character)) in cases {
            let range = Ranges::of(text, encoding).range(&(at..at));
            assert_eq!(range.start, Position { line, character }, "{encoding:?} {at}");
        }
    }

    #[test]
    fn the_encoding_is_one_that_the_client_knows() {
        let offer = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            negotiate(Some(&names))
        };
        assert_eq!(negotiate(None), Encoding::Utf16);
        assert_eq!(offer(&["utf-16"]), Encoding::Utf16);
        assert_eq!(offer(&["utf-16", "utf-8"]), Encoding::Utf8);
        assert_eq!(offer(&["utf-32"]), Encoding::Utf32);
    }
}
