//! A JSON value with its place in the text, keys in order and duplicates kept.

use super::Span;
use std::borrow::Cow;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<'a> {
    /// The value.
    pub value: Value<'a>,
    /// Where it stands, quotes and brackets included.
    pub span: Span,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number; whole ones up to 2⁵³ are exact.
    Number(f64),
    /// A string, borrowed from the text where it holds no escape.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Node<'a>>),
    /// An object, in order, duplicate keys included.
    Object(Vec<Member<'a>>),
}

/// One key of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member<'a> {
    /// The key.
    pub key: Cow<'a, str>,
    /// Where the key stands, quotes included.
    pub key_span: Span,
    /// Its value.
    pub value: Node<'a>,
}

impl<'a> Node<'a> {
    /// The tree of a JSON5 text, no deeper than [`MAX_DEPTH`](super::MAX_DEPTH); or what is wrong with the text, and
    /// where.
    pub fn of_json5(text: &'a str) -> Result<Self, (String, Span)> {
        super::json::parse(text).map_err(|fault| (fault.message, fault.span))
    }

    /// The same, with copies of its texts.
    #[must_use]
    pub fn into_owned(self) -> Node<'static> {
        let value = match self.value {
            Value::Null => Value::Null,
            Value::Bool(value) => Value::Bool(value),
            Value::Number(value) => Value::Number(value),
            Value::String(text) => Value::String(Cow::Owned(text.into_owned())),
            Value::Array(nodes) => Value::Array(nodes.into_iter().map(Node::into_owned).collect()),
            Value::Object(members) => Value::Object(members.into_iter().map(Member::into_owned).collect()),
        };
        Node {
            value,
            span: self.span,
        }
    }

    /// The members of an object; none of anything else.
    pub fn members(&self) -> &[Member<'a>] {
        match &self.value {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// What kind of value it is, for messages.
    pub const fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        }
    }
}

impl Member<'_> {
    fn into_owned(self) -> Member<'static> {
        Member {
            key: Cow::Owned(self.key.into_owned()),
            key_span: self.key_span,
            value: self.value.into_owned(),
        }
    }
}
