//! The MCP baseline: what a client may look at before it calls anything, once any MCP rule allows.

use crate::access::{McpFacts, McpOperation};
use crate::policy::Snapshot;
use crate::rule::{Action, Rule, Surface};

/// Whether the baseline allows an operation, where the policy has no more to say than a bare ask.
pub(super) fn allows(policy: &Snapshot, facts: &McpFacts) -> bool {
    if facts.operation.is_baseline() {
        return mcp_allows(policy).next().is_some();
    }
    match (facts.operation, &facts.server) {
        (McpOperation::Connect, Some(server)) => mcp_allows(policy).any(|rule| names(rule, server)),
        _ => false,
    }
}

/// The allows of `mcp` in the global policy; the universal fallback speaks of everything and so of no server.
fn mcp_allows(policy: &Snapshot) -> impl Iterator<Item = &Rule> {
    let surfaces = policy.global.rules.surfaces("mcp");
    surfaces
        .filter(|surface| surface.key() != "*")
        .flat_map(Surface::rules)
        .filter(|rule| rule.action == Action::Allow)
}

/// Whether a rule names a server: by itself, or in front of its tools.
fn names(rule: &Rule, server: &str) -> bool {
    let literal = rule.pattern.literal_prefix();
    literal
        .strip_prefix(server)
        .is_some_and(|rest| match rest.chars().next() {
            None => !rule.pattern.source().contains(['*', '?']),
            Some(':') => true,
            // `exa_*` is every tool of `exa`; `exa_b_c` may be a tool of `exa_b`.
            Some('_') => rest.len() == 1,
            Some(_) => false,
        })
}
