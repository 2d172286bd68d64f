//! The YAML between the `---` lines at the head of an agent's Markdown file → [`Node`] tree. The body below
//! says nothing here.

use super::json::Fault;
use super::node::{Member, Node, Value};
use super::{MAX_DEPTH, Span};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::options::DuplicateKeyPolicy;
use serde_saphyr::{Location, Spanned};
use std::borrow::Cow;
use std::fmt;

/// Reads the frontmatter of `text`; an empty object where there is none.
pub(super) fn parse(text: &str) -> Result<Node<'static>, Fault> {
    let nothing = || Node {
        value: Value::Object(Vec::new()),
        span: Span::default(),
    };
    let Some((start, end)) = bounds(text)? else {
        return Ok(nothing());
    };
    let yaml = text.get(start..end).unwrap_or("");
    // Blank and comment-only frontmatter is no error.
    if yaml
        .lines()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
    {
        return Ok(nothing());
    }
    let read: Result<Tree, _> = serde_saphyr::from_str_with_options(yaml, options());
    let mut node = read.map_err(|error| fault(&error, start, text))?.0;
    shift(&mut node, start);
    Ok(node)
}

/// Where the YAML starts and ends; `None` where the file does not begin with a `---` line.
fn bounds(text: &str) -> Result<Option<(usize, usize)>, Fault> {
    let start = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let mut at = start;
    let mut yaml = None;
    for line in text.get(start..).unwrap_or("").split_inclusive('\n') {
        let is_fence = line.trim_end() == "---";
        match yaml {
            None if is_fence => yaml = Some(at + line.len()),
            None => return Ok(None),
            Some(from) if is_fence => return Ok(Some((from, at))),
            Some(_) => {}
        }
        at += line.len();
    }
    match yaml {
        None => Ok(None),
        Some(_) => Err(Fault {
            span: Span::new(start, start + 3),
            message: "the frontmatter has no end: a line of `---` is missing".to_owned(),
        }),
    }
}

fn options() -> serde_saphyr::Options {
    let budget = serde_saphyr::budget! {
        max_events: 200_000,
        max_nodes: 200_000,
        max_depth: MAX_DEPTH,
        max_documents: 1,
        max_aliases: 1_000,
        max_anchors: 1_000,
        max_merge_keys: 100,
        max_total_scalar_bytes: super::MAX_BYTES,
    };
    serde_saphyr::options! {
        budget: budget,
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        // `yes` and `no` are words, as in YAML 1.2.
        strict_booleans: true,
        with_snippet: false,
    }
}

fn fault(error: &serde_saphyr::Error, start: usize, text: &str) -> Fault {
    let at = error
        .location()
        .and_then(|location| bytes(location).map(|(at, _)| start + at))
        .unwrap_or(start);
    let message = error.to_string();
    Fault {
        span: Span::new(at, (at + 1).min(text.len())),
        message: message.lines().next().unwrap_or_default().to_owned(),
    }
}

/// Offset and length in bytes.
fn bytes(location: Location) -> Option<(usize, usize)> {
    let span = location.span();
    let offset = usize::try_from(span.byte_offset()?).ok()?;
    let length = usize::try_from(span.byte_len().unwrap_or(0)).ok()?;
    Some((offset, length))
}

fn span(location: Location) -> Span {
    bytes(location).map_or_else(Span::default, |(offset, length)| {
        Span::new(offset, offset + length)
    })
}

/// Counts the places of `node` from the start of the file. No deeper than the tree, whose depth is limited.
fn shift(node: &mut Node<'_>, by: usize) {
    let moved = |span: Span| Span::new(span.start as usize + by, span.end as usize + by);
    node.span = moved(node.span);
    match &mut node.value {
        Value::Array(items) => items.iter_mut().for_each(|item| shift(item, by)),
        Value::Object(members) => {
            for member in members {
                member.key_span = moved(member.key_span);
                shift(&mut member.value, by);
            }
        }
        _ => {}
    }
}

struct Tree(Node<'static>);

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read: Spanned<Content> = Spanned::deserialize(deserializer)?;
        Ok(Self(Node {
            value: read.value.0,
            span: span(read.referenced),
        }))
    }
}

struct Content(Value<'static>);

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor).map(Self)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<Value<'static>, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value<'static>, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'static>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'static>, E> {
        Ok(Value::Bool(value))
    }

    #[expect(clippy::cast_precision_loss, reason = "no option needs more than 53 bits")]
    fn visit_i64<E>(self, value: i64) -> Result<Value<'static>, E> {
        Ok(Value::Number(value as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "no option needs more than 53 bits")]
    fn visit_u64<E>(self, value: u64) -> Result<Value<'static>, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value<'static>, E> {
        Ok(Value::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value<'static>, E> {
        Ok(Value::String(Cow::Owned(value.to_owned())))
    }

    fn visit_string<E>(self, value: String) -> Result<Value<'static>, E> {
        Ok(Value::String(Cow::Owned(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value<'static>, A::Error> {
        let mut array = Vec::new();
        while let Some(Tree(item)) = items.next_element()? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'static>, A::Error> {
        let mut members = Vec::new();
        while let Some(key) = map.next_key::<Spanned<String>>()? {
            let Tree(value) = map.next_value()?;
            members.push(Member {
                key: Cow::Owned(key.value),
                key_span: span(key.referenced),
                value,
            });
        }
        Ok(Value::Object(members))
    }
}
