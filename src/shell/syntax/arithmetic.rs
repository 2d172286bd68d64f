//! `((…))`, `$((…))`, `$[…]` and subscripts. What only looks like arithmetic is read again as commands.

use super::{
    event::{Compound, Form, Kind},
    frame::{Arithmetic, Clause, Frame, Shape, Step},
    reader::Reader,
};

/// How often `((` may turn out to be no arithmetic before it is no longer tried.
const MAX_RETRIES: usize = 32;

impl Reader<'_> {
    /// Whether the `((` at `at` has not been found to be something else.
    pub(super) fn may_be_arithmetic(&mut self, at: usize) -> bool {
        if self.not_arithmetic.len() >= MAX_RETRIES {
            self.fault(at, at + 2, "too many double parentheses that are no arithmetic");
            return false;
        }
        !self.not_arithmetic.contains(&at)
    }

    /// `((` in the place of a command.
    pub(super) fn arithmetic_command(&mut self) {
        let start = self.pos;
        let opened = self.open(Kind::Compound(Compound::Arithmetic));
        self.pos += 2;
        self.push(Frame::Clause(Clause {
            opened,
            step: Step::ArithmeticDone,
        }));
        self.begin_arithmetic(Shape::Command, start);
    }

    /// `$((`
    pub(super) fn arithmetic_expansion(&mut self, quoted: bool) {
        let start = self.pos;
        self.pos += 3;
        self.begin_arithmetic(Shape::Expansion { quoted }, start);
    }

    /// `((` behind `for`.
    pub(super) fn for_arithmetic(&mut self) {
        let start = self.pos;
        self.pos += 2;
        self.begin_arithmetic(Shape::For, start);
    }

    fn begin_arithmetic(&mut self, shape: Shape, start: usize) {
        let (faults, heredocs, marks) = self.counts();
        let opened = self.open_at(Kind::Arithmetic, start);
        self.nest(Frame::Arithmetic(Arithmetic {
            opened,
            shape,
            depth: 0,
            start,
            faults,
            heredocs,
            marks,
        }));
    }

    pub(super) fn arithmetic(&mut self, mut state: Arithmetic) {
        let (open, shut) = if state.shape == Shape::Bracket {
            (b'[', b']')
        } else {
            (b'(', b')')
        };
        loop {
            match self.here() {
                None => return self.not_closed(state),
                Some(byte) if byte == open => {
                    state.depth = state.depth.saturating_add(1);
                    self.pos += 1;
                }
                Some(byte) if byte == shut && state.depth > 0 => {
                    state.depth -= 1;
                    self.pos += 1;
                }
                Some(byte) if byte == shut => {
                    if state.shape == Shape::Bracket {
                        self.pos += 1;
                    } else if self.byte(self.pos + 1) == Some(b')') {
                        self.pos += 2;
                    } else {
                        return self.not_closed(state);
                    }
                    if matches!(state.shape, Shape::Expansion { .. }) {
                        self.expansion_or_commands(&state);
                    }
                    return self.close(state.opened, Kind::ArithmeticEnd);
                }
                Some(b'\\') => {
                    self.continued_arithmetic();
                    self.pos += 1 + self.width(self.pos + 1);
                }
                Some(b'\'') => self.quotes_in_arithmetic(),
                Some(b'"' | b'$' | b'`') => {
                    self.push(Frame::Arithmetic(state));
                    return self.expansion(true);
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    /// A line continuation that may split a name or an operator: `$((x\<newline>=1))`.
    fn continued_arithmetic(&mut self) {
        let blank = |byte: Option<u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace());
        let before = self.pos.checked_sub(1).and_then(|at| self.byte(at));
        if self.has(self.pos, "\\\n") && !blank(before) && !blank(self.byte(self.pos + 2)) {
            self.fault(self.pos, self.pos + 2, "a line continuation inside arithmetic");
        }
    }

    /// What was read as `$((…))`: bash counts its parentheses once more when it expands it, with those of the
    /// substitutions in it, and runs it as commands where they do not match (`subst.c`, `chk_arithsub`). The patterns
    /// of a `case` never do: it writes them down again with one parenthesis.
    fn expansion_or_commands(&mut self, state: &Arithmetic) {
        let read = self
            .script
            .events
            .get(state.opened as usize..)
            .unwrap_or_default();
        let case = read
            .iter()
            .any(|event| event.kind == Kind::Compound(Compound::Case));
        let text = self.slice(state.start + 3, self.pos - 2);
        if case || !is_balanced(text, true) || !is_balanced(text, false) {
            self.fault(
                state.start,
                state.start + 3,
                "arithmetic that bash may run as commands",
            );
        }
    }

    /// Single quotes: harmless where what they hold is.
    fn quotes_in_arithmetic(&mut self) {
        let end = self.find(self.pos + 1, b'\'');
        let held = end.map(|end| self.slice(self.pos + 1, end));
        if let (Some(end), Some(held)) = (end, held)
            && !held.bytes().any(|byte| b"$`\\\"()[]".contains(&byte))
        {
            self.pos = end + 1;
        } else {
            self.fault(self.pos, self.pos + 1, "quotes that arithmetic may evaluate");
            self.pos += 1;
        }
    }

    fn not_closed(&mut self, state: Arithmetic) {
        let retry = matches!(state.shape, Shape::Command | Shape::Expansion { .. });
        if !retry || self.is_cut() {
            self.fault(state.start, self.pos, "arithmetic is not closed");
            return self.close(state.opened, Kind::ArithmeticEnd);
        }
        // It was no arithmetic: forget what was read and read it as commands.
        self.script.unusual = true;
        self.not_arithmetic.push(state.start);
        self.script.faults.truncate(state.faults as usize);
        self.script.heredocs.truncate(state.heredocs as usize);
        self.script.marks.truncate(state.marks as usize);
        let mut keep = state.opened as usize;
        if state.shape == Shape::Command {
            // The clause behind it, and the event of the command.
            self.stack.pop();
            keep = keep.saturating_sub(1);
        }
        self.script.events.truncate(keep);
        self.pos = state.start;
        match state.shape {
            Shape::Expansion { quoted } => {
                self.fault(
                    state.start,
                    state.start + 3,
                    "a substitution that looks like arithmetic",
                );
                self.substitution(Form::Dollar, quoted);
            }
            _ => self.subshell(),
        }
    }
}

/// Whether the parentheses of a text match, those in `quotes` left out or not.
fn is_balanced(text: &str, quotes: bool) -> bool {
    let mut depth = 0_usize;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'(' => depth += 1,
            b')' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            b'\\' => {
                bytes.next();
            }
            b'\'' if quotes => {
                bytes.find(|next| *next == byte);
            }
            b'"' if quotes => {
                while let Some(next) = bytes.next() {
                    match next {
                        b'"' => break,
                        b'\\' => {
                            bytes.next();
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    depth == 0
}
