//! One JSON-RPC message, read just far enough to route it: params and results stay JSON text.

use super::{ErrorObject, Id, code};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Objects and arrays may stand in one another this deep.
pub(super) const MAX_NESTING: usize = 128;

/// A message.
#[derive(Debug)]
pub enum Message<'a> {
    /// Wants an answer.
    Request {
        /// Its id.
        id: Id,
        /// The method.
        method: Cow<'a, str>,
        /// JSON text.
        params: Option<&'a str>,
    },
    /// Wants none.
    Notification {
        /// The method.
        method: Cow<'a, str>,
        /// JSON text.
        params: Option<&'a str>,
    },
    /// An answer to a request of the receiver.
    Response {
        /// The request's id; absent where its sender could read none.
        id: Option<Id>,
        /// JSON text of the result, or the error; `None` where it holds neither or both.
        outcome: Option<Result<&'a str, ErrorObject>>,
    },
}

/// A frame that is no message: what to answer, and under which id.
#[derive(Clone, Debug, PartialEq)]
pub struct Malformed {
    /// The id where one can be read.
    pub id: Option<Id>,
    /// What is wrong.
    pub error: ErrorObject,
}

impl Malformed {
    fn parse(problem: impl std::fmt::Display) -> Self {
        Self {
            id: None,
            error: ErrorObject::new(code::PARSE, format!("Parse error: {problem}")),
        }
    }

