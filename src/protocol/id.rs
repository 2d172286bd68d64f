//! The id of a request.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A request's id: an integer or a string. A fraction, null or anything else is no id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// An integer.
    Number(i64),
    /// An integer beyond the signed range.
    Large(u64),
    /// A string.
    Text(Box<str>),
}

impl Id {
    /// Reads the JSON text of an id; `None` where it is none.
    pub fn parse(raw: &str) -> Option<Self> {
        match raw.as_bytes().first()? {
            b'"' => serde_json::from_str(raw).ok().map(Self::Text),
            b'-' => raw.parse().ok().map(Self::Number),
            // `1.0` and `1e3` do not parse: written as a fraction, an id can't be told from its neighbours.
            b'0'..=b'9' => raw
                .parse()
                .map(Self::Number)
                .or_else(|_| raw.parse().map(Self::Large))
                .ok(),
            _ => None,
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Large(number) => number.fmt(f),
            Self::Text(text) => write!(f, "{text:?}"),
        }
    }
}

impl From<i64> for Id {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_strings_are_ids() {
        let cases = [
            ("1", Some(Id::Number(1))),
            ("-7", Some(Id::Number(-7))),
            ("18446744073709551615", Some(Id::Large(u64::MAX))),
            ("\"a\"", Some(Id::Text("a".into()))),
            ("\"\\u0061\"", Some(Id::Text("a".into()))),
            ("\"\"", Some(Id::Text("".into()))),
            ("1.5", None),
            ("1.0", None),
            ("1e3", None),
            ("null", None),
            ("true", None),
            ("[1]", None),
            ("99999999999999999999999", None),
            ("", None),
        ];
        for (raw, expected) in cases {
            assert_eq!(Id::parse(raw), expected, "{raw}");
        }
    }
}
