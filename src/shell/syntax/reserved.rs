//! Reserved words, and where they are recognised.

use super::{
    event::Section,
    reader::{Reader, is_meta},
};

/// Reserved words as bits, so that a set of them is a number.
pub(super) mod reserved {
    pub(in super::super) const THEN: u16 = 1;
    pub(in super::super) const ELIF: u16 = 1 << 1;
    pub(in super::super) const ELSE: u16 = 1 << 2;
    pub(in super::super) const FI: u16 = 1 << 3;
    pub(in super::super) const DO: u16 = 1 << 4;
    pub(in super::super) const DONE: u16 = 1 << 5;
    pub(in super::super) const ESAC: u16 = 1 << 6;
    pub(in super::super) const CLOSE_CURLY: u16 = 1 << 7;
    /// Those that only ever close something.
    pub(in super::super) const CLOSERS: u16 = THEN | ELIF | ELSE | FI | DO | DONE | ESAC | CLOSE_CURLY;
    pub(in super::super) const OPENERS: u16 = 1 << 8;
    pub(in super::super) const IN: u16 = 1 << 9;
    pub(in super::super) const BANG: u16 = 1 << 10;
    pub(in super::super) const TIME: u16 = 1 << 11;
    /// `]]`, which is no command
    pub(in super::super) const STRAY: u16 = 1 << 13;
    /// `function` and `coproc`
    pub(in super::super) const DEFINES: u16 = 1 << 12;
}

/// The bit of a reserved word.
pub(super) fn reserved_word(text: &str) -> Option<u16> {
    Some(match text {
        "then" => reserved::THEN,
        "elif" => reserved::ELIF,
        "else" => reserved::ELSE,
        "fi" => reserved::FI,
        "do" => reserved::DO,
        "done" => reserved::DONE,
        "esac" => reserved::ESAC,
        "}" => reserved::CLOSE_CURLY,
        "if" | "while" | "until" | "for" | "select" | "case" | "{" | "[[" => reserved::OPENERS,
        "in" => reserved::IN,
        "]]" => reserved::STRAY,
        "!" => reserved::BANG,
        "time" => reserved::TIME,
        "function" | "coproc" => reserved::DEFINES,
        _ => return None,
    })
}

impl Reader<'_> {
    /// The reserved word under the cursor and its length.
    pub(super) fn reserved(&self) -> Option<(u16, usize)> {
        let first = self.here()?;
        if !(first.is_ascii_lowercase() || matches!(first, b'{' | b'}' | b'!' | b'[' | b']')) {
            return None;
        }
        let mut end = self.pos + 1;
        while end - self.pos < 9
            && self
                .byte(end)
                .is_some_and(|byte| byte.is_ascii_lowercase() || matches!(byte, b'[' | b']'))
        {
            end += 1;
        }
        let mut next = end;
        while self.has(next, "\\\n") {
            next += 2;
        }
        if self.byte(next).is_some_and(|byte| !is_meta(byte)) {
            return None;
        }
        reserved_word(self.slice(self.pos, end)).map(|word| (word, end - self.pos))
    }
}

/// The section that a word opens, for those that do.
pub(super) const fn section_of(word: u16) -> Option<Section> {
    match word {
        reserved::THEN => Some(Section::Then),
        reserved::ELIF => Some(Section::Elif),
        reserved::ELSE => Some(Section::Else),
        reserved::DO => Some(Section::Do),
        _ => None,
    }
}
