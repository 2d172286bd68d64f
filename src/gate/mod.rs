//! Intents × policy × grants → a verdict with its explanation. Pure: the same call, policy, grants and
//! file-system state give the same verdict.

mod pipeline;
mod surface_level;
mod verdict;

pub use pipeline::{JudgeOptions, judge};
pub use surface_level::tool_permission;
pub use verdict::{Ask, GateVerdict, GrantRule, Trace, TraceIntent, TraceRule, Verdict};
