//! Places in a text: byte spans inside, lines and columns at the edge.

/// `[start, end)` in bytes of a file's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From offsets; what lies beyond 4 GiB counts as the end (no file that large is read).
    pub fn new(start: usize, end: usize) -> Self {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self {
            start: byte(start),
            end: byte(end),
        }
    }

    /// Whether `offset` lies in it, its end included (where a cursor stands behind the last character).
    pub const fn touches(self, offset: usize) -> bool {
        self.start as usize <= offset && offset <= self.end as usize
    }

    /// The text it covers.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// In which units a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, the default of the language server protocol.
    #[default]
    Utf16,
    /// Unicode scalars.
    Utf32,
}

/// A line and a column, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// From 0.
    pub line: u32,
    /// From 0, in units of an [`Encoding`].
    pub character: u32,
}

/// Bytes between two [`Stop`]s of a line.
const STRIDE: usize = 1 << 10;

/// Where the lines of a text start. A line ends in LF, CRLF or CR.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    starts: Vec<u32>,
    /// Places within long lines whose columns are known: a file may be one line, and its columns are not
    /// counted from its start for each of its rules.
    stops: Vec<Stop>,
}

/// A place within a line, and its column there in each encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stop {
    at: u32,
    utf8: u32,
    utf16: u32,
    scalars: u32,
}

impl Stop {
    const fn line_start(at: usize) -> Self {
        Self {
            at: number(at),
            utf8: 0,
            utf16: 0,
            scalars: 0,
        }
    }

    const fn column(self, encoding: Encoding) -> usize {
        let column = match encoding {
            Encoding::Utf8 => self.utf8,
            Encoding::Utf16 => self.utf16,
            Encoding::Utf32 => self.scalars,
        };
        column as usize
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what is larger counts as the largest"
)]
const fn number(count: usize) -> u32 {
    if count > u32::MAX as usize {
        u32::MAX
    } else {
        count as u32
    }
}

impl Lines {
    /// Finds the lines of `text`.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let mut stops = Vec::new();
        let mut last = Stop::line_start(0);
        for (at, &byte) in bytes.iter().enumerate() {
            let ends = byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends {
                starts.push(number(at + 1));
                last = Stop::line_start(at + 1);
            } else if at - last.at as usize >= STRIDE && text.is_char_boundary(at) {
                let between = text.get(last.at as usize..at).unwrap_or("");
                last = Stop {
                    at: number(at),
                    utf8: last.utf8 + number(between.len()),
                    utf16: last.utf16 + number(Encoding::Utf16.width(between)),
                    scalars: last.scalars + number(Encoding::Utf32.width(between)),
                };
                stops.push(last);
            }
        }
        Self { starts, stops }
    }

    /// The line that a byte offset lies on, from 0.
    pub fn line_of(&self, offset: usize) -> u32 {
        let before = self.starts.partition_point(|&start| start as usize <= offset);
        number(before.saturating_sub(1))
    }

    /// The position of a byte offset. An offset inside a character counts as that character's start, one
    /// beyond the text as its end.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self
            .starts
            .partition_point(|&start| start as usize <= offset)
            .saturating_sub(1);
        let start = self.start(line);
        let stop = self
            .stops
            .get(..self.stops.partition_point(|stop| stop.at as usize <= offset))
            .and_then(<[Stop]>::last)
            .filter(|stop| stop.at as usize > start)
            .copied()
            .unwrap_or(Stop::line_start(start));
        let before = text.get(stop.at as usize..offset).unwrap_or("");
        Position {
            line: number(line),
            character: number(stop.column(encoding) + encoding.width(before)),
        }
    }

    /// The byte offset of a position. A column beyond the line counts as its end, a line beyond the text as
    /// the text's.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        if line >= self.starts.len() {
            return text.len();
        }
        let start = self.start(line);
        let next = self
            .starts
            .get(line + 1)
            .map_or(text.len(), |&next| next as usize);
        let column = position.character as usize;
        let within = |at: u32| self.stops.partition_point(|stop| stop.at <= at);
        let stop = self
            .stops
            .get(within(number(start))..within(number(next)))
            .and_then(|stops| {
                let passed = stops.partition_point(|stop| stop.column(encoding) <= column);
                stops.get(..passed)?.last()
            })
            .copied()
            .unwrap_or(Stop::line_start(start));
        let from = stop.at as usize;
        let content = text.get(from..next).unwrap_or("").trim_end_matches(['\n', '\r']);
        let mut left = column - stop.column(encoding);
        for (at, c) in content.char_indices() {
            let width = encoding.width_of(c);
            if left < width {
                return from + at;
            }
            left -= width;
        }
        from + content.len()
    }

    fn start(&self, line: usize) -> usize {
        self.starts.get(line).map_or(0, |&start| start as usize)
    }
}

impl Encoding {
    fn width(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 | Self::Utf32 => text.chars().map(|c| self.width_of(c)).sum(),
        }
    }

    const fn width_of(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn columns_count_in_the_units_asked_for() {
        let text = "a\r\nxé𝄞z\rlast";
        let lines = Lines::new(text);
        let end = text.find('z').unwrap();
        for (encoding, character) in [(Encoding::Utf8, 7), (Encoding::Utf16, 4), (Encoding::Utf32, 3)] {
            let position = Position { line: 1, character };
            assert_eq!(lines.position(text, end, encoding), position);
            assert_eq!(lines.offset(text, position, encoding), end);
        }
        assert_eq!(
            lines.position(text, text.len(), Encoding::Utf16),
            Position {
                line: 2,
                character: 4
            }
        );
        assert_eq!(
            lines.offset(
                text,
                Position {
                    line: 1,
                    character: 99
                },
                Encoding::Utf16
            ),
            end + 1
        );
        assert_eq!(
            lines.offset(
                text,
                Position {
                    line: 9,
                    character: 0
                },
                Encoding::Utf16
            ),
            text.len()
        );
    }

    #[test]
    fn columns_of_a_long_line_count_from_its_start() {
        let text = format!("short\n{}\r\n{}", "aé𝄞".repeat(1000), "𝄞".repeat(2000));
        let lines = Lines::new(&text);
        for (at, _) in text.char_indices() {
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let position = lines.position(&text, at, encoding);
                assert_eq!(position.character as usize, encoding.width(&text[start..at]));
                if !text[at..].starts_with('\n') {
                    assert_eq!(lines.offset(&text, position, encoding), at);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_position_leads_back_to_its_offset(text in "[aé𝄞\r\n]{0,12}", at in 0usize..13) {
            let lines = Lines::new(&text);
            // Between CR and LF there is no position of its own.
            let inside = text.as_bytes().get(at.wrapping_sub(1)) == Some(&b'\r')
                && text.as_bytes().get(at) == Some(&b'\n');
            prop_assume!(text.is_char_boundary(at) && !inside);
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                prop_assert_eq!(lines.offset(&text, lines.position(&text, at, encoding), encoding), at);
            }
        }
    }
}
