//! One wildcard pattern: `*` is any run of characters, `?` exactly one Unicode scalar, all else literal.

use super::language::{Relation, States};
use super::sequence::Sequence;
use super::{Open, wildcard};
use std::cmp::Reverse;

/// How specific a pattern is: the greater rank decides among rules of one surface that match.
///
/// Exact before wildcard, then more literal characters, then fewer `*`, then the longer pattern. The
/// last clause, later declaration, is the rule set's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternRank {
    /// No wildcard at all.
    pub exact: bool,
    /// Literal characters (Unicode scalars); an expanded leading variable counts as one.
    pub literals: u32,
    /// Number of `*` as written (`**` counts two), reversed so that fewer ranks higher.
    pub stars: Reverse<u32>,
    /// Length of the pattern in Unicode scalars; an expanded leading variable counts as one.
    pub length: u32,
}

/// A compiled pattern.
///
/// Its text is a literal head (an expanded variable, a folder put in front) followed by a rest in which
/// `*` and `?` are wildcards.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    source: Box<str>,
    /// The pattern after expansion, where that is not the source itself.
    text: Option<Box<str>>,
    /// Bytes at the start of the text that are literal whatever they hold.
    head: u32,
    /// Characters that the head counts for in rank.
    head_rank: u32,
}

/// Leading variables of path patterns, longest spelling first.
const VARIABLES: [(&str, Variable); 4] = [
    ("${HOME}", Variable::Home),
    ("${cwd}", Variable::Cwd),
    ("$HOME", Variable::Home),
    ("~", Variable::Home),
];

#[derive(Clone, Copy)]
enum Variable {
    Home,
    Cwd,
}

impl PatternRank {
    /// The order of rules as one number, which is quick to sort by: the rank, then the place in the declaration.
    pub(super) fn with_order(self, order: u32) -> u128 {
        let Reverse(stars) = self.stars;
        // No text of two thousand million characters is read, so the first bit is free.
        u128::from(self.exact) << 127
            | u128::from(self.literals.min(u32::MAX >> 1)) << 96
            | u128::from(!stars) << 64
            | u128::from(self.length) << 32
            | u128::from(order)
    }
}

impl Pattern {
    /// A pattern for plain text surfaces: nothing is expanded.
    pub fn text(source: &str) -> Self {
        Self {
            source: source.into(),
            text: None,
            head: 0,
            head_rank: 0,
        }
    }

    /// A pattern for path surfaces: a leading `~`, `$HOME`, `${HOME}` (to `home`) or `${cwd}` (to `cwd`)
    /// expands literally, so that a wildcard character in the expansion stays an ordinary character.
    ///
    /// A variable is one only where its name ends: `~bob` and `$HOMEWORK` are plain text. An empty `home` or
    /// `cwd` (not known) expands nothing.
    pub fn path(source: &str, home: &str, cwd: &str) -> Self {
        let Some((variable, rest)) = leading_variable(source) else {
            return Self::text(source);
        };
        let value = match variable {
            Variable::Home => home,
            Variable::Cwd => cwd,
        };
        if value.is_empty() {
            return Self::text(source);
        }
        let value = if rest.starts_with('/') {
            value.trim_end_matches('/')
        } else {
            value
        };
        Self {
            source: source.into(),
            text: Some([value, rest].concat().into()),
            head: length_u32(value.len()),
            head_rank: 1,
        }
    }

    /// A pattern that matches `text` alone, whatever characters it holds.
    pub fn literal(text: &str) -> Self {
        Self {
            source: text.into(),
            text: None,
            head: length_u32(text.len()),
            head_rank: count(text.chars()),
        }
    }

    /// A pattern that matches everything below `folder`, whatever characters that holds, but not the folder.
    pub fn below(folder: &str) -> Self {
        let folder = folder.trim_end_matches('/');
        Self {
            source: [folder, "/*"].concat().into(),
            text: None,
            head: length_u32(folder.len()),
            head_rank: count(folder.chars()),
        }
    }

