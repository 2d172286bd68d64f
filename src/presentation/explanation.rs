//! Why a verdict is what it is, in facts: read off the verdict once, shown by every renderer.

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
    /// Reads the facts off a verdict.
    pub fn of(verdict: &Verdict) -> Self {
        let asks: Vec<GateFacts> = verdict
            .asks
            .iter()
            .map(|ask| {
                let mut facts = GateFacts::of(&ask.verdict);
                if let Some(path) = &ask.intent.path {
                    facts.resolves_to = path.canonical.clone().filter(|canonical| {
                        // The first group is the path as typed: only another place is worth a row.
                        let typed = ask.intent.groups.first();
                        !typed.is_some_and(|group| {
                            group.equal.iter().any(|spelling| spelling.text == *canonical)
                        })
                    });
                }
                if let Some(unit) = &ask.intent.unit {
                    facts.executed_unit.clone_from(&unit.executed);
                    facts.command_context.clone_from(&unit.context);
                    facts.program.clone_from(&unit.program);
                }
                facts
            })
            .collect();
        let mut deciding = GateFacts::of(&verdict.deciding);
        let asked = asks.iter().find(|ask| {
            ask.gate == deciding.gate
                && ask.value == deciding.value
                && ask.matched_pattern == deciding.matched_pattern
        });
        if let Some(ask) = asked.filter(|_| verdict.state == Action::Ask) {
            deciding.clone_from(ask);
        }
        if deciding.executed_unit.is_none() {
            deciding.executed_unit.clone_from(&verdict.executed_unit);
        }
        let gates = if verdict.state == Action::Ask && !asks.is_empty() {
            asks
        } else {
            verdict.gates.iter().map(GateFacts::of).collect()
        };
        Self {
            state: verdict.state,
            deciding,
            gates,
            human_only: verdict.human_only,
        }
    }
}

impl GateFacts {
    fn of(verdict: &GateVerdict) -> Self {
        Self {
            gate: verdict.gate,
            state: verdict.state,
            surface: verdict.surface.clone(),
            value: verdict.value.clone(),
            matched_pattern: verdict.matched_pattern.clone(),
            origin: verdict.origin,
            reason: verdict.reason.clone(),
            span: verdict.span.map(|span| (span.start, span.end)),
            executed_unit: None,
            command_context: None,
            resolves_to: None,
            program: None,
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
