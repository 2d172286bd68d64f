//! Intents × policy × grants → a verdict with its explanation. Pure: the same call, policy, grants and
//! file-system state give the same verdict.

mod answering;
mod authority;
mod baseline;
mod bash;
mod covering;
mod declared;
mod descent;
mod facts;
mod floor;
mod ground;
mod intent;
mod layer;
mod path;
mod pipeline;
mod protected;
mod skill;
mod standing;
mod surface_level;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod tool;
mod trace;
mod verdict;

pub use declared::{declarations, pointers};
pub use facts::judge_facts;
pub use pipeline::{JudgeOptions, judge};
pub use surface_level::tool_permission;
pub use verdict::{Ask, GateVerdict, GrantRule, Trace, TraceIntent, TraceRule, Verdict};
