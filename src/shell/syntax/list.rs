//! Lists, pipelines and the reserved words that begin and end them.

use super::{
    event::{Compound, Kind, Section},
    frame::{Clause, Close, Frame, List, ListState, Simple, Step},
    reader::{Reader, is_meta},
};

/// Reserved words as bits, so that a set of them is a number.
pub(super) mod reserved {
    pub(in super::super) const THEN: u16 = 1;
    pub(in super::super) const ELIF: u16 = 1 << 1;
    pub(in super::super) const ELSE: u16 = 1 << 2;
    pub(in super::super) const FI: u16 = 1 << 3;
    pub(in super::super) const DO: u16 = 1 << 4;
    pub(in super::super) const DONE: u16 = 1 << 5;
    pub(in super::super) const ESAC: u16 = 1 << 6;
    pub(in super::super) const CLOSE_CURLY: u16 = 1 << 7;
    /// Those that only ever close something.
    pub(in super::super) const CLOSERS: u16 = THEN | ELIF | ELSE | FI | DO | DONE | ESAC | CLOSE_CURLY;
    pub(in super::super) const OPENERS: u16 = 1 << 8;
    pub(in super::super) const IN: u16 = 1 << 9;
    pub(in super::super) const BANG: u16 = 1 << 10;
    pub(in super::super) const TIME: u16 = 1 << 11;
    /// `]]`, which is no command
    pub(in super::super) const STRAY: u16 = 1 << 13;
    /// `function` and `coproc`
    pub(in super::super) const DEFINES: u16 = 1 << 12;
}

/// The bit of a reserved word.
pub(super) fn reserved_word(text: &str) -> Option<u16> {
    Some(match text {
        "then" => reserved::THEN,
        "elif" => reserved::ELIF,
        "else" => reserved::ELSE,
        "fi" => reserved::FI,
        "do" => reserved::DO,
        "done" => reserved::DONE,
        "esac" => reserved::ESAC,
        "}" => reserved::CLOSE_CURLY,
        "if" | "while" | "until" | "for" | "select" | "case" | "{" | "[[" => reserved::OPENERS,
        "in" => reserved::IN,
        "]]" => reserved::STRAY,
        "!" => reserved::BANG,
        "time" => reserved::TIME,
        "function" | "coproc" => reserved::DEFINES,
        _ => return None,
    })
}

impl Reader<'_> {
    /// The reserved word under the cursor and its length.
    pub(super) fn reserved(&self) -> Option<(u16, usize)> {
        let first = self.here()?;
        if !(first.is_ascii_lowercase() || matches!(first, b'{' | b'}' | b'!' | b'[' | b']')) {
            return None;
        }
        let mut end = self.pos + 1;
        while end - self.pos < 9
            && self
                .byte(end)
                .is_some_and(|byte| byte.is_ascii_lowercase() || matches!(byte, b'[' | b']'))
        {
            end += 1;
        }
        let mut next = end;
        while self.has(next, "\\\n") {
            next += 2;
        }
        if self.byte(next).is_some_and(|byte| !is_meta(byte)) {
            return None;
        }
        reserved_word(self.slice(self.pos, end)).map(|word| (word, end - self.pos))
    }

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

    /// `-p` and `--` behind `time`.
    fn time_options(&mut self) {
        for option in ["-p", "--"] {
            self.blanks();
            if self.has(self.pos, option) && self.byte(self.pos + 2).is_none_or(is_meta) {
                self.pos += 2;
            }
        }
    }

    fn list_after(&mut self, mut list: List) {
        self.blanks();
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
                if self.zsh && matches!(self.byte(self.pos + 1), Some(b'|' | b'!')) {
                    self.fault(self.pos, self.pos + 2, "zsh reads this operator differently");
                }
                self.patch(list.item, |kind| *kind = Kind::Item { background: true });
                self.end_item(&mut list);
                self.pos += 1;
            }
            Some(b';') => {
                self.split_operator(1);
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

    /// Begins the command under the cursor; `false` where there is none.
    pub(super) fn command(&mut self) -> bool {
        match self.here() {
            None | Some(b'\n' | b';' | b'|' | b')') => return false,
            Some(b'&') if self.byte(self.pos + 1) != Some(b'>') => return false,
            Some(b'(') => {
                self.parenthesis();
                return true;
            }
            Some(_) => {}
        }
        match self.reserved() {
            Some((reserved::OPENERS, length)) => self.compound(length),
            Some((reserved::DEFINES, length)) => self.definition(length),
            Some((word, _)) if word & reserved::CLOSERS != 0 => return false,
            word => {
                if let Some((_, length)) = word {
                    self.fault(
                        self.pos,
                        self.pos + length,
                        "a reserved word in the place of a command",
                    );
                }
                let opened = self.open(Kind::Simple {
                    command: false,
                    redirects: false,
                });
                self.push(Frame::Simple(Simple {
                    opened,
                    words: 0,
                    others: 0,
                    declares: false,
                    first: (0, 0),
                    redirects: false,
                    waiting: false,
                }));
            }
        }
        true
    }

    fn parenthesis(&mut self) {
        if self.byte(self.pos + 1) == Some(b'(') && self.may_be_arithmetic(self.pos) {
            return self.arithmetic_command();
        }
        self.subshell();
    }

    /// Begins `( … )`.
    pub(super) fn subshell(&mut self) {
        self.split_operator(1);
        let opened = self.open(Kind::Compound(Compound::Subshell));
        self.pos += 1;
        self.push(Frame::Clause(Clause {
            opened,
            step: Step::CloseParen { scope: self.scope },
        }));
        self.scope = opened;
        self.nest_list(Close::Paren);
    }

    /// A list one level deeper.
    pub(super) fn nest_list(&mut self, close: Close) {
        let opened = self.open(Kind::List);
        self.nest(Frame::list(opened, close));
    }

    fn compound(&mut self, length: usize) {
        let start = self.pos;
        let kind = match self.slice(start, start + length) {
            "if" => Compound::If,
            "while" | "until" => Compound::While,
            "case" => Compound::Case,
            "[[" => Compound::Condition,
            "{" => Compound::Group,
            _ => Compound::For,
        };
        let opened = self.open(Kind::Compound(kind));
        self.pos += length;
        let mut clause = |step| self.push(Frame::Clause(Clause { opened, step }));
        match kind {
            Compound::If => {
                clause(Step::Then);
                self.nest_list(Close::Words(reserved::THEN));
            }
            Compound::While => {
                clause(Step::Do);
                self.nest_list(Close::Words(reserved::DO));
            }
            Compound::Group => {
                clause(Step::CloseCurly);
                self.nest_list(Close::Curly);
            }
            Compound::Case => self.case_subject(opened),
            Compound::Condition => clause(Step::Test {
                regex: false,
                parens: 0,
            }),
            _ => self.for_header(opened),
        }
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

/// The section that a word opens, for those that do.
pub(super) const fn section_of(word: u16) -> Option<Section> {
    match word {
        reserved::THEN => Some(Section::Then),
        reserved::ELIF => Some(Section::Elif),
        reserved::ELSE => Some(Section::Else),
        reserved::DO => Some(Section::Do),
        _ => None,
    }
}
