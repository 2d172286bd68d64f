//! Accesses that go on below a folder: held against the rules whose literal text leads below it.

use super::covering::covers;
use super::ground::{Ground, below};
use super::layer::Pool;
use crate::access::Files;
use crate::policy::Layer;
use crate::rule::{Action, Pattern, Rule, RuleSet, Surface};
use std::cmp::Reverse;

/// A deny or ask rule that something below the folders may fall under.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near<'a> {
    /// The rule.
    pub(super) rule: &'a Rule,
    /// Whether it stands under the directional key.
    directional: bool,
}

/// Rules up to which the strictest of them are tried before anybody looks which lead through folders that stand. Of more
/// it is the rarer that the strictest are among those.
const FEW_RULES: usize = 64;
/// So many of them: each costs a look, and the first that holds spares all others.
const TRIED_FIRST: usize = 8;

/// The deny and ask rules of `layer` that may hold for something below the folders of `ground`, most restrictive first,
/// then most specific. Whether one does is for [`Near::holds`], which looks at the file system; so does going on here.
pub(super) fn rules_near<'a>(
    layer: &'a Layer,
    pool: Pool<'a>,
    ground: &Ground<'_>,
) -> impl Iterator<Item = Near<'a>> {
    let surfaces = surfaces(layer, pool);
    let unseen = collect(&surfaces, |surface| ground.near_unseen(surface, FEW_RULES));
    // Of none that are known to be few, none are tried.
    let mut first = unseen.unwrap_or_default();
    let is_all = !first.is_empty() && first.len() <= TRIED_FIRST;
    first.truncate(TRIED_FIRST);
    let tried = first.clone();
    let rest = std::iter::once_with(move || {
        if is_all {
            return Vec::new();
        }
        let near = collect(&surfaces, |surface| Some(ground.near(surface)));
        let mut near = near.unwrap_or_default();
        near.retain(|near| !tried.iter().any(|tried| std::ptr::eq(tried.rule, near.rule)));
        near
    });
    first.into_iter().chain(rest.flatten())
}

/// The rules at the places that `find` finds in each surface, in order; `None` where it gives up on one.
fn collect<'a>(
    surfaces: &[(&'a Surface, bool)],
    find: impl Fn(&'a Surface) -> Option<Vec<usize>>,
) -> Option<Vec<Near<'a>>> {
    let mut found: Vec<Near<'a>> = Vec::new();
    for &(surface, directional) in surfaces {
        let places = find(surface)?.into_iter();
        let rules = places.filter_map(|place| surface.rules().get(place));
        found.extend(rules.map(|rule| Near { rule, directional }));
    }
    if surfaces.len() > 1 {
        found.sort_by_cached_key(|near| Reverse((near.rule.action, near.rule.pattern.rank())));
    } else {
        // Those of one surface come the most specific first.
        found.sort_by_key(|near| Reverse(near.rule.action));
    }
    Some(found)
}

impl Near<'_> {
    /// Whether it holds for something that stands below the folders of `ground`.
    pub(super) fn holds(&self, layer: &Layer, pool: Pool<'_>, ground: &Ground<'_>) -> bool {
        leads_below(self.rule, ground)
            && (self.directional || !is_replaced(layer, pool, self.rule, ground.cwd))
    }
}

fn surfaces<'a>(layer: &'a Layer, pool: Pool<'a>) -> Vec<(&'a Surface, bool)> {
    match pool {
        Pool::Named(name) | Pool::NamedPaths(name) => layer
            .rules
            .surfaces(name)
            .map(|surface| (surface, true))
            .collect(),
        Pool::Path(way) => [("path", false), (way.key(), true)]
            .into_iter()
            .filter_map(|(key, directional)| Some((layer.rules.surface(key)?, directional)))
            .collect(),
    }
}

/// Whether the directional key says something less restrictive of exactly the same paths.
fn is_replaced(layer: &Layer, pool: Pool<'_>, rule: &Rule, cwd: &str) -> bool {
    let Pool::Path(way) = pool else {
        return false;
    };
    let Some(surface) = layer.rules.surface(way.key()) else {
        return false;
    };
    let anchored = rule.pattern.anchored(cwd);
    surface.rules().iter().any(|other| {
        let same = || {
            let other = other.pattern.anchored(cwd);
            other.covers(&anchored) && anchored.covers(&other)
        };
        other.action < rule.action && same()
    })
}

