//! Reads the review log back, line by line, also one that a newer or older version wrote.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Longest line that is taken; a longer one is passed over.
const LINE: u64 = 4 * 1024 * 1024;

/// A line of the log.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    /// When, RFC 3339.
    #[serde(default)]
    pub timestamp: String,
    /// What happened.
    pub event: String,
    /// Everything else.
    #[serde(flatten)]
    pub fields: Map<String, Value>,
}

/// Hands each line of the log at `path` to `take`, oldest first. What is no line of a log is passed over. A log
/// that is not there has no lines.
pub fn entries(path: &Path, mut take: impl FnMut(Entry)) -> io::Result<()> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if let Ok(entry) = serde_json::from_slice(&line) {
            take(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_none_are_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("review.jsonl");
        std::fs::write(
            &path,
            "{\"event\":\"a\",\"n\":1}\ngarbage\n\n{\"no\":1}\n{\"event\":\"b\"}",
        )
        .unwrap();
        let mut seen = Vec::new();
        entries(&path, |entry| seen.push(entry.event)).unwrap();
        assert_eq!(seen, ["a", "b"]);
        entries(&folder.path().join("none"), |_| panic!("no line")).unwrap();
    }
}