    /// The same pattern, said to be written as `source`.
    #[must_use]
    pub fn written_as(self, source: &str) -> Self {
        let text = self.text.unwrap_or(self.source);
        Self {
            text: (*text != *source).then_some(text),
            source: source.into(),
            ..self
        }
    }

    /// The pattern as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The pattern after expansion.
    pub fn expanded(&self) -> &str {
        self.text.as_deref().unwrap_or(&self.source)
    }

    /// Literal head, and the rest in which wildcards count.
    fn parts(&self) -> (&str, &str) {
        let text = self.expanded();
        text.split_at_checked(self.head as usize).unwrap_or((text, ""))
    }

    /// The rest without an optional ` *` at its end, where it has one.
    fn without_tail(&self) -> Option<&str> {
        self.parts().1.strip_suffix(" *")
    }

    /// Whether it is nothing but `*` (or `**`, which is the same).
    pub fn is_bare_star(&self) -> bool {
        let (head, rest) = self.parts();
        head.is_empty() && !rest.is_empty() && rest.bytes().all(|byte| byte == b'*')
    }

    /// Whether it holds no wildcard.
    pub fn is_exact(&self) -> bool {
        !self.parts().1.bytes().any(|byte| matches!(byte, b'*' | b'?'))
    }

    /// Its specificity.
    pub fn rank(&self) -> PatternRank {
        let (_, rest) = self.parts();
        let (mut length, mut stars, mut wildcards) = (0_u32, 0_u32, 0_u32);
        for byte in rest.bytes() {
            // Each scalar has one byte that continues none.
            length += u32::from(byte & 0xc0 != 0x80);
            stars += u32::from(byte == b'*');
            wildcards += u32::from(matches!(byte, b'*' | b'?'));
        }
        PatternRank {
            exact: wildcards == 0,
            literals: self.head_rank.saturating_add(length - wildcards),
            stars: Reverse(stars),
            length: self.head_rank.saturating_add(length),
        }
    }

    /// Whether `text` matches as a whole. A pattern that ends in ` *` also matches without that tail.
    /// Linear in `text` for a given pattern; never recursive.
    pub fn matches(&self, text: &str) -> bool {
        let (head, rest) = self.parts();
        let Some(text) = text.strip_prefix(head) else {
            return false;
        };
        // Most texts begin otherwise.
        if let (Some(first), Some(other)) = (rest.as_bytes().first(), text.as_bytes().first())
            && first != other
            && !matches!(first, b'*' | b'?')
        {
            return false;
        }
        wildcard::matches(rest, text)
            || self
                .without_tail()
                .is_some_and(|without| wildcard::matches(without, text))
    }

    /// Whether some value of the holes makes `open` match.
    pub fn could_match(&self, open: &Open) -> bool {
        self.could_match_sequence(&Sequence::of_open(open))
    }

    pub(super) fn could_match_sequence(&self, sequence: &Sequence) -> bool {
        self.is_bare_star() || States::of(self).meets(sequence)
    }

    /// Whether every value of the holes makes `open` match. Exact, but for patterns so entangled that the
    /// search is given up; then false.
    pub fn matches_every(&self, open: &Open) -> bool {
        self.is_bare_star() || States::of(self).includes(&Sequence::of_open(open))
    }

    /// Whether every text that `other` matches is matched by `self` too. Exact, but for patterns so entangled
    /// that the search is given up; then false. To find out whether one is *strictly* narrower, use
    /// [`Pattern::relation`], which gives no wrong answer in that case either.
    pub fn covers(&self, other: &Self) -> bool {
        matches!(self.relation(other), Relation::Equal | Relation::Wider)
    }

    /// How the texts that `self` matches stand to those that `other` matches.
    pub fn relation(&self, other: &Self) -> Relation {
        if self == other {
            return Relation::Equal;
        }
        let (mine, theirs) = (States::of(self), States::of(other));
        if mine == theirs {
            Relation::Equal
        } else if mine.includes(&theirs.sequence()) {
            Relation::Wider
        } else if theirs.includes(&mine.sequence()) {
            Relation::Narrower
        } else {
            Relation::Apart
        }
    }

