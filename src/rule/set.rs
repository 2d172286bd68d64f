//! Many rules, compiled once at load so that a look-up does not walk them.

use super::{Action, Open, Pattern};
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

/// All rules under one key.
#[derive(Debug)]
pub struct Surface {
    key: Pattern,
    rules: Vec<Rule>,
}

/// Rules by surface.
#[derive(Debug, Default)]
pub struct RuleSet {
    surfaces: Vec<Surface>,
}

impl RuleSet {
    /// Compiles `rules`.
    pub fn new(rules: Vec<Rule>) -> Self {
        todo!("{rules:?}")
    }

    /// Every rule, in order of declaration.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.surfaces.iter().flat_map(|surface| surface.rules.iter())
    }

    /// The surfaces whose key matches `name` (a tool name, `bash`, `mcp`, `skill`), the most specific key
    /// first, the universal `*` last. Keys `path`, `path_read` and `path_write` are never among them.
    pub fn surfaces<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Surface> {
        self.surfaces
            .iter()
            .filter(move |surface| surface.key.matches(name))
    }

    /// The surface whose key is exactly `key` (`path`, `path_read`, `path_write`, …).
    pub fn surface(&self, key: &str) -> Option<&Surface> {
        self.surfaces.iter().find(|surface| surface.key.source() == key)
    }
}

impl Surface {
    /// The key, as written.
    pub fn key(&self) -> &str {
        self.key.source()
    }

    /// All rules, most specific first (rank, then later declaration).
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The most specific rule that matches any of `texts`; the texts are equal spellings of one thing.
    pub fn best<'a>(&'a self, texts: &[&str]) -> Option<&'a Rule> {
        todo!("{texts:?}")
    }

    /// Every rule that matches any of `texts`, most specific first.
    pub fn all<'a>(&'a self, texts: &[&str]) -> Vec<&'a Rule> {
        todo!("{texts:?}")
    }

    /// Every rule that could match some value of `open`, most specific first.
    pub fn possible<'a>(&'a self, open: &Open) -> Vec<&'a Rule> {
        todo!("{open:?}")
    }
}
