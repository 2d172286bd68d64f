//! The local sockets of a session from outside: observers, the notifier of the documentation, inboxes, hostile peers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod agents;
mod events;
mod hostile;
mod inbox;
mod notifications;
mod observers;
#[path = "../support/mod.rs"]
mod support;
mod tmux;
mod watch;
#[allow(dead_code, reason = "each test binary uses its own part")]
#[path = "../e2e/wire.rs"]
mod wire;
