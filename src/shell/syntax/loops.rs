//! The heads of `for` and `select`.

use super::{
    definitions::is_name,
    event::{Compound, Kind, Role, Section},
    frame::{Clause, Close, Frame, Mode, Step},
    reader::{Reader, is_meta},
    reserved,
};

impl Reader<'_> {
    pub(super) fn for_header(&mut self, opened: u32) {
        self.blanks();
        if self.has(self.pos, "((") {
            self.patch(opened, |kind| *kind = Kind::Compound(Compound::ArithmeticFor));
            self.push(Frame::Clause(Clause {
                opened,
                step: Step::BeforeDo { semicolon: true },
            }));
            return self.for_arithmetic();
        }
        let start = self.pos;
        while self.here().is_some_and(|byte| !is_meta(byte)) {
            self.pos += 1;
        }
        self.token(Kind::LoopVariable, start, self.pos);
        if !is_name(self.slice(start, self.pos)) {
            self.fault(start, self.pos, "the variable of a loop is no name");
        }
        self.push(Frame::Clause(Clause {
            opened,
            step: Step::In,
        }));
    }

    pub(super) fn for_in(&mut self, clause: Clause) {
        if self.blank_lines(Frame::Clause(clause)) {
            return;
        }
        let step = if let Some((reserved::IN, length)) = self.reserved() {
            self.pos += length;
            Step::Items
        } else {
            self.script.unusual = true;
            Step::BeforeDo { semicolon: true }
        };
        self.push(Frame::Clause(Clause { step, ..clause }));
    }

    pub(super) fn for_items(&mut self, clause: Clause) {
        self.blanks();
        match self.here() {
            Some(b'\n') => {
                let next = Frame::Clause(Clause {
                    step: Step::BeforeDo { semicolon: false },
                    ..clause
                });
                if !self.newline(next) {
                    self.push(next);
                }
            }
            Some(b';') if !matches!(self.byte(self.pos + 1), Some(b';' | b'&')) => {
                self.pos += 1;
                self.push(Frame::Clause(Clause {
                    step: Step::BeforeDo { semicolon: false },
                    ..clause
                }));
            }
            Some(byte) if !is_meta(byte) || self.at_process_substitution() => {
                self.push(Frame::Clause(clause));
                self.begin_word(Role::Item, Mode::Usual, false);
            }
            _ => {
                self.fault(self.pos, self.pos + 1, "the words of a loop end in an operator");
                self.push(Frame::Clause(Clause {
                    step: Step::BeforeDo { semicolon: false },
                    ..clause
                }));
            }
        }
    }

    pub(super) fn before_do(&mut self, mut clause: Clause, semicolon: bool) {
        if semicolon {
            self.blanks();
            if self.here() == Some(b';') {
                self.pos += 1;
            }
            clause.step = Step::BeforeDo { semicolon: false };
        }
        if self.blank_lines(Frame::Clause(clause)) {
            return;
        }
        match self.reserved() {
            Some((reserved::DO, length)) => {
                self.pos += length;
                self.begin_section(clause.opened, Section::Do, length);
            }
            Some((reserved::OPENERS, 1)) => {
                self.script.unusual = true;
                self.pos += 1;
                self.token(Kind::Section(Section::Do), self.pos - 1, self.pos);
                self.push(Frame::Clause(Clause {
                    step: Step::CloseCurly,
                    ..clause
                }));
                self.nest_list(Close::Curly);
            }
            _ => self.unclosed(clause.opened),
        }
    }
}
