//! Policy files: text → document → problems and rules; scopes, frontmatter, composition and reload.
//!
//! One parse of a text serves the loader, the command line and the editor, so they cannot disagree. This
//! room evaluates nothing: examples, wrappers and effects are stored as data.

mod options;
mod snapshot;

pub use options::{AutoReview, Options, Pointers, ShellAccess, ShellTool, ToolAccess, WrapperDeclaration};
pub use snapshot::{Health, Layer, Snapshot};
