//! Words: where they begin and end, assignments, arrays, extended globs.

use super::{
    event::{Form, Kind, Role},
    frame::{Arithmetic, Frame, Mode, Shape, Word},
    reader::{Reader, begins_name, in_name, is_meta},
};
use crate::shell::grammar::Dialect;

impl Reader<'_> {
    /// Puts the word under the cursor on the stack.
    pub(super) fn begin_word(&mut self, role: Role, mode: Mode, assigns: bool) {
        let opened = self.open(Kind::Word(role));
        if self.dialect == Dialect::Zsh
            && self.here() == Some(b'=')
            && self.byte(self.pos + 1).is_some_and(|byte| !is_meta(byte))
        {
            self.fault(self.pos, self.pos + 1, "zsh expands a leading = to a command");
        }
        self.push(Frame::Word(Word {
            opened,
            mode,
            assigns,
            assigned: false,
        }));
    }

    pub(super) fn word(&mut self, mut word: Word) {
        if word.assigns && self.assignment(&mut word) {
            return;
        }
        let mut run = self.pos;
        loop {
            let Some(byte) = self.here() else {
                self.token(Kind::Bare, run, self.pos);
                return self.end_word(word);
            };
            match byte {
                b'\'' => {
                    self.token(Kind::Bare, run, self.pos);
                    self.single_quotes();
                    run = self.pos;
                }
                b'\\' => {
                    self.token(Kind::Bare, run, self.pos);
                    self.backslash();
                    run = self.pos;
                }
                b'"' | b'$' | b'`' => {
                    self.token(Kind::Bare, run, self.pos);
                    self.push(Frame::Word(word));
                    return self.expansion(false);
                }
                b'(' if matches!(word.mode, Mode::Regex { .. }) => {
                    if let Mode::Regex { parens } = &mut word.mode {
                        *parens = parens.saturating_add(1);
                    }
                    self.pos += 1;
                }
                b')' if matches!(word.mode, Mode::Regex { parens: 1.. }) => {
                    if let Mode::Regex { parens } = &mut word.mode {
                        *parens -= 1;
                    }
                    self.pos += 1;
                }
                b'|' if matches!(word.mode, Mode::Regex { .. }) => self.pos += 1,
                b'<' | b'>' if self.byte(self.pos + 1) == Some(b'(') => {
                    self.token(Kind::Bare, run, self.pos);
                    self.push(Frame::Word(word));
                    let form = if byte == b'<' { Form::Input } else { Form::Output };
                    return self.substitution(form, false);
                }
                b'(' if run < self.pos && self.is_extended_glob() => {
                    self.token(Kind::Bare, run, self.pos - 1);
                    self.push(Frame::Word(word));
                    return self.extended_glob();
                }
                _ if is_meta(byte) && !matches!(word.mode, Mode::Regex { parens: 1.. }) => {
                    self.token(Kind::Bare, run, self.pos);
                    return self.end_word(word);
                }
                _ => self.pos += 1,
            }
        }
    }

    fn end_word(&mut self, word: Word) {
        if matches!(self.here(), Some(b'<' | b'>')) {
            self.continued_descriptor(word.opened);
        }
        self.assigned = word.assigned;
        self.close(word.opened, Kind::WordEnd);
    }

    /// Reads `name=`, `name+=`, `name[…]=` where the word begins with it. `true` where something was put
    /// on the stack.
    fn assignment(&mut self, word: &mut Word) -> bool {
        let start = self.began(word.opened);
        if self.pos == start {
            if !self.here().is_some_and(begins_name) {
                word.assigns = false;
                return false;
            }
            let mut end = self.pos;
            while self.byte(end).is_some_and(in_name) {
                end += 1;
            }
            self.continued_name(end);
            if self.byte(end) == Some(b'[') {
                self.token(Kind::Bare, self.pos, end);
                self.pos = end;
                self.push(Frame::Word(*word));
                self.bracket(end);
                return true;
            }
            if !self.equals(end, word.opened) {
                word.assigns = false;
                return false;
            }
        } else {
            self.continued_name(self.pos);
            if !self.equals(self.pos, word.opened) {
                word.assigns = false;
                return false;
            }
        }
        word.assigns = false;
        word.assigned = true;
        if self.here() == Some(b'(') {
            self.push(Frame::Word(*word));
            let opened = self.open(Kind::Array);
            self.pos += 1;
            self.nest(Frame::Elements { opened });
            return true;
        }
        false
    }

    /// `2\<newline>>a` opens the descriptor 2, as `2>a` does.
    fn continued_descriptor(&mut self, word: u32) {
        let start = self.began(word);
        let text = self.slice(start, self.pos);
        if !text.contains("\\\n") {
            return;
        }
        let text = text.replace("\\\n", "");
        let named = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        if named.unwrap_or(&text).bytes().all(in_name) {
            self.fault(start, self.pos + 1, "a line continuation inside an operator");
        }
    }

    /// A name that a line continuation splits, or parts from its `=`, is assigned to all the same: `x\<newline>=1`. It
    /// is not worth reading. What was read of it ends at `at`.
    fn continued_name(&mut self, at: usize) {
        let plus = usize::from(self.byte(at) == Some(b'+'));
        if !self.has(at + plus, "\\\n") {
            return;
        }
        let mut end = at;
        loop {
            if self.has(end, "\\\n") {
                end += 2;
            } else if self.byte(end).is_some_and(|byte| in_name(byte) || byte == b'+') {
                end += 1;
            } else {
                break;
            }
        }
        if matches!(self.byte(end), Some(b'=' | b'[')) {
            self.fault(at, end + 1, "a line continuation inside the name of a variable");
        }
    }

    /// Passes `=` or `+=` at `at`.
    fn equals(&mut self, at: usize, word: u32) -> bool {
        let length = if self.has(at, "+=") {
            2
        } else if self.byte(at) == Some(b'=') {
            1
        } else {
            return false;
        };
        self.pos = at + length;
        let equals = self.open_at(Kind::Equals, at);
        self.span_token(equals, at + length);
        self.pair(equals, word);
        true
    }

    /// `[…]` of a subscript or `$[…]`, whose bracket stands at `at`.
    pub(super) fn bracket(&mut self, at: usize) {
        let opened = self.open_at(Kind::Arithmetic, at);
        self.pos = at + 1;
        let (faults, heredocs, marks) = self.counts();
        let shape = Shape::Bracket;
        self.nest(Frame::Arithmetic(Arithmetic {
            opened,
            shape,
            depth: 0,
            start: at,
            faults,
            heredocs,
            marks,
        }));
    }

    pub(super) fn elements(&mut self, opened: u32) {
        let back = Frame::Elements { opened };
        if self.blank_lines(back) {
            return;
        }
        match self.here() {
            None => {
                self.fault(self.began(opened), self.pos, "an array is not closed");
                self.close(opened, Kind::ArrayEnd);
            }
            Some(b')') => {
                self.pos += 1;
                self.close(opened, Kind::ArrayEnd);
            }
            Some(byte) if !is_meta(byte) || self.at_process_substitution() => {
                self.push(back);
                self.begin_word(Role::Item, Mode::Usual, false);
            }
            Some(_) => {
                self.fault(self.pos, self.pos + 1, "an operator inside an array");
                self.pos += 1;
                self.push(back);
            }
        }
    }

    /// Whether the parenthesis under the cursor makes the character before it an extended glob.
    fn is_extended_glob(&self) -> bool {
        self.pos
            .checked_sub(1)
            .and_then(|at| self.byte(at))
            .is_some_and(|byte| b"?*+@!".contains(&byte))
    }

    fn extended_glob(&mut self) {
        let opened = self.open_at(Kind::ExtendedGlob, self.pos - 1);
        if self.dialect == Dialect::Zsh {
            self.fault(self.pos - 1, self.pos + 1, "zsh reads a qualifier here");
        }
        self.pos += 1;
        self.nest(Frame::Extended { opened });
    }

    pub(super) fn extended(&mut self, opened: u32) {
        loop {
            match self.here() {
                None => {
                    self.fault(self.began(opened), self.pos, "a pattern is not closed");
                    return self.close(opened, Kind::ExtendedGlobEnd);
                }
                Some(b')') => {
                    self.pos += 1;
                    return self.close(opened, Kind::ExtendedGlobEnd);
                }
                Some(b'\'') => self.single_quotes(),
                Some(b'\\') => self.backslash(),
                Some(b'"' | b'$' | b'`') => {
                    self.push(Frame::Extended { opened });
                    return self.expansion(false);
                }
                Some(byte @ (b'<' | b'>')) if self.byte(self.pos + 1) == Some(b'(') => {
                    self.push(Frame::Extended { opened });
                    let form = if byte == b'<' { Form::Input } else { Form::Output };
                    return self.substitution(form, false);
                }
                Some(b'(') => {
                    self.push(Frame::Extended { opened });
                    let opened = self.open(Kind::ExtendedGlob);
                    self.pos += 1;
                    return self.nest(Frame::Extended { opened });
                }
                Some(_) => self.pos += 1,
            }
        }
    }
}
