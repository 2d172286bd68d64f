//! The parts of compound commands: what must follow what.

use super::{
    event::{Kind, Section},
    frame::{Clause, Close, Frame, Step},
    reader::Reader,
    reserved::{self, section_of},
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
    pub(super) fn expect(&mut self, opened: u32, wanted: u16) {
        let Some((word, length)) = self.reserved().filter(|(word, _)| word & wanted != 0) else {
            return self.unclosed(opened);
        };
        self.pos += length;
        let Some(section) = section_of(word) else {
            return self.finish(opened);
        };
        self.begin_section(opened, section, length);
    }

    pub(super) fn begin_section(&mut self, opened: u32, section: Section, length: usize) {
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
    pub(super) fn finish(&mut self, opened: u32) {
        let body = self.open(Kind::BodyEnd);
        self.pair(opened, body);
        self.push(Frame::Tail { opened, body });
    }

    pub(super) fn unclosed(&mut self, opened: u32) {
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
}
