//! One intent through all authorities: every group, both ways where the direction is not proven, the spellings
//! that tighten, what lies below a folder; then floors, grants and yolo.

use super::authority::{
    Answerable, GrantReach, Ruling, Weight, built_in, rule_on_group, rule_on_tightening, said,
};
use super::descent::{is_allowed_whole, rules_near};
use super::ground::Ground;
use super::layer::{Hit, Pool, Thing, Way};
use super::standing::Grants;
use super::{GateVerdict, baseline, floor};
use crate::access::{Descent, Files, Group, Intent};
use crate::decision::{Direction, Gate, Origin};
use crate::policy::{Layer, Snapshot};
use crate::rule::{Action, Rule};
use crate::shell::{Floor, Sentinel, Standing};
use std::borrow::Cow;
use std::sync::Arc;

/// What a call is judged with.
#[derive(Clone, Copy)]
pub(super) struct Bench<'a> {
    /// What is in force.
    pub(super) policy: &'a Snapshot,
    /// The grants in scope.
    pub(super) grants: Grants<'a>,
    /// The file system.
    pub(super) files: &'a dyn Files,
    /// Floors of the command as a whole.
    pub(super) whole: &'a [Floor],
}

/// The verdict on one intent.
#[derive(Clone, Debug)]
pub(super) struct Judged<'a> {
    /// The intent.
    pub(super) intent: &'a Intent,
    /// The gate that judged it.
    pub(super) gate: Gate,
    /// What it comes to.
    pub(super) ruling: Ruling<'a>,
    /// The groups that ask.
    pub(super) groups: Vec<usize>,
    /// Only a human may answer.
    pub(super) human_only: bool,
}

impl Judged<'_> {
    /// The state.
    pub(super) const fn state(&self) -> Action {
        self.ruling.state
    }

    /// As it leaves the gates.
    pub(super) fn verdict(&self) -> GateVerdict {
        let by_key = matches!(self.gate, Gate::Path | Gate::ProtectedWrite);
        let surface = self.ruling.key.filter(|_| by_key).unwrap_or(&self.intent.surface);
        GateVerdict {
            gate: self.gate,
            state: self.ruling.state,
            surface: surface.to_owned(),
            value: self.intent.blame.value.as_str().to_owned(),
            matched_pattern: self.ruling.pattern.map(str::to_owned),
            origin: self.ruling.origin,
            reason: self.ruling.reason.as_deref().map(str::to_owned),
            human_only: self.human_only,
            span: self.intent.blame.span,
        }
    }
}

/// A tool whose input holds nothing to match is one group without spellings.
static NAMELESS: Group = Group {
    equal: Vec::new(),
    tightening: Vec::new(),
    fallback: Vec::new(),
    never_allow: Vec::new(),
    poses: Vec::new(),
};

/// The pools in which an intent's rules are looked for: one, or two where the direction is not proven.
pub(super) fn pools(intent: &Intent) -> impl Iterator<Item = Pool<'_>> {
    let (first, second) = match (intent.gate, intent.direction) {
        (Gate::Path | Gate::ProtectedWrite, Some(Direction::Read)) => (Pool::Path(Way::Read), None),
        (Gate::Path | Gate::ProtectedWrite, Some(Direction::Write)) => (Pool::Path(Way::Write), None),
        (Gate::Path | Gate::ProtectedWrite, Some(Direction::Both) | None) => {
            (Pool::Path(Way::Read), Some(Pool::Path(Way::Write)))
        }
        (Gate::Skill | Gate::Bash | Gate::Tool, Some(_)) => (Pool::NamedPaths(&intent.surface), None),
        (Gate::Skill | Gate::Bash | Gate::Tool, None) => (Pool::Named(&intent.surface), None),
    };
    std::iter::once(first).chain(second)
}

/// How the verdict of an intent counts.
pub(super) fn weight(intent: &Intent) -> Weight {
    match (intent.standing, intent.gate) {
        (Standing::Quiet, Gate::Tool) => Weight::ByName,
        (Standing::Quiet | Standing::Tightening, _) => Weight::BeyondBare,
        (Standing::Full, Gate::Path | Gate::ProtectedWrite) => Weight::NoDefault,
        (Standing::Full, _) => Weight::Full,
    }
}

