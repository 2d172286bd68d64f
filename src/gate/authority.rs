//! Whose word counts: what guards, policy and agent files come to for one group of spellings.

use super::layer::{Hit, Pool, Thing, resolve, resolve_group};
use crate::access::{Group, Spelling};
use crate::decision::Origin;
use crate::policy::{Layer, Snapshot};
use crate::rule::{Action, Rule};
use std::borrow::Cow;

/// What the authorities come to, before floors, grants and yolo.
#[derive(Clone, Debug)]
pub(super) struct Ruling<'a> {
    /// The state.
    pub(super) state: Action,
    /// Whose rule decided.
    pub(super) origin: Origin,
    /// The rule that decided; none for a built-in.
    pub(super) rule: Option<&'a Rule>,
    /// The pattern to show: the rule's, a sentinel or a grant's.
    pub(super) pattern: Option<&'a str>,
    /// The key under which that pattern stands.
    pub(super) key: Option<&'a str>,
    /// Every rule that asked, so that a grant can be held against each.
    pub(super) askers: Vec<&'a Rule>,
    /// Who may still answer an ask.
    pub(super) answerable: Answerable,
    /// The operator's words, or what explains the state where no rule does.
    pub(super) reason: Option<Cow<'a, str>>,
}

/// Who may answer an ask without a human.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answerable {
    /// Which grants may.
    pub(super) grants: GrantReach,
    /// Whether yolo may.
    pub(super) yolo: bool,
}

/// Which grants may answer an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GrantReach {
    /// One that is at least as specific as every rule that asked.
    AsSpecific,
    /// One of this exact text.
    ExactText,
    /// None.
    Nothing,
}

/// What is said where an unknown part decided.
const MAY_MATCH: &str = "part of it is not known before it runs, and this rule could match it";

impl Answerable {
    /// Anybody.
    pub(super) const ALL: Self = Self {
        grants: GrantReach::AsSpecific,
        yolo: true,
    };
    /// Neither grants nor yolo.
    pub(super) const NOBODY: Self = Self {
        grants: GrantReach::Nothing,
        yolo: false,
    };

    /// Lets at most grants of `reach` answer.
    pub(super) fn limit(&mut self, reach: GrantReach) {
        self.grants = self.grants.max(reach);
    }
}

/// How the verdict on a group counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Every rule counts, and where none speaks the built-in `ask` does.
    Full,
    /// Every rule counts; where none speaks there is no verdict (paths).
    NoDefault,
    /// Every rule counts but the universal fallback; where none speaks there is no verdict (a tool whose
    /// commands are judged under `bash`).
    ByName,
    /// Only rules beyond a bare `*` count.
    BeyondBare,
}

/// What the authorities say of the equal spellings of `group`. `baseline` replaces what the global policy
/// says where that is no more than a bare ask.
pub(super) fn rule_on_group<'a>(
    policy: &'a Snapshot,
    pool: Pool<'a>,
    group: &'a Group,
    thing: &Thing<'a>,
    weight: Weight,
    baseline: bool,
) -> Option<Ruling<'a>> {
    let say = |layer: &'a Layer| resolve_group(layer, pool, group, thing, &policy.cwd);
    compose(policy, say, weight, baseline)
}

/// What the authorities say of a spelling that only tightens.
pub(super) fn rule_on_tightening<'a>(
    policy: &'a Snapshot,
    pool: Pool<'a>,
    spelling: &'a Spelling,
) -> Option<Ruling<'a>> {
    let thing = Thing::new([spelling]);
    let say = |layer: &'a Layer| resolve(layer, pool, &thing, &policy.cwd);
    compose(policy, say, Weight::BeyondBare, false).filter(|ruling| ruling.state != Action::Allow)
}

fn compose<'a>(
    policy: &'a Snapshot,
    say: impl Fn(&'a Layer) -> Option<Hit<'a>>,
    weight: Weight,
    baseline: bool,
) -> Option<Ruling<'a>> {
    let hear = |layer: &'a Layer| {
        let hit = say(layer);
        match weight {
            Weight::BeyondBare => hit.filter(Hit::is_beyond_bare),
            Weight::ByName => hit.filter(|hit| &*hit.rule.surface != "*"),
            Weight::Full | Weight::NoDefault => hit,
        }
    };
    let guard = hear(&policy.guards);
    if let Some(hit) = guard.filter(|hit| hit.action == Action::Deny) {
        return Some(said(hit, policy.guards.origin));
    }
    let mut ruling = global(policy, hear(&policy.global), weight, baseline);
    if let Some(agent) = &policy.agent
        && let Some(hit) = hear(agent)
    {
        ruling = Some(with_agent(ruling, hit, agent.origin));
    }
    for layer in &policy.restrictions {
        if let Some(hit) = hear(layer) {
            ruling = tightened(ruling, hit, layer.origin);
        }
    }
    // What is left of a guard here asks because it denies some value of a part that is not known.
    if let Some(hit) = guard.filter(|hit| hit.action == Action::Ask) {
        ruling = tightened(ruling, hit, policy.guards.origin);
        if let Some(ruling) = &mut ruling {
            ruling.answerable.yolo = false;
        }
    }
    ruling
}

