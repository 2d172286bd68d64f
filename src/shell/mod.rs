//! Bash text → a [`Program`]: every command that could run, purely. No file is looked at here: globs and
//! bare words come out unexpanded, and what cannot be established comes out as a floor, never dropped.

mod excerpt;
pub mod grammar;
mod lower;
mod plain;
mod program;
mod syntax;
mod witness;
mod word;
mod words;

pub use excerpt::Excerpt;
pub use lower::analyze;
pub use program::{
    Assignment, Base, BaseId, BaseStep, Context, Floor, Folder, HoleKind, Program, Redirect, RedirectOp,
    RedirectTarget, Sentinel, Span, Standing, Unit, UnitId, WrapperClass, WrapperUse,
};
pub use word::{Part, Word};
pub use words::Words;

#[cfg(test)]
mod tests;
