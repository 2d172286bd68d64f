//! Simple commands and redirections.

use super::{
    event::{Kind, MarkKind, Role},
    frame::{Frame, Mode, Simple},
    reader::{Reader, begins_name, in_name, is_meta},
    reserved::reserved_word,
};
use crate::shell::{RedirectOp, grammar::Dialect};

impl Reader<'_> {
    pub(super) fn simple(&mut self, mut simple: Simple) {
        if simple.waiting {
            self.count_word(&mut simple);
        }
        self.blanks();
        if self.at_redirection() {
            self.split_descriptor();
            simple.redirects = true;
            self.push(Frame::Simple(simple));
            return self.redirection();
        }
        match self.here() {
            Some(byte) if !is_meta(byte) || self.at_process_substitution() => {
                simple.waiting = true;
                if simple.words == 0 {
                    simple.first = (self.pos, self.pos);
                }
                let assigns = simple.words == 0 || simple.declares;
                self.push(Frame::Simple(simple));
                self.begin_word(Role::Plain, Mode::Usual, assigns);
            }
            Some(b'(') if simple.words == 1 && simple.others == 0 && !simple.redirects => {
                self.maybe_function(simple);
            }
            _ => self.end_simple(simple),
        }
    }

    fn count_word(&mut self, simple: &mut Simple) {
        simple.waiting = false;
        if simple.words == 0 && self.assigned {
            simple.others += 1;
            return;
        }
        simple.words += 1;
        if simple.words == 1 {
            simple.first.1 = self.pos;
            let text = self.slice(simple.first.0, simple.first.1);
            simple.declares = matches!(
                text,
                "export" | "declare" | "local" | "readonly" | "typeset" | "alias" | "eval" | "let"
            );
            // `i\<newline>f` is the reserved word and `x\<newline>=1` an assignment, but was read as a command.
            if text.contains("\\\n") {
                let joined = text.replace("\\\n", "");
                if reserved_word(&joined).is_some() || begins_assignment(&joined) {
                    self.fault(
                        simple.first.0,
                        simple.first.1,
                        "a line continuation inside a reserved word or an assignment",
                    );
                }
            }
        }
    }

    fn end_simple(&mut self, simple: Simple) {
        self.patch(simple.opened, |kind| {
            *kind = Kind::Simple {
                command: simple.words > 0,
                redirects: simple.redirects,
            };
        });
        self.script.unusual |= simple.words == 0 && simple.redirects && simple.others > 0;
        if simple.words > 0 {
            // What stands in front of the command word is told apart by its own events.
            self.begin_at(simple.opened, simple.first.0);
        }
        self.close(simple.opened, Kind::SimpleEnd);
        if simple.words > 0
            && let Some(kind) = mark_of(self.slice(simple.first.0, simple.first.1))
        {
            self.mark(simple.opened, kind);
        }
    }

    /// `name ()`, else an error.
    fn maybe_function(&mut self, simple: Simple) {
        let open = self.pos;
        self.pos += 1;
        self.blanks();
        let (name, end) = simple.first;
        let plain = self
            .slice(name, end)
            .bytes()
            .all(|byte| !matches!(byte, b'$' | b'`' | b'\\' | b'\'' | b'"'));
        if self.here() != Some(b')') || !plain {
            self.fault(open, open + 1, "a parenthesis behind a word");
            self.pos = open;
            return self.end_simple(simple);
        }
        self.pos += 1;
        self.script.events.truncate(simple.opened as usize);
        self.begin_function(name, end);
    }

    // -- redirections ------------------------------------------------------------------------------------

    /// Whether `<(` or `>(` stands under the cursor.
    pub(super) fn at_process_substitution(&self) -> bool {
        matches!(self.here(), Some(b'<' | b'>')) && self.byte(self.pos + 1) == Some(b'(')
    }

    /// Whether a redirection begins under the cursor.
    pub(super) fn at_redirection(&self) -> bool {
        let operator = match self.here() {
            Some(b'<' | b'>') => self.pos,
            Some(b'&') => return self.byte(self.pos + 1) == Some(b'>'),
            Some(b'0'..=b'9' | b'{') => self.descriptor_end(),
            _ => return false,
        };
        matches!(self.byte(operator), Some(b'<' | b'>')) && self.byte(operator + 1) != Some(b'(')
    }

    /// Behind the digits or `{name}` under the cursor.
    fn descriptor_end(&self) -> usize {
        let mut at = self.pos;
        if self.here() == Some(b'{') {
            at += 1;
            if !self.byte(at).is_some_and(begins_name) {
                return self.pos;
            }
            while self.byte(at).is_some_and(in_name) {
                at += 1;
            }
            return if self.byte(at) == Some(b'}') {
                at + 1
            } else {
                self.pos
            };
        }
        while self.byte(at).is_some_and(|byte| byte.is_ascii_digit()) {
            at += 1;
        }
        at
    }

    /// `2\<newline>>f` is a descriptor and its redirection, but was read as a word in front of one.
    fn split_descriptor(&mut self) {
        let (mut at, mut split) = (self.pos, false);
        while let Some(before) = at.checked_sub(1) {
            if before > 0 && self.has(before - 1, "\\\n") {
                (at, split) = (before - 1, true);
            } else if self
                .byte(before)
                .is_some_and(|byte| in_name(byte) || matches!(byte, b'{' | b'}'))
            {
                at = before;
            } else {
                break;
            }
        }
        if !split {
            return;
        }
        let joined = self.slice(at, self.pos).replace("\\\n", "");
        let name = joined.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        let text = name.unwrap_or(&joined);
        let named = name.is_some() || text.bytes().all(|byte| byte.is_ascii_digit());
        if named && !text.is_empty() && text.bytes().all(in_name) {
            self.fault(at, self.pos, "a line continuation inside a descriptor");
        }
    }

    /// Reads the redirection under the cursor up to its target, which is put on the stack.
    pub(super) fn redirection(&mut self) {
        let start = self.pos;
        if matches!(self.here(), Some(b'0'..=b'9' | b'{')) {
            self.pos = self.descriptor_end();
            if self.byte(start) == Some(b'{') {
                self.posix(self.pos - start, "sh may read this as a word");
                self.token(Kind::DescriptorVariable, start + 1, self.pos - 1);
            }
        }
        let numbered = self.pos > start;
        let (length, mut op) = self.redirect_operator();
        self.split_operator(length);
        self.pos += length;
        if op == RedirectOp::Here && length < 3 || self.has(self.pos - length, "<<-") {
            return self.heredoc(start, length == 3);
        }
        self.zsh_redirect(start, length);
        self.blanks();
        if self.has(self.pos - length, ">&") || op == RedirectOp::Duplicate {
            op = self.duplicate(op, numbered);
        }
        self.open_at(Kind::Redirect { op, heredoc: None }, start);
        if self.here().is_some_and(|byte| !is_meta(byte)) || self.at_process_substitution() {
            self.begin_word(Role::Target, Mode::Usual, false);
        } else {
            self.fault(start, self.pos, "a redirection without a target");
        }
    }

    fn redirect_operator(&self) -> (usize, RedirectOp) {
        let has = |text| self.has(self.pos, text);
        if has("&>>") {
            (3, RedirectOp::Append)
        } else if has("&>") {
            (2, RedirectOp::Write)
        } else if has("<<<") || has("<<-") {
            (3, RedirectOp::Here)
        } else if has("<<") {
            (2, RedirectOp::Here)
        } else if has("<&") || has(">&") {
            (2, RedirectOp::Duplicate)
        } else if has("<>") {
            (2, RedirectOp::ReadWrite)
        } else if has("<") {
            (1, RedirectOp::Read)
        } else if has(">>") {
            (2, RedirectOp::Append)
        } else if has(">|") {
            (2, RedirectOp::Write)
        } else {
            (1, RedirectOp::Write)
        }
    }

    /// `>&word` opens a file unless the word is a descriptor.
    fn duplicate(&self, op: RedirectOp, _numbered: bool) -> RedirectOp {
        let mut end = self.pos;
        while self.byte(end).is_some_and(|byte| byte.is_ascii_digit()) {
            end += 1;
        }
        if self.byte(end) == Some(b'-') {
            end += 1;
        }
        let descriptor = end > self.pos && self.byte(end).is_none_or(is_meta);
        if descriptor || op != RedirectOp::Duplicate {
            RedirectOp::Duplicate
        } else {
            RedirectOp::Write
        }
    }

    /// `>!`, `>>|`, `<1-9>`: zsh has operators of its own. Descriptors (`2>&1`, `<&-`) are as bash has them.
    fn zsh_redirect(&mut self, start: usize, length: usize) {
        if self.dialect != Dialect::Zsh {
            return;
        }
        let reads = length == 1 && self.has(self.pos - 1, "<");
        let differs = match self.here() {
            Some(b'!' | b'|') => true,
            Some(b'0'..=b'9' | b'-') => reads,
            _ => false,
        };
        if differs {
            self.fault(start, self.pos + 1, "zsh reads this redirection differently");
        }
    }
}

/// Whether the text of a word begins as an assignment does: `name=`, `name+=`, `name[`.
fn begins_assignment(text: &str) -> bool {
    let name = text.bytes().take_while(|byte| in_name(*byte)).count();
    let behind = text.get(name..).unwrap_or_default();
    text.bytes().next().is_some_and(begins_name)
        && (behind.starts_with('=') || behind.starts_with("+=") || behind.starts_with('['))
}

/// What a command does beyond itself, by its first word as written.
fn mark_of(word: &str) -> Option<MarkKind> {
    match word {
        "cd" | "pushd" | "popd" => Some(MarkKind::Moves),
        "read" | "printf" | "mapfile" | "readarray" | "getopts" | "let" | "unset" | "export" | "declare"
        | "local" | "readonly" | "typeset" | "wait" => Some(MarkKind::Sets),
        "eval" | "source" | "." | "command" | "builtin" | "trap" | "alias" | "shopt" | "set" => {
            Some(MarkKind::Anything)
        }
        _ if word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"/._+-[:".contains(&byte)) =>
        {
            None
        }
        _ => Some(MarkKind::Anything),
    }
}
