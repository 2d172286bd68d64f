//! Byte ranges of a text → LSP ranges in the negotiated encoding.

use crate::protocol::{Position, Range};

/// How the characters of a line are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units: what every client knows.
    #[default]
    Utf16,
    /// Unicode scalars.
    Utf32,
}

impl Encoding {
    /// The one to use with a client that offers these, best first. Ours is counted in bytes, so that is
    /// preferred.
    pub(super) fn negotiate(offered: Option<&[String]>) -> Self {
        let offered = offered.unwrap_or_default();
        let has = |name: &str| offered.iter().any(|known| known == name);
        if has("utf-8") {
            Self::Utf8
        } else if has("utf-32") && !has("utf-16") {
            Self::Utf32
        } else {
            Self::Utf16
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }
}

/// A text whose lines are known.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            // A lone carriage return ends a line too, as LSP counts them.
            let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends {
                starts.push(at + 1);
            }
        }
        Self {
            text,
            starts,
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
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self
            .starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..at).unwrap_or_default();
        let character = match self.encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.encode_utf16().count(),
            Encoding::Utf32 => before.chars().count(),
        };
        Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            character: u32::try_from(character).unwrap_or(u32::MAX),
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
            let range = Lines::of(text, encoding).range(&(at..at));
            assert_eq!(range.start, Position { line, character }, "{encoding:?} {at}");
        }
    }

    #[test]
    fn the_encoding_is_one_that_the_client_knows() {
        let offer = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            Encoding::negotiate(Some(&names))
        };
        assert_eq!(Encoding::negotiate(None), Encoding::Utf16);
        assert_eq!(offer(&["utf-16"]), Encoding::Utf16);
        assert_eq!(offer(&["utf-16", "utf-8"]), Encoding::Utf8);
        assert_eq!(offer(&["utf-32"]), Encoding::Utf32);
    }
}
