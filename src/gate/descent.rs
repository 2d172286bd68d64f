//! Accesses that go on below a folder: held against the rules whose literal text leads below it.

use super::covering::covers;
use super::layer::Pool;
use crate::access::{Descent, Files};
use crate::policy::Layer;
use crate::rule::{Action, Leads, Pattern, Rule, RuleSet, Step, Surface};
use foldhash::{HashMap, HashSet};
use std::cell::{Cell, RefCell};

/// One descent while rules are held against it.
pub(super) struct Ground<'d> {
    descent: &'d Descent,
    files: &'d dyn Files,
    cwd: &'d str,
    /// What the call leaves out.
    excludes: Vec<Pattern>,
    /// Looks so far; past a few it pays to list folders once.
    looks: Cell<u32>,
    /// The names in a folder, where they may be held against a pattern's text.
    names: RefCell<HashMap<String, Names>>,
}

type Names = Option<HashSet<String>>;

/// Looks at single paths after which folders are listed.
const FEW_LOOKS: u32 = 24;

impl<'d> Ground<'d> {
    pub(super) fn new(descent: &'d Descent, files: &'d dyn Files, cwd: &'d str) -> Self {
        Self {
            descent,
            files,
            cwd,
            excludes: descent
                .excludes
                .iter()
                .map(|exclude| Pattern::text(exclude.strip_suffix('/').unwrap_or(exclude)))
                .collect(),
            looks: Cell::new(0),
            names: RefCell::default(),
        }
    }

    /// Whether a folder that `rest` leads through is known not to stand below `root`.
    fn lacks(&self, root: &str, rest: &str) -> bool {
        self.looks.set(self.looks.get().saturating_add(1));
        if self.looks.get() < FEW_LOOKS {
            return false;
        }
        let mut names = self.names.borrow_mut();
        let mut folder = String::new();
        let mut left = rest;
        while let Some((first, behind)) = left.split_once('/') {
            let known = if folder.is_empty() {
                entry(&mut names, root, self.files)
            } else {
                entry(&mut names, &folder, self.files)
            };
            let Some(known) = known else {
                return false;
            };
            if !known.contains(first) {
                return true;
            }
            if folder.is_empty() {
                folder.push_str(root.trim_end_matches('/'));
            }
            folder.push('/');
            folder.push_str(first);
            left = behind;
        }
        false
    }
}

/// Rules up to which each is held against the folders by itself.
const FEW_RULES: usize = 24;
/// Folders of one folder up to which each is looked at by itself.
const FEW_FOLDERS: usize = 3;

impl Ground<'_> {
    /// The places of the rules of `surface` that may lead below the folders; among them is each that does.
    fn near(&self, surface: &Surface) -> Vec<usize> {
        if surface.rules().len() <= FEW_RULES {
            return (0..surface.rules().len()).collect();
        }
        let mut near = Vec::new();
        let mut went_relative = false;
        for root in &self.descent.roots {
            let folder = root.strip_suffix('/').unwrap_or(root);
            let inside = format!("{folder}/");
            self.go_down(
                surface.rooted().beginning_with(&inside),
                inside.len(),
                folder,
                &mut near,
            );
            if self.cwd == root || below(root, self.cwd).is_some() {
                // Whatever stands in the working folder may lie below.
                if !std::mem::replace(&mut went_relative, true) {
                    let cwd = self.cwd.strip_suffix('/').unwrap_or(self.cwd);
                    self.go_down(surface.relative(), 0, cwd, &mut near);
                }
            } else if let Some(rest) = below(self.cwd, root) {
                let inside = format!("{}/", rest.strip_suffix('/').unwrap_or(rest));
                self.go_down(
                    surface.relative().beginning_with(&inside),
                    inside.len(),
                    folder,
                    &mut near,
                );
            }
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    /// Adds the places of `leads`, whose texts lead to `folder` with their first `depth` bytes, but for those that
    /// go on through a folder which is not there.
    fn go_down(&self, leads: Leads<'_>, depth: usize, folder: &str, near: &mut Vec<usize>) {
        let mut work = vec![(leads, depth, folder.to_owned())];
        while let Some((leads, depth, folder)) = work.pop() {
            if leads.is_empty() {
                continue;
            }
            let mut folders = Vec::new();
            for step in leads.steps(depth) {
                match step {
                    Step::Name(place) => near.push(place),
                    Step::Folder(name, below) => folders.push((name, below)),
                }
            }
            let listed = folders.len() > FEW_FOLDERS && !folder.is_empty();
            let mut names = self.names.borrow_mut();
            let names = if listed {
                entry(&mut names, &folder, self.files)
            } else {
                None
            };
            for (name, leads) in folders {
                let depth = depth + name.len() + 1;
                // An empty name or one of dots is for whoever looks closer.
                if matches!(name, "" | "." | "..") {
                    near.extend(leads.places());
                    continue;
                }
                let inner = [&folder, "/", name].concat();
                let stands = match names {
                    Some(names) => names.contains(name),
                    None if listed => true,
                    None => self.files.kind(&inner).is_ok(),
                };
                if stands {
                    work.push((leads, depth, inner));
                }
            }
        }
    }
}

/// The names in `folder`; `None` where what it holds is not known by its names.
fn entry<'n>(
    known: &'n mut HashMap<String, Names>,
    folder: &str,
    files: &dyn Files,
) -> Option<&'n HashSet<String>> {
    if !known.contains_key(folder) {
        let listed = if files.ignores_case(folder) {
            None
        } else {
            files.names(folder).ok()
        };
        known.insert(folder.to_owned(), listed.map(HashSet::from_iter));
    }
    known.get(folder)?.as_ref()
}

