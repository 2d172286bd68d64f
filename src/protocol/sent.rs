//! Messages as they are written.

use super::{ErrorObject, Id};
use serde::{Serialize, Serializer};

/// `"jsonrpc": "2.0"`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("2.0")
    }
}

/// A request.
#[derive(Debug, Serialize)]
pub struct SentRequest<'a, P: ?Sized> {
    /// The version.
    pub jsonrpc: Version,
    /// The id, which no other request in flight has.
    pub id: &'a Id,
    /// The method.
    pub method: &'a str,
    /// Its params.
    pub params: &'a P,
}

/// A notification.
#[derive(Debug, Serialize)]
pub struct SentNotification<'a, P: ?Sized> {
    /// The version.
    pub jsonrpc: Version,
    /// The method.
    pub method: &'a str,
    /// Its params.
    pub params: &'a P,
}

/// The answer to a request that succeeded.
#[derive(Debug, Serialize)]
pub struct SentResult<'a, R: ?Sized> {
    /// The version.
    pub jsonrpc: Version,
    /// The request's id.
    pub id: &'a Id,
    /// What it answers.
    pub result: &'a R,
}

/// The answer to a request that failed, or to what is no request.
#[derive(Debug, Serialize)]
pub struct SentError<'a> {
    /// The version.
    pub jsonrpc: Version,
    /// The request's id; null where none can be read.
    pub id: Option<&'a Id>,
    /// What failed.
    pub error: &'a ErrorObject,
}
