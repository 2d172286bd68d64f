//! The cursor, the stack and what every construct needs of them.

use super::{
    event::{Event, Fault, Kind, Mark, MarkKind, Role},
    frame::{Close, Frame, Rewritten},
    text::Script,
};
use crate::shell::grammar::Dialect;

/// How deep constructs may nest.
pub const MAX_DEPTH: u16 = 500;
/// Faults that are kept; more say nothing new.
const MAX_FAULTS: usize = 16;

/// A heredoc whose line has not ended yet.
#[derive(Debug)]
pub(super) struct Pending {
    /// The delimiter without quotes.
    pub(super) delimiter: String,
    /// `<<-`
    pub(super) strip: bool,
    /// Index into [`Script::heredocs`].
    pub(super) index: u32,
}

/// Reads one stretch of a [`Script`]'s buffer.
pub struct Reader<'a> {
    pub(super) script: &'a mut Script,
    pub(super) pos: usize,
    pub(super) end: usize,
    pub(super) stack: Vec<(u16, Frame)>,
    pub(super) pending: Vec<Pending>,
    /// The heredocs before this one wait for a line outside of the substitution that is read.
    pub(super) waiting: usize,
    /// Whether one of those waits for the line that is read: then a newline here would be ambiguous.
    pub(super) interrupts: bool,
    /// Event of the innermost scope of its own.
    pub(super) scope: u32,
    /// Whether the word that ended last was an assignment.
    pub(super) assigned: bool,
    /// What has been read of heredocs in the substitution that is read.
    pub(super) rewritten: Rewritten,
    /// Where `((` turned out to be no arithmetic.
    pub(super) not_arithmetic: Vec<usize>,
    /// What another shell than bash reads differently is a fault.
    pub(super) dialect: Dialect,
    depth: u16,
    cut: bool,
}

impl<'a> Reader<'a> {
    /// A reader that starts `depth` levels deep.
    pub fn new(script: &'a mut Script, depth: u16, dialect: Dialect) -> Self {
        Self {
            script,
            pos: 0,
            end: 0,
            stack: Vec::with_capacity(16),
            pending: Vec::new(),
            waiting: 0,
            interrupts: false,
            scope: 0,
            assigned: false,
            rewritten: Rewritten::No,
            not_arithmetic: Vec::new(),
            dialect,
            depth,
            cut: false,
        }
    }

    /// Reads `[start, end)` of the buffer as a list of commands; returns `[start, end)` of its events.
    pub fn read(&mut self, start: usize, end: usize) -> (usize, usize) {
        let first = self.script.events.len();
        self.pos = start;
        self.end = end.min(self.script.buffer.len());
        let opened = self.open(Kind::List);
        self.scope = opened;
        self.nest(Frame::list(opened, Close::Region));
        while let Some((depth, frame)) = self.stack.pop() {
            self.depth = depth;
            self.step(frame);
        }
        if !self.pending.is_empty() {
            self.fault(self.end, self.end, "a heredoc without a body");
        }
        if self.pos < self.end && !self.cut {
            self.fault(self.pos, self.end, "not everything could be read");
        }
        (first, self.script.events.len())
    }

    /// Reads `[start, end)` of the buffer as text in which only expansions mean anything.
    pub fn read_text(&mut self, start: usize, end: usize) -> (usize, usize) {
        let first = self.script.events.len();
        self.pos = start;
        self.end = end.min(self.script.buffer.len());
        let opened = self.open(Kind::Word(Role::Whole));
        self.scope = opened;
        self.nest(Frame::Body {
            strip: false,
            opened,
            heredoc: u32::MAX,
            interrupts: false,
        });
        while let Some((depth, frame)) = self.stack.pop() {
            self.depth = depth;
            self.step(frame);
        }
        (first, self.script.events.len())
    }

