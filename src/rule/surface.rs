//! The rules under one key, and the three questions a gate asks of them.

use super::index::Index;
use super::language::Sequence;
use super::{Open, OpenPart, Pattern, Rule};
use std::cmp::Reverse;
use std::sync::Arc;

/// Up to this many rules a walk costs no more than an index.
const SMALL: usize = 16;

/// All rules under one key.
#[derive(Debug)]
pub struct Surface {
    key: Pattern,
    shared_key: Arc<str>,
    rules: Vec<Rule>,
    index: Option<Index>,
}

impl Surface {
    /// Compiles the rules of one key, in any order.
    pub fn new(key: Arc<str>, mut rules: Vec<Rule>) -> Self {
        rules.sort_by_cached_key(|rule| Reverse((rule.pattern.rank(), rule.order)));
        let index = if rules.len() > SMALL {
            Index::new(&rules)
        } else {
            None
        };
        Self {
            key: Pattern::text(&key),
            shared_key: key,
            rules,
            index,
        }
    }

    /// The key, as written.
    pub fn key(&self) -> &str {
        self.key.source()
    }

    pub(super) fn key_pattern(&self) -> &Pattern {
        &self.key
    }

    pub(super) fn shared_key(&self) -> Arc<str> {
        Arc::clone(&self.shared_key)
    }

    /// All rules, most specific first (rank, then later declaration).
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The most specific rule that matches any of `texts`; the texts are equal spellings of one thing.
    pub fn best<'a>(&'a self, texts: &[&str]) -> Option<&'a Rule> {
        let Some(index) = &self.index else {
            return self
                .rules
                .iter()
                .find(|rule| texts.iter().any(|text| rule.matches(text)));
        };
        let mut best = usize::MAX;
        for text in texts {
            index.candidates(text, |at| {
                let better = at < best && self.rules.get(at).is_some_and(|rule| rule.matches(text));
                if better {
                    best = at;
                }
                best
            });
        }
        self.rules.get(best)
    }

    /// Every rule that matches any of `texts`, most specific first.
    pub fn all<'a>(&'a self, texts: &[&str]) -> Vec<&'a Rule> {
        let Some(index) = &self.index else {
            let matching = self
                .rules
                .iter()
                .filter(|rule| texts.iter().any(|text| rule.matches(text)));
            return matching.collect();
        };
        let mut found = Vec::new();
        for text in texts {
            index.candidates(text, |at| {
                if self.rules.get(at).is_some_and(|rule| rule.matches(text)) {
                    found.push(at);
                }
                usize::MAX
            });
        }
        self.pick(found)
    }

    /// Every rule that could match some value of `open`, most specific first.
    pub fn possible<'a>(&'a self, open: &Open) -> Vec<&'a Rule> {
        self.possible_where(open, |_| true)
    }

    /// Of the rules that `wanted` takes, every one that could match some value of `open`, most specific first.
    /// Cheaper than filtering what [`Surface::possible`] gives: only wanted rules are tried.
    pub fn possible_where<'a>(&'a self, open: &Open, wanted: impl Fn(&Rule) -> bool) -> Vec<&'a Rule> {
        if let [] | [OpenPart::Text(_)] = open.parts() {
            let text = match open.parts() {
                [OpenPart::Text(text)] => text.as_str(),
                _ => "",
            };
            let mut rules = self.all(&[text]);
            rules.retain(|rule| wanted(rule));
            return rules;
        }
        let sequence = Sequence::of_open(open);
        let could = |rule: &Rule| {
            wanted(rule)
                && rule
                    .patterns()
                    .any(|pattern| pattern.could_match_sequence(&sequence))
        };
        let Some(index) = &self.index else {
            return self.rules.iter().filter(|rule| could(rule)).collect();
        };
        let mut found = Vec::new();
        index.compatible(&self.rules, &sequence, |at| {
            if self.rules.get(at).is_some_and(could) {
                found.push(at);
            }
        });
        self.pick(found)
    }

    fn pick(&self, mut places: Vec<usize>) -> Vec<&Rule> {
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter_map(|at| self.rules.get(at)).collect()
    }
}