/// The groups of an intent; one without spellings where it has none.
pub(super) fn groups(intent: &Intent) -> &[Group] {
    if intent.groups.is_empty() {
        std::slice::from_ref(&NAMELESS)
    } else {
        &intent.groups
    }
}

impl<'a> Bench<'a> {
    /// The verdict on `intent`, where one of its spellings is spoken of.
    pub(super) fn judge(&self, intent: &'a Intent) -> Option<Judged<'a>> {
        self.judge_as(intent, weight(intent))
    }

    /// The same, with a weight of the caller's.
    pub(super) fn judge_as(&self, intent: &'a Intent, weight: Weight) -> Option<Judged<'a>> {
        let mut worst: Option<Ruling<'a>> = None;
        let mut asking = Vec::new();
        for (index, group) in groups(intent).iter().enumerate() {
            let mut asks = false;
            for pool in pools(intent) {
                let ruling = self.judge_group(intent, group, pool, weight);
                asks |= ruling.as_ref().is_some_and(|ruling| ruling.state == Action::Ask);
                keep_stricter(&mut worst, ruling);
            }
            if asks {
                asking.push(index);
            }
        }
        if let Some(descent) = intent.path.as_ref().and_then(|path| path.descent.as_ref()) {
            let ground = Ground::new(descent, self.files, &self.policy.cwd);
            for pool in pools(intent) {
                let found = worst.as_ref().map(|worst| worst.state);
                keep_stricter(&mut worst, self.judge_below(descent, &ground, pool, found));
            }
        }
        let ruling = worst?;
        if intent.standing == Standing::Tightening && ruling.state == Action::Allow {
            return None;
        }
        Some(Judged {
            intent,
            gate: intent.gate,
            ruling,
            groups: asking,
            human_only: false,
        })
    }

    fn judge_group(
        &self,
        intent: &'a Intent,
        group: &'a Group,
        pool: Pool<'a>,
        weight: Weight,
    ) -> Option<Ruling<'a>> {
        let thing = Thing::new(&group.equal);
        let baseline = intent
            .mcp
            .as_ref()
            .is_some_and(|facts| baseline::allows(self.policy, facts));
        let ruling = rule_on_group(self.policy, pool, group, &thing, weight, baseline);
        let (ruling, hidden) = self.floored(intent, pool, ruling);
        let mut worst = None;
        let tightening = group
            .tightening
            .iter()
            .filter_map(|spelling| rule_on_tightening(self.policy, pool, spelling));
        for mut ruling in ruling.into_iter().chain(tightening) {
            if ruling.state == Action::Ask
                && let Some(reach) = hidden
            {
                floor::hide(self.policy, &mut ruling.answerable, reach);
            }
            let grant = self.grants.answer(&ruling, pool, group, &thing, &self.policy.cwd);
            keep_stricter(&mut worst, Some(self.answered(ruling, grant)));
        }
        worst
    }

    /// The floors over what the authorities said, and how far they hide the value from grants.
    fn floored(
        &self,
        intent: &'a Intent,
        pool: Pool<'a>,
        ruling: Option<Ruling<'a>>,
    ) -> (Option<Ruling<'a>>, Option<GrantReach>) {
        let allowing = ruling
            .as_ref()
            .filter(|ruling| ruling.state == Action::Allow)
            .and_then(|ruling| ruling.rule)
            .map(|rule| &rule.pattern);
        let floors = || {
            intent
                .floors
                .iter()
                .chain(self.whole.iter().filter(|_| intent.gate == Gate::Bash))
        };
        let sentinel = floor::sentinel(floors(), allowing);
        let mut ruling = floor::fail_closed(self.policy, pool, ruling);
        let mut hidden = None;
        if let Some(reason) = &intent.at_least_ask {
            hidden = Some(GrantReach::ExactText);
            if ruling.as_ref().is_none_or(|ruling| ruling.state == Action::Allow) {
                ruling = Some(Ruling {
                    reason: Some(Cow::Borrowed(reason)),
                    ..built_in(Action::Ask, Origin::Floor)
                });
            }
        }
        if let Some(sentinel) = sentinel {
            // A text that could not be read is nothing a grant could be recorded for.
            let unread = floors().any(|floor| floor.sentinel == Sentinel::Unparseable);
            hidden = hidden.max(Some(if unread {
                GrantReach::Nothing
            } else {
                GrantReach::ExactText
            }));
            let silent = ruling.is_none() && intent.standing == Standing::Quiet;
            if silent
                || ruling
                    .as_ref()
                    .is_some_and(|ruling| ruling.state == Action::Allow)
            {
                ruling = Some(Ruling {
                    pattern: Some(sentinel.sentinel.pattern()),
                    reason: Some(Cow::Borrowed(&sentinel.why)),
                    ..built_in(Action::Ask, Origin::Floor)
                });
            }
        }
        (ruling, hidden)
    }

    /// What grants and yolo make of a ruling.
    fn answered(&self, ruling: Ruling<'a>, grant: Option<&'a super::GrantRule>) -> Ruling<'a> {
        if ruling.state != Action::Ask {
            return ruling;
        }
        if let Some(grant) = grant {
            return Ruling {
                pattern: Some(grant.pattern.source()),
                key: Some(&grant.surface),
                ..built_in(Action::Allow, Origin::Session)
            };
        }
        if self.policy.yolo && ruling.answerable.yolo {
            return Ruling {
                state: Action::Allow,
                origin: Origin::Yolo,
                ..ruling
            };
        }
        ruling
    }

