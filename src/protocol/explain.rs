//! `permissions/explain`: a check with its trace.

use super::{Action, CheckResult, Effect, Gate, Origin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A check's result and how it came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplainResult<'a> {
    /// As `check` answers.
    #[serde(flatten, borrow)]
    pub check: CheckResult<'a>,
    /// How it came about.
    pub trace: Trace,
}

/// Everything that was judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// Commands.
    pub units: Vec<TraceEntry>,
    /// Paths.
    pub paths: Vec<TraceEntry>,
    /// The tool itself, MCP targets, skills.
    pub others: Vec<TraceEntry>,
}

/// One thing that was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceEntry {
    /// Its place in the pipeline, from 0.
    pub index: usize,
    /// The gate that judged it.
    pub gate: Gate,
    /// The surface it was judged under.
    pub surface: String,
    /// What is shown of it.
    pub value: String,
    /// Where in the command it stands: `[start, end)` in bytes.
    pub span: Option<[usize; 2]>,
    /// What is done to it, for a path.
    pub direction: Option<Effect>,
    /// What proved the direction.
    pub proof: Option<String>,
    /// What a wrapper or runner really runs.
    pub executed_unit: Option<String>,
    /// Where it runs.
    pub context: Option<String>,
    /// The texts under which a rule may name it; every group must permit.
    pub spellings: Vec<TraceGroup>,
    /// Sentinels.
    pub floors: Vec<String>,
    /// Why it can't come out better than ask.
    pub at_least_ask: Option<String>,
    /// Its state; null where no rule speaks of it.
    pub state: Option<Action>,
    /// Each rule that matched.
    pub rules: Vec<TraceRule>,
    /// Rewrites in the order in which they were applied.
    pub rewrites: Vec<String>,
}

/// Spellings that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceGroup {
    /// Matched together: the best rule over all of them decides.
    pub equal: Vec<String>,
    /// Only likely: each counts towards deny or ask alone.
    pub tightening: Vec<String>,
    /// Decide, tier by tier, where nothing before is matched beyond a bare `*`.
    pub fallback: Vec<Vec<String>>,
}

/// A rule that matched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceRule {
    /// Its key.
    pub surface: String,
    /// Its pattern.
    pub pattern: String,
    /// What it says.
    pub action: Action,
    /// Whose.
    pub origin: Origin,
    /// Its rank, readable.
    pub rank: String,
    /// The spelling it matched.
    pub spelling: String,
    /// What became of it: `decided`, `runner-up: …` for the best of the others, or why it lost.
    pub outcome: String,
}