    fn step(&mut self, frame: Frame) {
        match frame {
            Frame::List(list) => self.list(list),
            Frame::Simple(simple) => self.simple(simple),
            Frame::Clause(clause) => self.clause(clause),
            Frame::Tail { opened, body } => self.tail(opened, body),
            Frame::Word(word) => self.word(word),
            Frame::Double { opened, filled } => self.double(opened, filled),
            Frame::Braced(braced) => self.braced(braced),
            Frame::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
            Frame::Elements { opened } => self.elements(opened),
            Frame::Extended { opened } => self.extended(opened),
            Frame::Body {
                strip,
                opened,
                heredoc,
                interrupts,
            } => {
                self.body(strip, opened, heredoc, interrupts);
            }
            Frame::Heredocs { ordered } => self.heredocs(ordered),
            Frame::Region { resume, end } => {
                self.end = end;
                self.pos = resume;
            }
            Frame::Closing {
                opened,
                form,
                waiting,
                interrupts,
                scope,
                rewritten,
            } => {
                self.interrupts = interrupts;
                self.rewritten = rewritten;
                self.closing(opened, form, waiting, scope);
            }
            Frame::End { opened, kind } => self.close(opened, kind),
        }
    }

    // -- the cursor --------------------------------------------------------------------------------------

    /// The byte at `at`, if the region holds it.
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        if at < self.end && !self.cut {
            self.script.buffer.as_bytes().get(at).copied()
        } else {
            None
        }
    }

    /// The byte under the cursor.
    pub(super) fn here(&self) -> Option<u8> {
        self.byte(self.pos)
    }

    /// Whether `text` stands at `at`.
    pub(super) fn has(&self, at: usize, text: &str) -> bool {
        !self.cut
            && at + text.len() <= self.end
            && self.script.buffer.as_bytes().get(at..at + text.len()) == Some(text.as_bytes())
    }

    /// The text of `[start, end)`.
    pub(super) fn slice(&self, start: usize, end: usize) -> &str {
        self.script.slice(start, end)
    }

    /// Where the next `needle` stands from `at` on.
    pub(super) fn find(&self, at: usize, needle: u8) -> Option<usize> {
        if self.cut {
            return None;
        }
        let bytes = self.script.buffer.as_bytes().get(at..self.end)?;
        bytes
            .iter()
            .position(|byte| *byte == needle)
            .map(|offset| at + offset)
    }

    /// Length of the character at `at`.
    pub(super) fn width(&self, at: usize) -> usize {
        match self.byte(at) {
            None => 0,
            Some(0xf0..) => 4,
            Some(0xe0..) => 3,
            Some(0xc0..) => 2,
            Some(_) => 1,
        }
    }

    /// Passes blanks, line continuations and a comment. The cursor stands where a token may begin.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.here() {
                Some(b' ' | b'\t') => self.pos += 1,
                Some(b'\\') if self.byte(self.pos + 1) == Some(b'\n') => self.pos += 2,
                Some(b'#') => {
                    self.pos = self.find(self.pos, b'\n').unwrap_or(self.end);
                    return;
                }
                _ => return,
            }
        }
    }

    /// Passes a newline that ends a line of commands. Where heredocs wait for it, they are read first and
    /// `back` after them: then the caller returns.
    pub(super) fn newline(&mut self, back: Frame) -> bool {
        self.pos += 1;
        self.separated();
        if self.interrupts {
            self.fault(
                self.pos - 1,
                self.pos,
                "a heredoc is interrupted by a substitution of several lines",
            );
        }
        if self.pending.len() > self.waiting {
            self.push(back);
            self.push(Frame::Heredocs { ordered: false });
            return true;
        }
        false
    }

    /// Passes blanks and newlines; as [`Reader::newline`].
    pub(super) fn blank_lines(&mut self, back: Frame) -> bool {
        loop {
            self.blanks();
            if self.here() != Some(b'\n') {
                return false;
            }
            if self.newline(back) {
                return true;
            }
        }
    }

    // -- the stack ---------------------------------------------------------------------------------------

    /// Puts a frame on top, at the depth of the one that is worked on.
    pub(super) fn push(&mut self, frame: Frame) {
        self.stack.push((self.depth, frame));
    }

    /// Puts a frame on top that is one level deeper.
    pub(super) fn nest(&mut self, frame: Frame) {
        if self.depth >= MAX_DEPTH && !self.cut {
            self.fault(self.pos, self.end, "nested too deeply");
            self.cut = true;
        }
        self.stack.push((self.depth.saturating_add(1), frame));
    }

    // -- what is found -----------------------------------------------------------------------------------

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the text is bounded far below 4 GiB"
    )]
    fn event(&mut self, kind: Kind, start: usize, end: usize) -> u32 {
        let index = self.script.events.len() as u32;
        self.script.events.push(Event {
            kind,
            start: start as u32,
            end: end as u32,
            pair: index,
        });
        index
    }

    /// An event that opens a construct under the cursor.
    pub(super) fn open(&mut self, kind: Kind) -> u32 {
        self.event(kind, self.pos, self.pos)
    }

    /// An event that opens a construct that began at `start`.
    pub(super) fn open_at(&mut self, kind: Kind, start: usize) -> u32 {
        self.event(kind, start, start)
    }

    /// The event that closes what `opened` opened.
    pub(super) fn close(&mut self, opened: u32, kind: Kind) {
        let index = self.event(kind, self.pos, self.pos);
        let position = self
            .script
            .events
            .get(index as usize)
            .map_or(0, |event| event.end);
        if let Some(event) = self.script.events.get_mut(opened as usize) {
            event.end = position;
            event.pair = index;
        }
    }

    /// Says where an event begins.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the text is bounded far below 4 GiB"
    )]
    pub(super) fn begin_at(&mut self, event: u32, start: usize) {
        if let Some(event) = self.script.events.get_mut(event as usize) {
            event.start = start as u32;
        }
    }

    /// Says which event closes what `opened` opened.
    pub(super) fn pair(&mut self, opened: u32, closed: u32) {
        if let Some(event) = self.script.events.get_mut(opened as usize) {
            event.pair = closed;
        }
    }

    /// Says where an event ends.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the text is bounded far below 4 GiB"
    )]
    pub(super) fn span_token(&mut self, event: u32, end: usize) {
        if let Some(event) = self.script.events.get_mut(event as usize) {
            event.end = end as u32;
        }
    }

    /// An event of its own; nothing where it is empty.
    pub(super) fn token(&mut self, kind: Kind, start: usize, end: usize) {
        if start < end {
            self.event(kind, start, end);
        }
    }

    /// An event that may be empty.
    pub(super) fn mark_token(&mut self, kind: Kind, start: usize, end: usize) {
        self.event(kind, start, end);
    }

    /// Changes the kind of an event that stands already.
    pub(super) fn patch(&mut self, event: u32, change: impl FnOnce(&mut Kind)) {
        if let Some(event) = self.script.events.get_mut(event as usize) {
            change(&mut event.kind);
        }
    }

    /// Where a construct began.
    pub(super) fn began(&self, opened: u32) -> usize {
        self.script
            .events
            .get(opened as usize)
            .map_or(0, |event| event.start as usize)
    }

    /// Notes a command that matters beyond itself.
    pub(super) fn mark(&mut self, event: u32, kind: MarkKind) {
        self.script.marks.push(Mark {
            event,
            scope: self.scope,
            kind,
        });
    }

    /// Notes that `[start, end)` was not read as bash would.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the text is bounded far below 4 GiB"
    )]
    pub(super) fn fault(&mut self, start: usize, end: usize, why: &'static str) {
        if self.cut || self.script.faults.len() >= MAX_FAULTS {
            return;
        }
        let (start, end) = (start as u32, end.max(start) as u32);
        self.script.faults.push(Fault { start, end, why });
    }

    /// The number of the next event, fault, heredoc and mark: where to go back to.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the text is bounded far below 4 GiB"
    )]
    pub(super) fn counts(&self) -> (u32, u32, u32) {
        let script = &self.script;
        (
            script.faults.len() as u32,
            script.heredocs.len() as u32,
            script.marks.len() as u32,
        )
    }

    /// Whether reading was cut short.
    pub(super) fn is_cut(&self) -> bool {
        self.cut
    }
}

/// Whether a byte ends an unquoted word (bash's metacharacters).
pub(super) const fn is_meta(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>'
    )
}

/// Whether a byte may begin a name.
pub(super) const fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Whether a byte may stand in a name.
pub(super) const fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
