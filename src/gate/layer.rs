//! What the rules of one file say of one thing: the most specific rule over its equal spellings.

use super::covering::{Candidate, decide};
use crate::access::{Group, Spelling};
use crate::decision::Origin;
use crate::policy::Layer;
use crate::rule::{Action, Hole, Open, OpenPart, Pattern, Rule, RuleSet, Surface};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// Which way a path is used; an access that is not proven is judged both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It is read.
    Read,
    /// It is written.
    Write,
}

impl Way {
    /// The directional twin of `path`.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Read => "path_read",
            Self::Write => "path_write",
        }
    }
}

/// Where the rules for a thing are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pool<'a> {
    /// Under the keys that match a name, ranked key first.
    Named(&'a str),
    /// As `Named`, of a tool whose surface is matched by path: the covering clause holds.
    NamedPaths(&'a str),
    /// Under `path` and one directional twin, as one pool.
    Path(Way),
}

impl Pool<'_> {
    /// Whether patterns are compared as paths.
    pub(super) const fn is_path_like(self) -> bool {
        matches!(self, Self::NamedPaths(_) | Self::Path(_))
    }

    /// Whether an entry that could not be read under `key` may have spoken of this pool.
    pub(super) fn is_floored_by(self, key: &str) -> bool {
        match self {
            Self::Named(name) | Self::NamedPaths(name) => key == name || Pattern::text(key).matches(name),
            Self::Path(way) => key == "*" || key == "path" || key == way.key(),
        }
    }
}

/// Equal spellings of one thing, ready to be matched.
#[derive(Debug)]
pub(super) struct Thing<'a> {
    /// Every text, source texts of open ones included.
    pub(super) texts: SmallVec<[&'a str; 4]>,
    /// What the open ones may come to be.
    pub(super) opens: SmallVec<[&'a Open; 1]>,
    /// Of the texts, those of open spellings.
    sources: SmallVec<[&'a str; 1]>,
}

/// A value that is not there may be any.
static ANYTHING: LazyLock<Open> = LazyLock::new(|| {
    let mut open = Open::new();
    open.push_hole(Hole::Any);
    open
});

impl<'a> Thing<'a> {
    /// From spellings; where there are none the value is not known at all.
    pub(super) fn new<I: IntoIterator<Item = &'a Spelling>>(spellings: I) -> Self {
        let mut thing = Self {
            texts: SmallVec::new(),
            opens: SmallVec::new(),
            sources: SmallVec::new(),
        };
        for spelling in spellings {
            thing.texts.push(&spelling.text);
            if let Some(open) = &spelling.open {
                thing.opens.push(open);
                thing.sources.push(&spelling.text);
            }
        }
        if thing.texts.is_empty() {
            thing.opens.push(&ANYTHING);
        }
        thing
    }

    /// Whether a rule that matches one of the texts speaks of the thing. The source text of an unknown part is
    /// a name for the thing only where a rule spells it out: `?` in a pattern is no `$` on purpose.
    fn is_named_by(&self, rule: &Rule) -> bool {
        rule.action != Action::Allow
            || rule.pattern.is_exact()
            || self
                .texts
                .iter()
                .any(|text| !self.sources.contains(text) && rule.matches(text))
    }

    /// Whether a part is unknown that may hold a `/` or a `..`, so that a path could lead anywhere.
    pub(super) fn leads_anywhere(&self) -> bool {
        let wide = |part: &OpenPart| matches!(part, OpenPart::Hole(Hole::Any | Hole::NoBlank));
        self.opens.iter().any(|open| open.parts().iter().any(wide))
    }
}

/// What one file says of one thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit<'a> {
    /// The rule that decides.
    pub(super) rule: &'a Rule,
    /// What it comes to: the rule's own word, or `ask` where the rule only could match.
    pub(super) action: Action,
    /// A rule that denies or asks for some value of an unknown part.
    pub(super) lurking: Option<&'a Rule>,
}

impl Hit<'_> {
    /// Whether a rule beyond a bare `*` speaks.
    pub(super) fn is_beyond_bare(&self) -> bool {
        !self.rule.pattern.is_bare_star() || self.lurking.is_some()
    }

    /// Whether some value of an unknown part is denied.
    pub(super) fn hides_deny(&self) -> bool {
        self.lurking.is_some_and(|rule| rule.action == Action::Deny)
    }
}

