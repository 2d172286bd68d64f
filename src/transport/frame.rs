//! The base protocol of LSP: header lines, an empty line, a body of `Content-Length` bytes.
//!
//! The decoder is fed by whoever reads. It keeps one buffer, which grows only as bytes arrive; a frame over
//! the limit passes through in constant memory.

use super::skim::{Skim, Skimmed};

/// Bytes of a body that is still read.
pub const MAX_FRAME: u64 = 16 << 20;
/// Bytes of a body beyond which a stream is not believed.
const MAX_BELIEVED: u64 = 1 << 30;
/// Bytes of a header line, its end included.
const MAX_LINE: usize = 8 << 10;
/// Room for reading: at least this much, and what a buffer shrinks to after a long frame.
const ROOM: usize = 64 << 10;

/// Why a stream can't be read on: where its frames begin is no longer known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Untrusted {
    /// No end of line within the limit.
    #[error("a header line over {MAX_LINE} bytes")]
    LongLine,
    /// A line that is no header.
    #[error("a header line without a name and a colon")]
    NoHeader,
    /// A header block without a length.
    #[error("a header without Content-Length")]
    NoLength,
    /// A length that is no number, or two that differ.
    #[error("a Content-Length that can't be read")]
    BadLength,
    /// A length that nobody means.
    #[error("a Content-Length over 1 GiB")]
    LongFrame,
}

/// What the decoder has found.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// The body of a frame.
    Body(&'a [u8]),
    /// A frame over [`MAX_FRAME`] has passed.
    TooLong(Skimmed),
}

/// Cuts a stream of bytes into frames.
#[derive(Debug)]
pub struct Decoder {
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    state: State,
}

#[derive(Debug)]
enum State {
    /// Within a header block; `begun` once a line of it has been read.
    Header { length: Option<u64>, begun: bool },
    /// Within a body that is kept.
    Body(usize),
    /// Within a body that is dropped: bytes still to come.
    Skip(u64, Box<Skim>),
}

const BETWEEN: State = State::Header {
    length: None,
    begun: false,
};

impl Default for Decoder {
    fn default() -> Self {
        Self {
            buffer: vec![0; ROOM],
            start: 0,
            end: 0,
            state: BETWEEN,
        }
    }
}

impl Decoder {
    /// Room to read into; never empty. What was read is announced with [`Decoder::filled`].
    pub fn room(&mut self) -> &mut [u8] {
        if self.start == self.end {
            self.start = 0;
            self.end = 0;
            if self.buffer.len() > 16 * ROOM {
                self.buffer = vec![0; ROOM];
            }
        }
        // Bytes are moved to the front only when the rest of the buffer is too small to be worth a read.
        if self.start > 0 && self.buffer.len() - self.end < ROOM / 4 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.buffer.len() - self.end < ROOM / 4 {
            let double = self.buffer.len() * 2;
            self.buffer.resize(double, 0);
        }
        self.buffer.get_mut(self.end..).unwrap_or_default()
    }

    /// `count` bytes were read into [`Decoder::room`].
    pub fn filled(&mut self, count: usize) {
        self.end = self.buffer.len().min(self.end + count);
    }

