//! `case` and its arms, and the inside of `[[`.

use super::{
    event::{Kind, Role, Section},
    frame::{Clause, Frame, Mode, Step},
    reader::{Reader, is_meta},
    reserved,
};

impl Reader<'_> {
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

    pub(super) fn case_in(&mut self, clause: Clause) {
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

    pub(super) fn arm(&mut self, clause: Clause) {
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

    pub(super) fn pattern(&mut self, clause: Clause) {
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

    pub(super) fn arm_end(&mut self, opened: u32) {
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

    pub(super) fn test(&mut self, opened: u32, regex: bool, parens: u32) {
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
}
