//! The protected-write gate: writes that a human alone may let pass. It never loosens, and proven reads never
//! reach it.

use super::authority::{Answerable, Ruling, said};
use super::descent::rule_for_writes_below;
use super::intent::{Bench, Judged};
use super::layer::Hit;
use crate::access::{Access, Intent};
use crate::decision::{Direction, Gate, Origin};
use crate::rule::{Action, Rule};

/// Every verdict of this gate.
pub(super) fn judge<'a>(bench: &Bench<'a>, access: &'a Access) -> Vec<Judged<'a>> {
    let paths = access.intents.iter().filter(|intent| reaches(intent));
    paths.filter_map(|intent| judge_write(bench, intent)).collect()
}

/// Whether an access may change what it names.
fn reaches(intent: &Intent) -> bool {
    if intent.path.as_ref().is_some_and(|path| path.gate_alone) {
        return false;
    }
    match (intent.gate, intent.direction) {
        (Gate::Path, Some(Direction::Write)) => true,
        (Gate::Path, Some(Direction::Both) | None) => {
            intent.path.as_ref().is_none_or(|path| !path.leaves_alone)
        }
        (Gate::ProtectedWrite, direction) => direction != Some(Direction::Read),
        _ => false,
    }
}

fn judge_write<'a>(bench: &Bench<'a>, intent: &'a Intent) -> Option<Judged<'a>> {
    let mut rule = None;
    let mut asking = Vec::new();
    for (index, group) in intent.groups.iter().enumerate() {
        let found = group
            .equal
            .iter()
            .chain(&group.tightening)
            .find_map(|spelling| protects(bench, spelling));
        if let Some(found) = found {
            asking.push(index);
            rule = rule.or(Some(found));
        }
    }
    let rule = rule.or_else(|| {
        let descent = intent
            .path
            .as_ref()?
            .descent
            .as_ref()
            .filter(|descent| !descent.unproven)?;
        rule_for_writes_below(&bench.policy.protected, descent, bench.files, &bench.policy.cwd)
    })?;
    let hit = Hit {
        rule,
        action: Action::Ask,
        lurking: None,
    };
    Some(Judged {
        intent,
        gate: Gate::ProtectedWrite,
        ruling: Ruling {
            answerable: Answerable::NOBODY,
            ..said(hit, Origin::ProtectedWrite)
        },
        groups: asking,
        human_only: true,
    })
}

/// The rule that protects what a spelling names, or may come to name.
fn protects<'a>(bench: &Bench<'a>, spelling: &crate::access::Spelling) -> Option<&'a Rule> {
    let surface = bench.policy.protected.surface("path_write")?;
    surface.best(&[&spelling.text])
}
