//! Facts of a call of another session, judged here as a call of this one would be.
//!
//! The session whose call it is asked about some of them: each must be allowed here by a rule, a grant or yolo,
//! and where nothing here speaks of one it is asked about. What its own rules let pass can only be refused, or
//! asked about, by a rule here that says so.

use super::authority::{Answerable, Weight, built_in};
use super::intent::{Bench, Judged};
use super::pipeline::{JudgeOptions, hold_for_human, sum_up};
use super::standing::Grants;
use super::{GrantRule, Verdict, protected};
use crate::access::{Access, Files, Intent};
use crate::decision::{Gate, Origin};
use crate::policy::Snapshot;
use crate::rule::Action;

/// Judges `access`, of whose intents the first `asking` were asked about.
pub fn judge_facts(
    access: &Access,
    asking: usize,
    policy: &Snapshot,
    grants: &[GrantRule],
    files: &dyn Files,
    options: JudgeOptions<'_>,
) -> Verdict {
    let bench = Bench {
        policy,
        grants: Grants {
            rules: grants,
            agent: options.agent,
        },
        files,
        whole: &[],
    };
    let (asking, beside) = access.intents.split_at(asking.min(access.intents.len()));
    let mut protected = protected::judge(&bench, access);
    for intent in asking.iter().filter(|intent| intent.gate == Gate::ProtectedWrite) {
        // What is protected there and not here is for whoever is asked to say.
        if !protected.iter().any(|judged| std::ptr::eq(judged.intent, intent)) {
            protected.push(unspoken(intent));
        }
    }
    let stage = |gate: Gate| -> Vec<Judged<'_>> {
        let permitted = asking.iter().filter(|intent| intent.gate == gate).map(|intent| {
            bench
                .judge_as(intent, Weight::Full)
                .unwrap_or_else(|| unspoken(intent))
        });
        let weight = match gate {
            Gate::Path => Weight::NoDefault,
            _ => Weight::BeyondBare,
        };
        let refused = beside
            .iter()
            .filter(|intent| intent.gate == gate)
            .filter_map(|intent| bench.judge_as(intent, weight))
            .filter(|judged| judged.state() != Action::Allow);
        permitted.chain(refused).collect()
    };
    let stages = [
        stage(Gate::Skill),
        stage(Gate::Path),
        stage(Gate::Bash),
        stage(Gate::Tool),
        protected,
    ];
    let mut verdict = sum_up(access, &stages, options);
    if let Some(lost) = policy.health.guards_lost
        && verdict.state != Action::Deny
        && let Some(intent) = access.intents.first()
    {
        hold_for_human(&mut verdict, lost, intent);
    }
    verdict
}

/// Nothing here speaks of it.
fn unspoken(intent: &Intent) -> Judged<'_> {
    let mut ruling = built_in(Action::Ask, Origin::Builtin);
    ruling.answerable = Answerable::NOBODY;
    Judged {
        intent,
        gate: intent.gate,
        ruling,
        groups: (0..intent.groups.len()).collect(),
        human_only: false,
    }
}