    /// What the rules for paths below the folders of `descent` come to, where that is stricter than `found`.
    fn judge_below(
        &self,
        descent: &Descent,
        ground: &Ground<'_>,
        pool: Pool<'a>,
        found: Option<Action>,
    ) -> Option<Ruling<'a>> {
        if !pool.is_path_like() {
            return None;
        }
        let policy = self.policy;
        let mut strictest = found.unwrap_or(Action::Allow);
        let mut worst = None;
        let layers = [&policy.guards, &policy.global].into_iter();
        let layers = layers.chain(&policy.agent).chain(&policy.restrictions);
        for layer in layers.map(Arc::as_ref) {
            if strictest == Action::Deny {
                break;
            }
            for near in rules_near(layer, pool, ground) {
                let action = if descent.unproven {
                    Action::Ask
                } else {
                    near.rule.action
                };
                // The strictest come first: the files need not be looked at for what changes nothing any more.
                if action <= strictest {
                    break;
                }
                if near.holds(layer, pool, ground)
                    && let Some(ruling) = self.below(layer, near.rule, action, pool)
                    && ruling.state > strictest
                {
                    strictest = ruling.state;
                    worst = Some(ruling);
                }
            }
        }
        worst
    }

    /// What one deny or ask rule for something below a folder comes to, where it counts as `action`.
    fn below(&self, layer: &Layer, rule: &'a Rule, action: Action, pool: Pool<'_>) -> Option<Ruling<'a>> {
        let policy = self.policy;
        let is_guard = layer.origin == Origin::HardGuard;
        if is_guard && rule.action == Action::Ask {
            return None;
        }
        let answers = |agent: &Layer| is_allowed_whole(agent, pool, rule, &policy.cwd);
        if layer.origin == Origin::Global
            && rule.action == Action::Ask
            && policy.agent.as_deref().is_some_and(answers)
        {
            return None;
        }
        let mut ruling = said(
            Hit {
                rule,
                action,
                lurking: None,
            },
            layer.origin,
        );
        ruling.reason = Some(narrow(rule));
        if rule.action == Action::Deny && action == Action::Ask {
            ruling.answerable = Answerable {
                grants: GrantReach::Nothing,
                yolo: !is_guard,
            };
        }
        let grant = if action == Action::Ask && ruling.answerable.grants == GrantReach::AsSpecific {
            self.grants.answer_below(rule, pool, &policy.cwd)
        } else {
            None
        };
        Some(self.answered(ruling, grant))
    }
}

/// How to ask for less than a folder in which something is not to be touched.
fn narrow(rule: &Rule) -> Cow<'_, str> {
    let pattern = rule.pattern.source();
    let advice =
        format!("it goes on below this folder, where {pattern} lies: name what is needed, or exclude that");
    match &rule.reason {
        Some(reason) => Cow::Owned(format!("{reason} ({advice})")),
        None => Cow::Owned(advice),
    }
}

fn keep_stricter<'a>(worst: &mut Option<Ruling<'a>>, ruling: Option<Ruling<'a>>) {
    if let Some(ruling) = ruling
        && worst.as_ref().is_none_or(|worst| ruling.state > worst.state)
    {
        *worst = Some(ruling);
    }
}
