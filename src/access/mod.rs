//! A tool call → what it accesses, as [`Intent`]s that the gates judge: spellings of paths and commands,
//! canonical forms, MCP targets, skills. The file system is seen through [`Files`] alone.

pub mod bash;
mod call;
mod context;
mod file_tool;
mod files;
pub mod forms;
mod inputs;
mod intent;
pub mod lexical;
mod lookups;
mod mcp;
mod mcp_call;
mod memory_files;
mod os_files;
mod patch;
pub mod path;
pub mod prompt;
mod query;
mod resolve;
mod shell_call;
mod skills;
mod tool_value;
mod variants;

pub use call::{is_built_in, of_call};
pub use context::{Context, Cwd, Declarations, Known, Place, ShellPointers, ToolPointers};
pub use files::{FileError, FileKind, Files, Straight};
pub use intent::{
    Access, Blame, Descent, Group, Intent, McpFacts, McpOperation, PathFacts, Shortfall, Spelling, Tier,
    UnitFacts,
};
pub use lookups::{Footprint, Lookups};
pub use memory_files::MemoryFiles;
pub use os_files::OsFiles;
pub use path::{Spelled, Typed, Writer};
pub use query::of_query;
pub use resolve::{Doubt, Located};
pub use skills::{Skill, Skills};
