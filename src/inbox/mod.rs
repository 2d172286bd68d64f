//! The way for `portcullis inbox` to answer what a session asks: the session's own channel for that, apart from the
//! event socket, which answers nothing.
//!
//! A session that opted in listens on a socket of its own, and a thread is begun by the first who comes. Who comes is
//! looked at by [`peer`] before a word of it is read, and again with each answer. The [`Hub`] is a
//! [`Client`](crate::authority::Client) like any: what it brings is checked by the session as an answer at the client's
//! own prompt is.

mod hub;
mod peer;
mod service;

pub use hub::{Hub, Presence, Write};
pub use peer::Surroundings;
pub use service::Introduce;

use crate::transport::Door;
use service::Service;
use std::io;

/// From now on an inbox that comes to `door` is served. Must be called inside the runtime of the session.
pub fn open(door: &mut Door, hub: &Hub, surroundings: Surroundings, introduce: Introduce) -> io::Result<()> {
    let service = Service {
        hub: hub.clone(),
        surroundings,
        introduce,
    };
    door.open("inboxes", move |listener, over| service.run(listener, over))
}
