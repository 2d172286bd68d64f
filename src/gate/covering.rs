//! Which of the rules that match a path decides: an exception only where it is narrower than the rule it is
//! an exception to, else the most restrictive.

use crate::rule::{Action, Pattern, Relation, Rule};
use std::cell::OnceCell;
use std::cmp::Ordering;

/// A rule that matches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<'a> {
    /// The rule.
    pub(super) rule: &'a Rule,
    /// Whether it stands under the directional key.
    pub(super) directional: bool,
}

impl Candidate<'_> {
    /// By rank; of equals the directional one, then the later one, comes first.
    pub(super) fn most_specific_first(left: &Self, right: &Self) -> Ordering {
        let key = |it: &Self| (it.rule.pattern.rank(), it.directional, it.rule.order);
        key(right).cmp(&key(left))
    }
}

/// The rule that decides among `candidates`, which come most specific first.
pub(super) fn decide<'a>(candidates: &[Candidate<'a>], cwd: &str) -> Option<&'a Rule> {
    if candidates
        .iter()
        .all(|candidate| candidate.rule.action == Action::Allow)
    {
        return candidates.first().map(|candidate| candidate.rule);
    }
    let anchored: Vec<OnceCell<Pattern>> = candidates.iter().map(|_| OnceCell::new()).collect();
    for action in [Action::Deny, Action::Ask, Action::Allow] {
        let standing = candidates
            .iter()
            .zip(&anchored)
            .filter(|(candidate, _)| candidate.rule.action == action)
            .find(|strict| {
                !candidates
                    .iter()
                    .zip(&anchored)
                    .filter(|(lenient, _)| lenient.rule.action < action)
                    .any(|lenient| sets_aside(lenient, strict, cwd))
            });
        if let Some((candidate, _)) = standing {
            return Some(candidate.rule);
        }
    }
    None
}

type Kept<'a, 'b> = (&'b Candidate<'a>, &'b OnceCell<Pattern>);

fn sets_aside(lenient: Kept<'_, '_>, strict: &Kept<'_, '_>, cwd: &str) -> bool {
    let directional = lenient.0.directional && !strict.0.directional;
    let lenient = lenient.1.get_or_init(|| lenient.0.rule.pattern.anchored(cwd));
    let strict = strict.1.get_or_init(|| strict.0.rule.pattern.anchored(cwd));
    match strict.relation(lenient) {
        Relation::Wider => true,
        Relation::Equal => directional,
        Relation::Narrower | Relation::Apart => false,
    }
}

/// Whether every path that `narrow` matches is matched by `wide` too.
pub(super) fn covers(wide: &Pattern, narrow: &Pattern, cwd: &str) -> bool {
    wide.is_bare_star() || wide.anchored(cwd).covers(&narrow.anchored(cwd))
}
