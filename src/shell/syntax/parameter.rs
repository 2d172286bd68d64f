//! `${…}`.

use super::{
    event::{Form, Kind, ParamOp},
    frame::{Braced, BracedState, Close, Frame},
    reader::{Reader, begins_name, in_name},
};

impl Reader<'_> {
    /// `${` under the cursor.
    pub(super) fn parameter(&mut self, quoted: bool) {
        let start = self.pos;
        match self.byte(start + 2) {
            Some(b' ' | b'\t' | b'\n') => {
                self.begin_substitution(Form::Function, quoted, 2);
                return self.nest_list(Close::Substitution);
            }
            Some(b'|') => {
                self.begin_substitution(Form::Function, quoted, 3);
                return self.nest_list(Close::Substitution);
            }
            _ => {}
        }
        let mut at = start + 2;
        let mut op = ParamOp::Other;
        let is_parameter =
            |byte: Option<u8>| byte.is_some_and(|byte| in_name(byte) || b"@*#?$!-".contains(&byte));
        if self.byte(at) == Some(b'#') && is_parameter(self.byte(at + 1)) && self.ends_as_length(at + 1) {
            op = ParamOp::Length;
            at += 1;
        } else if self.byte(at) == Some(b'!') && is_parameter(self.byte(at + 1)) {
            op = ParamOp::Indirect;
            at += 1;
        }
        let name = at;
        match self.byte(at) {
            Some(byte) if begins_name(byte) => {
                while self.byte(at).is_some_and(in_name) {
                    at += 1;
                }
            }
            Some(byte) if byte.is_ascii_digit() => {
                while self.byte(at).is_some_and(|byte| byte.is_ascii_digit()) {
                    at += 1;
                }
            }
            Some(b'@' | b'*') => {
                at += 1;
                if op == ParamOp::Other && self.byte(name) == Some(b'@') {
                    op = ParamOp::Several;
                }
            }
            Some(b'#' | b'?' | b'$' | b'!' | b'-') => at += 1,
            _ => self.fault(start, at + 1, "no parameter is named in ${…}"),
        }
        let plain = op == ParamOp::Other
            && self
                .byte(name)
                .is_some_and(|byte| begins_name(byte) || byte == b'!');
        if plain && self.byte(at) == Some(b'}') {
            self.token(Kind::Variable { quoted }, name, at);
            self.pos = at + 1;
            return;
        }
        let opened = self.open_at(Kind::Parameter { op, quoted }, name);
        if at - name == 1
            && matches!(self.byte(name), Some(b'#' | b'?' | b'$'))
            && self.byte(at) == Some(b'}')
        {
            self.set_operator(opened, ParamOp::Length);
        }
        self.pos = at;
        self.nest(Frame::Braced(Braced {
            opened,
            quoted,
            state: BracedState::Operator,
            start,
        }));
        if self.byte(at) == Some(b'[') {
            if matches!(self.byte(at + 1), Some(b'@' | b'*')) && self.byte(at + 2) == Some(b']') {
                if op == ParamOp::Other && self.byte(at + 1) == Some(b'@') {
                    self.set_operator(opened, ParamOp::Several);
                }
                self.pos = at + 3;
            } else {
                if self.has(at + 1, "\\\n") || matches!(self.byte(at + 1), Some(b'@' | b'*')) {
                    self.fault(start, at + 2, "a line continuation inside an expansion");
                }
                self.bracket(at);
            }
        }
    }

    /// Whether `${#` at the parameter `at` is a length: nothing but a subscript follows.
    fn ends_as_length(&self, at: usize) -> bool {
        let mut end = at + 1;
        if self.byte(at).is_some_and(in_name) {
            while self.byte(end).is_some_and(in_name) {
                end += 1;
            }
        }
        matches!(self.byte(end), Some(b'}' | b'['))
    }

    pub(super) fn braced(&mut self, mut braced: Braced) {
        if braced.state == BracedState::Operator {
            self.operator(&mut braced);
        }
        let BracedState::Operand { quotes } = braced.state else {
            return;
        };
        loop {
            match self.here() {
                None => {
                    self.fault(braced.start, self.pos, "an expansion is not closed");
                    return self.close(braced.opened, Kind::ParameterEnd);
                }
                Some(b'}') => {
                    self.pos += 1;
                    return self.close(braced.opened, Kind::ParameterEnd);
                }
                Some(b'\\') => self.pos += 1 + self.width(self.pos + 1),
                Some(b'\'') if quotes => {
                    if let Some(end) = self.find(self.pos + 1, b'\'') {
                        self.pos = end + 1;
                    } else {
                        self.fault(self.pos, self.end, "a single quote is not closed");
                        self.pos = self.end;
                    }
                }
                Some(b'"' | b'$' | b'`') => {
                    self.push(Frame::Braced(braced));
                    return self.expansion(braced.quoted);
                }
                Some(byte @ (b'<' | b'>')) if !braced.quoted && self.byte(self.pos + 1) == Some(b'(') => {
                    self.push(Frame::Braced(braced));
                    let form = if byte == b'<' { Form::Input } else { Form::Output };
                    return self.substitution(form, false);
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    fn is_indirect(&self, opened: u32) -> bool {
        matches!(
            self.script.events.get(opened as usize).map(|event| event.kind),
            Some(Kind::Parameter {
                op: ParamOp::Indirect,
                ..
            })
        )
    }

    /// Whether the `:` under the cursor begins an offset that is more than a number.
    fn has_offset(&self) -> bool {
        if matches!(self.byte(self.pos + 1), Some(b'-' | b'+' | b'?' | b'=')) {
            return false;
        }
        let mut at = self.pos + 1;
        while matches!(self.byte(at), Some(b'0'..=b'9' | b':' | b' ' | b'-')) {
            at += 1;
        }
        self.byte(at) != Some(b'}')
    }

    /// An operator that a line continuation splits is not worth reading: `${x:\<newline>=1}`, `${x@\<newline>P}`.
    fn continued_operator(&mut self, start: usize) {
        let mut at = self.pos;
        let transforms = self.byte(at) == Some(b'@');
        while self
            .byte(at)
            .is_some_and(|byte| b":@*#%/^,=+-?".contains(&byte) || transforms && byte.is_ascii_alphabetic())
        {
            at += 1;
        }
        if self.has(at, "\\\n") {
            self.fault(start, at + 2, "a line continuation inside an expansion");
        }
    }

    /// What stands behind the name.
    fn operator(&mut self, braced: &mut Braced) {
        let opened = braced.opened;
        self.continued_operator(braced.start);
        let mut quotes = !braced.quoted;
        match self.here() {
            // What an indirect expansion assigns to is not known, so it stays one.
            Some(b'=') if !self.is_indirect(opened) => self.set_operator(opened, ParamOp::Assign),
            Some(b':') if self.byte(self.pos + 1) == Some(b'=') && !self.is_indirect(opened) => {
                self.set_operator(opened, ParamOp::Assign);
            }
            Some(b':') if self.has_offset() => self.set_operator(opened, ParamOp::Offset),
            Some(b'@') if self.has(self.pos, "@P}") => self.set_operator(opened, ParamOp::Prompt),
            Some(b'#' | b'%' | b'/' | b'^' | b',') => quotes = true,
            Some(b'}' | b':' | b'-' | b'+' | b'?' | b'@' | b'*') | None => {}
            Some(b'\\') if self.has(self.pos, "\\\n") => {}
            Some(_) => self.fault(braced.start, self.pos + 1, "an expansion that bash does not know"),
        }
        braced.state = BracedState::Operand { quotes };
    }
}
