//! Ids as names of files.

use std::fmt::Write as _;

/// Longest id of a session, in bytes.
const LONGEST: usize = 80;

/// The name of a session's folder: bytes outside `[A-Za-z0-9_-]` are written as `%XX`.
pub(super) fn encode(id: &str) -> String {
    let mut name = String::with_capacity(id.len());
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' {
            name.push(char::from(byte));
        } else {
            let _ = write!(name, "%{byte:02X}");
        }
    }
    name
}

/// Whether a text from a file can be the id of a session.
pub(super) fn is_session_id(id: &str) -> bool {
    (1..=LONGEST).contains(&id.len()) && !id.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_names_another_place() {
        for (id, name) in [
            ("own", "own"),
            ("a-b_C9", "a-b_C9"),
            ("..", "%2E%2E"),
            ("a/b", "a%2Fb"),
            (".", "%2E"),
            ("50%", "50%25"),
            ("é", "%C3%A9"),
        ] {
            assert_eq!(encode(id), name);
        }
    }

    #[test]
    fn different_ids_have_different_names() {
        let ids = ["a/b", "a%2Fb", "a%2fb", "A", "a", "a.b", "a%b"];
        let names: std::collections::BTreeSet<String> = ids.iter().map(|id| encode(id)).collect();
        assert_eq!(names.len(), ids.len());
    }
}
