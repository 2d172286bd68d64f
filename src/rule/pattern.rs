//! One wildcard pattern: `*` is any run of characters, `?` exactly one Unicode scalar, all else literal.

use super::Open;

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
    /// Number of `*`, reversed so that fewer ranks higher.
    pub stars: std::cmp::Reverse<u32>,
    /// Length of the pattern as written, in Unicode scalars.
    pub length: u32,
}

/// A compiled pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    source: Box<str>,
    text: Box<str>,
    variable: usize,
}

impl Pattern {
    /// A pattern for plain text surfaces: nothing is expanded.
    pub fn text(source: &str) -> Self {
        Self {
            source: source.into(),
            text: source.into(),
            variable: 0,
        }
    }

    /// A pattern for path surfaces: a leading `~`, `$HOME`, `${HOME}` (to `home`) or `${cwd}` (to `cwd`)
    /// expands literally, so that a wildcard character in the expansion stays an ordinary character.
    pub fn path(source: &str, home: &str, cwd: &str) -> Self {
        let _ = (home, cwd);
        Self::text(source)
    }

    /// The pattern as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it is nothing but `*`.
    pub fn is_bare_star(&self) -> bool {
        &*self.source == "*"
    }

    /// Its specificity.
    pub fn rank(&self) -> PatternRank {
        todo!("{} {}", self.text, self.variable)
    }

    /// Whether `text` matches as a whole. A pattern that ends in ` *` also matches without that tail.
    /// Linear in `text` for a given pattern; never recursive.
    pub fn matches(&self, text: &str) -> bool {
        todo!("{text}")
    }

    /// Whether some value of the holes makes `open` match.
    pub fn could_match(&self, open: &Open) -> bool {
        todo!("{open:?}")
    }

    /// Whether every value of the holes makes `open` match.
    pub fn matches_every(&self, open: &Open) -> bool {
        todo!("{open:?}")
    }

    /// Whether every text that `other` matches is matched by `self` too.
    pub fn covers(&self, other: &Self) -> bool {
        todo!("{other:?}")
    }

    /// For path patterns: the same pattern made absolute, for comparing patterns with one another. One that
    /// begins with neither `/`, a variable nor a wildcard lies below `cwd`; one that begins with a wildcard
    /// lies anywhere and stays as it is.
    #[must_use]
    pub fn anchored(&self, cwd: &str) -> Self {
        todo!("{cwd}")
    }

    /// The literal text in front of the first wildcard, after expansion.
    pub fn literal_prefix(&self) -> &str {
        todo!()
    }
}
