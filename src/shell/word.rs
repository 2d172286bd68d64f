//! One word of a command after quote removal and brace expansion.

use super::Span;
use crate::shell::program::HoleKind;

/// A word. Brace expansion has been done (one source word may have become several), tilde, parameter and
/// command substitution have not: they stand as parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it stands in the command that was handed in.
    pub span: Span,
    /// Its pieces in order; the empty word (`''`) has one empty quoted text.
    pub parts: Vec<Part>,
}

/// A piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Literal text, quotes and backslashes removed. `quoted` where any quoting protected it, so that a
    /// glob or blank in it is a character of the text.
    Text {
        /// The text.
        text: String,
        /// Whether quotes or a backslash protected it.
        quoted: bool,
    },
    /// An unquoted `*`, `?`, `[…]` or extended glob, as written.
    Glob(String),
    /// An unquoted leading `~` (empty user) or `~user`, also after `=` or `:` where bash expands it there.
    Tilde(String),
    /// `$HOME` or `${HOME}` where the command does not set it.
    Home {
        /// Whether inside double quotes.
        quoted: bool,
    },
    /// `$PWD` or `${PWD}` where the command does not set it, and `~+`.
    Pwd {
        /// Whether inside double quotes.
        quoted: bool,
    },
    /// A variable that the command itself sets to known values: every value it may have.
    Values {
        /// The candidates, at least one.
        values: Vec<String>,
        /// Whether inside double quotes (unquoted values split at blanks and may glob).
        quoted: bool,
    },
    /// The variable of a loop over globs: one of these texts, or of the names that they stand for.
    Names {
        /// The texts and globs; the characters of a glob are special in them.
        globs: Vec<String>,
        /// It stands unquoted, so that a name with a blank or a glob in it comes to be several words.
        splits: bool,
    },
    /// A process substitution: a pipe that the shell makes and names (`/dev/fd/63`). No file of anybody's,
    /// and a text without blanks.
    Pipe,
    /// Not known before it runs.
    Hole(HoleKind),
}

impl Word {
    /// The text, where every piece is literal.
    pub fn literal(&self) -> Option<String> {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Text { text: piece, .. } => text.push_str(piece),
                _ => return None,
            }
        }
        Some(text)
    }

    /// The same word with the literal pieces in front of it as one: `-'v'` and `PA"TH"` are what they say,
    /// wherever their quotes stand.
    pub(super) fn joined_front(&self) -> std::borrow::Cow<'_, Self> {
        let is_text = |part: &Part| matches!(part, Part::Text { .. });
        let count = self.parts.iter().take_while(|part| is_text(part)).count();
        if count < 2 {
            return std::borrow::Cow::Borrowed(self);
        }
        let (front, rest) = self.parts.split_at(count);
        let mut whole = String::new();
        for part in front {
            if let Part::Text { text, .. } = part {
                whole.push_str(text);
            }
        }
        let mut parts = vec![Part::Text {
            text: whole,
            quoted: true,
        }];
        parts.extend(rest.iter().cloned());
        std::borrow::Cow::Owned(Self {
            span: self.span,
            parts,
        })
    }

    /// Whether some piece is not known before the command runs.
    pub fn is_dynamic(&self) -> bool {
        self.parts
            .iter()
            .any(|part| matches!(part, Part::Hole(_) | Part::Pipe))
    }

    /// Whether an unquoted glob stands in it.
    pub fn has_glob(&self) -> bool {
        self.parts
            .iter()
            .any(|part| matches!(part, Part::Glob(_) | Part::Names { .. }))
    }
}
