//! Why each part of a call is allowed, asked about or denied: what `explain` shows, and what is kept of it in the log.

use super::explanation::origin_words;
use crate::access::Spelling;
use crate::decision::{Direction, Gate, Origin};
use crate::gate::{TraceIntent, TraceRule, Verdict};
use crate::rule::Action;
use serde::{Deserialize, Serialize};

/// One part of a call (a command, a path, a target) with every rule that was considered for it. Reads back what an
/// older or newer version wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ground {
    /// Which gate.
    pub gate: Gate,
    /// What came of it; none where the gate is silent.
    #[serde(default)]
    pub state: Option<Action>,
    /// The command, path or target.
    pub value: String,
    /// What is done, of a path.
    #[serde(default)]
    pub direction: Option<Direction>,
    /// What proved the direction.
    #[serde(default)]
    pub known_as: Option<String>,
    /// Where in the command it runs.
    #[serde(default)]
    pub context: Option<String>,
    /// The spellings, a list for each group.
    #[serde(default)]
    pub spelled: Vec<Vec<String>>,
    /// Spellings that only tighten.
    #[serde(default)]
    pub maybe: Vec<String>,
    /// Spellings that decide where none of the others is matched.
    #[serde(default)]
    pub otherwise: Vec<String>,
    /// Why an allow is held back.
    #[serde(default)]
    pub floors: Vec<String>,
    /// Every rule that matched.
    #[serde(default)]
    pub rules: Vec<GroundRule>,
    /// What was done to the answer, in order.
    #[serde(default)]
    pub rewrites: Vec<String>,
}

/// A rule that matched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GroundRule {
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
    /// What became of it.
    pub outcome: String,
}

impl GroundRule {
    /// Whose rule it is, in words.
    pub fn whose(&self) -> &'static str {
        origin_words(self.origin)
    }
}

/// How much of it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Parts of the call; what is denied or asked about goes first.
    pub parts: usize,
    /// Spellings of each group, and rules of each part; the one that decided goes first.
    pub each: usize,
}

impl Extent {
    /// All.
    pub const WHOLE: Self = Self {
        parts: usize::MAX,
        each: usize::MAX,
    };
    /// What a line of a log has room for.
    pub const LOG: Self = Self { parts: 12, each: 4 };
}

/// The grounds of a verdict that carries its trace; none of one that does not.
pub fn grounds(verdict: &Verdict, extent: Extent) -> Vec<Ground> {
    let traced = verdict.trace.iter().flat_map(|trace| &trace.intents);
    let mut parts: Vec<&TraceIntent> = traced.collect();
    if parts.len() > extent.parts {
        let state = |part: &&TraceIntent| part.verdict.as_ref().map(|verdict| verdict.state);
        // Most restrictive first, otherwise in their order; a silent gate says least.
        parts.sort_by_key(|part| std::cmp::Reverse(state(part)));
        parts.truncate(extent.parts);
    }
    parts
        .into_iter()
        .map(|part| Ground::of(part, extent.each))
        .collect()
}

impl Ground {
    fn of(traced: &TraceIntent, each: usize) -> Self {
        let intent = &traced.intent;
        let texts = |spellings: &[Spelling]| -> Vec<String> {
            spellings
                .iter()
                .take(each)
                .map(|spelling| spelling.text.as_str().to_owned())
                .collect()
        };
        let all = |pick: fn(&crate::access::Group) -> &[Spelling]| -> Vec<String> {
            intent
                .groups
                .iter()
                .flat_map(|group| texts(pick(group)))
                .take(each)
                .collect()
        };
        let floors = intent
            .floors
            .iter()
            .map(|floor| format!("{} {}", floor.sentinel.pattern(), floor.why));
        let mut rules: Vec<&TraceRule> = traced.rules.iter().collect();
        if rules.len() > each {
            rules.sort_by_key(|rule| !rule.outcome.starts_with("decided"));
            rules.truncate(each);
        }
        Self {
            gate: intent.gate,
            state: traced.verdict.as_ref().map(|verdict| verdict.state),
            value: intent.blame.value.as_str().to_owned(),
            direction: intent.direction,
            known_as: intent
                .path
                .as_ref()
                .map(|path| path.proof.clone())
                .filter(|proof| !proof.is_empty()),
            context: intent.unit.as_ref().and_then(|unit| unit.context.clone()),
            spelled: intent
                .groups
                .iter()
                .map(|group| texts(&group.equal))
                .filter(|texts| !texts.is_empty())
                .take(each)
                .collect(),
            maybe: all(|group| &group.tightening),
            otherwise: intent
                .groups
                .iter()
                .flat_map(|group| group.fallback.iter().flat_map(|tier| texts(tier)))
                .take(each)
                .collect(),
            floors: floors.chain(intent.at_least_ask.clone()).take(each).collect(),
            rules: rules.into_iter().map(GroundRule::of).collect(),
            rewrites: traced.rewrites.clone(),
        }
    }
}

impl GroundRule {
    fn of(rule: &TraceRule) -> Self {
        Self {
            surface: rule.surface.clone(),
            pattern: rule.pattern.clone(),
            action: rule.action,
            origin: rule.origin,
            rank: rule.rank.clone(),
            spelling: rule.spelling.clone(),
            outcome: rule.outcome.clone(),
        }
    }
}
