//! The parts of compound commands, function definitions and coprocesses.

use super::{
    event::{Compound, Kind, Role, Section},
    frame::{Clause, Close, Frame, Mode, Step},
    list::{reserved, section_of},
    reader::{Reader, begins_name, in_name, is_meta},
};

impl Reader<'_> {
    pub(super) fn clause(&mut self, clause: Clause) {
        let opened = clause.opened;
        match clause.step {
            Step::Then => self.expect(opened, reserved::THEN),
            Step::Elif => self.expect(opened, reserved::ELIF | reserved::ELSE | reserved::FI),
            Step::Fi => self.expect(opened, reserved::FI),
            Step::Do => self.expect(opened, reserved::DO),
            Step::Done => self.expect(opened, reserved::DONE),
            Step::CloseCurly => self.expect(opened, reserved::CLOSE_CURLY),
            Step::CloseParen { scope } => self.close_paren(opened, scope),
            Step::In => self.for_in(clause),
            Step::Items => self.for_items(clause),
            Step::BeforeDo { semicolon } => self.before_do(clause, semicolon),
            Step::CaseIn => self.case_in(clause),
            Step::Arm => self.arm(clause),
            Step::Pattern => self.pattern(clause),
            Step::ArmEnd => self.arm_end(opened),
            Step::Test { regex, parens } => self.test(opened, regex, parens),
            Step::FunctionBody => self.function_body(clause),
            Step::ArithmeticDone => self.finish(opened),
        }
    }

    /// The reserved word that a part must end with, and what follows it.
    fn expect(&mut self, opened: u32, wanted: u16) {
        let Some((word, length)) = self.reserved().filter(|(word, _)| word & wanted != 0) else {
            return self.unclosed(opened);
        };
        self.pos += length;
        let Some(section) = section_of(word) else {
            return self.finish(opened);
        };
        self.begin_section(opened, section, length);
    }

    fn begin_section(&mut self, opened: u32, section: Section, length: usize) {
        let (step, close) = match section {
            Section::Then => (
                Step::Elif,
                Close::Words(reserved::ELIF | reserved::ELSE | reserved::FI),
            ),
            Section::Elif => (Step::Then, Close::Words(reserved::THEN)),
            Section::Else => (Step::Fi, Close::Words(reserved::FI)),
            Section::Do => (Step::Done, Close::Words(reserved::DONE)),
            Section::Arm | Section::ArmEnd => (Step::ArmEnd, Close::Arm),
        };
        self.token(Kind::Section(section), self.pos - length, self.pos);
        self.push(Frame::Clause(Clause { opened, step }));
        self.nest_list(close);
    }

    /// The command is complete; redirections may follow.
    fn finish(&mut self, opened: u32) {
        let body = self.open(Kind::BodyEnd);
        self.pair(opened, body);
        self.push(Frame::Tail { opened, body });
    }

    fn unclosed(&mut self, opened: u32) {
        self.fault(self.began(opened), self.pos, "a compound command is not closed");
        let body = self.open(Kind::BodyEnd);
        self.end_compound(opened, body);
    }

    pub(super) fn tail(&mut self, opened: u32, body: u32) {
        self.blanks();
        if self.at_redirection() {
            self.push(Frame::Tail { opened, body });
            self.redirection();
        } else {
            self.end_compound(opened, body);
        }
    }

    fn end_compound(&mut self, opened: u32, body: u32) {
        self.close(opened, Kind::CompoundEnd);
        let end = self
            .script
            .events
            .get(opened as usize)
            .map_or(opened, |event| event.pair);
        self.pair(body, end);
        self.pair(opened, body);
    }

    fn close_paren(&mut self, opened: u32, scope: u32) {
        self.scope = scope;
        if self.here() != Some(b')') {
            return self.unclosed(opened);
        }
        if self.is_empty_list() {
            self.fault(self.began(opened), self.pos + 1, "an empty list of commands");
        }
        self.pos += 1;
        self.finish(opened);
    }

    /// Whether the list that has just ended holds nothing.
    fn is_empty_list(&self) -> bool {
        let events = &self.script.events;
        events
            .len()
            .checked_sub(2)
            .and_then(|index| events.get(index))
            .is_some_and(|event| event.kind == Kind::List)
    }

    // -- for, select -------------------------------------------------------------------------------------

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

    fn for_in(&mut self, clause: Clause) {
        if self.blank_lines(Frame::Clause(clause)) {
            return;
        }
        let step = match self.reserved() {
            Some((reserved::IN, length)) => {
                self.pos += length;
                Step::Items
            }
            _ => {
                self.script.unusual = true;
                Step::BeforeDo { semicolon: true }
            }
        };
        self.push(Frame::Clause(Clause { step, ..clause }));
    }

    fn for_items(&mut self, clause: Clause) {
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

    fn before_do(&mut self, mut clause: Clause, semicolon: bool) {
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

    // -- case --------------------------------------------------------------------------------------------

    pub(super) fn case_subject(&mut self, opened: u32) {
        self.blanks();
        self.push(Frame::Clause(Clause {
            opened,
            step: Step::CaseIn,
        }));
        if self.here().is_some_and(|byte| !is_meta(byte)) || self.at_process_substitution() {
            self.begin_word(Role::Whole, Mode::Usual, false);
        }
    }

    fn case_in(&mut self, clause: Clause) {
        if self.blank_lines(Frame::Clause(clause)) {
            return;
        }
        match self.reserved() {
            Some((reserved::IN, length)) => {
                self.pos += length;
                self.push(Frame::Clause(Clause {
                    step: Step::Arm,
                    ..clause
                }));
            }
            _ => self.unclosed(clause.opened),
        }
    }

    fn arm(&mut self, clause: Clause) {
        if self.blank_lines(Frame::Clause(clause)) {
            return;
        }
        if let Some((reserved::ESAC, length)) = self.reserved() {
            self.pos += length;
            return self.finish(clause.opened);
        }
        if self.here() == Some(b'(') {
            self.pos += 1;
            self.blanks();
        }
        self.pattern_word(clause);
    }

    fn pattern_word(&mut self, clause: Clause) {
        match self.here() {
            None => self.unclosed(clause.opened),
            Some(byte) if !is_meta(byte) || self.at_process_substitution() => {
                self.push(Frame::Clause(Clause {
                    step: Step::Pattern,
                    ..clause
                }));
                self.begin_word(Role::Whole, Mode::Usual, false);
            }
            Some(_) => {
                self.fault(self.pos, self.pos + 1, "a pattern is missing");
                self.pos += 1;
                self.push(Frame::Clause(Clause {
                    step: Step::Arm,
                    ..clause
                }));
            }
        }
    }

    fn pattern(&mut self, clause: Clause) {
        self.blanks();
        match self.here() {
            Some(b'|') => {
                self.pos += 1;
                self.blanks();
                self.pattern_word(clause);
            }
            Some(b')') => {
                self.pos += 1;
                self.begin_section(clause.opened, Section::Arm, 1);
            }
            _ => self.unclosed(clause.opened),
        }
    }

    fn arm_end(&mut self, opened: u32) {
        let length = if self.has(self.pos, ";;&") {
            3
        } else if self.has(self.pos, ";;") || self.has(self.pos, ";&") {
            2
        } else {
            let Some((reserved::ESAC, length)) = self.reserved() else {
                return self.unclosed(opened);
            };
            self.mark_token(Kind::Section(Section::ArmEnd), self.pos, self.pos);
            self.pos += length;
            return self.finish(opened);
        };
        self.token(Kind::Section(Section::ArmEnd), self.pos, self.pos + length);
        self.pos += length;
        self.push(Frame::Clause(Clause {
            opened,
            step: Step::Arm,
        }));
    }

    // -- [[ ]] -------------------------------------------------------------------------------------------

    fn test(&mut self, opened: u32, regex: bool, parens: u32) {
        let step = |regex, parens| {
            Frame::Clause(Clause {
                opened,
                step: Step::Test { regex, parens },
            })
        };
        if self.blank_lines(step(regex, parens)) {
            return;
        }
        if !regex && self.has(self.pos, "]]") && self.byte(self.pos + 2).is_none_or(is_meta) {
            if parens > 0 {
                self.fault(self.pos, self.pos + 2, "a parenthesis is not closed");
            }
            self.pos += 2;
            return self.finish(opened);
        }
        match self.here() {
            None => self.unclosed(opened),
            Some(b'(') if !regex => {
                self.pos += 1;
                self.push(step(false, parens.saturating_add(1)));
            }
            Some(b')') if parens > 0 => {
                self.pos += 1;
                self.push(step(false, parens - 1));
            }
            Some(b'&' | b'|') if self.has(self.pos, "&&") || self.has(self.pos, "||") => {
                self.pos += 2;
                self.push(step(false, parens));
            }
            Some(b'<' | b'>') if !self.at_process_substitution() => {
                self.pos += 1;
                self.push(step(false, parens));
            }
            Some(b'=') if self.has(self.pos, "=~") && self.byte(self.pos + 2).is_some_and(is_meta) => {
                self.pos += 2;
                self.push(step(true, parens));
            }
            Some(byte)
                if is_meta(byte)
                    && !self.at_process_substitution()
                    && !(regex && matches!(byte, b'(' | b'|')) =>
            {
                self.fault(self.pos, self.pos + 1, "an operator inside [[");
                self.pos += 1;
                self.push(step(false, parens));
            }
            Some(_) => {
                self.push(step(false, parens));
                let mode = if regex {
                    Mode::Regex { parens: 0 }
                } else {
                    Mode::Usual
                };
                self.begin_word(Role::Whole, mode, false);
            }
        }
    }

    // -- function, coproc --------------------------------------------------------------------------------

    /// Behind `function` or `coproc`.
    pub(super) fn definition(&mut self, length: usize) {
        let is_function = length == "function".len();
        let start = self.pos;
        self.pos += length;
        self.blanks();
        if is_function {
            let name = self.pos;
            while self.here().is_some_and(|byte| !is_meta(byte)) {
                self.pos += 1;
            }
            if name == self.pos {
                self.fault(start, self.pos, "a function without a name");
            }
            let end = self.pos;
            self.blanks();
            if self.here() == Some(b'(') {
                let before = self.pos;
                self.pos += 1;
                self.blanks();
                if self.here() == Some(b')') {
                    self.pos += 1;
                } else {
                    self.pos = before;
                }
            }
            return self.begin_function(name, end);
        }
        let opened = self.open_at(Kind::Coproc, start);
        self.push(Frame::End {
            opened,
            kind: Kind::CoprocEnd,
        });
        if self.at_compound() {
            self.command();
            return;
        }
        let mut end = self.pos;
        while self.byte(end).is_some_and(|byte| !is_meta(byte)) {
            end += 1;
        }
        let (back, name_end) = (self.pos, end);
        self.pos = end;
        self.blanks();
        if is_name(self.slice(back, name_end)) && self.at_compound() {
            self.command();
            return;
        }
        self.pos = back;
        if !self.command() {
            self.fault(start, self.pos, "a command is missing");
        }
    }

    /// A function whose name is `[name, end)`; the body is next.
    pub(super) fn begin_function(&mut self, name: usize, end: usize) {
        let opened = self.open_at(Kind::Function, name);
        // The span of the opening event becomes that of the whole definition; the name follows as text.
        self.mark_token(Kind::Bare, name, end);
        self.push(Frame::End {
            opened,
            kind: Kind::FunctionEnd,
        });
        self.push(Frame::Clause(Clause {
            opened,
            step: Step::FunctionBody,
        }));
    }

    fn function_body(&mut self, clause: Clause) {
        if self.blank_lines(Frame::Clause(clause)) {
            return;
        }
        if self.at_compound() {
            self.command();
        } else {
            self.fault(
                self.began(clause.opened),
                self.pos,
                "the body of a function is no compound command",
            );
        }
    }

    /// Whether a compound command begins under the cursor.
    fn at_compound(&self) -> bool {
        self.here() == Some(b'(') || matches!(self.reserved(), Some((reserved::OPENERS, _)))
    }
}

/// Whether `text` is a name.
pub(super) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(begins_name) && bytes.all(in_name)
}
