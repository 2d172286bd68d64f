//! What `$` begins, and substitutions.

use super::{
    event::{Form, Kind, ParamOp},
    frame::{Close, Frame, Rewritten},
    reader::{Reader, begins_name, in_name},
};
use crate::shell::{HoleKind, grammar::Dialect};

impl Reader<'_> {
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
                self.posix(2, "sh may read this quoting differently");
                self.pos += 2;
                self.push(Frame::Double {
                    opened: start,
                    filled: false,
                });
            }
            Some(b'(') if self.byte(start + 2) == Some(b'(') && self.may_be_arithmetic(start) => {
                self.arithmetic_expansion(quoted);
            }
            Some(b'(') => {
                let next = self.behind_continuations(start + 2);
                if next > start + 2 && self.byte(next) == Some(b'(') {
                    self.fault(start, next + 1, "a line continuation inside an operator");
                }
                self.substitution(Form::Dollar, quoted);
            }
            Some(b'[') => {
                self.posix(2, "sh may take this as it stands");
                self.pos += 1;
                self.bracket(start + 1);
            }
            Some(b'{') => self.parameter(quoted),
            Some(byte) if begins_name(byte) => {
                let mut end = start + 1;
                while self.byte(end).is_some_and(in_name) {
                    end += 1;
                }
                self.continued_variable(start, end);
                self.token(Kind::Variable { quoted }, start + 1, end);
                self.pos = end;
                self.zsh_variable(start, end);
            }
            Some(b'?' | b'#' | b'$') => self.hole(HoleKind::Digits, 2),
            // Empty until something runs in the background.
            Some(b'!') => {
                self.token(Kind::Variable { quoted }, start + 1, start + 2);
                self.pos += 2;
            }
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
                if self.dialect == Dialect::Zsh && matches!(next, Some(b'~' | b'=' | b'^' | b'+')) {
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

    /// `$x\<newline>y` is `$xy`.
    fn continued_variable(&mut self, start: usize, end: usize) {
        let next = self.behind_continuations(end);
        if next > end && self.byte(next).is_some_and(in_name) {
            self.fault(start, next, "a line continuation inside an expansion");
        }
    }

    /// Behind the line continuations at `at`.
    pub(super) fn behind_continuations(&self, mut at: usize) -> usize {
        while self.has(at, "\\\n") {
            at += 2;
        }
        at
    }

    fn zsh_variable(&mut self, start: usize, end: usize) {
        if self.dialect == Dialect::Zsh
            && (self.byte(end) == Some(b'[')
                || self.byte(end) == Some(b':')
                    && self.byte(end + 1).is_some_and(|byte| byte.is_ascii_alphabetic()))
        {
            self.fault(start, end + 1, "zsh reads a subscript or modifier here");
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
            rewritten: self.rewritten,
        });
        self.rewritten = Rewritten::No;
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

    /// `${name…}` has been left: its operator is known.
    pub(super) fn set_operator(&mut self, opened: u32, operator: ParamOp) {
        self.patch(opened, |kind| {
            if let Kind::Parameter { op, .. } = kind {
                *op = operator;
            }
        });
    }
}
