//! The way between the sidecars of a parent and its children: a spool of files that both can see.
//!
//! One thread, the [`Post`], does all of it for a process: it writes what a session of this process asks its
//! parent, hands what children ask to a [`Serve`], writes the answers, and proves by a record that is written
//! anew each second that somebody is there. `docs/forwarding.md` has the states and what ends each of them.

mod folder;
mod inbox;
mod liveness;
mod name;
mod outgoing;
mod post;
mod process;
mod relay;
mod request;
mod response;
mod serving;
mod spool;
mod sweep;
mod tempo;
mod worker;

pub use post::{Note, Post, Reply, Serve, Withdrawal};
pub use relay::SpoolRelay;
pub use request::{Incoming, MAX_HOPS};
pub use response::{Grant, Response};
pub use tempo::Tempo;
