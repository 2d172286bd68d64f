//! Words: quotes, escapes and the expansions that stand in them.

use super::{
    event::{Form, Kind, ParamOp, Role},
    frame::{Arithmetic, Close, Frame, Mode, Shape, Word},
    reader::{Reader, begins_name, in_name, is_meta},
};
use crate::shell::HoleKind;

impl Reader<'_> {
    /// Puts the word under the cursor on the stack.
    pub(super) fn begin_word(&mut self, role: Role, mode: Mode, assigns: bool) {
        let opened = self.open(Kind::Word(role));
        if self.zsh && self.here() == Some(b'=') && self.byte(self.pos + 1).is_some_and(|byte| !is_meta(byte))
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
        } else if !self.equals(self.pos, word.opened) {
            word.assigns = false;
            return false;
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

    // -- quotes ------------------------------------------------------------------------------------------

    pub(super) fn single_quotes(&mut self) {
        let start = self.pos + 1;
        if let Some(end) = self.find(start, b'\'') {
            self.mark_token(Kind::Quoted, start, end);
            self.pos = end + 1;
        } else {
            self.fault(self.pos, self.end, "a single quote is not closed");
            self.mark_token(Kind::Quoted, start.min(self.end), self.end);
            self.pos = self.end;
        }
    }

    /// A backslash outside of quotes.
    pub(super) fn backslash(&mut self) {
        let width = self.width(self.pos + 1);
        if self.byte(self.pos + 1) != Some(b'\n') {
            // A backslash at the very end is itself.
            let start = if width == 0 { self.pos } else { self.pos + 1 };
            self.token(Kind::Escaped, start, self.pos + 1 + width);
        }
        self.pos += 1 + width;
    }

    pub(super) fn double(&mut self, opened: usize, mut filled: bool) {
        let mut run = self.pos;
        loop {
            match self.here() {
                None => {
                    self.fault(opened, self.pos, "a double quote is not closed");
                    return self.token(Kind::Quoted, run, self.pos);
                }
                Some(b'"') => {
                    if filled || run < self.pos {
                        self.token(Kind::Quoted, run, self.pos);
                    } else {
                        self.mark_token(Kind::Quoted, run, run);
                    }
                    self.pos += 1;
                    return;
                }
                Some(b'\\') => {
                    self.token(Kind::Quoted, run, self.pos);
                    filled = true;
                    run = self.quoted_backslash(true);
                }
                Some(b'$' | b'`') => {
                    self.token(Kind::Quoted, run, self.pos);
                    self.push(Frame::Double { opened, filled: true });
                    return self.expansion(true);
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    /// A backslash inside double quotes or a heredoc; returns where the text goes on.
    pub(super) fn quoted_backslash(&mut self, quotes: bool) -> usize {
        let start = self.pos;
        match self.byte(self.pos + 1) {
            Some(b'\n') => {
                self.pos += 2;
                self.pos
            }
            Some(b'$' | b'`' | b'\\') => {
                self.pos += 2;
                start + 1
            }
            Some(b'"') if quotes => {
                self.pos += 2;
                start + 1
            }
            _ => {
                self.pos += 1;
                start
            }
        }
    }

    // -- expansions --------------------------------------------------------------------------------------

    /// Reads the `"`, `$` or `` ` `` under the cursor: as far as it can be read at once, else it is put on
    /// the stack.
    pub(super) fn expansion(&mut self, quoted: bool) {
        let start = self.pos;
        match self.here() {
            Some(b'"') => {
                self.pos += 1;
                return self.push(Frame::Double {
                    opened: start,
                    filled: false,
                });
            }
            Some(b'`') => return self.backquotes(quoted),
            _ => {}
        }
        match self.byte(start + 1) {
            Some(b'\'') if !quoted => self.ansi(),
            Some(b'"') if !quoted => {
                self.pos += 2;
                self.push(Frame::Double {
                    opened: start,
                    filled: false,
                });
            }
            Some(b'(') if self.byte(start + 2) == Some(b'(') && self.may_be_arithmetic(start) => {
                self.arithmetic_expansion(quoted);
            }
            Some(b'(') => self.substitution(Form::Dollar, quoted),
            Some(b'[') => {
                self.pos += 1;
                self.bracket(start + 1);
            }
            Some(b'{') => self.parameter(quoted),
            Some(byte) if begins_name(byte) => {
                let mut end = start + 1;
                while self.byte(end).is_some_and(in_name) {
                    end += 1;
                }
                self.token(Kind::Variable { quoted }, start + 1, end);
                self.pos = end;
                self.zsh_variable(start, end);
            }
            Some(b'?' | b'#' | b'$' | b'!') => self.hole(HoleKind::Digits, 2),
            Some(b'@') => self.hole(HoleKind::Any, 2),
            Some(b'*' | b'-' | b'0'..=b'9') => {
                self.hole(if quoted { HoleKind::NoBlank } else { HoleKind::Any }, 2);
            }
            Some(b'\\') if self.byte(start + 2) == Some(b'\n') => {
                self.fault(start, start + 3, "a line continuation inside an expansion");
                self.token(Kind::Quoted, start, start + 1);
                self.pos += 1;
            }
            next => {
                if self.zsh && matches!(next, Some(b'~' | b'=' | b'^' | b'+')) {
                    self.fault(start, start + 2, "zsh expands this");
                }
                self.token(Kind::Quoted, start, start + 1);
                self.pos += 1;
            }
        }
    }

    fn hole(&mut self, kind: HoleKind, length: usize) {
        self.token(Kind::Hole(kind), self.pos, self.pos + length);
        self.pos += length;
    }

    fn zsh_variable(&mut self, start: usize, end: usize) {
        if self.zsh
            && (self.byte(end) == Some(b'[')
                || self.byte(end) == Some(b':')
                    && self.byte(end + 1).is_some_and(|byte| byte.is_ascii_alphabetic()))
        {
            self.fault(start, end + 1, "zsh reads a subscript or modifier here");
        }
    }

    fn ansi(&mut self) {
        let start = self.pos + 2;
        let mut at = start;
        loop {
            match self.byte(at) {
                None => {
                    self.fault(self.pos, self.end, "a quote is not closed");
                    self.mark_token(Kind::Ansi, start.min(self.end), self.end);
                    self.pos = self.end;
                    return;
                }
                Some(b'\\') => at += 2,
                Some(b'\'') => {
                    self.mark_token(Kind::Ansi, start, at);
                    self.pos = at + 1;
                    return;
                }
                Some(_) => at += 1,
            }
        }
    }

    /// `$(`, `<(` or `>(` under the cursor.
    pub(super) fn substitution(&mut self, form: Form, quoted: bool) {
        self.begin_substitution(form, quoted, 2);
        self.nest_list(Close::Paren);
    }

    /// Opens a substitution whose opening is `length` bytes; its list comes next.
    pub(super) fn begin_substitution(&mut self, form: Form, quoted: bool, length: usize) {
        let opened = self.open(Kind::Substitution { form, quoted });
        self.pos += length;
        self.push(Frame::Closing {
            opened,
            form,
            waiting: self.waiting,
            interrupts: self.interrupts,
            scope: self.scope,
        });
        self.interrupts |= self.pending.len() > self.waiting;
        self.waiting = self.pending.len();
        self.scope = opened;
    }

    pub(super) fn closing(&mut self, opened: u32, form: Form, waiting: usize, scope: u32) {
        if self.pending.len() > self.waiting {
            self.fault(self.began(opened), self.pos, "a heredoc without a body");
            self.pending.truncate(self.waiting);
        }
        self.waiting = waiting;
        self.scope = scope;
        let closer = match form {
            Form::Backquote => None,
            Form::Function => Some(b'}'),
            Form::Dollar | Form::Input | Form::Output => Some(b')'),
        };
        if closer.is_some() && self.here() == closer {
            self.pos += 1;
        } else if closer.is_some() {
            self.fault(self.began(opened), self.pos, "a substitution is not closed");
        }
        self.close(opened, Kind::SubstitutionEnd);
    }

    // -- extended globs ----------------------------------------------------------------------------------

    /// Whether the parenthesis under the cursor makes the character before it an extended glob.
    fn is_extended_glob(&self) -> bool {
        self.pos
            .checked_sub(1)
            .and_then(|at| self.byte(at))
            .is_some_and(|byte| b"?*+@!".contains(&byte))
    }

    fn extended_glob(&mut self) {
        let opened = self.open_at(Kind::ExtendedGlob, self.pos - 1);
        if self.zsh {
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

    /// `${name…}` has been left: its operator is known.
    pub(super) fn set_operator(&mut self, opened: u32, operator: ParamOp) {
        self.patch(opened, |kind| {
            if let Kind::Parameter { op, .. } = kind {
                *op = operator;
            }
        });
    }
}