fn global<'a>(policy: &Snapshot, hit: Option<Hit<'a>>, weight: Weight, baseline: bool) -> Option<Ruling<'a>> {
    let bare_ask = hit.is_none_or(|hit| hit.action == Action::Ask && !hit.is_beyond_bare());
    if policy.health.policy_unreadable {
        return match hit {
            Some(hit) if hit.action == Action::Deny => Some(said(hit, policy.global.origin)),
            None if weight != Weight::Full => None,
            _ => Some(Ruling {
                answerable: Answerable::NOBODY,
                reason: Some(Cow::Borrowed("policy.jsonc can't be read")),
                ..built_in(Action::Ask, Origin::FailClosed)
            }),
        };
    }
    if baseline && bare_ask {
        return Some(built_in(Action::Allow, Origin::Baseline));
    }
    match hit {
        Some(hit) => Some(said(hit, policy.global.origin)),
        None if weight == Weight::Full => Some(built_in(Action::Ask, Origin::Builtin)),
        None => None,
    }
}

/// The global agent file may answer an ask of the policy and may tighten; it lifts no deny, and its ask
/// loosens nothing.
fn with_agent<'a>(ruling: Option<Ruling<'a>>, hit: Hit<'a>, origin: Origin) -> Ruling<'a> {
    let Some(before) = ruling else {
        return said(hit, origin);
    };
    let answers = hit.action == Action::Allow
        && before.state == Action::Ask
        && before.answerable.grants == GrantReach::AsSpecific;
    if answers {
        return said(hit, origin);
    }
    tighten(before, hit, origin)
}

fn tightened<'a>(ruling: Option<Ruling<'a>>, hit: Hit<'a>, origin: Origin) -> Option<Ruling<'a>> {
    match ruling {
        Some(before) => Some(tighten(before, hit, origin)),
        None if hit.action == Action::Allow => None,
        None => Some(said(hit, origin)),
    }
}

fn tighten<'a>(mut before: Ruling<'a>, hit: Hit<'a>, origin: Origin) -> Ruling<'a> {
    let nameless = before.rule.is_none() && before.origin == Origin::Builtin;
    if hit.action > before.state || (hit.action == before.state && hit.action == Action::Ask && nameless) {
        return said(hit, origin);
    }
    if hit.action == Action::Ask && before.state == Action::Ask {
        let also = said(hit, origin);
        before.askers.extend(also.askers);
        before.answerable.limit(also.answerable.grants);
    }
    before
}

/// What a hit says by itself.
pub(super) fn said(hit: Hit<'_>, origin: Origin) -> Ruling<'_> {
    let mut ruling = Ruling {
        rule: Some(hit.rule),
        pattern: Some(hit.rule.pattern.source()),
        key: Some(&hit.rule.surface),
        ..built_in(hit.action, origin)
    };
    match hit.action {
        Action::Allow => {}
        Action::Deny => ruling.reason = hit.rule.reason.as_deref().map(Cow::Borrowed),
        Action::Ask => {
            if hit.rule.action == Action::Ask && !hit.rule.pattern.is_bare_star() {
                ruling.askers.push(hit.rule);
            }
            if let Some(lurking) = hit.lurking {
                ruling.askers.push(lurking);
                if std::ptr::eq(lurking, hit.rule) {
                    ruling.reason = Some(Cow::Borrowed(MAY_MATCH));
                }
            }
            if hit.hides_deny() {
                ruling.answerable.limit(GrantReach::ExactText);
            }
        }
    }
    ruling
}

/// A ruling that no rule made.
pub(super) const fn built_in<'a>(state: Action, origin: Origin) -> Ruling<'a> {
    Ruling {
        state,
        origin,
        rule: None,
        pattern: None,
        key: None,
        askers: Vec::new(),
        answerable: Answerable::ALL,
        reason: None,
    }
}
