//! A text, or the tail of one that several hold: what each of a row of wrappers hands on is the tail of what the
//! first one was given, so that keeping it once keeps the row linear.

use std::{fmt, ops::Deref, sync::Arc};

/// A text that may be the tail of one that others hold as well.
#[derive(Clone)]
pub struct Excerpt(Kept);

#[derive(Clone)]
enum Kept {
    Own(String),
    Tail(Arc<str>, usize),
}

impl Excerpt {
    /// The tail of `text` from the byte `start` on.
    pub(super) fn tail(text: &Arc<str>, start: usize) -> Self {
        Self(Kept::Tail(Arc::clone(text), start))
    }

    /// Bytes that it keeps for itself alone.
    #[cfg(test)]
    pub(crate) fn own(&self) -> usize {
        match &self.0 {
            Kept::Own(text) => text.len(),
            Kept::Tail(..) => 0,
        }
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Kept::Own(text) => text,
            Kept::Tail(text, start) => text.get(*start..).unwrap_or_default(),
        }
    }
}

impl Deref for Excerpt {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Default for Excerpt {
    fn default() -> Self {
        Self(Kept::Own(String::new()))
    }
}

impl From<String> for Excerpt {
    fn from(text: String) -> Self {
        Self(Kept::Own(text))
    }
}

impl From<&str> for Excerpt {
    fn from(text: &str) -> Self {
        Self(Kept::Own(text.to_owned()))
    }
}

impl From<&String> for Excerpt {
    fn from(text: &String) -> Self {
        Self(Kept::Own(text.clone()))
    }
}

impl From<Excerpt> for String {
    fn from(text: Excerpt) -> Self {
        match text.0 {
            Kept::Own(text) => text,
            Kept::Tail(..) => text.as_str().to_owned(),
        }
    }
}

impl PartialEq for Excerpt {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Excerpt {}

impl PartialEq<str> for Excerpt {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Excerpt {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Excerpt {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(formatter)
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self)
    }
}
