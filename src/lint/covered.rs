//! Rules that can't decide anything, and rules that change nothing: found by comparing rules with one another, through
//! the same index that the gates use.

use super::finding::{Finding, note, warning};
use super::ground::{Around, FILLER, Ground, Ruled, covering, meeting};
use super::{Run, code};
use crate::policy::FileKind;
use crate::rule::{Action, Rule};
use std::collections::{HashMap, HashSet};

pub(super) fn findings(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    for ruled in &ground.surfaces {
        let lost = equals(ground, ruled, run);
        for rule in ruled.surface.rules() {
            if !run.may_go_on() {
                return;
            }
            if lost.contains(&rule.order) || above(ground, ruled, rule, run) {
                continue;
            }
            if let Some(wider) = makes_redundant(ground, ruled, rule) {
                redundant(ground, rule, wider, run);
            }
        }
    }
}

/// Rules that match the same texts: one of them decides. The others by their place.
fn equals(ground: &Ground<'_, '_>, ruled: &Ruled, run: &mut Run<'_, '_>) -> HashSet<u32> {
    let mut lost = HashSet::new();
    let mut by_form: HashMap<String, &Rule> = HashMap::with_capacity(ruled.surface.rules().len());
    // The most specific comes first: where values are texts it is the one that decides.
    for rule in ruled.surface.rules() {
        let form = rule.pattern.normal_form();
        let Some(first) = by_form.get(&form).copied() else {
            by_form.insert(form, rule);
            continue;
        };
        let (wins, loses) = if ruled.paths && rule.action > first.action {
            (rule, first)
        } else {
            (first, rule)
        };
        by_form.insert(form, wins);
        lost.insert(loses.order);
        let (Some(winner), Some(idle)) = (ground.entry(wins), ground.entry(loses)) else {
            continue;
        };
        let kind = if wins.action == loses.action {
            note(code::NEVER_WINS)
        } else {
            warning(code::NEVER_WINS)
        };
        let why = if ruled.paths {
            "is as strict or stricter"
        } else {
            "is more specific"
        };
        run.say(
            Finding::new(
                ground.document,
                kind,
                idle.key_span,
                format!(
                    "`{}` never decides: `{}` matches the same texts and {why}",
                    idle.pattern, winner.pattern
                ),
                "Keep one of the two.",
            )
            .about(
                &ground.document.file,
                winner.key_span,
                format!("`{}` ({}) decides", winner.pattern, wins.action),
            ),
        );
    }
    lost
}

/// Whether a stronger file decides all that `rule` matches; says so.
fn above(ground: &Ground<'_, '_>, ruled: &Ruled, rule: &Rule, run: &mut Run<'_, '_>) -> bool {
    if rule.action == Action::Deny {
        // To deny what a guard denies is no mistake.
        return false;
    }
    let (kind, file) = (ground.document.kind, run.around);
    let guard = run.guards.filter(|_| kind != FileKind::Guards);
    let policy = run
        .policy
        .filter(|_| kind == FileKind::Agent && rule.action == Action::Allow);
    for (authority, words) in [(guard, "a guard denies"), (policy, "policy.jsonc denies")] {
        let Some(authority) = authority else { continue };
        let Some((decides, entry)) = denied_by(authority, ruled, rule, file) else {
            continue;
        };
        let Some(own) = ground.entry(rule) else { continue };
        run.say(
            Finding::new(
                ground.document,
                warning(code::NEVER_WINS),
                own.key_span,
                format!("`{}` never decides: {words} all that it matches", own.pattern),
                "Remove it, or narrow the deny: nothing in this file loosens that.",
            )
            .about(
                &authority.document.file,
                entry,
                format!("`{}` denies", decides.pattern.source()),
            ),
        );
        return true;
    }
    false
}

