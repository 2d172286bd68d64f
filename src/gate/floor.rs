//! Rewrites of a ruling: what can't be read or established makes an allow an ask, and yolo an ask an allow.
//! A deny is never touched.

use super::authority::{Answerable, GrantReach, Ruling, built_in};
use super::layer::Pool;
use crate::decision::Origin;
use crate::policy::{Layer, Snapshot};
use crate::rule::{Action, Pattern};
use crate::shell::Floor;
use std::borrow::Cow;

/// The floor of files, or of entries of files, that can't be read.
pub(super) fn fail_closed<'a>(
    policy: &Snapshot,
    pool: Pool<'_>,
    ruling: Option<Ruling<'a>>,
) -> Option<Ruling<'a>> {
    let allowed = |ruling: &Option<Ruling<'_>>| ruling.as_ref().is_some_and(|it| it.state == Action::Allow);
    if policy.health.agent_unreadable && allowed(&ruling) {
        return Some(floored("the agent's file can't be read", Answerable::ALL));
    }
    let silent_path = ruling.is_none() && matches!(pool, Pool::Path(_));
    if !(silent_path || allowed(&ruling)) {
        return ruling;
    }
    let floors = |layer: &Layer| layer.floored.iter().any(|key| pool.is_floored_by(key));
    if floors(&policy.guards) {
        return Some(floored(
            "a guard of this surface can't be read",
            Answerable::NOBODY,
        ));
    }
    let others = [&policy.global]
        .into_iter()
        .chain(&policy.agent)
        .chain(&policy.restrictions);
    if others.into_iter().any(|layer| floors(layer)) {
        return Some(floored("an entry of this surface can't be read", Answerable::ALL));
    }
    ruling
}

fn floored<'a>(reason: &'static str, answerable: Answerable) -> Ruling<'a> {
    Ruling {
        answerable,
        reason: Some(Cow::Borrowed(reason)),
        ..built_in(Action::Ask, Origin::FailClosed)
    }
}

/// The first sentinel that holds against an allow by `rule`.
pub(super) fn sentinel<'f>(
    mut floors: impl Iterator<Item = &'f Floor>,
    rule: Option<&Pattern>,
) -> Option<&'f Floor> {
    floors.find(|floor| !rule.is_some_and(|rule| releases(rule, floor)))
}

/// Whether a rule names the program that a sentinel stands for: its literal text starts with that name.
fn releases(rule: &Pattern, floor: &Floor) -> bool {
    let text = rule.literal_prefix();
    floor.released_by.iter().any(|name| {
        !name.is_empty()
            && text
                .strip_prefix(name.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    })
}

/// Limits who may answer an ask beside which a sentinel hides part of the command.
pub(super) fn hide(policy: &Snapshot, answerable: &mut Answerable, reach: GrantReach) {
    answerable.limit(reach);
    if policy.yolo && guards_commands(policy) {
        answerable.yolo = false;
    }
}

/// Whether any guard denies on `bash` or `path*`: it may deny what a sentinel hides.
fn guards_commands(policy: &Snapshot) -> bool {
    let rules = &policy.guards.rules;
    let paths = ["path", "path_read", "path_write"]
        .into_iter()
        .filter_map(|key| rules.surface(key));
    rules
        .surfaces("bash")
        .chain(paths)
        .flat_map(crate::rule::Surface::rules)
        .any(|rule| rule.action == Action::Deny)
}
