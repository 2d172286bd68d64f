//! What an ask is about, as facts that can leave this process: for a link at the client, and for a parent's
//! sidecar, which judges them against its own rules and derives none of them anew.

use crate::access::{Access, Group, Intent, Spelling};
use crate::decision::{Direction, Gate};
use crate::gate::Verdict;
use crate::rule::{Hole, OpenPart};
use serde::{Deserialize, Serialize};

/// The facts of one call that asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskFacts {
    /// One entry for each unit, path or target that asks.
    pub asking: Vec<AccessFact>,
    /// Everything else that the call accesses. The rules here let it pass; those of another session may still
    /// refuse it.
    pub beside: Vec<AccessFact>,
}

/// One thing that is accessed. The fields that a foreign writer may not know have defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccessFact {
    /// The gate.
    pub gate: Gate,
    /// The surface: `path`, `bash`, `mcp`, `skill`, or the tool's name.
    pub surface: String,
    /// What is done, of a path.
    #[serde(default)]
    pub direction: Option<Direction>,
    /// The spellings. Every group must permit.
    pub groups: Vec<FactGroup>,
    /// The canonical form, of a path.
    #[serde(default)]
    pub boundary_value: Option<String>,
    /// What could not be established about it: the first of `sentinels`.
    #[serde(default)]
    pub sentinel: Option<String>,
    /// What to show of it.
    #[serde(default)]
    pub value: String,
    /// All that could not be established, with the programs whose naming releases each.
    #[serde(default)]
    pub sentinels: Vec<FactSentinel>,
    /// Why it can never come out better than ask.
    #[serde(default)]
    pub at_least_ask: Option<String>,
    /// Where the access goes on below a folder.
    #[serde(default)]
    pub descent: Option<FactDescent>,
    /// What is done, of an MCP call.
    #[serde(default)]
    pub mcp: Option<FactMcp>,
    /// Whether the program is known to leave what it is given alone, of a path.
    #[serde(default)]
    pub leaves_alone: bool,
}

/// Spellings that are equal, and those that only tighten.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactGroup {
    /// Matched together. None: the value is not known.
    pub equal: Vec<String>,
    /// Each judged by itself, towards deny or ask.
    #[serde(default)]
    pub tightening: Vec<String>,
    /// Of those above, the ones with a part that is not known before it runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<FactOpen>,
    /// Tiers that decide only where nothing before them is matched beyond a bare `*`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallback: Vec<Vec<String>>,
    /// Spellings of `equal`, by index, that never count towards allow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never_allow: Vec<usize>,
    /// Names of other things that a spelling of `equal` begins with by chance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub poses: Vec<String>,
}

/// A spelling with unknown parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactOpen {
    /// The spelling, as its source text.
    pub spelling: String,
    /// Its pieces in order.
    pub parts: Vec<FactPart>,
}

/// One piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactPart {
    /// Known.
    Text(String),
    /// Any text.
    Any,
    /// Any text without blanks.
    NoBlank,
    /// Digits.
    Digits,
}

/// Something about a command that could not be established.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactSentinel {
    /// The pattern that stands for it.
    pub pattern: String,
    /// Why, in a few words.
    #[serde(default)]
    pub why: String,
    /// A rule whose literal text starts with one of these names may allow it all the same.
    #[serde(default)]
    pub released_by: Vec<String>,
}

/// An access that goes on below a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactDescent {
    /// The folder in its absolute forms.
    pub roots: Vec<String>,
    /// What the call leaves out.
    #[serde(default)]
    pub excludes: Vec<String>,
    /// Whether dot entries are left out.
    #[serde(default)]
    pub skips_hidden: bool,
    /// Whether it is only likely.
    #[serde(default)]
    pub unproven: bool,
}

/// What an MCP call does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactMcp {
    /// The operation, as rules may name it.
    pub operation: String,
    /// The server, where it is known.
    #[serde(default)]
    pub server: Option<String>,
}