    /// For path patterns: the same pattern made absolute, for comparing patterns with one another. One that
    /// begins with neither `/`, a variable nor a wildcard lies below `cwd`; one that begins with a wildcard
    /// lies anywhere and stays as it is.
    #[must_use]
    pub fn anchored(&self, cwd: &str) -> Self {
        if self.is_rooted() || self.expanded().is_empty() {
            return self.clone();
        }
        let cwd = cwd.trim_end_matches('/');
        let text: Box<str> = [cwd, "/", self.expanded()].concat().into();
        Self {
            source: self.source.clone(),
            head: length_u32(cwd.len() + 1).saturating_add(self.head),
            head_rank: self.head_rank.saturating_add(1),
            text: Some(text),
        }
    }

    /// Whether it does not depend on the working folder: it begins with `/`, a variable or a wildcard.
    pub fn is_rooted(&self) -> bool {
        let text = self.expanded();
        text.starts_with('/') || (self.head == 0 && text.starts_with(is_wildcard)) || text.starts_with('~')
    }

    /// The literal text in front of the first wildcard, after expansion.
    pub fn literal_prefix(&self) -> &str {
        let text = self.expanded();
        let (head, rest) = self.parts();
        let end = rest.find(is_wildcard).unwrap_or(rest.len());
        text.get(..head.len() + end).unwrap_or(text)
    }

    /// The same pattern with the literal `from` at its start replaced by the literal `to`; `None` where it
    /// does not start so. It keeps its source.
    #[must_use]
    pub fn with_prefix(&self, from: &str, to: &str) -> Option<Self> {
        if !self.literal_prefix().starts_with(from) {
            return None;
        }
        let rest = self.expanded().get(from.len()..)?;
        Some(Self {
            source: self.source.clone(),
            text: Some([to, rest].concat().into()),
            head: length_u32(to.len()).saturating_add(self.head.saturating_sub(length_u32(from.len()))),
            head_rank: self.head_rank.max(1),
        })
    }

    /// The pieces of literal text that every match holds, in order; the first stands at its start where
    /// `literal_prefix` is not empty. An optional tail counts as not there.
    pub(super) fn literals(&self) -> impl Iterator<Item = &str> {
        let (head, rest) = self.parts();
        let rest = self.without_tail().unwrap_or(rest);
        let first = head.len() + rest.find(is_wildcard).unwrap_or(rest.len());
        let text = self.expanded();
        let (first, rest) = text
            .get(..head.len() + rest.len())
            .and_then(|text| text.split_at_checked(first))
            .unwrap_or((text, ""));
        std::iter::once(first)
            .chain(rest.split(is_wildcard))
            .filter(|piece| !piece.is_empty())
    }

    /// The literal text that every match starts with; an optional tail counts as not there.
    pub(super) fn sure_prefix(&self) -> &str {
        let prefix = self.literal_prefix();
        match self.without_tail() {
            Some(_) if prefix.len() + 1 == self.expanded().len() => {
                prefix.strip_suffix(' ').unwrap_or(prefix)
            }
            _ => prefix,
        }
    }

    pub(super) fn language_parts(&self) -> (&str, &str, bool) {
        let (head, rest) = self.parts();
        (head, rest, self.without_tail().is_some())
    }
}

/// The variable that `source` begins with, and what follows it.
fn leading_variable(source: &str) -> Option<(Variable, &str)> {
    VARIABLES.iter().find_map(|&(name, variable)| {
        let rest = source.strip_prefix(name)?;
        let ends = match name {
            "~" => rest.is_empty() || rest.starts_with(['/', '*', '?']),
            "$HOME" => !rest.starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric()),
            _ => true,
        };
        ends.then_some((variable, rest))
    })
}

fn is_wildcard(c: char) -> bool {
    matches!(c, '*' | '?')
}

fn length_u32(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn count(chars: impl Iterator<Item = char>) -> u32 {
    length_u32(chars.count())
}