/// A rule of `path_write` in `rules`, which allow nothing, that holds for something below the folders of `ground`.
pub(super) fn rule_for_writes_below<'a>(rules: &'a RuleSet, ground: &Ground<'_>) -> Option<&'a Rule> {
    let surface = rules.surface("path_write")?;
    let near = ground.near(surface).into_iter();
    let mut rules = near.filter_map(|place| surface.rules().get(place));
    rules.find(|rule| leads_below(rule, ground))
}

/// Whether a file allows all that a rule asks about.
pub(super) fn is_allowed_whole(layer: &Layer, pool: Pool<'_>, asker: &Rule, cwd: &str) -> bool {
    let allows = |rule: &&Rule| rule.action == Action::Allow && covers(&rule.pattern, &asker.pattern, cwd);
    surfaces(layer, pool)
        .iter()
        .any(|(surface, _)| surface.rules().iter().any(|rule| allows(&rule)))
}

fn leads_below(rule: &Rule, ground: &Ground<'_>) -> bool {
    let prefix = rule.pattern.literal_prefix();
    // Most rules lead elsewhere, which shows without making them absolute.
    let near = if rule.pattern.is_rooted() {
        let mut roots = ground.descent.roots.iter();
        roots.any(|root| below(root, prefix).is_some())
    } else {
        reaches_relative(prefix, ground)
    };
    (near && pattern_leads_below(&rule.pattern.anchored(ground.cwd), ground))
        || rule
            .forms
            .iter()
            .any(|pattern| pattern_leads_below(pattern, ground))
}

/// Whether a literal text relative to the working folder may lead below a root.
fn reaches_relative(prefix: &str, ground: &Ground<'_>) -> bool {
    ground.descent.roots.iter().any(|root| {
        ground.cwd == root
            || below(root, ground.cwd).is_some()
            || below(ground.cwd, root).is_some_and(|root| below(root, prefix).is_some())
    })
}

fn pattern_leads_below(pattern: &Pattern, ground: &Ground<'_>) -> bool {
    let prefix = pattern.literal_prefix();
    if !prefix.starts_with('/') {
        return false;
    }
    let whole = pattern.is_exact();
    ground.descent.roots.iter().any(|root| {
        below(root, prefix).is_some_and(|rest| {
            !is_skipped(rest, whole, ground) && stands(pattern, prefix, rest, ground.files)
        })
    })
}

/// Whether the call leaves out what the literal text `rest`, relative to its folder, leads to.
fn is_skipped(rest: &str, whole: bool, ground: &Ground<'_>) -> bool {
    let parts = |text: &str| text.split('/').any(|part| part.starts_with('.'));
    if ground.descent.skips_hidden && parts(rest) {
        return true;
    }
    // A text that ends within a name is not yet that name: `sec` of `sec*` is not excluded by `sec`.
    let names = if whole {
        rest
    } else {
        rest.rsplit_once('/').map_or("", |(folders, _)| folders)
    };
    if names.is_empty() {
        return false;
    }
    let within = (!whole).then(|| format!("{names}/"));
    ground.excludes.iter().any(|pattern| {
        names
            .split('/')
            .any(|part| !part.is_empty() && pattern.matches(part))
            || pattern.matches(names)
            || within.as_ref().is_some_and(|within| pattern.matches(within))
    })
}

/// Whether anything stands where the pattern's literal text leads.
fn stands(pattern: &Pattern, prefix: &str, rest: &str, files: &dyn Files) -> bool {
    if pattern.is_exact() {
        return files.kind(prefix).is_ok();
    }
    let Some((folder, partial)) = prefix.rsplit_once('/') else {
        return false;
    };
    let folder = if folder.is_empty() { "/" } else { folder };
    if files.kind(folder).is_err() {
        return false;
    }
    if partial.is_empty() && !rest.is_empty() {
        return true;
    }
    // The literal text ends within a name, or at the folder itself: what is in there decides. What can't be
    // listed may hold anything.
    files.names(folder).map_or(true, |names| {
        names.iter().any(|name| {
            if rest.is_empty() {
                pattern.matches(&format!("{prefix}{name}"))
            } else {
                name.starts_with(partial)
            }
        })
    })
}

#[cfg(test)]
mod tests;
