//! The bash gate: every command that could run has its own verdict.

use super::authority::Weight;
use super::intent::{Bench, Judged};
use crate::access::{Access, Group, Intent};
use crate::decision::Gate;
use crate::shell::Standing;
use std::sync::LazyLock;

/// A command line in which nothing runs.
static NOTHING: LazyLock<Intent> = LazyLock::new(|| {
    let mut intent = Intent::new(Gate::Bash, "bash", "");
    intent.groups.push(Group::of_texts([""]));
    intent
});

/// Every verdict of this gate.
pub(super) fn judge<'a>(bench: &Bench<'a>, access: &'a Access) -> Vec<Judged<'a>> {
    let units = || access.intents.iter().filter(|intent| intent.gate == Gate::Bash);
    let mut verdicts: Vec<_> = units().filter_map(|intent| bench.judge(intent)).collect();
    if verdicts
        .iter()
        .any(|judged| judged.intent.standing != Standing::Tightening)
    {
        return verdicts;
    }
    // No unit stands for the command: what has a verdict only beside others has one by itself now, and a
    // line in which nothing runs falls to the catch-all.
    let before = verdicts.len();
    let quiet = units().filter(|intent| intent.standing == Standing::Quiet);
    verdicts.extend(quiet.filter_map(|intent| bench.judge_as(intent, Weight::Full)));
    let is_command = access.program.is_some() || units().next().is_some();
    if verdicts.len() == before && is_command {
        verdicts.extend(bench.judge(&NOTHING));
    }
    verdicts
}
