//! Frames, stdio and local sockets: how bytes come in and go out. Nothing here knows what a message means.

mod door;
mod frame;
mod input;
mod outbox;
mod output;
mod run_folder;
mod skim;
mod stdio;

pub use door::{Door, Over};
pub use frame::{Decoder, Frame, MAX_FRAME, Untrusted};
pub use input::Input;
pub use outbox::{Outbox, Weight};
pub use output::Output;
pub use run_folder::{LONGEST_PATH, LocalSocket, RunFolder, SocketError, SocketKind, own_uid, run_folders};
pub use skim::Skimmed;
pub use stdio::{StdioGuard, open, registered};
