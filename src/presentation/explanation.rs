//! Why a verdict is what it is, in facts: read off the verdict once, shown by every renderer.

use crate::access::{Access, Intent};
use crate::decision::{Gate, Origin};
use crate::gate::{GateVerdict, Verdict};
use crate::rule::Action;
use serde::{Deserialize, Serialize};

/// One thing that was judged and did not come out silent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GateFacts {
    /// Which gate.
    pub gate: Gate,
    /// What came of it.
    pub state: Action,
    /// The surface (for the path gate the deciding rule's key).
    pub surface: String,
    /// The unit, path or target to blame.
    pub value: String,
    /// The pattern or sentinel that decided.
    pub matched_pattern: Option<String>,
    /// Whose rule.
    pub origin: Origin,
    /// The operator's words, or why a floor stands.
    pub reason: Option<String>,
    /// Where in the command the value stands, `[start, end)` in bytes.
    pub span: Option<(usize, usize)>,
    /// What a wrapper or runner really runs.
    pub executed_unit: Option<String>,
    /// Where in the command it runs, in words.
    pub command_context: Option<String>,
    /// Where a path leads, where that is not what is shown.
    pub resolves_to: Option<String>,
    /// The base name of the program, where it is a command.
    pub program: Option<String>,
    /// Only a human may answer.
    pub human_only: bool,
}

/// The facts of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The result.
    pub state: Action,
    /// The gate that decided.
    pub deciding: GateFacts,
    /// What remains to be asked, in pipeline order; where nothing asks, every gate that spoke.
    pub gates: Vec<GateFacts>,
    /// Only a human may answer.
    pub human_only: bool,
}

impl Explanation {
    /// Reads the facts off a verdict alone: of what is not asked about, the intents are known where the verdict
    /// carries its trace.
    pub fn of(verdict: &Verdict) -> Self {
        let asks = verdict.asks.iter().map(|ask| &*ask.intent);
        let traced = verdict
            .trace
            .iter()
            .flat_map(|trace| trace.intents.iter().map(|traced| &*traced.intent));
        Self::read(verdict, &asks.chain(traced).collect::<Vec<_>>())
    }

    /// Reads the facts off a verdict on what `access` says of a call.
    pub fn of_call(verdict: &Verdict, access: &Access) -> Self {
        Self::read(verdict, &access.intents.iter().collect::<Vec<_>>())
    }

    fn read(verdict: &Verdict, intents: &[&Intent]) -> Self {
        let facts = |verdict: &GateVerdict| GateFacts::of(verdict, intent_of(verdict, intents));
        let mut deciding = facts(&verdict.deciding);
        if deciding.executed_unit.is_none() {
            deciding.executed_unit.clone_from(&verdict.executed_unit);
        }
        let gates = if verdict.state == Action::Ask && !verdict.asks.is_empty() {
            verdict
                .asks
                .iter()
                .map(|ask| GateFacts::of(&ask.verdict, Some(&ask.intent)))
                .collect()
        } else {
            verdict.gates.iter().map(|gate| facts(gate)).collect()
        };
        Self {
            state: verdict.state,
            deciding,
            gates,
            human_only: verdict.human_only,
        }
    }
}

/// The intent that a gate blames.
fn intent_of<'a>(verdict: &GateVerdict, intents: &[&'a Intent]) -> Option<&'a Intent> {
    let gate = match verdict.gate {
        // Protected writes are judged from the paths.
        Gate::ProtectedWrite => Gate::Path,
        other => other,
    };
    let blamed = |intent: &&&Intent| intent.blame.value == verdict.value && intent.blame.span == verdict.span;
    intents
        .iter()
        .filter(|intent| intent.gate == gate)
        .find(blamed)
        .copied()
}

impl GateFacts {
    fn of(verdict: &GateVerdict, intent: Option<&Intent>) -> Self {
        let unit = intent.and_then(|intent| intent.unit.as_ref());
        Self {
            gate: verdict.gate,
            state: verdict.state,
            surface: verdict.surface.clone(),
            value: verdict.value.clone(),
            matched_pattern: verdict.matched_pattern.clone(),
            origin: verdict.origin,
            reason: verdict.reason.clone(),
            span: verdict.span.map(|span| (span.start, span.end)),
            executed_unit: unit.and_then(|unit| unit.executed.clone().map(Into::into)),
            command_context: unit.and_then(|unit| unit.context.clone()),
            resolves_to: intent.and_then(resolves_to),
            program: unit.and_then(|unit| unit.program.clone()),
            human_only: verdict.human_only,
        }
    }

    /// The pattern, where it stands for something in the command that could not be established.
    pub fn sentinel(&self) -> Option<&str> {
        self.matched_pattern.as_deref().filter(|pattern| {
            pattern.starts_with('<') && pattern.ends_with('>') && self.origin == Origin::Floor
        })
    }

    /// Whose rule and which, in words: `rule git push * (global)`.
    pub fn rule_words(&self) -> String {
        let whose = origin_words(self.origin);
        match &self.matched_pattern {
            Some(pattern) => format!("{pattern} ({whose})"),
            None => whose.to_owned(),
        }
    }
}

/// Where a path leads. Only another place than the one that is spelled is worth saying; the first group is the
/// path as typed.
fn resolves_to(intent: &Intent) -> Option<String> {
    let canonical = intent.path.as_ref()?.canonical.as_ref()?;
    let typed = intent.groups.first();
    let is_spelled =
        typed.is_some_and(|group| group.equal.iter().any(|spelling| spelling.text == *canonical));
    (!is_spelled).then(|| canonical.clone())
}

/// Whose rule, in words.
pub const fn origin_words(origin: Origin) -> &'static str {
    match origin {
        Origin::HardGuard => "hard guard",
        Origin::ProtectedWrite => "protected write",
        Origin::Session => "this session",
        Origin::Agent => "agent file",
        Origin::ProjectAgent => "project agent file",
        Origin::Global => "policy",
        Origin::Baseline => "MCP baseline",
        Origin::Builtin => "built in: no rule matches",
        Origin::Yolo => "yolo mode",
        Origin::FailClosed => "a policy file can't be read",
        Origin::Floor => "could not be established",
    }
}
