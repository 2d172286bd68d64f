//! What a whole surface comes to, before any input is known.

use crate::policy::Snapshot;
use crate::rule::Action;

/// The state of a tool before its input is known: `deny` only where every input is denied.
pub fn tool_permission(tool: &str, policy: &Snapshot) -> Action {
    let _ = (tool, policy);
    Action::Ask
}
