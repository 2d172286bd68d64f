//! Says which field of a value can't be taken: deserializes it once more and remembers where that failed.
//! Used only once it is known that something is wrong.

use super::Invalid;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};
use std::cell::RefCell;

/// Reads `value` as `T`, and points to the field where that fails.
pub(super) fn locate<T: DeserializeOwned>(value: &Value) -> Result<T, Invalid> {
    let fault = RefCell::new(None);
    let root = Path {
        parent: None,
        step: Step::Root,
    };
    let node = Node {
        value,
        path: &root,
        fault: &fault,
    };
    T::deserialize(node).map_err(|error| {
        let problem = error.to_string();
        let mut field = fault.borrow_mut().take().unwrap_or_default();
        // A field that is not there has no place of its own where the error could arise.
        if let Some((name, _)) = problem
            .strip_prefix("missing field `")
            .and_then(|rest| rest.split_once('`'))
        {
            push_token(&mut field, name);
        }
        Invalid { field, problem }
    })
}

#[derive(Clone, Copy)]
struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl Path<'_> {
    fn pointer(&self) -> String {
        let mut steps = Vec::new();
        let mut at = Some(self);
        while let Some(path) = at {
            steps.push(path.step);
            at = path.parent;
        }
        let mut pointer = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Root => {}
                Step::Key(key) => push_token(&mut pointer, key),
                Step::Index(index) => push_token(&mut pointer, &index.to_string()),
            }
        }
        pointer
    }
}

/// Appends one token of a JSON Pointer (RFC 6901, section 3).
fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    for c in token.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// Deserializes a child, and remembers its place if that is where it failed first.
fn child<'de, S: DeserializeSeed<'de>>(
    seed: S,
    value: &'de Value,
    parent: &Path<'_>,
    step: Step<'_>,
    fault: &RefCell<Option<String>>,
) -> Result<S::Value, Error> {
    let path = Path {
        parent: Some(parent),
        step,
    };
    let node = Node {
        value,
        path: &path,
        fault,
    };
    seed.deserialize(node).inspect_err(|_| {
        let mut fault = fault.borrow_mut();
        if fault.is_none() {
            *fault = Some(path.pointer());
        }
    })
}

struct Node<'de, 'p> {
    value: &'de Value,
    path: &'p Path<'p>,
    fault: &'p RefCell<Option<String>>,
}

impl<'de> Deserializer<'de> for Node<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) => visitor.visit_seq(Items {
                left: items.iter().enumerate(),
                path: self.path,
                fault: self.fault,
            }),
            Value::Object(entries) => visitor.visit_map(Entries {
                left: entries.iter(),
                value: None,
                path: self.path,
                fault: self.fault,
            }),
            scalar => scalar.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.value.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Items<'de, 'p> {
    left: std::iter::Enumerate<std::slice::Iter<'de, Value>>,
    path: &'p Path<'p>,
    fault: &'p RefCell<Option<String>>,
}

impl<'de> SeqAccess<'de> for Items<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((index, value)) = self.left.next() else {
            return Ok(None);
        };
        child(seed, value, self.path, Step::Index(index), self.fault).map(Some)
    }
}

struct Entries<'de, 'p> {
    left: serde_json::map::Iter<'de>,
    value: Option<(&'de str, &'de Value)>,
    path: &'p Path<'p>,
    fault: &'p RefCell<Option<String>>,
}

impl<'de> MapAccess<'de> for Entries<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.left.next() else {
            return Ok(None);
        };
        self.value = Some((key, value));
        seed.deserialize(serde::de::value::BorrowedStrDeserializer::new(key))
            .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (key, value) = self
            .value
            .take()
            .ok_or_else(|| Error::custom("a value without its key"))?;
        child(seed, value, self.path, Step::Key(key), self.fault)
    }
}
