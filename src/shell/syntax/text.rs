//! The text that is read, and what was read from it.

use super::event::{Event, Fault, Mark};
use crate::shell::Span;

/// A stretch of [`Script::buffer`] that is not the command itself but was made from it: the inside of
/// backquotes without its backslashes, the payload of a wrapper.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// First byte in the buffer.
    pub start: usize,
    /// Where it stands in the command.
    pub origin: Span,
    /// Whether it stands there as it is, so that offsets carry over.
    pub verbatim: bool,
}

/// A heredoc: its body is read when its line ends, but belongs to the command before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heredoc {
    /// `[start, end)` of the events of its body.
    pub body: Option<(u32, u32)>,
    /// Quotes in the delimiter make the body literal.
    pub literal: bool,
}

/// A command and everything that was read from it so far.
#[derive(Debug, Default)]
pub struct Script {
    /// The command, followed by the texts of [`Script::segments`].
    pub buffer: String,
    /// Length of the command itself.
    pub length: usize,
    /// Sorted by `start`.
    pub segments: Vec<Segment>,
    /// The reading.
    pub events: Vec<Event>,
    /// The heredocs, by index.
    pub heredocs: Vec<Heredoc>,
    /// Commands that matter beyond themselves, sorted by event.
    pub marks: Vec<Mark>,
    /// It holds a form that is right but that few know; the grammar crate does not.
    pub unusual: bool,
    /// What could not be read.
    pub faults: Vec<Fault>,
}

impl Script {
    /// A script of `text`, not read yet.
    pub fn new(text: &str) -> Self {
        let mut buffer = String::with_capacity(text.len());
        buffer.push_str(text);
        Self {
            length: text.len(),
            buffer,
            events: Vec::with_capacity(text.len() / 3 + 16),
            ..Self::default()
        }
    }

    /// Adds a text that was made from the command; returns where it stands in the buffer.
    pub fn append(&mut self, text: &str, origin: Span, verbatim: bool) -> (usize, usize) {
        let start = self.buffer.len();
        self.buffer.push_str(text);
        let end = self.buffer.len();
        self.segments.push(Segment {
            start,
            origin,
            verbatim,
        });
        (start, end)
    }

    /// The text of `[start, end)` of the buffer.
    pub fn slice(&self, start: usize, end: usize) -> &str {
        self.buffer.get(start..end).unwrap_or_default()
    }

    /// Where `[start, end)` of the buffer stands in the command.
    pub fn span(&self, start: usize, end: usize) -> Span {
        if start < self.length || self.segments.is_empty() {
            return Span {
                start: start.min(self.length),
                end: end.min(self.length).max(start.min(self.length)),
            };
        }
        let index = self.segments.partition_point(|segment| segment.start <= start);
        let Some(segment) = index.checked_sub(1).and_then(|index| self.segments.get(index)) else {
            return Span {
                start: self.length,
                end: self.length,
            };
        };
        if segment.verbatim {
            let shift = |position: usize| {
                (position.saturating_sub(segment.start) + segment.origin.start).min(segment.origin.end)
            };
            Span {
                start: shift(start),
                end: shift(end),
            }
        } else {
            segment.origin
        }
    }

    /// Where an event stands in the command.
    pub fn span_of(&self, event: &Event) -> Span {
        self.span(event.start as usize, event.end as usize)
    }
}
