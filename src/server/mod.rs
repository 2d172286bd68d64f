//! The sidecar on stdin and stdout: one file a method, and around them the connection, from the first byte to
//! the exit code.
//!
//! A message is decoded by `transport`, routed by `dispatch`, answered by a handler in `requests` or
//! `notifications` through a `Responder` (exactly one response per request, whatever fails), and queued in the
//! one outbox, so that what is sent keeps the order in which it came about.

mod alarm;
pub mod answers;
mod backend;
mod connection;
mod convert;
mod dispatch;
mod editor;
mod failure;
mod in_flight;
mod inboxes;
mod links;
mod logging;
mod notifications;
mod observed;
mod outgoing;
mod positions;
mod prompter;
mod publisher;
mod requests;
mod responder;
mod router;
mod test_hook;
mod uri;

use crate::transport;
use alarm::Alarm;
use connection::Connection;
use std::io;

/// Serves one client on stdin and stdout until it is done. The exit code: 0 after `shutdown` and `exit`, the end
/// of the input, a signal or the death of the client; 1 for `exit` without `shutdown`; 3 for a stream that can't
/// be trusted.
///
/// An error says that it could not even begin.
pub fn run() -> io::Result<u8> {
    logging::start();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let code = runtime.block_on(async {
        let (input, output, guard) = transport::open()?;
        let alarm = Alarm::default();
        alarm.on_signals()?;
        let code = Connection::new(input, output, alarm).serve().await;
        drop(guard);
        Ok(code)
    });
    // A thread that still reads a terminal, or writes to a stuck disk, is not waited for.
    runtime.shutdown_background();
    logging::finish();
    code
}
