//! Asks that go from the sidecar of a child to that of its parent: real processes that share a state folder.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod crowd;
mod deaths;
mod depth;
mod disk;
mod facts;
mod family;
mod grants;
mod hostile;
mod skew;
mod subagents;
#[path = "../support/mod.rs"]
mod support;
mod table;
#[allow(dead_code, reason = "each test binary uses its own part")]
#[path = "../e2e/wire.rs"]
mod wire;
