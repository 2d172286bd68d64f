//! Which ids and names are taken from a client.

use super::Invalid;
use crate::access::prompt::is_agent_name;

/// Longest session id, in bytes.
const SESSION_ID: usize = 80;
/// Longest id of a call, in bytes.
const TOOL_CALL_ID: usize = 256;

/// A session id: 1 to 80 bytes without control characters.
pub(super) fn session_id(id: &str, field: &str) -> Result<(), Invalid> {
    if (1..=SESSION_ID).contains(&id.len()) && !id.chars().any(char::is_control) {
        return Ok(());
    }
    Err(invalid(
        field,
        "a session id has 1 to 80 bytes and no control characters",
    ))
}

/// An agent's name, which names a file.
pub(super) fn agent(name: &str, field: &str) -> Result<(), Invalid> {
    if is_agent_name(name) {
        return Ok(());
    }
    let problem = "an agent's name starts with a letter, digit or _, goes on with letters, digits, _, ., blank \
                   or -, and has at most 80 characters";
    Err(invalid(field, problem))
}

/// The client's id of a call: at most 256 bytes.
pub(super) fn tool_call_id(id: &str) -> Result<(), Invalid> {
    if id.len() <= TOOL_CALL_ID {
        return Ok(());
    }
    Err(invalid("/toolCallId", "the id of a call has at most 256 bytes"))
}

/// Params that can't be taken.
pub(super) fn invalid(field: &str, problem: impl Into<String>) -> Invalid {
    Invalid {
        field: field.to_owned(),
        problem: problem.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_ids_are_short_and_printable() {
        let (longest, too_long) = ("x".repeat(80), "x".repeat(81));
        let cases = [
            ("s", true),
            ("é/..", true),
            (&longest, true),
            (&too_long, false),
            ("", false),
            ("a\u{7}", false),
        ];
        for (id, taken) in cases {
            assert_eq!(session_id(id, "/sessionId").is_ok(), taken, "{id:?}");
        }
    }
}
