//! The walk over what the reader found: events → units with their words, redirections, folders and floors.
//!
//! One loop over the events with an explicit stack. Where something runs elsewhere than it stands (the body
//! of a heredoc, the payload of a wrapper), the walk jumps there and comes back.

mod assignments;
mod bases;
mod braces;
mod builtins;
mod code;
mod commands;
mod compounds;
mod declarations;
mod evaluated;
mod frame;
mod functions;
mod interactive;
mod jobs;
mod kept;
mod lists;
mod names;
mod operands;
mod options;
mod patterns;
mod pieces;
mod quiet;
mod redirections;
mod scan;
mod substitutions;
mod walker;
mod wrapped;

pub use walker::analyze;
#[cfg(test)]
pub(super) use walker::counted;
