//! One call through all gates: skill → path → bash → tool → protected-write.

use super::{GateVerdict, GrantRule, Verdict};
use crate::access::{Access, Files};
use crate::decision::{Gate, Origin};
use crate::policy::Snapshot;
use crate::rule::Action;

/// How to judge.
#[derive(Clone, Copy, Debug, Default)]
pub struct JudgeOptions<'a> {
    /// Whether the verdict carries its explanation.
    pub trace: bool,
    /// The active agent; a grant counts only for the agent it was given under.
    pub agent: Option<&'a str>,
}

/// Judges a call. `grants` are those in scope: of the session, and those of its parent that were given for
/// its children too.
pub fn judge(
    access: &Access,
    policy: &Snapshot,
    grants: &[GrantRule],
    files: &dyn Files,
    options: JudgeOptions<'_>,
) -> Verdict {
    let _ = (policy, grants, files, options);
    Verdict {
        state: Action::Deny,
        deciding: GateVerdict {
            gate: Gate::Tool,
            state: Action::Deny,
            surface: access.tool.clone(),
            value: String::new(),
            matched_pattern: None,
            origin: Origin::Builtin,
            reason: None,
            human_only: false,
            span: None,
        },
        gates: Vec::new(),
        asks: Vec::new(),
        human_only: false,
        executed_unit: None,
        trace: None,
    }
}
