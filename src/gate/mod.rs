//! Intents × policy × grants → a verdict with its explanation. Pure: the same call, policy, grants and
//! file-system state give the same verdict.

mod verdict;

pub use verdict::{Ask, GateVerdict, GrantRule, Trace, TraceIntent, TraceRule, Verdict};