    /// The next frame among the bytes so far; `None` where more are needed.
    pub fn next_frame(&mut self) -> Result<Option<Frame<'_>>, Untrusted> {
        loop {
            match &mut self.state {
                State::Header { .. } => {
                    if !self.header_line()? {
                        return Ok(None);
                    }
                }
                State::Body(length) => {
                    let length = *length;
                    if self.end - self.start < length {
                        return Ok(None);
                    }
                    let body = self.start..self.start + length;
                    self.start += length;
                    self.state = BETWEEN;
                    return Ok(Some(Frame::Body(self.buffer.get(body).unwrap_or_default())));
                }
                State::Skip(left, skim) => {
                    let here = self.buffer.get(self.start..self.end).unwrap_or_default();
                    let count = usize::try_from(*left).unwrap_or(usize::MAX).min(here.len());
                    skim.feed(here.get(..count).unwrap_or_default());
                    *left -= count as u64;
                    let done = *left == 0;
                    self.start += count;
                    if !done {
                        return Ok(None);
                    }
                    let State::Skip(_, skim) = std::mem::replace(&mut self.state, BETWEEN) else {
                        return Ok(None);
                    };
                    return Ok(Some(Frame::TooLong(skim.finish())));
                }
            }
        }
    }

    /// Whether the stream stands within a frame, so that its end now would cut one off.
    pub fn is_within_frame(&self) -> bool {
        self.start != self.end || !matches!(self.state, State::Header { begun: false, .. })
    }

    /// Reads one header line; false where it is not all there yet.
    fn header_line(&mut self) -> Result<bool, Untrusted> {
        let here = self.buffer.get(self.start..self.end).unwrap_or_default();
        let longest = here.get(..MAX_LINE).unwrap_or(here);
        let Some(at) = longest.iter().position(|byte| *byte == b'\n') else {
            return if here.len() >= MAX_LINE {
                Err(Untrusted::LongLine)
            } else {
                Ok(false)
            };
        };
        let line = here.get(..at).unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.start += at + 1;
        let State::Header { length, begun } = &mut self.state else {
            return Ok(true);
        };
        *begun = true;
        if line.is_empty() {
            let length = length.ok_or(Untrusted::NoLength)?;
            self.state = if length <= MAX_FRAME {
                State::Body(usize::try_from(length).map_err(|_| Untrusted::LongFrame)?)
            } else {
                State::Skip(length, Box::default())
            };
            return Ok(true);
        }
        let colon = line
            .iter()
            .position(|byte| *byte == b':')
            .ok_or(Untrusted::NoHeader)?;
        let (name, value) = line.split_at(colon);
        let name = name.trim_ascii();
        if name.eq_ignore_ascii_case(b"Content-Length") {
            let read = content_length(value.get(1..).unwrap_or_default())?;
            if length.is_some_and(|known| known != read) {
                return Err(Untrusted::BadLength);
            }
            *length = Some(read);
        } else if name.is_empty() || !name.iter().copied().all(is_name_byte) {
            return Err(Untrusted::NoHeader);
        }
        Ok(true)
    }
}

/// What a header's name is made of: a token of HTTP (RFC 9110, section 5.6.2), or anything beyond ASCII. JSON
/// that lost its header has a colon too, but begins with a brace.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte) || !byte.is_ascii()
}