/// What `layer` says of the equal spellings of `group`, or of its fallback tiers where only a bare `*` speaks
/// of the former.
pub(super) fn resolve_group<'a>(
    layer: &'a Layer,
    pool: Pool<'a>,
    group: &'a Group,
    thing: &Thing<'a>,
    cwd: &str,
) -> Option<Hit<'a>> {
    let first = resolve(layer, pool, thing, cwd);
    let first = if group.never_allow.is_empty() && group.poses.is_empty() {
        first
    } else {
        earned(layer, pool, group, first, cwd)
    };
    if group.fallback.is_empty() || first.is_some_and(|hit| hit.is_beyond_bare()) {
        return first;
    }
    // Where the file says nothing at all of this name, it says nothing of a tier.
    if first.is_none() && matches!(pool, Pool::Named(name) if layer.rules.surfaces(name).next().is_none()) {
        return None;
    }
    for tier in &group.fallback {
        let hit = resolve(layer, pool, &Thing::new(tier), cwd);
        // What only begins like this thing's name says nothing of it here either.
        let counts = |hit: &Hit<'_>| {
            hit.action != Action::Allow || group.may_allow(usize::MAX, hit.rule.pattern.source())
        };
        if let Some(hit) = hit.filter(Hit::is_beyond_bare).filter(counts) {
            return Some(hit);
        }
    }
    first
}

/// An allow counts only where a spelling that may earn one matches its rule. Where nothing but such an allow
/// spoke, this file is silent.
fn earned<'a>(
    layer: &'a Layer,
    pool: Pool<'a>,
    group: &'a Group,
    first: Option<Hit<'a>>,
    cwd: &str,
) -> Option<Hit<'a>> {
    if first.is_none_or(|hit| hit.action != Action::Allow) {
        return first;
    }
    let texts: Vec<&str> = group
        .equal
        .iter()
        .map(|spelling| spelling.text.as_str())
        .collect();
    let counts = |rule: &&Rule| rule.action != Action::Allow || earns(group, &rule.pattern);
    match pool {
        Pool::Named(name) => {
            let mut surfaces = layer.rules.surfaces(name).map(|surface| surface.all(&texts));
            let matching = surfaces.find(|matching| !matching.is_empty())?;
            matching.into_iter().find(counts).map(plain)
        }
        Pool::NamedPaths(_) | Pool::Path(_) => {
            let earning = Thing::new(
                group
                    .equal
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| group.may_allow(*index, ""))
                    .map(|(_, spelling)| spelling),
            );
            resolve(layer, pool, &earning, cwd).filter(|_| !earning.texts.is_empty())
        }
    }
}

/// Whether a pattern that allows matches a spelling that may earn an allow by it.
pub(super) fn earns(group: &Group, pattern: &Pattern) -> bool {
    group.equal.iter().enumerate().any(|(index, spelling)| {
        group.may_allow(index, pattern.source())
            && match &spelling.open {
                None => pattern.matches(&spelling.text),
                Some(open) => pattern.matches_every(open),
            }
    })
}

/// What `layer` says of one thing.
pub(super) fn resolve<'a>(layer: &'a Layer, pool: Pool<'a>, thing: &Thing<'a>, cwd: &str) -> Option<Hit<'a>> {
    // A guard that asks is a mistake of its author and counts for nothing, so it must not shadow one that
    // denies either.
    let asks_count = layer.origin != Origin::HardGuard;
    match pool {
        Pool::Named(name) => named(&layer.rules, name, thing, asks_count),
        Pool::NamedPaths(name) => named_paths(&layer.rules, name, thing, asks_count, cwd),
        Pool::Path(way) => path(&layer.rules, way, thing, asks_count, cwd),
    }
}

fn named<'a>(rules: &'a RuleSet, name: &'a str, thing: &Thing<'a>, asks_count: bool) -> Option<Hit<'a>> {
    let mut lurking = None;
    for surface in rules.surfaces(name) {
        if thing.opens.is_empty() {
            if let Some(rule) = best(surface, &thing.texts, asks_count) {
                return Some(plain(rule));
            }
            continue;
        }
        let counts = |rule: &Rule| asks_count || rule.action != Action::Ask;
        let mut by_text = surface.all(&thing.texts).into_iter();
        let by_text = by_text.find(|rule| counts(rule) && thing.is_named_by(rule));
        let mut sure: Option<&Rule> = None;
        for open in &thing.opens {
            if let Some(rule) = surface.best_for_every(open, counts)
                && sure.is_none_or(|other| outranks(rule, other))
            {
                sure = Some(rule);
            }
        }
        for open in &thing.opens {
            if let Some(rule) = surface.strictest_possible(open, least(asks_count), sure) {
                lurking = Some(stricter(lurking, rule));
            }
        }
        let base = match (by_text, sure) {
            (Some(text), Some(every)) if outranks(every, text) => Some(every),
            (None, every) => every,
            (text, _) => text,
        };
        if let Some(base) = base {
            return Some(with_lurking(plain(base), lurking));
        }
    }
    lurking.map(only_lurking)
}