/// The rule of a stronger file that denies all that `rule` matches, where that file excepts nothing of it.
fn denied_by<'g>(
    authority: &'g Ground<'_, '_>,
    ruled: &Ruled,
    rule: &Rule,
    _: &Around<'_>,
) -> Option<(&'g Rule, crate::policy::Span)> {
    // What is denied under `path` is denied to every tool that takes paths, both ways.
    let keys = [&*ruled.key, "path"];
    let keys = if ruled.paths { &keys[..] } else { &keys[..1] };
    for key in keys {
        let Some(theirs) = authority.under(key) else {
            continue;
        };
        let denies =
            |other: &&Rule| other.action == Action::Deny && (!ruled.paths || has_its_reach(other, rule));
        let Some(decides) = covering(&theirs.surface, rule).find(denies) else {
            continue;
        };
        // Under a directional key an equal pattern is an exception too.
        let beside = authority
            .surfaces
            .iter()
            .filter(|other| other.key == theirs.key || (ruled.paths && other.key.starts_with("path")));
        let mut lenient = beside.flat_map(|other| {
            let met = meeting(&other.surface, rule).filter(|(met, _)| met.action != Action::Deny);
            met.map(move |(met, _)| (met, other.key != theirs.key))
        });
        let excepted = lenient.any(|(other, is_directional)| {
            if !ruled.paths {
                return (other.pattern.rank(), other.order) > (decides.pattern.rank(), decides.order);
            }
            !other.pattern.covers(&decides.pattern)
                || (is_directional && decides.pattern.covers(&other.pattern))
        });
        if !excepted && let Some(entry) = authority.entry(decides) {
            return Some((decides, entry.key_span));
        }
    }
    None
}

/// Whether a path rule that covers `rule` counts wherever that one does. What is denied or asked about in a folder also holds
/// for calls that descend from above it, and for what the folder leads to as a link, and so does an allow of a folder
/// outside the working one: then both have to name the same folder.
fn has_its_reach(wider: &Rule, rule: &Rule) -> bool {
    let folder = |rule: &Rule| {
        let prefix = rule.pattern.literal_prefix();
        prefix
            .rfind('/')
            .map(|end| prefix.get(..end).unwrap_or_default().to_owned())
    };
    let source = rule.pattern.source();
    let is_within_project = source.starts_with("${cwd}") || !source.starts_with(['/', '~', '$']);
    (rule.action == Action::Allow && is_within_project) || folder(wider) == folder(rule)
}

/// The wider rule of the same surface that says the same of all that `rule` matches, where nothing stands between.
fn makes_redundant<'g>(ground: &Ground<'_, '_>, ruled: &'g Ruled, rule: &Rule) -> Option<&'g Rule> {
    // There less literal spellings of a name count in other ways.
    if &*ruled.key == "mcp" || ground.entry(rule).is_none_or(|entry| entry.reason.is_some()) {
        return None;
    }
    let sample = rule.pattern.filled(FILLER);
    let all = ruled.surface.all(&[&sample]);
    let mut wider = all.into_iter().filter(|other| {
        other.order != rule.order
            && other.action == rule.action
            && !other.pattern.is_bare_star()
            // What names no command as a whole does not stand for one that has to be named.
            && (ruled.paths || &*ruled.key != "bash" || other.pattern.literal_prefix().contains(' '))
            && other.pattern.covers(&rule.pattern)
            && (!ruled.paths || has_its_reach(other, rule))
    });
    let wider = wider.next()?;
    let plain = ground.entry(wider).is_some_and(|entry| {
        entry.reason.is_none()
            && entry.key_span
                != ground
                    .entry(rule)
                    .map_or_else(Default::default, |own| own.key_span)
    });
    let between = |other: &Rule| {
        other.action != rule.action
            && (ruled.paths || (other.pattern.rank(), other.order) > (wider.pattern.rank(), wider.order))
    };
    let alone = plain && !meeting(&ruled.surface, rule).any(|(other, _)| between(other));
    // A directional twin is one pool with `path`.
    let twins = ground.surfaces.iter().filter(|other| {
        ruled.key.starts_with("path") && other.key.starts_with("path") && other.key != ruled.key
    });
    let mut twins = twins.flat_map(|other| meeting(&other.surface, rule));
    (alone && !twins.any(|(other, _)| other.action != rule.action)).then_some(wider)
}

fn redundant(ground: &Ground<'_, '_>, rule: &Rule, wider: &Rule, run: &mut Run<'_, '_>) {
    let (Some(own), Some(other)) = (ground.entry(rule), ground.entry(wider)) else {
        return;
    };
    run.say(
        Finding::new(
            ground.document,
            note(code::REDUNDANT_RULE),
            own.key_span,
            format!(
                "without `{}` every verdict would be the same: `{}` says it too",
                own.pattern, other.pattern
            ),
            "Remove it, or say with another action what it was to change.",
        )
        .about(
            &ground.document.file,
            other.key_span,
            format!("`{}` ({})", other.pattern, other.action),
        ),
    );
}
