//! Our own reading of bash: text → a flat sequence of [`Event`]s, each construct entered and left in source
//! order.
//!
//! The grammar crate misreads some commands silently, and a command that is read as fewer commands than
//! bash runs is the one failure that matters. So the text is read here as bash reads it, one cursor over
//! it from the first byte to the last: what is not consumed on purpose is a [`Fault`]. The tree of the
//! grammar crate is the second opinion (see [`super::witness`]).
//!
//! Nesting lives on an explicit stack; no function here calls itself on what the input nests.

mod arithmetic;
mod begin;
mod cases;
mod clauses;
mod definitions;
mod event;
mod expansions;
mod frame;
mod heredoc;
mod list;
mod loops;
mod parameter;
mod quotes;
mod reader;
mod reserved;
mod simple;
mod text;
mod word;

#[cfg(test)]
mod tests;

pub use event::{Compound, Event, Form, Kind, Mark, MarkKind, ParamOp, Role, Section};
pub use reader::{MAX_DEPTH, Reader};
pub use text::Script;
