//! Heredocs and backquotes: stretches whose end is found before what they hold is read.

use super::{
    event::{Form, Kind, Role},
    frame::{Close, Frame, Rewritten},
    reader::{Pending, Reader, is_meta},
    text::Heredoc,
};
use crate::shell::RedirectOp;
use std::borrow::Cow;

impl Reader<'_> {
    /// `<<` has been passed: reads the delimiter. The redirection began at `start`.
    pub(super) fn heredoc(&mut self, start: usize, strip: bool) {
        // bash 5.2 writes such a substitution down once more before it runs it, and loses separators.
        if self
            .stack
            .iter()
            .any(|(_, frame)| matches!(frame, Frame::Arithmetic(_)))
        {
            self.fault(start, self.pos, "a heredoc inside arithmetic");
        }
        self.blanks();
        let (delimiter, quoted) = self.delimiter(start);
        let index = u32::try_from(self.script.heredocs.len()).unwrap_or(u32::MAX);
        self.script.heredocs.push(Heredoc {
            body: None,
            literal: quoted,
        });
        let opened = self.open_at(
            Kind::Redirect {
                op: RedirectOp::Here,
                heredoc: Some(index),
            },
            start,
        );
        self.span_token(opened, self.pos);
        self.pending.push(Pending {
            delimiter,
            strip,
            index,
        });
        self.note_heredoc();
    }

    /// A heredoc has been met in the substitution that is read.
    fn note_heredoc(&mut self) {
        let form = self.stack.iter().rev().find_map(|(_, frame)| match frame {
            Frame::Closing { form, .. } => Some(*form),
            _ => None,
        });
        if form.is_some_and(|form| form != Form::Backquote) {
            self.rewritten = Rewritten::Awaited;
        }
    }

    /// A separator has been met, with which bodies that are awaited are written.
    pub(super) fn separated(&mut self) {
        if self.rewritten == Rewritten::Awaited {
            self.rewritten = Rewritten::Written;
        }
    }

    /// The delimiter under the cursor without its quotes, and whether it had any.
    fn delimiter(&mut self, start: usize) -> (String, bool) {
        let (mut text, mut quoted) = (String::new(), false);
        let begin = self.pos;
        while let Some(byte) = self.here() {
            match byte {
                b'\'' | b'"' => {
                    quoted = true;
                    let Some(end) = self.find(self.pos + 1, byte) else {
                        self.fault(self.pos, self.end, "a quote is not closed");
                        self.pos = self.end;
                        break;
                    };
                    let held = self.script.slice(self.pos + 1, end);
                    if byte == b'"' && held.contains(['\\', '$', '`']) {
                        self.fault(self.pos, end, "a heredoc delimiter that is not plain");
                    }
                    text.push_str(self.script.slice(self.pos + 1, end));
                    self.pos = end + 1;
                }
                b'\\' => {
                    let width = self.width(self.pos + 1);
                    if self.byte(self.pos + 1) != Some(b'\n') {
                        quoted = true;
                        text.push_str(self.script.slice(self.pos + 1, self.pos + 1 + width));
                    }
                    self.pos += 1 + width;
                }
                _ if is_meta(byte) => break,
                b'$' | b'`' => {
                    self.fault(self.pos, self.pos + 1, "a heredoc delimiter that is not plain");
                    text.push(char::from(byte));
                    self.pos += 1;
                }
                _ => {
                    let width = self.width(self.pos);
                    text.push_str(self.script.slice(self.pos, self.pos + width));
                    self.pos += width;
                }
            }
        }
        if begin == self.pos {
            self.fault(start, self.pos, "a heredoc without a delimiter");
        }
        if text.contains('\n') {
            self.fault(begin, self.pos, "a heredoc delimiter of several lines");
        }
        (text, quoted)
    }

    /// Reads the body of the first heredoc that waits.
    pub(super) fn heredocs(&mut self, ordered: bool) {
        if self.pending.len() <= self.waiting {
            return;
        }
        if !ordered && let Some(waiting) = self.pending.get_mut(self.waiting..) {
            waiting.reverse();
        }
        let Some(Pending {
            delimiter,
            strip,
            index,
        }) = self.pending.pop()
        else {
            return;
        };
        self.push(Frame::Heredocs { ordered: true });
        let literal = self
            .script
            .heredocs
            .get(index as usize)
            .is_some_and(|heredoc| heredoc.literal);
        let start = self.pos;
        let (end, resume) = self.body_end(&delimiter, strip, literal);
        let opened = self.open(Kind::Word(Role::Body));
        if literal {
            self.literal_body(end, strip);
            self.pos = end;
            self.close(opened, Kind::WordEnd);
            self.set_body(index, opened);
            self.pos = resume;
            return;
        }
        self.push(Frame::Region {
            resume,
            end: self.end,
        });
        self.end = end;
        self.pos = start;
        self.skip_tabs(strip);
        // The lines of a body were found beforehand: a newline in it interrupts nothing.
        let interrupts = std::mem::take(&mut self.interrupts);
        self.nest(Frame::Body {
            strip,
            opened,
            heredoc: index,
            interrupts,
        });
    }

    fn set_body(&mut self, index: u32, opened: u32) {
        let end = u32::try_from(self.script.events.len()).unwrap_or(u32::MAX);
        if let Some(heredoc) = self.script.heredocs.get_mut(index as usize) {
            heredoc.body = Some((opened, end));
        }
    }

    /// Where the body under the cursor ends, and where its delimiter's line does. An expanding body is read by whole
    /// lines, continuations joined, and so is the delimiter (bash 5.2, `read_secondary_line` in parse.y).
    fn body_end(&mut self, delimiter: &str, strip: bool, literal: bool) -> (usize, usize) {
        let mut line = self.pos;
        while line < self.end {
            let mut joined = String::new();
            let mut from = line;
            let (newline, last) = loop {
                let newline = self.find(from, b'\n');
                let text = self.slice(from, newline.unwrap_or(self.end));
                let backslashes = text.bytes().rev().take_while(|byte| *byte == b'\\').count();
                let Some(stop) = newline.filter(|_| !literal && backslashes % 2 == 1) else {
                    break (newline, text);
                };
                joined.push_str(text.get(..text.len() - 1).unwrap_or_default());
                from = stop + 1;
            };
            let whole = if joined.is_empty() {
                Cow::Borrowed(last)
            } else {
                Cow::Owned(joined + last)
            };
            let whole = if strip {
                whole.trim_start_matches('\t')
            } else {
                &whole
            };
            let after = newline.map_or(self.end, |stop| stop + 1);
            if whole == delimiter {
                return (line, after);
            }
            line = after;
        }
        self.fault(self.pos, self.end, "a heredoc does not end");
        (self.end, self.end)
    }

    fn literal_body(&mut self, end: usize, strip: bool) {
        if !strip {
            return self.mark_token(Kind::Quoted, self.pos, end);
        }
        self.mark_token(Kind::Quoted, self.pos, self.pos);
        while self.pos < end {
            self.skip_tabs(true);
            let stop = self.find(self.pos, b'\n').map_or(end, |stop| (stop + 1).min(end));
            self.token(Kind::Quoted, self.pos, stop);
            self.pos = stop;
        }
    }

    fn skip_tabs(&mut self, strip: bool) {
        while strip && self.here() == Some(b'\t') {
            self.pos += 1;
        }
    }

    /// The expanding body of a heredoc.
    pub(super) fn body(&mut self, strip: bool, opened: u32, heredoc: u32, interrupts: bool) {
        let mut run = self.pos;
        loop {
            match self.here() {
                None => {
                    self.token(Kind::Quoted, run, self.pos);
                    self.close(opened, Kind::WordEnd);
                    self.interrupts = interrupts;
                    return self.set_body(heredoc, opened);
                }
                Some(b'\\') => {
                    self.token(Kind::Quoted, run, self.pos);
                    run = self.quoted_backslash(false);
                }
                Some(b'$' | b'`') => {
                    self.token(Kind::Quoted, run, self.pos);
                    self.push(Frame::Body {
                        strip,
                        opened,
                        heredoc,
                        interrupts,
                    });
                    return self.expansion(true);
                }
                Some(b'\n') if strip => {
                    self.pos += 1;
                    self.token(Kind::Quoted, run, self.pos);
                    self.skip_tabs(true);
                    run = self.pos;
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    /// `` `…` `` under the cursor.
    pub(super) fn backquotes(&mut self, quoted: bool) {
        let start = self.pos;
        let mut at = start + 1;
        let mut escaped = false;
        let close = loop {
            match self.byte(at) {
                None => {
                    self.fault(start, self.end, "a backquote is not closed");
                    break self.end;
                }
                Some(b'`') => break at,
                Some(b'\\') => {
                    escaped = true;
                    at += 2;
                }
                Some(_) => at += 1,
            }
        };
        let resume = (close + 1).min(self.end);
        let (mut inner, mut inner_end) = ((start + 1).min(close), close);
        if escaped {
            let text = unescape(self.slice(inner, inner_end), quoted);
            let origin = self.script.span(start, resume);
            (inner, inner_end) = self.script.append(&text, origin, false);
        }
        self.begin_substitution(Form::Backquote, quoted, 1);
        self.push(Frame::Region {
            resume,
            end: self.end,
        });
        self.pos = inner;
        self.end = inner_end;
        self.nest_list(Close::Region);
    }
}

/// What the shell reads between backquotes: a backslash before `$`, `` ` `` and `\` goes away, inside
/// double quotes also before `"` (POSIX, Shell Command Language, 2.6.3).
fn unescape(text: &str, quoted: bool) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character == '\\'
            && let Some(next) = characters.peek().copied()
            && (matches!(next, '$' | '`' | '\\') || quoted && next == '"')
        {
            plain.push(next);
            characters.next();
        } else {
            plain.push(character);
        }
    }
    plain
}
