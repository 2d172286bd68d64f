//! A tool call → what it accesses, as [`Intent`]s that the gates judge: spellings of paths and commands,
//! canonical forms, MCP targets, skills. The file system is seen through [`Files`] alone.

pub mod bash;
mod call;
mod context;
mod files;
mod intent;
pub mod lexical;
mod lookups;
mod memory_files;
mod os_files;
pub mod path;
mod resolve;
mod skills;
mod variants;

pub use call::{of_call, of_query};
pub use context::{Context, Cwd, Declarations, Known, Place, ShellPointers, ToolPointers};
pub use files::{FileError, FileKind, Files};
pub use intent::{
    Access, Blame, Descent, Group, Intent, McpFacts, McpOperation, PathFacts, Shortfall, Spelling, UnitFacts,
};
pub use lookups::Lookups;
pub use memory_files::MemoryFiles;
pub use os_files::OsFiles;
pub use path::{Spelled, Typed, Writer};
pub use resolve::{Doubt, Located};
pub use skills::{Skill, Skills};
