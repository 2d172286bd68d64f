//! A tool call → what it accesses, as [`Intent`]s that the gates judge: spellings of paths and commands,
//! canonical forms, MCP targets, skills. The file system is seen through [`Files`] alone.

mod files;
mod intent;

pub use files::{FileError, FileKind, Files};
pub use intent::{Access, Blame, Descent, Group, Intent, PathFacts, Shortfall, Spelling, UnitFacts};
