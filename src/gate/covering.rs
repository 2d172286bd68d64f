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

/// Rules that match one thing, by what their patterns begin with: which are exceptions to which, without holding each
/// against each.
pub(super) struct Exceptions<'a, 'c> {
    candidates: &'c [Candidate<'a>],
    anchored: Vec<Pattern>,
    /// Indices of the candidates, sorted by the literal text that they begin with.
    sorted: Vec<usize>,
}

impl<'a, 'c> Exceptions<'a, 'c> {
    /// Of `candidates`, most specific first.
    pub(super) fn new(candidates: &'c [Candidate<'a>], cwd: &str) -> Self {
        let anchored: Vec<Pattern> = candidates
            .iter()
            .map(|candidate| candidate.rule.pattern.anchored(cwd))
            .collect();
        let mut sorted: Vec<usize> = (0..candidates.len()).collect();
        sorted.sort_by(|a, b| start(&anchored, *a).cmp(start(&anchored, *b)));
        Self {
            candidates,
            anchored,
            sorted,
        }
    }

    /// The most specific of the less restrictive rules that set the one at `index` aside.
    pub(super) fn to(&self, index: usize) -> Option<&'a Rule> {
        let rule = self.candidates.get(index)?.rule;
        let strict = self.anchored.get(index)?;
        // What is narrower begins with what the wider begins with; an optional tail may be left out.
        let shared = strict.literal_prefix().trim_end_matches(' ');
        let from = self
            .sorted
            .partition_point(|at| start(&self.anchored, *at) < shared);
        let narrower = self.sorted.get(from..).unwrap_or_default().iter();
        let mut narrower: Vec<usize> = narrower
            .take_while(|at| start(&self.anchored, **at).starts_with(shared))
            .copied()
            .collect();
        narrower.sort_unstable();
        narrower.into_iter().find_map(|at| {
            let lenient = self.candidates.get(at)?;
            let sets_aside = lenient.rule.action < rule.action
                && match strict.relation(self.anchored.get(at)?) {
                    Relation::Wider => true,
                    Relation::Equal => lenient.directional,
                    Relation::Narrower | Relation::Apart => false,
                };
            sets_aside.then_some(lenient.rule)
        })
    }
}

fn start(anchored: &[Pattern], at: usize) -> &str {
    anchored.get(at).map_or("", Pattern::literal_prefix)
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
