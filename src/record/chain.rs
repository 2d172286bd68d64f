//! The chain over the lines that one process writes: each names the one before it and carries a hash, so that what is
//! changed, taken out or put in later shows.
//!
//! It is no signature: whoever can write the log can write a new chain. It shows what was done to a log by anything
//! that does not know of it, and each torn, lost or repeated line.

use super::hash;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// What stands between a line's text and its hash.
const MARK: &str = ",\"hash\":\"";

/// Bytes of a hash in digits.
const DIGITS: usize = 64;

/// The chain of one writer.
#[derive(Debug)]
pub(super) struct Chain {
    id: String,
    /// Lines written so far.
    lines: u64,
    previous: Option<String>,
}

impl Chain {
    /// A new one.
    pub(super) fn begin() -> Self {
        Self {
            id: Uuid::now_v7().to_string(),
            lines: 0,
            previous: None,
        }
    }

    /// The next line: `fields` with its place in the chain, and the hash that [`Chain::written`] takes back.
    pub(super) fn seal(&self, mut fields: Map<String, Value>) -> (String, String) {
        let link = json!({"id": self.id, "line": self.lines, "previous": self.previous});
        fields.insert("chain".to_owned(), link);
        let mut text = Value::Object(fields).to_string();
        let digits = hash::of_bytes(&[text.as_bytes()]);
        // The hash is of the line as it would be without it.
        text.truncate(text.len() - 1);
        text.push_str(MARK);
        text.push_str(&digits);
        text.push_str("\"}\n");
        (text, digits)
    }

    /// The line with this hash is in the log.
    pub(super) fn written(&mut self, digits: String) {
        self.lines += 1;
        self.previous = Some(digits);
    }
}

/// A line's place in its chain, as the line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The chain.
    pub(super) id: String,
    /// The line's number in it, from 0.
    pub(super) line: u64,
    /// The hash of the line before it; none for the first.
    pub(super) previous: Option<String>,
    /// Its own, as it stands.
    pub(super) hash: String,
    /// Whether that is what the line's text comes to.
    pub(super) sound: bool,
}

impl Link {
    /// Reads it off a line without its end. `None` of a line that is in no chain.
    pub(super) fn of(text: &str) -> Option<Self> {
        let body = text.strip_suffix("\"}")?;
        let at = body.len().checked_sub(DIGITS)?;
        let (head, digits) = (body.get(..at)?, body.get(at..)?);
        let head = head.strip_suffix(MARK)?;
        let fields: Map<String, Value> = serde_json::from_str(text).ok()?;
        let link = fields.get("chain")?;
        Some(Self {
            id: link.get("id")?.as_str()?.to_owned(),
            line: link.get("line")?.as_u64()?,
            previous: link.get("previous").and_then(Value::as_str).map(str::to_owned),
            hash: digits.to_owned(),
            sound: hash::of_bytes(&[head.as_bytes(), b"}"]) == digits,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(n: u64) -> Map<String, Value> {
        Map::from_iter([
            ("n".to_owned(), json!(n)),
            ("text".to_owned(), json!("ä\",\"hash\":\"")),
        ])
    }

    #[test]
    fn each_line_names_the_one_before_it() {
        let mut chain = Chain::begin();
        let mut before = None;
        for n in 0..3 {
            let (text, digits) = chain.seal(line(n));
            let link = Link::of(text.strip_suffix('\n').unwrap()).unwrap();
            assert!(link.sound);
            assert_eq!((link.line, &link.previous, &link.hash), (n, &before, &digits));
            chain.written(digits.clone());
            before = Some(digits);
        }
    }

    #[test]
    fn a_line_that_was_not_written_is_not_in_it() {
        let chain = Chain::begin();
        let (first, _) = chain.seal(line(0));
        let (second, _) = chain.seal(line(1));
        let number = |text: &str| Link::of(text.trim_end()).unwrap().line;
        assert_eq!((number(&first), number(&second)), (0, 0));
    }

    #[test]
    fn a_change_of_one_character_shows() {
        let (text, _) = Chain::begin().seal(line(7));
        let text = text.trim_end();
        let changed = text.replacen("\"n\":7", "\"n\":8", 1);
        assert!(!Link::of(&changed).unwrap().sound);
        assert_eq!(Link::of("{\"event\":\"x\"}"), None);
        assert_eq!(Link::of(""), None);
    }
}
