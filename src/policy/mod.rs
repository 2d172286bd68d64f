//! Policy files: text → document → problems and rules; scopes, frontmatter, composition and reload.
//!
//! One parse of a text serves the loader, the command line and the editor, so they cannot disagree. This
//! room evaluates nothing: examples, wrappers and effects are stored as data.

mod compile;
mod document;
mod entry;
mod fields;
mod frontmatter;
mod guards_reader;
mod json;
mod listing;
mod node;
mod options;
mod options_reader;
mod order;
mod permission;
mod problem;
mod protect;
mod rule_reader;
mod scan;
pub mod schema;
mod sketch;
mod snapshot;
mod source;
mod store;
#[cfg(test)]
mod store_tests;
pub mod surfaces;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod tool_reader;
mod top_level;
#[cfg(test)]
mod tree_tests;

pub use document::{Document, FileKind, MAX_BYTES, MAX_DEPTH, ProtectedEntry};
pub use entry::{Entry, EntryStanding, Example, Examples, SurfaceKey};
pub use listing::{FileState, ListedFile, ListedRule};
pub use node::{Member, Node, Value};
pub use options::{AutoReview, Options, Pointers, ShellAccess, ShellTool, ToolAccess, WrapperDeclaration};
pub use problem::{Problem, Severity, code};
pub use protect::ALSO_REMOVAL;
pub use sketch::{Flaw, Shape, ShapeKind, ShapeMember, Sketch, plain};
pub use snapshot::{GuardsLost, Health, Layer, RulePlace, Snapshot, SourceFile};
pub use source::{DiskSource, ReadError, Source};
pub use store::{AgentScope, Places, Scope, Store};
pub use text::{Encoding, Lines, Position, Span};
pub use tokens::{Token, TokenKind, tokens};
