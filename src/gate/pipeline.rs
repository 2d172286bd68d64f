//! One call through all gates: skill → path → bash → tool → protected-write.

use super::authority::{Answerable, Ruling, built_in};
use super::intent::{Bench, Judged};
use super::standing::Grants;
use super::{Ask, GateVerdict, GrantRule, Verdict, bash, path, protected, skill, tool, trace};
use crate::access::{Access, Files, Intent};
use crate::decision::{Gate, Origin};
use crate::policy::{GuardsLost, Snapshot};
use crate::rule::Action;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::cell::LazyCell;
use std::sync::Arc;

/// How to judge.
#[derive(Clone, Copy, Debug, Default)]
pub struct JudgeOptions<'a> {
    /// Whether the verdict carries its explanation.
    pub trace: bool,
    /// Whether nobody will be asked: the verdict then lists no asks.
    pub asks_nobody: bool,
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
    if access.unknown_tool {
        return alone(GateVerdict {
            reason: Some("this session has no such tool".to_owned()),
            ..refused(access)
        });
    }
    let bench = Bench {
        policy,
        grants: Grants {
            rules: grants,
            agent: options.agent,
        },
        files,
        whole: access.program.as_ref().map_or(&[], |program| &program.floors),
    };
    let unspoken = LazyCell::new(|| Intent::new(Gate::Tool, access.tool.as_str(), first_value(access)));
    let mut stages = [
        skill::judge(&bench, access),
        path::judge(&bench, access),
        bash::judge(&bench, access),
        tool::judge(&bench, access),
        protected::judge(&bench, access),
    ];
    if stages.iter().all(Vec::is_empty)
        && let [_, _, _, tool, _] = &mut stages
    {
        tool.extend(bench.judge(&unspoken));
    }
    let mut verdict = sum_up(access, &stages, options);
    if let Some(lost) = policy.health.guards_lost
        && verdict.state != Action::Deny
    {
        hold_for_human(
            &mut verdict,
            lost,
            access.intents.first().unwrap_or_else(|| &unspoken),
        );
    }
    if options.trace {
        let judged: Vec<&Judged<'_>> = stages.iter().flatten().collect();
        verdict.trace = Some(trace::explain(access, &bench, &judged));
    }
    verdict
}

pub(super) fn sum_up(access: &Access, stages: &[Vec<Judged<'_>>], options: JudgeOptions<'_>) -> Verdict {
    // Of each gate the first intent with its most restrictive state speaks for it. Of allows the one speaks that
    // somebody answered: beside one by a rule it must not go unsaid.
    let spokesmen = stages.iter().filter_map(|stage| {
        let mut worst: Option<&Judged<'_>> = None;
        for judged in stage {
            if worst.is_none_or(|worst| voice(judged) > voice(worst)) {
                worst = Some(judged);
            }
        }
        worst
    });
    let spokesmen: SmallVec<[&Judged<'_>; 5]> = spokesmen.collect();
    let Some(state) = spokesmen.iter().map(|judged| judged.state()).max() else {
        return alone(refused(access));
    };
    let gates: Vec<_> = spokesmen
        .iter()
        .map(|judged| Arc::new(judged.verdict()))
        .collect();
    let place = if state == Action::Allow {
        gates.len().checked_sub(1)
    } else {
        gates.iter().position(|gate| gate.state == state)
    };
    let decided = place.and_then(|place| Some((gates.get(place)?, spokesmen.get(place)?)));
    let Some((deciding, judged)) = decided else {
        return alone(refused(access));
    };
    let asking = || {
        let all = stages.iter().flatten().filter(|_| state == Action::Ask);
        all.filter(|judged| judged.state() == Action::Ask)
    };
    let asks: Vec<Ask> = if options.asks_nobody {
        Vec::new()
    } else {
        asking().map(ask).collect()
    };
    Verdict {
        state,
        deciding: Arc::clone(deciding),
        executed_unit: executed(judged.intent, access),
        human_only: asking().any(|judged| judged.human_only),
        asks,
        gates,
        trace: None,
    }
}

/// How loudly an intent speaks for its gate.
fn voice(judged: &Judged<'_>) -> (Action, u8) {
    let state = judged.state();
    let answered = match judged.ruling.origin {
        Origin::Yolo if state == Action::Allow => 2,
        Origin::Session if state == Action::Allow => 1,
        _ => 0,
    };
    (state, answered)
}

/// What really runs, where the intent to blame is a command behind a wrapper, or a path that such a command names.
fn executed(intent: &Intent, access: &Access) -> Option<String> {
    let named_by = intent.path.as_ref().and_then(|path| path.unit);
    let of_unit = |other: &&Intent| other.unit.as_ref().is_some_and(|unit| Some(unit.id) == named_by);
    let facts = intent
        .unit
        .as_ref()
        .or_else(|| access.intents.iter().find(of_unit)?.unit.as_ref())?;
    facts.executed.clone().map(Into::into)
}

fn ask(judged: &Judged<'_>) -> Ask {
    Ask {
        intent: Arc::new(judged.intent.clone()),
        verdict: Arc::new(judged.verdict()),
        groups: judged.groups.clone(),
    }
}

/// Where the guards are not in force every call is as a protected write: they might have denied it.
pub(super) fn hold_for_human(verdict: &mut Verdict, lost: GuardsLost, intent: &Intent) {
    let judged = Judged {
        intent,
        gate: Gate::ProtectedWrite,
        ruling: Ruling {
            answerable: Answerable::NOBODY,
            reason: Some(Cow::Borrowed(lost.reason())),
            ..built_in(Action::Ask, Origin::ProtectedWrite)
        },
        groups: Vec::new(),
        human_only: true,
    };
    let held = ask(&judged);
    if verdict.state == Action::Allow {
        verdict.state = Action::Ask;
        verdict.deciding = Arc::clone(&held.verdict);
    }
    if verdict
        .gates
        .last()
        .is_none_or(|gate| gate.gate != Gate::ProtectedWrite)
    {
        verdict.gates.push(Arc::clone(&held.verdict));
    }
    verdict.asks.push(held);
    verdict.human_only = true;
}

/// A verdict of one gate that no rule made.
fn alone(deciding: GateVerdict) -> Verdict {
    let deciding = Arc::new(deciding);
    Verdict {
        state: deciding.state,
        gates: vec![Arc::clone(&deciding)],
        deciding,
        asks: Vec::new(),
        human_only: false,
        executed_unit: None,
        trace: None,
    }
}

/// A deny that no rule made.
fn refused(access: &Access) -> GateVerdict {
    GateVerdict {
        gate: Gate::Tool,
        state: Action::Deny,
        surface: access.tool.clone(),
        value: first_value(access).to_owned(),
        matched_pattern: None,
        origin: Origin::Builtin,
        reason: None,
        human_only: false,
        span: None,
    }
}

fn first_value(access: &Access) -> &str {
    access.intents.first().map_or("", |intent| &intent.blame.value)
}
