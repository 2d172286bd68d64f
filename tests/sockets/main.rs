//! The local sockets of a session from outside: observers, the notifier of the documentation, hostile peers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod events;
mod hostile;
mod notifications;
mod observers;
#[path = "../support/mod.rs"]
mod support;
mod watch;
#[allow(dead_code, reason = "each test binary uses its own part")]
#[path = "../e2e/wire.rs"]
mod wire;
