//! Texts of a client that are checked as they are read: ids, names and folders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A session's id, the client's own: 1–80 bytes of UTF-8 without control characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("minLength" = 1, "maxLength" = 80))]
pub struct SessionId(String);

/// An agent's name: `[A-Za-z0-9_][A-Za-z0-9_. -]{0,79}`, since it names a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^[A-Za-z0-9_][A-Za-z0-9_. -]{0,79}$"))]
pub struct AgentName(String);

/// The client's id of a call: opaque, up to 256 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("maxLength" = 256))]
pub struct ToolCallId(String);

/// An absolute path without NUL.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^/"))]
pub struct AbsolutePath(String);

impl TryFrom<String> for SessionId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.is_empty() || text.len() > 80 {
            return Err("a session id has 1 to 80 bytes");
        }
        if text.chars().any(char::is_control) {
            return Err("a session id has no control characters");
        }
        Ok(Self(text))
    }
}

impl TryFrom<String> for AgentName {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut bytes = text.bytes();
        let begins = bytes
            .next()
            .is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_');
        let goes_on = bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b' ' | b'-'));
        if begins && goes_on && text.len() <= 80 {
            Ok(Self(text))
        } else {
            Err("an agent name is [A-Za-z0-9_][A-Za-z0-9_. -]{0,79}")
        }
    }
}

impl TryFrom<String> for ToolCallId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.len() > 256 {
            return Err("a toolCallId has at most 256 bytes");
        }
        Ok(Self(text))
    }
}

impl TryFrom<String> for AbsolutePath {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if !text.starts_with('/') || text.contains('\0') {
            return Err("a folder is an absolute path");
        }
        Ok(Self(text))
    }
}

impl From<SessionId> for String {
    fn from(text: SessionId) -> Self {
        text.0
    }
}

impl From<AgentName> for String {
    fn from(text: AgentName) -> Self {
        text.0
    }
}

impl From<ToolCallId> for String {
    fn from(text: ToolCallId) -> Self {
        text.0
    }
}

impl From<AbsolutePath> for String {
    fn from(text: AbsolutePath) -> Self {
        text.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked_as_they_are_read() {
        let long = "a".repeat(80);
        let cases = [
            ("reviewer", true),
            ("_x", true),
            ("a.b c-d", true),
            (long.as_str(), true),
            ("", false),
            ("../x", false),
            ("a/b", false),
            (".hidden", false),
            (" a", false),
            ("ä", false),
            ("a\n", false),
        ];
        for (text, fine) in cases {
            assert_eq!(AgentName::try_from(text.to_owned()).is_ok(), fine, "{text:?}");
        }
        assert!(AgentName::try_from("a".repeat(81)).is_err());
    }

    #[test]
    fn session_ids_are_counted_in_bytes() {
        assert!(SessionId::try_from("é".repeat(40)).is_ok());
        assert!(SessionId::try_from("é".repeat(41)).is_err());
        assert!(SessionId::try_from("a\u{7}".to_owned()).is_err());
        assert!(SessionId::try_from(String::new()).is_err());
        assert!(SessionId::try_from("../../etc".to_owned()).is_ok());
    }

    #[test]
    fn call_ids_are_opaque() {
        assert!(ToolCallId::try_from(String::new()).is_ok());
        assert!(ToolCallId::try_from("x".repeat(256)).is_ok());
        assert!(ToolCallId::try_from("x".repeat(257)).is_err());
    }
}