fn content_length(value: &[u8]) -> Result<u64, Untrusted> {
    let digits = value.trim_ascii();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(Untrusted::BadLength);
    }
    // So many digits that they do not fit are a number all the same, and too large.
    let length = str::from_utf8(digits)
        .ok()
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(u64::MAX);
    if length > MAX_BELIEVED {
        return Err(Untrusted::LongFrame);
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What a decoder makes of `stream` when it is fed in pieces of `step` bytes.
    fn decode(stream: &[u8], step: usize) -> (Vec<String>, Option<Untrusted>) {
        let mut decoder = Decoder::default();
        let mut found = Vec::new();
        for piece in stream.chunks(step.max(1)) {
            let mut piece = piece;
            while !piece.is_empty() {
                let room = decoder.room();
                let count = room.len().min(piece.len());
                room[..count].copy_from_slice(&piece[..count]);
                decoder.filled(count);
                piece = &piece[count..];
                loop {
                    match decoder.next_frame() {
                        Ok(Some(Frame::Body(body))) => found.push(String::from_utf8_lossy(body).into_owned()),
                        Ok(Some(Frame::TooLong(skimmed))) => found.push(format!("{skimmed:?}")),
                        Ok(None) => break,
                        Err(error) => return (found, Some(error)),
                    }
                }
            }
        }
        (found, None)
    }

    #[test]
    fn header_rules() {
        use Untrusted::{BadLength, LongFrame, LongLine, NoHeader, NoLength};
        let long = format!("X: {}\r\nContent-Length: 1\r\n\r\na", "x".repeat(8 << 10));
        let nearly = format!("X: {}\r\nContent-Length: 1\r\n\r\na", "x".repeat((8 << 10) - 5));
        #[rustfmt::skip]
        let cases: &[(&str, &[&str], Option<Untrusted>)] = &[
            ("Content-Length: 1\r\n\r\na", &["a"], None),
            ("Content-Length: 1\n\na", &["a"], None),
            ("content-length:1\r\n\nab", &["a"], None),
            ("CONTENT-LENGTH : 1 \r\n\r\na", &["a"], None),
            ("Content-Type: x; charset=utf-8\r\nContent-Length: 1\r\nX-\u{e9}: y\r\n\r\na", &["a"], None),
            ("Content-Length: 1\r\nContent-Length: 1\r\n\r\na", &["a"], None),
            ("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\nab", &["", "ab"], None),
            ("Content-Length: 01\r\n\r\naContent-Length: 1\r\n\r\nb", &["a", "b"], None),
            ("Content-Length: 1\r\nContent-Length: 2\r\n\r\na", &[], Some(BadLength)),
            ("Content-Length: -1\r\n\r\n", &[], Some(BadLength)),
            ("Content-Length: +1\r\n\r\n", &[], Some(BadLength)),
            ("Content-Length: 1.0\r\n\r\n", &[], Some(BadLength)),
            ("Content-Length:\r\n\r\n", &[], Some(BadLength)),
            ("Content-Length: 1073741825\r\n\r\n", &[], Some(LongFrame)),
            ("Content-Length: 99999999999999999999999999\r\n\r\n", &[], Some(LongFrame)),
            ("X: y\r\n\r\n", &[], Some(NoLength)),
            ("\r\n", &[], Some(NoLength)),
            ("{\"jsonrpc\"\n", &[], Some(NoHeader)),
            ("{\"jsonrpc\":\"2.0\"}\n", &[], Some(NoHeader)),
            ("hello\r\n", &[], Some(NoHeader)),
            (": 1\r\n", &[], Some(NoHeader)),
            (&long, &[], Some(LongLine)),
            (&nearly, &["a"], None),
        ];
        for (stream, frames, error) in cases {
            for step in [1, 7, stream.len()] {
                let shown = &stream[..stream.len().min(40)];
                assert_eq!(
                    decode(stream.as_bytes(), step),
                    (frames.iter().map(ToString::to_string).collect(), error.clone()),
                    "{shown:?}, {step} at a time"
                );
            }
        }
    }

    #[test]
    fn a_frame_at_the_limit_is_read_and_one_over_it_is_passed_over() {
        let frame = |length: usize| {
            let mut frame = format!("Content-Length: {length}\r\n\r\n").into_bytes();
            let head = br#"{"jsonrpc":"2.0","method":"m","params":""#;
            let tail = br#"","id":7}"#;
            frame.extend_from_slice(head);
            frame.resize(frame.len() + length - head.len() - tail.len(), b'x');
            frame.extend_from_slice(tail);
            frame.extend_from_slice(b"Content-Length: 1\r\n\r\na");
            frame
        };
        let limit = usize::try_from(MAX_FRAME).unwrap();
        let (found, error) = decode(&frame(limit), 1 << 16);
        assert_eq!((found[0].len(), found[1].as_str(), error), (limit, "a", None));
        let (found, error) = decode(&frame(limit + 1), 1 << 16);
        assert_eq!((found.len(), found[1].as_str(), error), (2, "a", None));
        assert!(found[0].contains("\"7\""), "{}", found[0]);
    }

    #[test]
    fn memory_does_not_follow_a_dropped_frame_and_is_given_back_after_a_long_one() {
        let mut decoder = Decoder::default();
        let head = b"Content-Length: 1000000000\r\n\r\n";
        decoder.room()[..head.len()].copy_from_slice(head);
        decoder.filled(head.len());
        for _ in 0..100 {
            assert_eq!(decoder.next_frame(), Ok(None));
            let count = decoder.room().len();
            decoder.filled(count);
        }
        assert!(decoder.buffer.len() <= 2 * ROOM);
        assert!(decoder.is_within_frame());

        let body = vec![b'x'; 4 << 20];
        let mut long = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        long.extend_from_slice(&body);
        let mut decoder = Decoder::default();
        let mut rest = long.as_slice();
        while !rest.is_empty() {
            assert_eq!(decoder.next_frame(), Ok(None));
            let room = decoder.room();
            let count = room.len().min(rest.len());
            room[..count].copy_from_slice(&rest[..count]);
            decoder.filled(count);
            rest = &rest[count..];
        }
        assert_eq!(decoder.next_frame(), Ok(Some(Frame::Body(&body))));
        decoder.room();
        assert_eq!(decoder.buffer.len(), ROOM);
        assert!(!decoder.is_within_frame());
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(bodies in prop::collection::vec("[ -~]{0,40}", 0..6), step in 1..50_usize) {
            let frames: Vec<String> = bodies.iter().map(|b| format!("Content-Length: {}\r\n\r\n{b}", b.len())).collect();
            let stream = frames.concat();
            prop_assert_eq!(decode(stream.as_bytes(), step), (bodies, None));
        }

        #[test]
        fn nothing_makes_it_panic(stream in prop::collection::vec(any::<u8>(), 0..300), step in 1..50_usize) {
            decode(&stream, step);
        }
    }
}
