//! The event socket: whoever is this user may follow what is asked and decided, and ask what a call would come to.
//!
//! It decides nothing and delays nobody. The socket is bound when a session is opened; everything else is made when
//! the first observer comes: a thread of its own with a server (WebSocket and JSON-RPC by jsonrpsee). An event is left
//! in the [`Hub`], which is one look at a counter while nobody listens, and handed out by that thread; what an observer
//! does not take in time it loses, and is told how much.

mod hub;
mod methods;
mod service;
mod stream;
mod subscribers;

pub use hub::Hub;

use crate::protocol::{ErrorObject, ObservedSession, Params};
use crate::transport::Door;
use serde_json::value::RawValue;
use service::Service;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// When something is tried again for which nothing says that it may work now.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// What observers may ask of the session.
pub trait Queries: Send + Sync {
    /// `permissions_check`: the JSON text of its result.
    fn check(&self, params: Params<'_>) -> Result<Box<RawValue>, ErrorObject>;
    /// `permissions_session`.
    fn session(&self) -> ObservedSession;
}

/// From now on an observer that comes to `door` is served. Must be called inside the runtime of the session.
pub fn open(door: &mut Door, hub: &Arc<Hub>, queries: Arc<dyn Queries>) -> io::Result<()> {
    let hub = Arc::clone(hub);
    door.open("observers", move |listener, over| {
        let service = Service {
            listener,
            hub,
            queries,
            over,
        };
        service.run();
    })
}
