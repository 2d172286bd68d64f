//! What an editor shows of a policy: pure functions over an open text and the files around it, as they would be in
//! force. The texts come from the same parse as the loader's, and verdicts from the same gates.
//!
//! A [`Desk`] holds the open documents. A feature gets a [`View`]: the [`Sheet`] it is asked about, and what is around
//! it.

mod actions;
mod calls;
mod desk;
mod diagnostics;
mod draft;
mod lossless;
mod role;
mod sheet;
#[cfg(test)]
mod tests;
pub mod usage;
mod view;

pub use actions::{Action, TextChange, actions};
pub use calls::{Asks, Called, calls};
pub use desk::{Desk, Glance, Opened};
pub use diagnostics::{findings, findings_while};
pub use draft::{Change, Draft};
pub use role::{Role, Roles};
pub use sheet::Sheet;
pub use usage::{Hits, NoUsage, Seen, Usage};
pub use view::{Overlay, View};
