//! What an editor shows of a policy: pure functions over an open text and the files around it, as they would be in
//! force. The texts come from the same parse as the loader's, and verdicts from the same gates.
//!
//! A [`Desk`] holds the open documents. A feature gets a [`View`]: the [`Sheet`] it is asked about, and what is around
//! it. What it looks at of them is a [`Scene`] and a [`Tree`], which knows bytes, not lines of a protocol; what the log
//! has seen comes through [`Usage`].

mod actions;
mod calls;
mod completion;
mod completion_values;
mod desk;
mod diagnostics;
mod draft;
mod folding;
mod formatting;
mod hover;
mod inlay;
mod lossless;
mod references;
mod rename;
mod rivals;
mod role;
mod scene;
mod selection;
mod sheet;
mod surface_hover;
mod symbols;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod texts;
mod trail;
mod tree;
pub mod usage;
mod view;
mod words;
mod yaml;

pub use actions::{Action, TextChange, actions};
pub use calls::{Asks, Called, calls};
pub use completion::{Completion, CompletionKind, completions};
pub use desk::{Desk, Glance, Opened};
pub use diagnostics::{findings, findings_while};
pub use draft::{Change, Draft};
pub use folding::{Fold, FoldKind, folds};
pub use formatting::{Indent, formatted};
pub use hover::{Hover, hover};
pub use inlay::{Hint, hints};
pub use references::{Target, definitions, references};
pub use rename::{FileEdits, renamable, rename};
pub use role::{Role, Roles};
pub use scene::Scene;
pub use selection::selection;
pub use sheet::Sheet;
pub use symbols::{Symbol, SymbolKind, symbols};
pub use tree::Tree;
pub use usage::{Hits, NoUsage, Seen, Usage};
pub use view::{Overlay, View};