fn named_paths<'a>(
    rules: &'a RuleSet,
    name: &'a str,
    thing: &Thing<'a>,
    asks_count: bool,
    cwd: &str,
) -> Option<Hit<'a>> {
    let anywhere = thing.leads_anywhere();
    let mut lurking = None;
    for surface in rules.surfaces(name) {
        if anywhere {
            lurking = lurking_in(surface, lurking, asks_count);
        }
        let candidates = candidates(surface, thing, false, anywhere, asks_count);
        if let Some(rule) = decide(&candidates, cwd) {
            return Some(with_lurking(plain(rule), lurking));
        }
    }
    lurking.map(only_lurking)
}

fn path<'a>(rules: &'a RuleSet, way: Way, thing: &Thing<'a>, asks_count: bool, cwd: &str) -> Option<Hit<'a>> {
    let anywhere = thing.leads_anywhere();
    let mut lurking = None;
    let mut all = Vec::new();
    for (key, directional) in [("path", false), (way.key(), true)] {
        let Some(surface) = rules.surface(key) else {
            continue;
        };
        if anywhere {
            lurking = lurking_in(surface, lurking, asks_count);
        }
        let found = candidates(surface, thing, directional, anywhere, asks_count);
        if all.is_empty() {
            all = found;
        } else if !found.is_empty() {
            all.extend(found);
            all.sort_by(Candidate::most_specific_first);
        }
    }
    match decide(&all, cwd) {
        Some(rule) => Some(with_lurking(plain(rule), lurking)),
        None => lurking.map(only_lurking),
    }
}

/// The rules of `surface` that match. Of a path that could lead anywhere nothing is known but that it is
/// a path, so only a rule for every path may allow it.
fn candidates<'a>(
    surface: &'a Surface,
    thing: &Thing<'a>,
    directional: bool,
    anywhere: bool,
    asks_count: bool,
) -> Vec<Candidate<'a>> {
    let mut found = surface.all(&thing.texts);
    if thing.texts.is_empty() {
        found.extend(surface.bare_stars());
    }
    found
        .into_iter()
        .filter(|rule| !(anywhere && rule.action == Action::Allow && !rule.pattern.is_bare_star()))
        .filter(|rule| asks_count || rule.action != Action::Ask)
        .map(|rule| Candidate { rule, directional })
        .collect()
}

fn lurking_in<'a>(surface: &'a Surface, found: Option<&'a Rule>, asks_count: bool) -> Option<&'a Rule> {
    match surface.strictest(least(asks_count)) {
        Some(rule) => Some(stricter(found, rule)),
        None => found,
    }
}

/// The least strict action that may lurk in a part that is not known.
const fn least(asks_count: bool) -> Action {
    if asks_count { Action::Ask } else { Action::Deny }
}

fn best<'a>(surface: &'a Surface, texts: &[&str], asks_count: bool) -> Option<&'a Rule> {
    let rule = surface.best(texts)?;
    if asks_count || rule.action != Action::Ask {
        return Some(rule);
    }
    let mut all = surface.all(texts).into_iter();
    all.find(|rule| rule.action != Action::Ask)
}

/// Whether `left` is more specific than `right` under one key.
pub(super) fn outranks(left: &Rule, right: &Rule) -> bool {
    (left.pattern.rank(), left.order) > (right.pattern.rank(), right.order)
}

fn stricter<'a>(found: Option<&'a Rule>, rule: &'a Rule) -> &'a Rule {
    match found {
        Some(found) if found.action >= rule.action => found,
        _ => rule,
    }
}

const fn plain(rule: &Rule) -> Hit<'_> {
    Hit {
        rule,
        action: rule.action,
        lurking: None,
    }
}

const fn only_lurking(rule: &Rule) -> Hit<'_> {
    Hit {
        rule,
        action: Action::Ask,
        lurking: Some(rule),
    }
}

/// A rule that could match makes an allow an ask, and leaves what is stricter as it is.
fn with_lurking<'a>(hit: Hit<'a>, lurking: Option<&'a Rule>) -> Hit<'a> {
    match (hit.action, lurking) {
        (Action::Deny, _) | (_, None) => hit,
        (Action::Ask, Some(_)) => Hit { lurking, ..hit },
        (Action::Allow, Some(rule)) => only_lurking(rule),
    }
}
