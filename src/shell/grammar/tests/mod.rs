//! The tables of programs, held to one line a case.

mod environment;
mod usage;
mod wrapping;
