//! JSON5 text → [`Node`] tree. `json5` is the one judge of what the text says; it tells no places, so a scanner
//! that walks the accepted text in step with the tree adds them.

use super::node::{Member, Node, Value};
use super::scan::place;
use super::{MAX_DEPTH, Span};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// How the message of a text starts that is nested too deeply.
pub(super) const TOO_DEEP: &str = "nested deeper than";

/// Why a text can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) span: Span,
    pub(super) message: String,
}

/// Reads `text`.
pub(super) fn parse(text: &str) -> Result<Node<'_>, Fault> {
    let mut tree = parse_unplaced(text)?;
    place(text, &mut tree);
    Ok(tree)
}

/// The same without the places, which are all empty: for whoever needs none.
pub(super) fn parse_unplaced(text: &str) -> Result<Node<'_>, Fault> {
    let read: Result<Root<'_>, json5::Error> = json5::from_str(text);
    Ok(read.map_err(|error| fault(text, &error))?.0)
}

/// The outermost value.
struct Root<'a>(Node<'a>);

impl<'de> Deserialize<'de> for Root<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        TreeSeed { depth: 1 }.deserialize(deserializer).map(Self)
    }
}

fn fault(text: &str, error: &json5::Error) -> Fault {
    let at = error
        .position()
        .map_or(text.len(), |position| offset(text, position));
    let end = text
        .get(at..)
        .and_then(|rest| rest.chars().next())
        .map_or(at, |c| at + c.len_utf8());
    // The error's own text repeats the position, in its own way of counting.
    let mut message = error.to_string();
    if let Some(position) = error.position()
        && let Some(cut) = message.strip_suffix(&format!(" at {position}"))
    {
        message.truncate(cut.len());
    }
    Fault {
        span: Span::new(at, end),
        message,
    }
}

/// The byte offset of a position as `json5` counts: lines by ECMAScript's terminators, columns in scalars.
fn offset(text: &str, position: json5::Position) -> usize {
    let (mut line, mut column) = (0, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if line == position.line && column == position.column {
            return at;
        }
        if json5::char::is_json5_line_terminator(c) {
            if c == '\r' && matches!(chars.peek(), Some((_, '\n'))) {
                chars.next();
            }
            line += 1;
            column = 0;
        } else {
            column += 1;
        }
    }
    text.len()
}

/// Reads one value that stands `depth` levels deep, the root at 1.
#[derive(Clone, Copy)]
struct TreeSeed {
    depth: usize,
}

impl TreeSeed {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth > MAX_DEPTH {
            return Err(E::custom(format_args!("{TOO_DEEP} {MAX_DEPTH} levels")));
        }
        Ok(Self {
            depth: self.depth + 1,
        })
    }
}

impl<'de> DeserializeSeed<'de> for TreeSeed {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        let value = deserializer.deserialize_any(self)?;
        let span = Span::default();
        Ok(Node { value, span })
    }
}

impl<'de> Visitor<'de> for TreeSeed {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Bool(value))
    }

    #[expect(clippy::cast_precision_loss, reason = "no option needs more than 53 bits")]
    fn visit_i64<E>(self, value: i64) -> Result<Value<'de>, E> {
        Ok(Value::Number(value as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "no option needs more than 53 bits")]
    fn visit_u64<E>(self, value: u64) -> Result<Value<'de>, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value<'de>, E> {
        Ok(Value::Number(value))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::String(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value<'de>, E> {
        Ok(Value::String(Cow::Owned(value.to_owned())))
    }

    fn visit_string<E>(self, value: String) -> Result<Value<'de>, E> {
        Ok(Value::String(Cow::Owned(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value<'de>, A::Error> {
        let seed = self.deeper::<A::Error>()?;
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(seed)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'de>, A::Error> {
        let seed = self.deeper::<A::Error>()?;
        let mut members = Vec::new();
        while let Some(key) = map.next_key_seed(KeySeed)? {
            members.push(Member {
                key,
                key_span: Span::default(),
                value: map.next_value_seed(seed)?,
            });
        }
        Ok(Value::Object(members))
    }
}

struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(value))
    }
}
