//! Accesses that go on below a folder: held against the rules whose literal text leads below it.

use super::covering::covers;
use super::layer::Pool;
use crate::access::{Descent, Files};
use crate::policy::Layer;
use crate::rule::{Action, Pattern, Rule, RuleSet, Surface};

/// A rule that something below the folder falls under.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below<'a> {
    /// The rule.
    pub(super) rule: &'a Rule,
    /// What it comes to.
    pub(super) action: Action,
}

/// The deny and ask rules of `layer` that hold for something below the folders of `descent`, most restrictive
/// first, then most specific.
pub(super) fn rules_below<'a>(
    layer: &'a Layer,
    pool: Pool<'a>,
    descent: &Descent,
    files: &dyn Files,
    cwd: &str,
) -> Vec<Below<'a>> {
    let mut found: Vec<Below<'a>> = Vec::new();
    for (surface, directional) in surfaces(layer, pool) {
        for rule in surface.rules() {
            if rule.action == Action::Allow
                || rule.pattern.is_bare_star()
                || !leads_below(rule, descent, files, cwd)
            {
                continue;
            }
            if !directional && is_replaced(layer, pool, rule, cwd) {
                continue;
            }
            found.push(Below {
                rule,
                action: rule.action,
            });
        }
    }
    found.sort_by_key(|below| std::cmp::Reverse((below.action, below.rule.pattern.rank())));
    found
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

/// A rule of `path_write` in `rules` that holds for something below the folders of `descent`.
pub(super) fn rule_for_writes_below<'a>(
    rules: &'a RuleSet,
    descent: &Descent,
    files: &dyn Files,
    cwd: &str,
) -> Option<&'a Rule> {
    let mut rules = rules.surface("path_write")?.rules().iter();
    rules.find(|rule| leads_below(rule, descent, files, cwd))
}

/// Whether a file allows all that a rule asks about.
pub(super) fn is_allowed_whole(layer: &Layer, pool: Pool<'_>, asker: &Rule, cwd: &str) -> bool {
    let allows = |rule: &&Rule| rule.action == Action::Allow && covers(&rule.pattern, &asker.pattern, cwd);
    surfaces(layer, pool)
        .iter()
        .any(|(surface, _)| surface.rules().iter().any(|rule| allows(&rule)))
}

fn leads_below(rule: &Rule, descent: &Descent, files: &dyn Files, cwd: &str) -> bool {
    let anchored = rule.pattern.anchored(cwd);
    std::iter::once(&anchored)
        .chain(&rule.forms)
        .any(|pattern| pattern_leads_below(pattern, descent, files))
}

fn pattern_leads_below(pattern: &Pattern, descent: &Descent, files: &dyn Files) -> bool {
    let prefix = pattern.literal_prefix();
    let whole = pattern.rank().exact;
    prefix.starts_with('/')
        && descent.roots.iter().any(|root| {
            let rest = below(root, prefix);
            rest.is_some_and(|rest| !is_skipped(rest, whole, descent) && stands(pattern, prefix, rest, files))
        })
}

/// What of `prefix` lies below `root`; empty where it ends there.
fn below<'p>(root: &str, prefix: &'p str) -> Option<&'p str> {
    let root = root.strip_suffix('/').unwrap_or(root);
    prefix.strip_prefix(root)?.strip_prefix('/')
}

/// Whether the call leaves out what the literal text `rest`, relative to its folder, leads to.
fn is_skipped(rest: &str, whole: bool, descent: &Descent) -> bool {
    let parts = |text: &str| text.split('/').any(|part| part.starts_with('.'));
    if descent.skips_hidden && parts(rest) {
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
    descent.excludes.iter().any(|exclude| {
        let pattern = Pattern::text(exclude.strip_suffix('/').unwrap_or(exclude));
        names
            .split('/')
            .any(|part| !part.is_empty() && pattern.matches(part))
            || pattern.matches(names)
            || within.as_ref().is_some_and(|within| pattern.matches(within))
    })
}

/// Whether anything stands where the pattern's literal text leads.
fn stands(pattern: &Pattern, prefix: &str, rest: &str, files: &dyn Files) -> bool {
    if pattern.rank().exact {
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