/// A rule that something below the folder falls under.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below<'a> {
    /// The rule.
    pub(super) rule: &'a Rule,
    /// What it comes to.
    pub(super) action: Action,
}

/// The deny and ask rules of `layer` that hold for something below the folders of `ground`, most restrictive
/// first, then most specific.
pub(super) fn rules_below<'a>(layer: &'a Layer, pool: Pool<'a>, ground: &Ground<'_>) -> Vec<Below<'a>> {
    let mut found: Vec<Below<'a>> = Vec::new();
    for (surface, directional) in surfaces(layer, pool) {
        let near = ground.near(surface);
        for rule in near.into_iter().filter_map(|place| surface.rules().get(place)) {
            if rule.action == Action::Allow || rule.pattern.is_bare_star() || !leads_below(rule, ground) {
                continue;
            }
            if !directional && is_replaced(layer, pool, rule, ground.cwd) {
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

/// A rule of `path_write` in `rules` that holds for something below the folders of `ground`.
pub(super) fn rule_for_writes_below<'a>(rules: &'a RuleSet, ground: &Ground<'_>) -> Option<&'a Rule> {
    let mut rules = rules.surface("path_write")?.rules().iter();
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
        if ground.cwd == root {
            return !ground.lacks(root, prefix);
        }
        below(root, ground.cwd).is_some()
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
            !ground.lacks(root, rest)
                && !is_skipped(rest, whole, ground)
                && stands(pattern, prefix, rest, ground.files)
        })
    })
}

/// What of `prefix` lies below `root`; empty where it ends there.
fn below<'p>(root: &str, prefix: &'p str) -> Option<&'p str> {
    let root = root.strip_suffix('/').unwrap_or(root);
    prefix.strip_prefix(root)?.strip_prefix('/')
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
mod tests {
    use super::*;
    use crate::access::MemoryFiles;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn pattern() -> impl Strategy<Value = String> {
        let text = "(/p/w/|/p/|/|\\./|\\.\\./|~/|)(w|a|b|c|x|a/b|b/c|b/c/d|a//b)(/|/x|\\.env| |)(\\*|\\?|)";
        proptest::string::string_regex(text).unwrap()
    }

    fn rule((order, (pattern, form)): (u32, (String, Option<String>))) -> Rule {
        Rule {
            surface: Arc::from("path"),
            pattern: Pattern::path(&pattern, "", "/p/w"),
            action: Action::Deny,
            reason: None,
            order,
            forms: form.iter().map(|form| Pattern::text(form)).collect(),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn going_down_folders_finds_what_a_walk_over_the_rules_finds(
            patterns in proptest::collection::vec((pattern(), proptest::option::of("/p/(w|q)/(a|b|x)/?\\*?")), 25..80),
            roots in proptest::collection::vec(
                proptest::sample::select(vec!["/p/w", "/p", "/", "/p/w/a", "/p/w/b", "/p/w/b/c", "/p/q", "/x"]), 1..3),
            ignores_case in any::<bool>(),
        ) {
            let files = MemoryFiles::new().directory("/p").directory("/p/w").directory("/p/w/a")
                .directory("/p/w/b").directory("/p/w/b/c").file("/p/w/a/x").file("/p/w/a.env").file("/p/w/b/c/d")
                .directory("/p/q").directory("/p/q/b").link("/p/w/c", "/p/q");
            let files = if ignores_case { files.ignoring_case() } else { files };
            let rules: Vec<Rule> = (0u32..).zip(patterns).map(rule).collect();
            let surface = Surface::new(Arc::from("path"), rules);
            let descent = Descent {
                roots: roots.into_iter().map(str::to_owned).collect(),
                ..Descent::default()
            };
            let leads = |places: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
                let ground = Ground::new(&descent, &files, "/p/w");
                places.filter(|&at| leads_below(&surface.rules()[at], &ground)).collect()
            };
            let near = Ground::new(&descent, &files, "/p/w").near(&surface);
            prop_assert_eq!(leads(&mut near.into_iter()), leads(&mut (0..surface.rules().len())));
        }
    }
}
