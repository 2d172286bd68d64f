//! Portcullis decides, for each call of a coding agent, whether it is allowed, denied, or asked about.
//!
//! A call goes straight down through the rooms and back up once; `docs/architecture.md` holds the map
//! and the table of who may use whom, and a test holds every `use crate::` against it.

#[cfg(windows)]
compile_error!(
    "Portcullis reads commands as bash and paths as Unix does. On Windows, build and run it inside WSL \
     (https://learn.microsoft.com/windows/wsl)."
);

pub mod access;
pub mod authority;
pub mod cli;
pub mod client;
pub mod decision;
pub mod editor;
pub mod forwarding;
pub mod gate;
pub mod grant;
pub mod inbox;
pub mod lint;
pub mod observer;
pub mod policy;
pub mod presentation;
pub mod protocol;
pub mod record;
pub mod rule;
pub mod server;
pub mod session;
pub mod shell;
pub mod transport;
