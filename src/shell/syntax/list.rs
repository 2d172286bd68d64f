//! Lists and pipelines.

use super::{
    event::Kind,
    frame::{Close, Frame, List, ListState, Rewritten},
    reader::{Reader, is_meta},
    reserved,
};
use crate::shell::grammar::Dialect;

impl Reader<'_> {
    pub(super) fn list(&mut self, list: List) {
        match list.state {
            ListState::Item => self.list_item(list),
            ListState::Command { linebreak } => self.list_command(list, linebreak),
            ListState::After => self.list_after(list),
        }
    }

    fn list_item(&mut self, mut list: List) {
        loop {
            self.blanks();
            match self.here() {
                None => return self.end_list(list),
                Some(b'\n') => {
                    if self.newline(Frame::List(list)) {
                        return;
                    }
                }
                Some(b')') => {
                    if list.close == Close::Paren || self.is_awaited(|close| close == Close::Paren) {
                        return self.end_list(list);
                    }
                    self.fault(self.pos, self.pos + 1, "a parenthesis closes nothing");
                    self.pos += 1;
                }
                Some(b'}') if list.close == Close::Substitution => return self.end_list(list),
                Some(b';') => {
                    let arm = matches!(self.byte(self.pos + 1), Some(b';' | b'&'));
                    if arm && (list.close == Close::Arm || self.is_awaited(|close| close == Close::Arm)) {
                        return self.end_list(list);
                    }
                    let length = if arm { 2 } else { 1 };
                    self.fault(self.pos, self.pos + length, "a separator without a command");
                    self.pos += length;
                }
                Some(b'|') => self.stray_operator(),
                Some(b'&') if self.byte(self.pos + 1) != Some(b'>') => self.stray_operator(),
                Some(_) => break,
            }
        }
        if let Some((word, length)) = self.reserved()
            && word & reserved::CLOSERS != 0
        {
            let closes = |close: Close| closes(close, word);
            if closes(list.close) || self.is_awaited(closes) {
                return self.end_list(list);
            }
            self.fault(self.pos, self.pos + length, "a reserved word closes nothing");
            self.pos += length;
            return self.push(Frame::List(list));
        }
        if let Some(at) = list.separator.take() {
            self.fault(at, at + 1, "bash leaves out a separator behind a heredoc here");
        }
        list.filled = true;
        list.item = self.open(Kind::Item { background: false });
        list.pipeline = self.open(Kind::Pipeline {
            piped: false,
            negated: false,
            timed: false,
        });
        list.state = ListState::Command { linebreak: false };
        self.push(Frame::List(list));
    }

    fn stray_operator(&mut self) {
        self.fault(self.pos, self.pos + 1, "an operator without a command before it");
        self.pos += 1;
    }

    /// Whether a list further out, in the same region, waits for what is under the cursor.
    fn is_awaited(&self, closes: impl Fn(Close) -> bool) -> bool {
        for (_, frame) in self.stack.iter().rev() {
            match frame {
                Frame::Region { .. } => return false,
                Frame::List(list) if closes(list.close) => return true,
                _ => {}
            }
        }
        false
    }

    fn end_list(&mut self, list: List) {
        if !list.filled && matches!(list.close, Close::Curly | Close::Words(_)) {
            self.fault(self.began(list.opened), self.pos, "an empty list of commands");
        }
        self.separated();
        self.close(list.opened, Kind::ListEnd);
    }

    fn list_command(&mut self, mut list: List, mut linebreak: bool) {
        let mut prefixed = false;
        loop {
            if linebreak {
                list.state = ListState::Command { linebreak };
                if self.blank_lines(Frame::List(list)) {
                    return;
                }
            } else {
                self.blanks();
            }
            match self.reserved() {
                Some((reserved::BANG, length)) => {
                    self.token(Kind::Prefix, self.pos, self.pos + length);
                    self.pos += length;
                    self.patch(list.pipeline, |kind| {
                        if let Kind::Pipeline { negated, .. } = kind {
                            *negated = !*negated;
                        }
                    });
                }
                Some((reserved::TIME, length)) => {
                    self.token(Kind::Prefix, self.pos, self.pos + length);
                    self.pos += length;
                    self.patch(list.pipeline, |kind| {
                        if let Kind::Pipeline { timed, .. } = kind {
                            *timed = true;
                        }
                    });
                    self.time_options();
                }
                _ => break,
            }
            prefixed = true;
            linebreak = false;
        }
        list.state = ListState::After;
        self.push(Frame::List(list));
        // `time` and `!` may stand alone, but not in front of an operator.
        let alone = prefixed && !self.has(self.pos, "|") && !self.has(self.pos, "&&");
        if !self.command() && !alone {
            self.fault(self.pos, self.pos, "a command is missing");
        }
    }

    /// `-p` and `--` behind `time`; line continuations may stand inside and behind them.
    fn time_options(&mut self) {
        for option in ["-p", "--"] {
            self.blanks();
            let mut after = self.pos;
            let stands = option.bytes().all(|byte| {
                let here = self.behind_continuations(after);
                after = here + 1;
                self.byte(here) == Some(byte)
            });
            after = self.behind_continuations(after);
            if stands && self.byte(after).is_none_or(is_meta) {
                self.pos = after;
            }
        }
    }

    fn list_after(&mut self, mut list: List) {
        self.blanks();
        let written = self.rewritten == Rewritten::Written;
        if matches!(self.here(), Some(b'|' | b'&' | b';')) {
            self.separated();
        }
        match self.here() {
            Some(b'|') if self.byte(self.pos + 1) != Some(b'|') => {
                let length = if self.byte(self.pos + 1) == Some(b'&') {
                    2
                } else {
                    1
                };
                self.split_operator(length);
                self.token(Kind::Stage, self.pos, self.pos + length);
                self.pos += length;
                self.patch(list.pipeline, |kind| {
                    if let Kind::Pipeline { piped, .. } = kind {
                        *piped = true;
                    }
                });
                list.state = ListState::Command { linebreak: true };
            }
            Some(byte @ (b'|' | b'&')) if self.byte(self.pos + 1) == Some(byte) => {
                self.close(list.pipeline, Kind::PipelineEnd);
                let kind = if byte == b'|' { Kind::Or } else { Kind::And };
                self.token(kind, self.pos, self.pos + 2);
                self.pos += 2;
                list.pipeline = self.open(Kind::Pipeline {
                    piped: false,
                    negated: false,
                    timed: false,
                });
                list.state = ListState::Command { linebreak: true };
            }
            Some(b'&') => {
                self.split_operator(1);
                if self.dialect == Dialect::Zsh && matches!(self.byte(self.pos + 1), Some(b'|' | b'!')) {
                    self.fault(self.pos, self.pos + 2, "zsh reads this operator differently");
                }
                self.patch(list.item, |kind| *kind = Kind::Item { background: true });
                self.end_item(&mut list);
                self.pos += 1;
            }
            Some(b';') => {
                self.split_operator(1);
                list.separator = written.then_some(self.pos);
                self.end_item(&mut list);
                if !matches!(self.byte(self.pos + 1), Some(b';' | b'&')) {
                    self.pos += 1;
                }
            }
            None | Some(b'\n' | b')') => self.end_item(&mut list),
            Some(_) => {
                self.script.unusual = true;
                if self
                    .reserved()
                    .is_none_or(|(word, _)| word & reserved::CLOSERS == 0)
                {
                    self.fault(self.pos, self.pos + 1, "text behind a command that is complete");
                }
                self.end_item(&mut list);
            }
        }
        self.push(Frame::List(list));
    }

    /// An operator whose halves a line continuation separates is not worth reading.
    pub(super) fn split_operator(&mut self, length: usize) {
        let mut at = self.pos + length;
        if !self.has(at, "\\\n") {
            return;
        }
        while self.has(at, "\\\n") {
            at += 2;
        }
        if matches!(
            self.byte(at),
            Some(b'|' | b'&' | b';' | b'<' | b'>' | b'(' | b'-')
        ) {
            self.fault(self.pos, at + 1, "a line continuation inside an operator");
        }
    }

    fn end_item(&mut self, list: &mut List) {
        self.close(list.pipeline, Kind::PipelineEnd);
        self.close(list.item, Kind::ItemEnd);
        list.state = ListState::Item;
    }
}

/// Whether a list of this kind ends at the reserved word.
fn closes(close: Close, word: u16) -> bool {
    match close {
        Close::Words(set) => set & word != 0,
        Close::Curly => word == reserved::CLOSE_CURLY,
        Close::Arm => word == reserved::ESAC,
        Close::Region | Close::Paren | Close::Substitution => false,
    }
}