impl AskFacts {
    /// The facts of a verdict on what `access` says of a call.
    pub fn of(verdict: &Verdict, access: &Access) -> Self {
        let asking = verdict
            .asks
            .iter()
            .map(|ask| AccessFact::of(&ask.intent, ask.verdict.gate, access));
        let asks = |intent: &Intent| {
            verdict
                .asks
                .iter()
                .any(|ask| ask.verdict.gate == intent.gate && is_same(&ask.intent, intent))
        };
        Self {
            asking: asking.collect(),
            beside: access
                .intents
                .iter()
                .filter(|intent| !asks(intent))
                .map(|intent| AccessFact::of(intent, intent.gate, access))
                .collect(),
        }
    }
}

fn is_same(left: &Intent, right: &Intent) -> bool {
    left.surface == right.surface
        && left.direction == right.direction
        && left.blame == right.blame
        && left.groups == right.groups
}

impl AccessFact {
    fn of(intent: &Intent, gate: Gate, access: &Access) -> Self {
        let whole = access.program.as_ref().filter(|_| gate == Gate::Bash);
        let whole = whole.into_iter().flat_map(|program| &program.floors);
        let sentinels: Vec<FactSentinel> = intent
            .floors
            .iter()
            .chain(whole)
            .map(|floor| FactSentinel {
                pattern: floor.sentinel.pattern().to_owned(),
                why: floor.why.clone(),
                released_by: floor.released_by.clone(),
            })
            .collect();
        let path = intent.path.as_ref();
        Self {
            gate,
            surface: intent.surface.clone(),
            direction: intent.direction,
            groups: if intent.groups.is_empty() {
                vec![FactGroup::default()]
            } else {
                intent.groups.iter().map(FactGroup::of).collect()
            },
            boundary_value: path.and_then(|path| path.canonical.clone()),
            sentinel: sentinels.first().map(|sentinel| sentinel.pattern.clone()),
            value: intent.blame.value.as_str().to_owned(),
            sentinels,
            at_least_ask: intent.at_least_ask.clone(),
            descent: path
                .and_then(|path| path.descent.as_ref())
                .map(|descent| FactDescent {
                    roots: descent.roots.clone(),
                    excludes: descent.excludes.clone(),
                    skips_hidden: descent.skips_hidden,
                    unproven: descent.unproven,
                }),
            mcp: intent.mcp.as_ref().map(|mcp| FactMcp {
                operation: mcp.operation.as_str().to_owned(),
                server: mcp.server.clone(),
            }),
            leaves_alone: path.is_some_and(|path| path.leaves_alone),
        }
    }
}

impl FactGroup {
    fn of(group: &Group) -> Self {
        let texts = |spellings: &[Spelling]| -> Vec<String> {
            spellings
                .iter()
                .map(|spelling| spelling.text.as_str().to_owned())
                .collect()
        };
        let spellings = group.equal.iter().chain(&group.tightening);
        Self {
            equal: texts(&group.equal),
            tightening: texts(&group.tightening),
            open: spellings
                .chain(group.fallback.iter().flatten())
                .filter_map(FactOpen::of)
                .collect(),
            fallback: group.fallback.iter().map(|tier| texts(tier)).collect(),
            never_allow: group.never_allow.clone(),
            poses: group.poses.clone(),
        }
    }
}

impl FactOpen {
    fn of(spelling: &Spelling) -> Option<Self> {
        let parts = spelling.open.as_ref()?.parts().iter().map(|part| match part {
            OpenPart::Text(text) => FactPart::Text(text.clone()),
            OpenPart::Hole(Hole::Any) => FactPart::Any,
            OpenPart::Hole(Hole::NoBlank) => FactPart::NoBlank,
            OpenPart::Hole(Hole::Digits) => FactPart::Digits,
        });
        Some(Self {
            spelling: spelling.text.as_str().to_owned(),
            parts: parts.collect(),
        })
    }
}