    fn invalid(id: Option<Id>, problem: impl std::fmt::Display) -> Self {
        Self {
            id,
            error: ErrorObject::new(code::INVALID_REQUEST, format!("Invalid request: {problem}")),
        }
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

/// A `null` that is there is not the same as nothing.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl<'a> Message<'a> {
    /// Reads the body of a frame.
    pub fn parse(body: &'a [u8]) -> Result<Self, Malformed> {
        let text = str::from_utf8(body).map_err(|_| Malformed::parse("not UTF-8"))?;
        if !nesting_within(body, MAX_NESTING) {
            return Err(Malformed::parse(format_args!("nested over {MAX_NESTING}")));
        }
        let first = text.trim_ascii_start().as_bytes().first();
        // An array would be read by position.
        let envelope = match first {
            Some(b'{') => serde_json::from_str::<Envelope<'a>>(text).map_err(|error| error.to_string()),
            Some(b'[') => Err("batches are not taken".to_owned()),
            _ => Err("a message is an object".to_owned()),
        };
        let envelope = match envelope {
            Ok(envelope) => envelope,
            Err(problem) => return Err(Self::unreadable(text, &problem)),
        };
        let answers = envelope.method.is_none() && (envelope.result.is_some() || envelope.error.is_some());
        let id = match envelope.id.map(RawValue::get) {
            None => None,
            Some("null") if answers => None,
            Some(raw) => match Id::parse(raw) {
                Some(id) => Some(id),
                None => return Err(Malformed::invalid(None, "an id is an integer or a string")),
            },
        };
        if envelope.jsonrpc.map(RawValue::get) != Some("\"2.0\"") {
            return Err(Malformed::invalid(id, "jsonrpc is \"2.0\""));
        }
        let method = match envelope.method.map(|raw| string(raw.get())) {
            None => None,
            Some(Some(method)) => Some(method),
            Some(None) => return Err(Malformed::invalid(id, "a method is a string")),
        };
        let params = envelope.params.map(RawValue::get);
        match (method, id) {
            (Some(method), Some(id)) => Ok(Self::Request { id, method, params }),
            (Some(method), None) => Ok(Self::Notification { method, params }),
            (None, None) if !answers => Err(Malformed::invalid(None, "neither a method nor an id")),
            (None, id) => Ok(Self::Response {
                id,
                outcome: match (envelope.result, envelope.error) {
                    (Some(result), None) => Some(Ok(result.get())),
                    (result, Some(error)) if result.is_none_or(|result| result.get() == "null") => {
                        serde_json::from_str(error.get()).ok().map(Err)
                    }
                    _ => None,
                },
            }),
        }
    }

    /// Why `text` is no envelope: no JSON, or JSON with this problem.
    fn unreadable(text: &str, problem: &str) -> Malformed {
        match serde_json::from_str::<serde::de::IgnoredAny>(text) {
            Err(error) => Malformed::parse(error),
            Ok(_) => Malformed::invalid(None, problem),
        }
    }
}

/// What a JSON string says; borrowed unless it holds an escape, which no method of ours does.
fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(raw).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

/// Whether no value of `json` stands deeper than `limit` objects and arrays. What is no JSON gives either.
pub fn nesting_within(json: &[u8], limit: usize) -> bool {
    // As a rule there are not even so many brackets, and counting them is cheap.
    // (The two differ in one bit; a count of so few bytes at a time stays in one byte.)
    let open = |chunk: &[u8]| {
        chunk.iter().fold(0_u8, |count, byte| {
            count.wrapping_add(u8::from(byte | 0x20 == b'{'))
        })
    };
    if json
        .chunks(255)
        .map(|chunk| usize::from(open(chunk)))
        .sum::<usize>()
        <= limit
    {
        return true;
    }
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => {
                depth += 1;
                if depth > limit {
                    return false;
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(body: &[u8]) -> String {
        match Message::parse(body) {
            Ok(Message::Request { id, method, params }) => format!("request {id} {method} {params:?}"),
            Ok(Message::Notification { method, params }) => format!("notification {method} {params:?}"),
            Ok(Message::Response { id, outcome }) => {
                let id = id.map_or("null".to_owned(), |id| id.to_string());
                match outcome {
                    Some(Ok(result)) => format!("result {id} {result}"),
                    Some(Err(error)) => format!("error {id} {}", error.code),
                    None => format!("neither {id}"),
                }
            }
            Err(malformed) => {
                let id = malformed.id.map_or("null".to_owned(), |id| id.to_string());
                format!("{} {id}", malformed.error.code)
            }
        }
    }

    #[test]
    fn messages_are_told_apart() {
        #[rustfmt::skip]
        let cases: &[(&str, &str)] = &[
            (r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1}}"#, r#"request 1 a Some("{\"x\":1}")"#),
            (r#"{"params":[],"method":"a","id":"x","jsonrpc":"2.0"}"#, r#"request "x" a Some("[]")"#),
            (r#"{"jsonrpc":"2.0","method":"a\u0062"}"#, "notification ab None"),
            (r#"{"jsonrpc":"2.0","method":"a","params":null}"#, "notification a None"),
            (r#"{"jsonrpc":"2.0","id":3,"result":null}"#, "result 3 null"),
            (r#"{"jsonrpc":"2.0","id":3,"result":{"a":[]}}"#, r#"result 3 {"a":[]}"#),
            (r#"{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"m"}}"#, "error 3 -1"),
            (r#"{"jsonrpc":"2.0","id":3,"result":null,"error":{"code":-1,"message":"m"}}"#, "error 3 -1"),
            (r#"{"jsonrpc":"2.0","id":3,"result":1,"error":{"code":-1,"message":"m"}}"#, "neither 3"),
            (r#"{"jsonrpc":"2.0","id":3}"#, "neither 3"),
            (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"m"}}"#, "error null -1"),
            (r#"{"jsonrpc":"2.0","error":{"code":-1,"message":"m"}}"#, "error null -1"),
            (r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "-32600 null"),
            (r#"{"jsonrpc":"2.0","id":null}"#, "-32600 null"),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, "-32600 null"),
            (r#"{"jsonrpc":"2.0","id":true,"method":"a"}"#, "-32600 null"),
            (r#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, "-32600 1"),
            (r#"{"id":1,"method":"a"}"#, "-32600 1"),
            (r#"{"jsonrpc":"2.0"}"#, "-32600 null"),
            (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"a"}"#, "-32600 null"),
            (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, "-32600 1"),
            ("[]", "-32600 null"),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#, "-32600 null"),
            (r#"["2.0",1,"a"]"#, "-32600 null"),
            ("[1,", "-32700 null"),
            ("5", "-32600 null"),
            ("", "-32700 null"),
            ("{", "-32700 null"),
            ("{}x", "-32700 null"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"a"} {}"#, "-32700 null"),
        ];
        for (body, expected) in cases {
            assert_eq!(says(body.as_bytes()), *expected, "{body}");
        }
        assert_eq!(says(b"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}"), "-32700 null");
    }

    #[test]
    fn nesting_is_counted_outside_strings() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(nesting_within(nested(128).as_bytes(), 128));
        assert!(!nesting_within(nested(129).as_bytes(), 128));
        assert!(nesting_within(
            format!("[\"{}\\\"[\"]", "[".repeat(500)).as_bytes(),
            128
        ));
        assert!(nesting_within("[],".repeat(500).as_bytes(), 128));
    }

    #[test]
    fn params_may_reach_the_deepest_nesting() {
        // One level is the message's own.
        let body = |depth: usize| {
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"a","params":{}{}}}"#,
                r#"{"a":"#.repeat(depth - 2) + "[",
                "]".to_owned() + &"}".repeat(depth - 2),
            )
        };
        let deepest = body(128);
        let Ok(Message::Request { params, .. }) = Message::parse(deepest.as_bytes()) else {
            panic!("128 are fine")
        };
        let read: Result<serde_json::Value, _> = super::super::read(params);
        assert!(read.is_ok());
        assert_eq!(says(body(129).as_bytes()), "-32700 null");
    }
}
