//! What a whole surface comes to, before any input is known.

use crate::decision::Origin;
use crate::policy::{Layer, Snapshot};
use crate::rule::{Action, Rule, Surface};

/// The state of a tool before its input is known: `deny` only where every input is denied. A surface whose
/// catch-all denies but that has an `allow` or `ask` which could win is an `ask`.
pub fn tool_permission(tool: &str, policy: &Snapshot) -> Action {
    let own = surface_level(tool, policy);
    // Such a name is judged as a tool and as an MCP call, and the more restrictive wins.
    let as_mcp = if tool.starts_with("mcp__") {
        surface_level("mcp", policy)
    } else {
        Action::Allow
    };
    match (own, as_mcp) {
        (Action::Deny, _) | (_, Action::Deny) => Action::Deny,
        // What the `mcp` surface asks of other targets says nothing of this one.
        _ => own,
    }
}

fn surface_level(name: &str, policy: &Snapshot) -> Action {
    let hear = |layer: &Layer| catch_all(layer, name);
    if hear(&policy.guards) == Some(Action::Deny) {
        return Action::Deny;
    }
    let global = hear(&policy.global).unwrap_or(Action::Ask);
    let mut state = match (global, policy.agent.as_deref().and_then(hear)) {
        (Action::Deny, _) | (_, Some(Action::Deny)) => Action::Deny,
        (Action::Ask, Some(Action::Allow)) if !policy.health.policy_unreadable => Action::Allow,
        (global, agent) => global.max(agent.unwrap_or(Action::Allow)),
    };
    for layer in &policy.restrictions {
        state = state.max(hear(layer).unwrap_or(Action::Allow));
    }
    let health = policy.health;
    if state == Action::Allow && (health.agent_unreadable || health.policy_unreadable) {
        state = Action::Ask;
    }
    if state == Action::Ask && policy.yolo && !health.policy_unreadable {
        state = Action::Allow;
    }
    if state == Action::Allow && health.guards_lost.is_some() {
        state = Action::Ask;
    }
    state
}

/// What one file says of every input at once; none where it says nothing of all of them.
fn catch_all(layer: &Layer, name: &str) -> Option<Action> {
    let counts = |rule: &&Rule| layer.origin != Origin::HardGuard || rule.action != Action::Ask;
    let mut ahead: Vec<&Surface> = Vec::new();
    for surface in layer.rules.surfaces(name) {
        ahead.push(surface);
        let bare = surface
            .rules()
            .iter()
            .filter(counts)
            .find(|rule| rule.pattern.is_bare_star());
        let Some(bare) = bare else {
            continue;
        };
        if bare.action != Action::Deny {
            return Some(bare.action);
        }
        let could_win = ahead.iter().any(|surface| {
            surface
                .rules()
                .iter()
                .filter(counts)
                .any(|rule| rule.action != Action::Deny && wins_somewhere(rule, surface))
        });
        return Some(if could_win { Action::Ask } else { Action::Deny });
    }
    None
}

/// Whether some input is decided by `rule`: no deny under the same key takes all that it matches.
fn wins_somewhere(rule: &Rule, surface: &Surface) -> bool {
    let key = |rule: &Rule| (rule.pattern.rank(), rule.order);
    !surface.rules().iter().any(|other| {
        other.action == Action::Deny && key(other) > key(rule) && other.pattern.covers(&rule.pattern)
    })
}
