//! Quotes and backslashes.

use super::{event::Kind, frame::Frame, reader::Reader};
use crate::shell::grammar::Dialect;

impl Reader<'_> {
    /// What bash has beyond POSIX: where `sh` is another shell it may be read as other commands. `((rm x))` is two
    /// subshells to `dash(1)`, `[[ a || rm x ]]` two commands, `$'a\'; rm x` ends at the second quote, `$"a"` holds the
    /// dollar, `{a}>b` the word.
    pub(super) fn posix(&mut self, length: usize, why: &'static str) {
        if self.dialect == Dialect::Posix {
            self.fault(self.pos, self.pos + length, why);
        }
    }

    pub(super) fn single_quotes(&mut self) {
        let start = self.pos + 1;
        if let Some(end) = self.find(start, b'\'') {
            self.mark_token(Kind::Quoted, start, end);
            self.pos = end + 1;
        } else {
            self.fault(self.pos, self.end, "a single quote is not closed");
            self.mark_token(Kind::Quoted, start.min(self.end), self.end);
            self.pos = self.end;
        }
    }

    /// A backslash outside of quotes.
    pub(super) fn backslash(&mut self) {
        let width = self.width(self.pos + 1);
        if self.byte(self.pos + 1) != Some(b'\n') {
            // A backslash at the very end is itself.
            let start = if width == 0 { self.pos } else { self.pos + 1 };
            self.token(Kind::Escaped, start, self.pos + 1 + width);
        }
        self.pos += 1 + width;
    }

    pub(super) fn double(&mut self, opened: usize, mut filled: bool) {
        let mut run = self.pos;
        loop {
            match self.here() {
                None => {
                    self.fault(opened, self.pos, "a double quote is not closed");
                    return self.token(Kind::Quoted, run, self.pos);
                }
                Some(b'"') => {
                    if filled || run < self.pos {
                        self.token(Kind::Quoted, run, self.pos);
                    } else {
                        self.mark_token(Kind::Quoted, run, run);
                    }
                    self.pos += 1;
                    return;
                }
                Some(b'\\') => {
                    self.token(Kind::Quoted, run, self.pos);
                    filled = true;
                    run = self.quoted_backslash(true);
                }
                Some(b'$' | b'`') => {
                    self.token(Kind::Quoted, run, self.pos);
                    self.push(Frame::Double { opened, filled: true });
                    return self.expansion(true);
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    /// A backslash inside double quotes or a heredoc; returns where the text goes on.
    pub(super) fn quoted_backslash(&mut self, quotes: bool) -> usize {
        let start = self.pos;
        match self.byte(self.pos + 1) {
            Some(b'\n') => {
                self.pos += 2;
                self.pos
            }
            Some(b'$' | b'`' | b'\\') => {
                self.pos += 2;
                start + 1
            }
            Some(b'"') if quotes => {
                self.pos += 2;
                start + 1
            }
            _ => {
                self.pos += 1;
                start
            }
        }
    }

    pub(super) fn ansi(&mut self) {
        self.posix(2, "sh may read this quoting differently");
        let start = self.pos + 2;
        let mut at = start;
        loop {
            match self.byte(at) {
                None => {
                    self.fault(self.pos, self.end, "a quote is not closed");
                    self.mark_token(Kind::Ansi, start.min(self.end), self.end);
                    self.pos = self.end;
                    return;
                }
                Some(b'\\') => at += 2,
                Some(b'\'') => {
                    self.mark_token(Kind::Ansi, start, at);
                    self.pos = at + 1;
                    return;
                }
                Some(_) => at += 1,
            }
        }
    }
}
