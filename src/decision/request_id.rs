//! The id of one request, from the first gate to the last log line.

use serde::{Deserialize, Serialize};
use std::fmt;
use uuid::Uuid;

/// A UUID of version 7, minted once per `authorize` before anything else is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RequestId(Uuid);

impl RequestId {
    /// A new id.
    pub fn mint() -> Self {
        Self(Uuid::now_v7())
    }

    /// Reads an id that came over a wire. Anything but a lower-case hyphenated UUID is refused, since an id
    /// may name a file.
    pub fn parse(text: &str) -> Option<Self> {
        let id = Uuid::try_parse(text).ok()?;
        (id.hyphenated().to_string() == text).then_some(Self(id))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}
