//! Function definitions and coprocesses.

use super::{
    event::Kind,
    frame::{Clause, Frame, Step},
    reader::{Reader, begins_name, in_name, is_meta},
    reserved,
};

impl Reader<'_> {
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

    pub(super) fn function_body(&mut self, clause: Clause) {
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
