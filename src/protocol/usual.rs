//! The one request that is made for every call, `permissions/check`, as serializers write it: short members first, the
//! params last, at most one space between. Such a frame is read in one go. Any other goes the way of all messages, and
//! comes to the same; a test holds the two together.

use super::envelope::{MAX_NESTING, nesting_within};
use super::{CheckParams, Id};

/// A `permissions/check` that was read in one go.
#[derive(Debug)]
pub struct UsualCheck {
    /// The request's id.
    pub id: Id,
    /// Its params, as yet unjudged.
    pub params: CheckParams,
}

impl UsualCheck {
    /// `None` where the frame is another message, or is not written in this way, or holds anything wrong.
    pub fn read(body: &[u8]) -> Option<Self> {
        // Most other messages are told apart by this alone.
        let mut rest = body.strip_prefix(b"{")?.strip_suffix(b"}")?;
        let (mut id, mut is_version, mut is_method) = (None, false, false);
        let params = loop {
            if let Some(behind) = member(rest, b"\"jsonrpc\":").filter(|_| !is_version) {
                rest = next(behind.strip_prefix(b"\"2.0\"")?)?;
                is_version = true;
            } else if let Some(behind) = member(rest, b"\"method\":").filter(|_| !is_method) {
                rest = next(behind.strip_prefix(b"\"permissions/check\"")?)?;
                is_method = true;
            } else if let Some(behind) = member(rest, b"\"id\":").filter(|_| id.is_none()) {
                let (number, behind) = natural(behind)?;
                id = Some(number);
                rest = next(behind)?;
            } else {
                break member(rest, b"\"params\":").filter(|_| is_version && is_method)?;
            }
        };
        let id = Id::from(id?);
        // An array would be read by position.
        if params.first() != Some(&b'{') || !nesting_within(body, MAX_NESTING) {
            return None;
        }
        // What follows the object, another member say, is refused here.
        let params = serde_json::from_slice(params).ok()?;
        Some(Self { id, params })
    }
}

/// What stands behind a member's name.
fn member<'b>(text: &'b [u8], name: &[u8]) -> Option<&'b [u8]> {
    text.strip_prefix(name).map(without_space)
}

/// What stands behind the comma.
fn next(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b",").map(without_space)
}

fn without_space(text: &[u8]) -> &[u8] {
    text.strip_prefix(b" ").unwrap_or(text)
}

/// A number that begins the text, and what stands behind it.
fn natural(text: &[u8]) -> Option<(i64, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(length)?;
    if digits.len() > 1 && digits.first() == Some(&b'0') {
        return None;
    }
    Some((str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Message, read};
    use proptest::prelude::*;
    use proptest::sample::select;

    /// What the way of all messages makes of it.
    fn slowly(body: &str) -> Option<(Id, CheckParams)> {
        match Message::parse(body.as_bytes()) {
            Ok(Message::Request { id, method, params }) if method == "permissions/check" => {
                Some((id, read(params).ok()?))
            }
            _ => None,
        }
    }

    #[test]
    fn what_serializers_write_is_read_in_one_go() {
        let check = r#""method":"permissions/check""#;
        let params = r#""params":{"tool":"bash","input":{"command":"ls"}}"#;
        let usual = [
            format!(r#"{{"jsonrpc":"2.0","id":1,{check},{params}}}"#),
            format!(r#"{{"id":0,"jsonrpc":"2.0",{check},{params}}}"#),
            r#"{"jsonrpc": "2.0", "id": 12, "method": "permissions/check", "params": {"surface": "bash"}}"#
                .to_owned(),
        ];
        for body in usual {
            assert!(UsualCheck::read(body.as_bytes()).is_some(), "{body}");
        }
        let others = [
            format!(r#"{{"jsonrpc":"2.0","id":1,{check},{params},"id":2}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"id":2,{check},{params}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":01,{check},{params}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1.5,{check},{params}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":"1",{check},{params}}}"#),
            format!(r#"{{"id":1,{check},{params}}}"#),
            format!(r#"{{"jsonrpc":"2.0",{check},{params}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,{check},"params":["bash"]}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,{check},"params":{{"tool":1}}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,{check},{params}}}x"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"shutdown",{params}}}"#),
        ];
        for body in others {
            assert!(UsualCheck::read(body.as_bytes()).is_none(), "{body}");
        }
        assert!(UsualCheck::read(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"permissions/check\",\"params\":{\"tool\":\"\xff\"}}").is_none());
        let deep = format!(
            r#"{{"jsonrpc":"2.0","id":1,{check},"params":{{"tool":"x","input":{{"a":{}{}}}}}}}"#,
            "[".repeat(126),
            "]".repeat(126)
        );
        assert!(UsualCheck::read(deep.as_bytes()).is_none());
    }

    proptest! {
        /// Whatever it reads, the other way reads the same.
        #[test]
        fn both_ways_come_to_the_same(
            pieces in proptest::collection::vec(
                select(vec![
                    r#""jsonrpc":"2.0""#, r#""jsonrpc": "2.0""#, r#""jsonrpc":"1.0""#, r#""id":1"#, r#""id": 23"#, r#""id":-1"#,
                    r#""id":99999999999999999999"#, r#""method":"permissions/check""#, r#""method":"x""#, r#""params":{}"#,
                    r#""params":{"surface":"bash"}"#, r#""params": {"tool":"mcp","input":{"a":[1,{}]}}"#, r#""params":[]"#,
                    r#""params":{"surface":"a","surface":"b"}"#, r#""result":1"#, "", " ",
                ]),
                0..6,
            ),
            comma in select(vec![",", ", ", " ,", ""]),
            end in select(vec!["}", " }", "} ", "", "}}"]),
        ) {
            let body = format!("{{{}{end}", pieces.join(comma));
            if let Some(usual) = UsualCheck::read(body.as_bytes()) {
                let (id, params) = slowly(&body).ok_or_else(|| TestCaseError::fail(body.clone()))?;
                prop_assert_eq!(usual.id, id);
                prop_assert_eq!(format!("{:?}", usual.params), format!("{params:?}"));
            }
        }
    }
}
