//! Many rules, compiled once at load so that a look-up does not walk them.

use super::{Action, Pattern, Surface};
use foldhash::HashMap;
use std::cmp::Reverse;
use std::sync::Arc;

/// One rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The key it stands under, as written: `bash`, `path_read`, `mcp__*`.
    pub surface: Arc<str>,
    /// What it matches.
    pub pattern: Pattern,
    /// What it says.
    pub action: Action,
    /// The operator's words, shown when it denies.
    pub reason: Option<Arc<str>>,
    /// Place in the order of declaration; the owner of the rules keys its own facts (file, range) by it.
    pub order: u32,
    /// Path rules: other forms of the pattern that count as it does (its literal prefix resolved through
    /// links). Rank and comparison use `pattern` alone.
    pub forms: Vec<Pattern>,
}

impl Rule {
    /// Whether `text` matches, by the pattern or one of its forms.
    pub fn matches(&self, text: &str) -> bool {
        self.pattern.matches(text) || self.forms.iter().any(|form| form.matches(text))
    }

    /// The pattern and its other forms.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        std::iter::once(&self.pattern).chain(&self.forms)
    }
}

/// Keys of the path gate; no wildcard key stands for them.
const PATH_KEYS: [&str; 3] = ["path", "path_read", "path_write"];

/// Rules by surface.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    /// Most specific key first.
    surfaces: Vec<Arc<Surface>>,
    by_key: HashMap<Arc<str>, usize>,
    /// Surfaces whose key holds a wildcard, most specific first.
    wildcards: Vec<usize>,
}

impl RuleSet {
    /// Compiles `rules`.
    pub fn new(rules: impl IntoIterator<Item = Rule>) -> Self {
        let mut by_key: HashMap<Arc<str>, Vec<Rule>> = HashMap::default();
        for rule in rules {
            match by_key.get_mut(&rule.surface) {
                Some(list) => list.push(rule),
                None => {
                    by_key.insert(Arc::clone(&rule.surface), vec![rule]);
                }
            }
        }
        let surfaces = by_key
            .into_iter()
            .map(|(key, rules)| Arc::new(Surface::new(key, rules)));
        Self::of_surfaces(surfaces.collect())
    }

    /// Puts compiled surfaces together, each with a key of its own. Surfaces are shared, so a set of which one
    /// surface changes costs no more than that surface.
    pub fn of_surfaces(mut surfaces: Vec<Arc<Surface>>) -> Self {
        surfaces.sort_by_cached_key(|surface| {
            let last = surface.rules().iter().map(|rule| rule.order).max();
            Reverse((surface.key_pattern().rank(), last))
        });
        let by_key = surfaces
            .iter()
            .enumerate()
            .map(|(at, surface)| (surface.shared_key(), at))
            .collect();
        let is_wildcard =
            |(at, surface): (usize, &Arc<Surface>)| (!surface.key_pattern().is_exact()).then_some(at);
        let wildcards = surfaces.iter().enumerate().filter_map(is_wildcard).collect();
        Self {
            surfaces,
            by_key,
            wildcards,
        }
    }

    /// Every rule, in order of declaration.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        let mut rules: Vec<&Rule> = self.surfaces.iter().flat_map(|surface| surface.rules()).collect();
        rules.sort_by_key(|rule| rule.order);
        rules.into_iter()
    }

    /// Whether there is no rule at all.
    pub fn is_empty(&self) -> bool {
        self.surfaces.iter().all(|surface| surface.rules().is_empty())
    }

    /// The surfaces whose key matches `name` (a tool name, `bash`, `mcp`, `skill`), the most specific key
    /// first, the universal `*` last. Keys `path`, `path_read` and `path_write` are never among them, and no
    /// key stands for these names.
    pub fn surfaces<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Surface> {
        let is_tool = !name.starts_with("path") || !PATH_KEYS.contains(&name);
        let exact = self
            .surface(name)
            .filter(|surface| is_tool && surface.key_pattern().is_exact());
        let wildcards = self.wildcards.iter().filter_map(|&at| self.surfaces.get(at));
        let wildcards = wildcards.map(Arc::as_ref);
        exact
            .into_iter()
            .chain(wildcards.filter(move |surface| is_tool && surface.key_pattern().matches(name)))
    }

    /// The surface whose key is exactly `key` (`path`, `path_read`, `path_write`, …).
    pub fn surface(&self, key: &str) -> Option<&Surface> {
        if self.surfaces.is_empty() {
            return None;
        }
        self.by_key
            .get(key)
            .and_then(|&at| self.surfaces.get(at))
            .map(Arc::as_ref)
    }

    /// Every surface, the most specific key first.
    pub fn all_surfaces(&self) -> impl Iterator<Item = &Arc<Surface>> {
        self.surfaces.iter()
    }
}
