//! The sidecar from outside: real processes, real pipes, sockets and files.

mod asks;
mod lifecycle;
mod pressure;
mod stream;
#[path = "../support/mod.rs"]
mod support;
mod wire;
