//! The conventions for params: an object; absent, `null`, `[]` and `[null]` count as `{}`; any other array
//! is refused and never read by position.

use super::locate::locate;
use super::{ErrorObject, code};
use serde::de::DeserializeOwned;

/// Params that can't be taken (-32602).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct Invalid {
    /// JSON Pointer into the params.
    pub field: String,
    /// What is wrong.
    pub problem: String,
}

impl Invalid {
    /// A problem with the field that `field` points to.
    pub fn new(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            problem: problem.into(),
        }
    }
}

impl From<Invalid> for ErrorObject {
    fn from(invalid: Invalid) -> Self {
        let message = if invalid.field.is_empty() {
            format!("Invalid params: {}", invalid.problem)
        } else {
            format!("Invalid params: {}: {}", invalid.field, invalid.problem)
        };
        ErrorObject::new(code::INVALID_PARAMS, message)
            .with(serde_json::json!({"field": invalid.field, "problem": invalid.problem}))
    }
}

/// The JSON text of a message's params, where there are any.
pub type Params<'a> = Option<&'a str>;

/// Reads params as `T`. The text is parsed once; only what can't be taken is looked at again, to say where.
pub fn read<T: DeserializeOwned>(params: Params<'_>) -> Result<T, Invalid> {
    let text = object_text(params)?;
    serde_json::from_str(text).or_else(|error| {
        let value = serde_json::from_str(text).map_err(|_| Invalid::new("", error.to_string()))?;
        locate(&value)
    })
}

/// The text of an object, or what counts as one.
fn object_text(params: Params<'_>) -> Result<&str, Invalid> {
    let Some(text) = params.map(str::trim_ascii) else {
        return Ok("{}");
    };
    match text.as_bytes().first() {
        Some(b'{') => Ok(text),
        Some(b'[') => {
            let inner = text.trim_start_matches('[').trim_end_matches(']').trim_ascii();
            // `[[]]` trims to the same, but holds more than one bracket of either kind.
            let brackets = text.bytes().filter(|byte| *byte == b'[').count();
            if brackets == 1 && (inner.is_empty() || inner == "null") {
                Ok("{}")
            } else {
                Err(Invalid::new("", "params are an object, never an array"))
            }
        }
        _ if text == "null" => Ok("{}"),
        _ => Err(Invalid::new("", "params are an object")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Default, Deserialize, PartialEq)]
    #[serde(default)]
    struct Thing {
        a: u32,
        #[serde(deserialize_with = "crate::protocol::object::list")]
        b: Option<Vec<Inner>>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Inner {
        name: super::super::AgentName,
    }

    #[test]
    fn what_counts_as_an_empty_object() {
        let empty = [
            None,
            Some("null"),
            Some("[]"),
            Some("[null]"),
            Some("[ null ]"),
            Some("{}"),
            Some(" { } "),
        ];
        for params in empty {
            assert_eq!(read::<Thing>(params), Ok(Thing::default()), "{params:?}");
        }
    }

    #[test]
    fn what_is_refused_says_where() {
        let cases = [
            ("[1]", ""),
            ("[{}]", ""),
            ("[[]]", ""),
            ("[[null]]", ""),
            ("[null,null]", ""),
            ("5", ""),
            ("\"x\"", ""),
            (r#"{"a":"x"}"#, "/a"),
            (r#"{"a":-1}"#, "/a"),
            (r#"{"b":{}}"#, "/b"),
            (r#"{"b":[{"name":"ok"},{"name":"../x"}]}"#, "/b/1/name"),
            (r#"{"b":[{}]}"#, "/b/0/name"),
            (r#"{"b":[7]}"#, "/b/0"),
            (r#"{"b":[["ok"]]}"#, "/b/0"),
        ];
        for (params, field) in cases {
            let invalid = read::<Thing>(Some(params)).expect_err(params);
            assert_eq!(invalid.field, field, "{params}: {invalid}");
        }
    }
}
