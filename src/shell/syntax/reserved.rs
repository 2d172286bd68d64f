//! Reserved words, and where they are recognised.

use super::{
    event::Section,
    reader::{Reader, is_meta},
};

// Reserved words as bits, so that a set of them is a number.

pub(super) const THEN: u16 = 1;
pub(super) const ELIF: u16 = 1 << 1;
pub(super) const ELSE: u16 = 1 << 2;
pub(super) const FI: u16 = 1 << 3;
pub(super) const DO: u16 = 1 << 4;
pub(super) const DONE: u16 = 1 << 5;
pub(super) const ESAC: u16 = 1 << 6;
pub(super) const CLOSE_CURLY: u16 = 1 << 7;
/// Those that only ever close something.
pub(super) const CLOSERS: u16 = THEN | ELIF | ELSE | FI | DO | DONE | ESAC | CLOSE_CURLY;
pub(super) const OPENERS: u16 = 1 << 8;
pub(super) const IN: u16 = 1 << 9;
pub(super) const BANG: u16 = 1 << 10;
pub(super) const TIME: u16 = 1 << 11;
/// `]]`, which is no command
pub(super) const STRAY: u16 = 1 << 13;
/// `function` and `coproc`
pub(super) const DEFINES: u16 = 1 << 12;

/// The bit of a reserved word.
pub(super) fn reserved_word(text: &str) -> Option<u16> {
    Some(match text {
        "then" => THEN,
        "elif" => ELIF,
        "else" => ELSE,
        "fi" => FI,
        "do" => DO,
        "done" => DONE,
        "esac" => ESAC,
        "}" => CLOSE_CURLY,
        "if" | "while" | "until" | "for" | "select" | "case" | "{" | "[[" => OPENERS,
        "in" => IN,
        "]]" => STRAY,
        "!" => BANG,
        "time" => TIME,
        "function" | "coproc" => DEFINES,
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
        if self
            .byte(self.behind_continuations(end))
            .is_some_and(|byte| !is_meta(byte))
        {
            return None;
        }
        reserved_word(self.slice(self.pos, end)).map(|word| (word, end - self.pos))
    }
}

/// The section that a word opens, for those that do.
pub(super) const fn section_of(word: u16) -> Option<Section> {
    match word {
        THEN => Some(Section::Then),
        ELIF => Some(Section::Elif),
        ELSE => Some(Section::Else),
        DO => Some(Section::Do),
        _ => None,
    }
}
