//! Picks the id and the method out of a JSON-RPC message that is too long to be kept, while it passes.

/// Bytes of a member's name that are kept; longer ones are none of ours.
const MAX_KEY: usize = 32;
/// Bytes of an id or a method that are kept; what is longer is not picked out.
const MAX_VALUE: usize = 1 << 10;

/// What was picked out of a message, as JSON text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skimmed {
    /// The `id`, where there is exactly one and it is short.
    pub id: Option<String>,
    /// The `method`.
    pub method: Option<String>,
}

/// Reads along a JSON object without keeping it.
#[derive(Debug, Default)]
pub(super) struct Skim {
    place: Place,
    depth: u64,
    in_string: bool,
    escaped: bool,
    key: Vec<u8>,
    value: Vec<u8>,
    wanted: Option<Member>,
    overlong: bool,
    id: Found,
    method: Found,
}

/// Where in the outermost object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// In front of it.
    #[default]
    Before,
    /// Within a member's name, or in front of it.
    Key,
    /// Behind a name, in front of the colon.
    Colon,
    /// Within a value, or in front of it.
    Value,
    /// Behind it.
    After,
    /// It is none.
    Lost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Id,
    Method,
}

#[derive(Debug, Default)]
enum Found {
    #[default]
    Nothing,
    Once(String),
    /// Twice, or too long, or no UTF-8: nobody knows which was meant.
    Unclear,
}

impl Found {
    fn add(&mut self, text: Option<String>) {
        *self = match (&self, text) {
            (Self::Nothing, Some(text)) => Self::Once(text),
            _ => Self::Unclear,
        };
    }

    fn take(self) -> Option<String> {
        match self {
            Self::Once(text) => Some(text),
            Self::Nothing | Self::Unclear => None,
        }
    }
}

impl Skim {
    /// The next bytes of the message.
    pub(super) fn feed(&mut self, mut bytes: &[u8]) {
        while let Some((byte, rest)) = bytes.split_first() {
            // Most of a long message is one long string.
            if self.in_string && !self.escaped && !self.is_kept() {
                let plain = bytes
                    .iter()
                    .position(|byte| matches!(byte, b'"' | b'\\'))
                    .unwrap_or(bytes.len());
                if plain > 0 {
                    bytes = bytes.get(plain..).unwrap_or_default();
                    continue;
                }
            }
            self.byte(*byte);
            bytes = rest;
        }
    }

    /// The message is over.
    pub(super) fn finish(self) -> Skimmed {
        if self.place != Place::After {
            return Skimmed::default();
        }
        Skimmed {
            id: self.id.take(),
            method: self.method.take(),
        }
    }

    fn is_kept(&self) -> bool {
        match self.place {
            Place::Key => true,
            Place::Value => self.depth == 1 && self.wanted.is_some(),
            _ => false,
        }
    }

    fn byte(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => {
                    self.in_string = false;
                    if self.place == Place::Key {
                        self.place = Place::Colon;
                    }
                }
                _ => {}
            }
            return;
        }
        match (self.place, byte) {
            // Within a value it would join what it parts: `1 2` is not `12`.
            (Place::Value, b' ' | b'\t' | b'\r' | b'\n') if !self.value.is_empty() => self.keep(b' '),
            (Place::Lost, _) | (_, b' ' | b'\t' | b'\r' | b'\n') => {}
            (Place::Before, b'{') => {
                self.depth = 1;
                self.place = Place::Key;
            }
            (Place::Key, b'"') => {
                self.in_string = true;
                self.key.clear();
                self.keep(byte);
            }
            (Place::Key, b'}') => self.place = Place::After,
            (Place::Colon, b':') => self.begin_value(),
            (Place::Value, b',') if self.depth == 1 => {
                self.end_value();
                self.place = Place::Key;
            }
            (Place::Value, b'}') if self.depth == 1 => {
                self.end_value();
                self.place = Place::After;
            }
            (Place::Value, b'{' | b'[') => {
                // No id and no method has members.
                self.overlong = true;
                self.depth += 1;
            }
            (Place::Value, b'}' | b']') if self.depth > 1 => self.depth -= 1,
            (Place::Value, b'"') => {
                self.keep(byte);
                self.in_string = true;
            }
            (Place::Value, _) => self.keep(byte),
            _ => self.place = Place::Lost,
        }
    }

    fn keep(&mut self, byte: u8) {
        match self.place {
            Place::Key if self.key.len() < MAX_KEY => self.key.push(byte),
            Place::Value if self.depth == 1 && self.wanted.is_some() => {
                if self.value.len() < MAX_VALUE {
                    self.value.push(byte);
                } else {
                    self.overlong = true;
                }
            }
            _ => {}
        }
    }

    fn begin_value(&mut self) {
        self.place = Place::Value;
        self.value.clear();
        self.overlong = false;
        let name: Option<String> = serde_json::from_slice(&self.key).ok();
        self.wanted = match name.as_deref() {
            Some("id") => Some(Member::Id),
            Some("method") => Some(Member::Method),
            _ => None,
        };
    }

    fn end_value(&mut self) {
        let Some(member) = self.wanted.take() else {
            return;
        };
        let text = (!self.overlong)
            .then(|| str::from_utf8(&self.value).ok())
            .flatten()
            .map(|text| text.trim_ascii_end().to_owned());
        match member {
            Member::Id => self.id.add(text),
            Member::Method => self.method.add(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skim(message: &str, step: usize) -> (Option<String>, Option<String>) {
        let mut skim = Skim::default();
        for piece in message.as_bytes().chunks(step) {
            skim.feed(piece);
        }
        let found = skim.finish();
        (found.id, found.method)
    }

    #[test]
    fn id_and_method_are_picked_out_wherever_they_stand() {
        let long = "x".repeat(2000);
        let long_id = format!(r#"{{"id":"{long}","method":"m"}}"#);
        let late = format!(r#"{{"method":"m","params":{{"id":9,"s":"{long}"}},"id":5}}"#);
        #[rustfmt::skip]
        let cases: &[(&str, Option<&str>, Option<&str>)] = &[
            (r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{}}"#, Some("1"), Some("\"m\"")),
            (&late, Some("5"), Some("\"m\"")),
            (r#" { "id" : "a\"b" , "params" : [ {"id": 2}, "}\"{" ] } "#, Some(r#""a\"b""#), None),
            (r#"{"\u0069d":3}"#, Some("3"), None),
            (r#"{"result":{"id":4}}"#, None, None),
            (r#"{"id":1,"id":1}"#, None, None),
            (r#"{"id":1 2}"#, Some("1 2"), None),
            (r#"{"id":{"a":1},"method":"m"}"#, None, Some("\"m\"")),
            (r#"{"id":null}"#, Some("null"), None),
            (r#"{"id":1"#, None, None),
            (r#"[{"id":1}]"#, None, None),
            (r#"{"id":1}}"#, None, None),
            (r"{id:1}", None, None),
            (&long_id, None, Some("\"m\"")),
            ("xx", None, None),
            ("", None, None),
        ];
        for (message, id, method) in cases {
            for step in [1, 3, 1000] {
                let shown = &message[..message.len().min(50)];
                let found = skim(message, step);
                assert_eq!(
                    (found.0.as_deref(), found.1.as_deref()),
                    (*id, *method),
                    "{shown}"
                );
            }
        }
    }
}
