//! Rules that meet: where order decides, where a path falls under two folders, where an allow lifts a deny.

use super::finding::{Finding, note, warning};
use super::ground::{Ground, Ruled, covering, meeting};
use super::{Run, code};
use crate::policy::FileKind;
use crate::rule::{Action, Pattern, PatternRank, Rule};
use std::collections::BTreeMap;

/// Pairs that are looked at for ties: nobody writes more that begin alike and are equally specific.
const PAIRS: usize = 4000;

pub(super) fn findings(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    for ruled in &ground.surfaces {
        if ruled.paths {
            crossing(ground, ruled, run);
        } else {
            ties(ground, ruled, run);
            if ground.document.kind != FileKind::Guards {
                lifted(ground, ruled, run);
            }
        }
    }
}

fn ties(ground: &Ground<'_, '_>, ruled: &Ruled, run: &mut Run<'_, '_>) {
    let mut ranks: BTreeMap<PatternRank, Vec<&Rule>> = BTreeMap::new();
    for rule in ruled
        .surface
        .rules()
        .iter()
        .filter(|rule| !rule.pattern.is_exact())
    {
        ranks.entry(rule.pattern.rank()).or_default().push(rule);
    }
    let mut left = PAIRS;
    for mut rules in ranks.into_values() {
        // Two patterns meet only where one begins as the other does.
        rules.sort_unstable_by_key(|rule| rule.pattern.literal_prefix());
        for (at, rule) in rules.iter().enumerate() {
            let begins = rule.pattern.literal_prefix().trim_end();
            let alike = rules.iter().skip(at + 1);
            let alike = alike.take_while(|other| other.pattern.literal_prefix().starts_with(begins));
            for other in alike {
                left = left.saturating_sub(1);
                if left == 0 {
                    return;
                }
                if rule.action != other.action
                    && let Some(text) = rule.pattern.common_text(&other.pattern)
                    && rule.pattern.normal_form() != other.pattern.normal_form()
                {
                    tie(ground, rule, other, text, run);
                }
            }
        }
    }
}

fn tie(ground: &Ground<'_, '_>, left: &Rule, right: &Rule, text: String, run: &mut Run<'_, '_>) {
    let (first, last) = if left.order < right.order {
        (left, right)
    } else {
        (right, left)
    };
    let (Some(earlier), Some(later)) = (ground.entry(first), ground.entry(last)) else {
        return;
    };
    run.say(
        Finding::new(
            ground.document,
            warning(code::TIE_BY_ORDER),
            later.key_span,
            format!(
                "for `{text}` this {} and `{}` ({}) are equally specific: the later decides",
                later.action, earlier.pattern, earlier.action
            ),
            "Make the one that should decide more specific, so that moving a line changes nothing.",
        )
        .about(
            &ground.document.file,
            earlier.key_span,
            format!("`{}` ({})", earlier.pattern, earlier.action),
        )
        .shown_by(text),
    );
}

/// Folders that meet without one lying in the other. Patterns that begin with a wildcard are meant to reach into
/// folders, and are left out.
fn crossing(ground: &Ground<'_, '_>, ruled: &Ruled, run: &mut Run<'_, '_>) {
    let is_folder = |pattern: &Pattern| !pattern.literal_prefix().is_empty() && !pattern.is_exact();
    let allows = ruled.surface.rules().iter();
    for allow in allows.filter(|rule| rule.action == Action::Allow && is_folder(&rule.pattern)) {
        if !run.may_go_on() {
            return;
        }
        for (strict, text) in meeting(&ruled.surface, allow) {
            if !run.may_go_on() {
                return;
            }
            let cross = strict.action != Action::Allow
                && is_folder(&strict.pattern)
                && !strict.pattern.covers(&allow.pattern)
                && !allow.pattern.covers(&strict.pattern);
            let (true, Some(own), Some(other)) = (cross, ground.entry(allow), ground.entry(strict)) else {
                continue;
            };
            run.say(
                Finding::new(
                    ground.document,
                    note(code::CROSSING_RULES),
                    own.key_span,
                    format!(
                        "`{text}` falls under this allow and under `{}` ({}), and the stricter decides",
                        other.pattern, other.action
                    ),
                    "If it should be allowed, add a pattern that lies within both.",
                )
                .about(
                    &ground.document.file,
                    other.key_span,
                    format!("`{}` ({})", other.pattern, other.action),
                )
                .shown_by(text),
            );
        }
    }
}

/// Allows within a deny that is more than a fallback.
fn lifted(ground: &Ground<'_, '_>, ruled: &Ruled, run: &mut Run<'_, '_>) {
    for allow in ruled
        .surface
        .rules()
        .iter()
        .filter(|rule| rule.action == Action::Allow)
    {
        if !run.may_go_on() {
            return;
        }
        let deny = covering(&ruled.surface, allow)
            .find(|other| other.action == Action::Deny && !other.pattern.is_bare_star());
        let Some(deny) =
            deny.filter(|deny| (deny.pattern.rank(), deny.order) < (allow.pattern.rank(), allow.order))
        else {
            continue;
        };
        let (Some(own), Some(other)) = (ground.entry(allow), ground.entry(deny)) else {
            continue;
        };
        run.say(
            Finding::new(
                ground.document,
                note(code::DENY_LIFTED),
                own.key_span,
                format!("this allow is an exception to `{}` (deny)", other.pattern),
                "If the deny has to hold always, move it to hard-guards.jsonc.",
            )
            .about(&ground.document.file, other.key_span, "the deny"),
        );
    }
}
