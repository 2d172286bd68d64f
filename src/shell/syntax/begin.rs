//! Which command begins under the cursor.

use super::{
    event::{Compound, Kind},
    frame::{Clause, Close, Frame, Simple, Step},
    reader::Reader,
    reserved,
};

impl Reader<'_> {
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
            self.posix(2, "sh may read this as two subshells");
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
        if kind == Compound::Condition {
            self.posix(length, "sh may read this as a command");
        }
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
