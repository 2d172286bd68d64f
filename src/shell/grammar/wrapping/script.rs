//! Words as scripts: what a shell that is given them reads.

use super::{Dialect, Inner, Wrapping, opaque_floor};
use crate::shell::{HoleKind, Part, Span, Word, Words};
use std::borrow::Cow;

/// Every text that a script given as `word` may have before a shell reads it; `None` where it is not
/// known. `$HOME` stays as it is, since the shell that reads the script expands it alike.
pub(in crate::shell::grammar) fn script_texts(word: &Word) -> Option<Vec<Word>> {
    let mut texts = vec![Script::default()];
    for (index, part) in word.parts.iter().enumerate() {
        let pieces: Vec<Cow<'_, str>> = match part {
            Part::Text { text, .. } => vec![Cow::Borrowed(text)],
            Part::Home { .. } => vec![Cow::Borrowed("$HOME")],
            Part::Tilde(user) if user.is_empty() => vec![Cow::Borrowed("$HOME")],
            Part::Hole(HoleKind::Digits) => {
                let next = match word.parts.get(index + 1) {
                    Some(Part::Text { text, .. }) => text.as_str(),
                    Some(_) => return None,
                    None => "",
                };
                for text in &mut texts {
                    let digits = text.digits(next)?;
                    text.push(digits);
                }
                continue;
            }
            Part::Values { values, .. } => values.iter().map(|value| Cow::Borrowed(value.as_str())).collect(),
            _ => return None,
        };
        if texts.len().saturating_mul(pieces.len()) > 64 {
            return None;
        }
        if let [piece] = pieces.as_slice() {
            // Copying what stands already for each piece would make long scripts quadratic.
            for text in &mut texts {
                text.push(piece);
            }
            continue;
        }
        texts = texts
            .iter()
            .flat_map(|text| {
                pieces.iter().map(move |piece| {
                    let mut text = text.clone();
                    text.push(piece);
                    text
                })
            })
            .collect();
    }
    Some(
        texts
            .into_iter()
            .map(|script| Word {
                span: word.span,
                parts: vec![Part::Text {
                    text: script.text,
                    quoted: true,
                }],
            })
            .collect(),
    )
}

/// A script as far as it is known, and what its end is inside of.
#[derive(Clone, Debug, Default)]
struct Script {
    text: String,
    /// The quote that is open.
    quote: Option<u8>,
    /// Behind a backslash.
    escaped: bool,
    /// Something stood in it behind which quotes may mean something else.
    doubtful: bool,
}

impl Script {
    fn push(&mut self, piece: &str) {
        for byte in piece.bytes() {
            if self.escaped {
                self.escaped = false;
                continue;
            }
            match byte {
                b'\\' => self.escaped = self.quote != Some(b'\''),
                b'\'' | b'"' if self.quote.is_none() => self.quote = Some(byte),
                _ if self.quote == Some(byte) => self.quote = None,
                _ => {}
            }
        }
        let seam = self.text.len().saturating_sub(1);
        self.text.push_str(piece);
        let new = self.text.as_bytes().get(seam..).unwrap_or_default();
        self.doubtful |= new.windows(2).any(|pair| pair == b"<<" || pair == b"$'");
    }

    /// What stands for digits that are not known, in front of `next`: an expansion that the shell which reads the
    /// script takes for digits again. `None` where it would not.
    fn digits(&self, next: &str) -> Option<&'static str> {
        if self.quote == Some(b'\'')
            || self.escaped
            || self.doubtful
            || self.text.ends_with(['$', '.'])
            || next.starts_with('.')
        {
            return None;
        }
        if next.starts_with(['<', '>']) {
            // The number of a descriptor, unless it is the end of a word.
            let begins = |byte: &u8| byte.is_ascii_whitespace() || b";&|()".contains(byte);
            return self.text.as_bytes().last().is_none_or(begins).then_some("0");
        }
        Some("$?")
    }
}

/// The words joined by single blanks, as `eval` and `ssh` do.
pub fn joined(words: &[Word]) -> Word {
    let mut parts = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            parts.push(Part::Text {
                text: " ".to_owned(),
                quoted: true,
            });
        }
        parts.extend(word.parts.iter().cloned());
    }
    Word {
        span: Span {
            start: words.first().map(|word| word.span.start).unwrap_or_default(),
            end: words.last().map(|word| word.span.end).unwrap_or_default(),
        },
        parts,
    }
}

/// Adds the words from `start` on to what is run, as a script: joined by blanks.
pub(in crate::shell::grammar) fn push_joined(
    wrapping: &mut Wrapping,
    words: &Words,
    start: usize,
    dialect: Dialect,
) {
    let rest = words.get(start..).unwrap_or_default();
    let first = rest.first().and_then(Word::literal).unwrap_or_default();
    if words.are_plain_from(start) && !is_more_than_a_word(&first) {
        wrapping.inner.push(Inner::Reread { start, dialect });
    } else {
        push_script(wrapping, &joined(rest), dialect);
    }
}

/// Whether a plain word at the front of a command is more to a shell than the name of one: a reserved word, or a
/// builtin whose operands it reads otherwise.
fn is_more_than_a_word(first: &str) -> bool {
    matches!(
        first,
        "if" | "then"
            | "elif"
            | "else"
            | "fi"
            | "for"
            | "while"
            | "until"
            | "do"
            | "done"
            | "case"
            | "esac"
            | "select"
            | "in"
            | "function"
            | "time"
            | "coproc"
            | "export"
            | "declare"
            | "typeset"
            | "local"
            | "readonly"
            | "alias"
            | "let"
    )
}

/// Adds a script to what is run, or the floor that it is not known.
pub(in crate::shell::grammar) fn push_script(wrapping: &mut Wrapping, word: &Word, dialect: Dialect) {
    match script_texts(word) {
        Some(texts) => wrapping
            .inner
            .extend(texts.into_iter().map(|text| Inner::Script { text, dialect })),
        None => wrapping.floors.push(opaque_floor(
            word.span,
            "the script is not known before it runs",
            &[],
        )),
    }
}

/// Whether an unquoted expansion stands in the word, so that it may come to be several words.
pub(in crate::shell::grammar) fn may_split(word: &Word) -> bool {
    word.parts.iter().any(|part| {
        matches!(
            part,
            Part::Hole(HoleKind::Any) | Part::Glob(_) | Part::Names { .. } | Part::Values { quoted: false, .. }
        ) && !matches!(part, Part::Values { values, .. }
            if values.iter().all(|value| !value.is_empty() && !value.contains([' ', '\t', '\n', '*', '?', '['])))
    })
}

/// The word with each `mark` in its literal text taken for text that comes at run time.
pub(in crate::shell::grammar) fn with_hole(word: &Word, mark: &str) -> Word {
    if mark.is_empty() {
        return word.clone();
    }
    let mut parts = Vec::with_capacity(word.parts.len());
    for part in &word.parts {
        match part {
            Part::Text { text, quoted } if text.contains(mark) => {
                for (index, piece) in text.split(mark).enumerate() {
                    if index > 0 {
                        parts.push(Part::Hole(HoleKind::NoBlank));
                    }
                    if !piece.is_empty() {
                        parts.push(Part::Text {
                            text: piece.to_owned(),
                            quoted: *quoted,
                        });
                    }
                }
            }
            other => parts.push(other.clone()),
        }
    }
    Word {
        span: word.span,
        parts,
    }
}
