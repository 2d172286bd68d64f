//! What the gates say of a call.

use crate::access::Intent;
use crate::decision::{CheckSource, Direction, Gate, Origin};
use crate::rule::Action;
use crate::shell::Span;
use std::sync::Arc;

/// A session grant as the gates see it.
#[derive(Clone, Debug)]
pub struct GrantRule {
    /// The surface: `bash`, a tool's name, `mcp`, `skill`, `path_read`, `path_write`, `path`.
    pub surface: String,
    /// The pattern.
    pub pattern: crate::rule::Pattern,
    /// The agent it was given under; `None` for none.
    pub agent: Option<String>,
}

/// What one gate says: the intent of that gate that decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateVerdict {
    /// Which gate.
    pub gate: Gate,
    /// Its state: the most restrictive of its intents.
    pub state: Action,
    /// The surface (for the path gate the deciding rule's key).
    pub surface: String,
    /// The unit, path or target to blame.
    pub value: String,
    /// The pattern or sentinel that decided; null for a built-in.
    pub matched_pattern: Option<String>,
    /// Whose rule.
    pub origin: Origin,
    /// The operator's words, of a deny rule; or why a floor stands.
    pub reason: Option<String>,
    /// Only a human may answer.
    pub human_only: bool,
    /// Where in the command the value stands.
    pub span: Option<Span>,
}

/// An intent that asks.
#[derive(Clone, Debug)]
pub struct Ask {
    /// What is asked about.
    pub intent: Arc<Intent>,
    /// The verdict on it.
    pub verdict: Arc<GateVerdict>,
    /// Indices of the intent's groups that ask; a grant is recorded for each of them.
    pub groups: Vec<usize>,
}

impl Ask {
    /// Whether only a human may answer and nobody else will do: a proven write to a protected file. An unproven
    /// access to one is an ordinary ask where no human is near.
    pub fn is_proven_write(&self) -> bool {
        self.verdict.gate == Gate::ProtectedWrite && self.intent.direction != Some(Direction::Both)
    }
}

/// The verdict on a call.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The most restrictive of all gates.
    pub state: Action,
    /// The gate that decided: the first in pipeline order whose state is the result; for an allow the last
    /// gate that had a rule. A call that no gate judges is an ask by the built-in.
    pub deciding: Arc<GateVerdict>,
    /// Every gate that was not silent, in pipeline order.
    pub gates: Vec<Arc<GateVerdict>>,
    /// Every intent that asks, in pipeline order; they become one prompt.
    pub asks: Vec<Ask>,
    /// Some ask may be answered by a human alone.
    pub human_only: bool,
    /// What a wrapper or runner really runs, of the intent to blame.
    pub executed_unit: Option<String>,
    /// Every rule considered; present where it was asked for.
    pub trace: Option<Trace>,
}

impl Verdict {
    /// The coarse origin of the result.
    pub fn source(&self) -> CheckSource {
        self.deciding.origin.into()
    }
}

/// The explanation of a verdict.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// One entry for each intent.
    pub intents: Vec<TraceIntent>,
}

/// How one intent was judged.
#[derive(Clone, Debug)]
pub struct TraceIntent {
    /// The intent.
    pub intent: Arc<Intent>,
    /// Its state.
    pub verdict: Option<GateVerdict>,
    /// Each rule that matched.
    pub rules: Vec<TraceRule>,
    /// Rewrites applied, in words and in order ("floored by <opaque-bash-wrapper>", "yolo").
    pub rewrites: Vec<String>,
}

/// A rule that matched.
#[derive(Clone, Debug)]
pub struct TraceRule {
    /// The surface key.
    pub surface: String,
    /// The pattern.
    pub pattern: String,
    /// What it says.
    pub action: Action,
    /// Whose.
    pub origin: Origin,
    /// Its rank, readable.
    pub rank: String,
    /// The spelling it matched.
    pub spelling: String,
    /// Whether it matches a spelling that counts in full, whatever is unknown of it; else a likely spelling, or an
    /// unknown part that could come to match.
    pub certain: bool,
    /// Whether it decided.
    pub decided: bool,
    /// What became of it: "decided", "less specific", "set aside: …", "tightening only".
    /// What became of it: "decided", "less specific", "set aside: …", "tightening only"; behind "runner-up: " for the
    /// best of those that lost.
    pub outcome: String,
}
