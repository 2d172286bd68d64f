//! The words of a unit. What a wrapper hands on is the tail of its own words, so a row of wrappers keeps them once:
//! copied each time, `nohup nohup nohup … rm x` would take memory and time by the square of its length.

use super::{Excerpt, Part, Span, Word};
use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

/// The command word and operands of a unit.
#[derive(Clone, Debug)]
pub struct Words(Kept);

#[derive(Clone, Debug)]
enum Kept {
    Own(Vec<Word>),
    Tail(Arc<Row>, usize),
}

/// Words that several units have a tail of, and what holds of every tail alike.
#[derive(Debug)]
struct Row {
    words: Vec<Word>,
    /// From here on every word is read again as it stands.
    plain_from: usize,
    /// No word from here on holds what could be code.
    code_to: usize,
    text: OnceLock<Joined>,
}

/// The words of a row as text, joined by single blanks.
#[derive(Debug)]
struct Joined {
    /// As they stand in the command; where they say nothing else than what they come to, `literal` is the same.
    source: Arc<str>,
    /// Where each word begins in `source`.
    starts: Vec<usize>,
    /// As they come to, where that is another text.
    literal: Option<(Arc<str>, Vec<usize>)>,
    /// From here on they stand in the command one behind the other.
    ordered_from: usize,
}

impl Words {
    /// The words from `start` on, kept together with these.
    pub(super) fn tail(&mut self, start: usize) -> Self {
        if let Kept::Own(words) = &mut self.0 {
            let words = std::mem::take(words);
            self.0 = Kept::Tail(Arc::new(Row::of(words)), 0);
        }
        match &self.0 {
            Kept::Tail(row, begun) => Self(Kept::Tail(
                Arc::clone(row),
                begun.saturating_add(start).min(row.words.len()),
            )),
            Kept::Own(_) => Self::default(),
        }
    }

    /// Whether a shell that reads the words from `start` on once more, joined by blanks, reads just these words.
    pub(super) fn are_plain_from(&self, start: usize) -> bool {
        match &self.0 {
            Kept::Own(words) => words.get(start..).unwrap_or_default().iter().all(is_plain),
            Kept::Tail(row, begun) => row.plain_from <= begun.saturating_add(start),
        }
    }

    /// Whether one of them could hold code that something evaluates.
    pub(super) fn may_hold_code(&self) -> bool {
        match &self.0 {
            Kept::Own(words) => words.iter().any(may_hold_code),
            Kept::Tail(row, begun) => *begun < row.code_to,
        }
    }

    /// Whether they are kept for several units.
    pub(super) fn are_shared(&self) -> bool {
        matches!(self.0, Kept::Tail(..))
    }

    /// The words as text, as they stand in the command or, where they do not stand there in this order, as they come
    /// to; and where that is. `slice` gives the text of a place.
    pub(super) fn text<'s>(&self, slice: impl Fn(Span) -> &'s str) -> (Span, Excerpt) {
        let start = self.first().map_or(0, |word| word.span.start);
        let end = self.last().map_or(start, |word| word.span.end);
        let span = Span {
            start,
            end: end.max(start),
        };
        let text = match &self.0 {
            Kept::Own(words) => {
                let joined = Joined::of(words, slice);
                if joined.ordered_from == 0 {
                    Excerpt::tail(&joined.source, 0)
                } else {
                    joined.literal_from(0)
                }
            }
            Kept::Tail(row, begun) => {
                let joined = row.text.get_or_init(|| Joined::of(&row.words, slice));
                if joined.ordered_from <= *begun {
                    joined.source_from(*begun)
                } else {
                    joined.literal_from(*begun)
                }
            }
        };
        (span, text)
    }

    /// Whether they say nothing else than what they come to, so that their text is the same either way. Only told of
    /// words that are kept for several.
    pub fn are_verbatim(&self) -> bool {
        match &self.0 {
            Kept::Own(_) => false,
            Kept::Tail(row, begun) => row
                .text
                .get()
                .is_some_and(|joined| joined.literal.is_none() && joined.ordered_from <= *begun),
        }
    }
}

impl Row {
    fn of(words: Vec<Word>) -> Self {
        let behind = |last: Option<usize>| last.map_or(0, |index| index + 1);
        Self {
            plain_from: behind(words.iter().rposition(|word| !is_plain(word))),
            code_to: behind(words.iter().rposition(may_hold_code)),
            text: OnceLock::new(),
            words,
        }
    }
}

impl Joined {
    fn of<'s>(words: &[Word], slice: impl Fn(Span) -> &'s str) -> Self {
        let (source, starts) = join(words.iter().map(|word| slice(word.span).into()));
        let mut ordered_from = words.len();
        let mut next = usize::MAX;
        for (index, word) in words.iter().enumerate().rev() {
            if word.span.end > next || word.span.end <= word.span.start {
                break;
            }
            next = word.span.start;
            ordered_from = index;
        }
        let comes_to = |word: &Word| word.literal().map_or_else(|| slice(word.span).into(), Into::into);
        let same = words.iter().all(
            |word| matches!(word.parts.as_slice(), [Part::Text { text, .. }] if text == slice(word.span)),
        );
        let literal = (!same).then(|| join(words.iter().map(comes_to)));
        Self {
            source,
            starts,
            literal,
            ordered_from,
        }
    }

    fn source_from(&self, word: usize) -> Excerpt {
        let end = self.source.len();
        Excerpt::tail(&self.source, self.starts.get(word).copied().unwrap_or(end))
    }

    fn literal_from(&self, word: usize) -> Excerpt {
        match &self.literal {
            None => self.source_from(word),
            Some((text, starts)) => Excerpt::tail(text, starts.get(word).copied().unwrap_or(text.len())),
        }
    }
}

/// Texts joined by single blanks, and where each begins.
fn join<'s>(pieces: impl Iterator<Item = std::borrow::Cow<'s, str>>) -> (Arc<str>, Vec<usize>) {
    let mut text = String::new();
    let mut starts = Vec::new();
    for piece in pieces {
        if !text.is_empty() {
            text.push(' ');
        }
        starts.push(text.len());
        text.push_str(&piece);
    }
    (text.into(), starts)
}

/// Whether a shell that reads the word once more reads just this word: nothing in it is quoted or special, and
/// nothing makes it more than a word, wherever but at the front of a command it stands.
fn is_plain(word: &Word) -> bool {
    let inert = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'.' | b'/' | b':' | b',' | b'@' | b'%' | b'+' | b'-')
    };
    matches!(
        word.parts.as_slice(),
        [Part::Text { text, quoted: false }]
            if !text.is_empty() && text.len() == word.span.end - word.span.start && text.bytes().all(inert)
    )
}

/// Whether a word holds quoted text with an expansion in it, or a value that may.
pub(super) fn may_hold_code(word: &Word) -> bool {
    word.parts.iter().any(|part| match part {
        Part::Text { text, quoted: true } => text.contains(['$', '`']),
        Part::Values { .. } => true,
        _ => false,
    })
}

impl Deref for Words {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        match &self.0 {
            Kept::Own(words) => words,
            Kept::Tail(row, start) => row.words.get(*start..).unwrap_or_default(),
        }
    }
}

impl Default for Words {
    fn default() -> Self {
        Self(Kept::Own(Vec::new()))
    }
}

impl From<Vec<Word>> for Words {
    fn from(words: Vec<Word>) -> Self {
        Self(Kept::Own(words))
    }
}

impl<'w> IntoIterator for &'w Words {
    type Item = &'w Word;
    type IntoIter = std::slice::Iter<'w, Word>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
