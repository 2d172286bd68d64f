//! What the programs of this world do with their words, as data: which run other programs, which read and
//! write their operands, which environment names bend what runs.
//!
//! Reader and inert tables permit only what they list. A wrapper that is missing here is an ordinary
//! program and is left to its own rule.

pub mod environment;
mod feeding;
mod git;
mod inert;
mod interpreters;
mod option;
mod program;
mod readers;
mod shells;
mod usage;
mod wrappers;
mod wrapping;
mod writers;

pub use environment::Place;
pub use usage::{Does, Touch, Usage, When, usage};
pub use wrapping::{Command, Declared, Dialect, Effects, Entered, Inner, Wrapping, analyze, is_proven_reader};
