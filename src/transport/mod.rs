//! Frames and stdio: how bytes come in and go out. Nothing here knows what a message means.

mod frame;
mod input;
mod outbox;
mod output;
mod skim;
mod stdio;

pub use frame::{Decoder, Frame, MAX_FRAME, Untrusted};
pub use input::Input;
pub use outbox::{Outbox, Weight};
pub use output::Output;
pub use skim::Skimmed;
pub use stdio::{StdioGuard, open, registered};
