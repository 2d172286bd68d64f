//! What the programs of this world do with their words, as data: which run other programs, which read and
//! write their operands, which environment names bend what runs.
//!
//! Reader and inert tables permit only what they list. A wrapper that is missing here is an ordinary
//! program and is left to its own rule.

#[rustfmt::skip] // A table: one line a row reads better than one a word.
mod clients;
pub mod environment;
mod feeding;
mod globals;
#[rustfmt::skip] // A table: one line a row reads better than one a word.
mod git;
mod inert;
#[rustfmt::skip] // A table: one line a row reads better than one a word.
mod interpreters;
mod launchers;
mod option;
mod program;
#[rustfmt::skip] // A table: one line a row reads better than one a word.
mod readers;
mod shells;
#[rustfmt::skip] // A table: one line a row reads better than one a word.
mod told;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
#[rustfmt::skip] // A table: one line a row reads better than one a word.
mod tools;
mod usage;
mod variables;
#[rustfmt::skip] // A table: one line a row reads better than one a word.
mod wrappers;
mod wrapping;
#[rustfmt::skip] // A table: one line a row reads better than one a word.
mod writers;

pub use environment::Place;
pub use globals::{Stripped, strip_globals};
pub use program::is_standard_folder;
pub use usage::url_braces;
pub use usage::{Beside, Does, Guard, Made, Reach, Touch, Usage, When, assignment, usage};
pub use wrapping::{
    Command, Declared, Dialect, Effects, Entered, Inner, Wrapping, analyze, is_proven_reader, joined,
};
