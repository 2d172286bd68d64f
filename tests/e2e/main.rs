//! The sidecar from outside: real processes, real pipes, sockets and files.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod asks;
mod editor;
mod explained;
mod features;
mod lifecycle;
mod links;
mod log;
mod pressure;
mod records;
mod review;
mod snapshots;
mod stream;
mod stub;
#[path = "../support/mod.rs"]
mod support;
mod wire;
