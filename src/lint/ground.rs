//! The rules of a document, compiled as the gates would, and what stands around it.

use crate::policy::surfaces::takes_paths;
use crate::policy::{Document, Entry, EntryStanding};
use crate::rule::{Pattern, Rule, Surface};
use std::collections::HashMap;
use std::sync::Arc;

/// Where a file is judged: the other files, and what variables in patterns stand for.
#[derive(Clone, Copy, Debug)]
pub struct Around<'d> {
    /// The guards, where the document is not that file.
    pub guards: Option<&'d Document<'d>>,
    /// The global policy, where the document is not that file.
    pub policy: Option<&'d Document<'d>>,
    /// The home folder.
    pub home: &'d str,
    /// The working folder.
    pub cwd: &'d str,
    /// Whether the document came with the checkout, so that it only tightens.
    pub is_project: bool,
}

impl Default for Around<'_> {
    /// Alone, for somebody at `/home/user`.
    fn default() -> Self {
        Self {
            guards: None,
            policy: None,
            home: "/home/user",
            cwd: "/home/user/project",
            is_project: false,
        }
    }
}

/// The rules under one key.
#[derive(Debug)]
pub(super) struct Ruled {
    pub(super) key: Arc<str>,
    /// Whether its values are paths. Its patterns are then anchored.
    pub(super) paths: bool,
    /// The rules; the `order` of one is the place of its entry.
    pub(super) surface: Surface,
}

/// A document and its rules.
#[derive(Debug)]
pub(super) struct Ground<'d, 'a> {
    pub(super) document: &'d Document<'a>,
    pub(super) surfaces: Vec<Ruled>,
}

impl<'d, 'a> Ground<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, around: &Around<'_>) -> Self {
        let mut places: HashMap<Arc<str>, usize> = HashMap::new();
        let mut lists: Vec<(Arc<str>, bool, Vec<Rule>)> = Vec::new();
        for (order, entry) in (0u32..).zip(&document.entries) {
            if entry.standing != EntryStanding::InForce {
                continue;
            }
            let at = *places.entry(Arc::clone(&entry.surface)).or_insert_with(|| {
                lists.push((
                    Arc::clone(&entry.surface),
                    takes_paths(&entry.surface),
                    Vec::new(),
                ));
                lists.len() - 1
            });
            let Some((_, paths, rules)) = lists.get_mut(at) else {
                continue;
            };
            let text = entry.meant.as_deref().unwrap_or(&entry.pattern);
            let pattern = if *paths {
                Pattern::path(text, around.home, around.cwd).anchored(around.cwd)
            } else {
                Pattern::text(text)
            };
            rules.push(Rule {
                surface: Arc::clone(&entry.surface),
                pattern,
                action: entry.action,
                reason: None,
                order,
                forms: Vec::new(),
            });
        }
        let surfaces = lists.into_iter().map(|(key, paths, rules)| Ruled {
            surface: Surface::new(Arc::clone(&key), rules),
            key,
            paths,
        });
        Self {
            document,
            surfaces: surfaces.collect(),
        }
    }

    /// The entry that a rule was made of.
    pub(super) fn entry(&self, rule: &Rule) -> Option<&'d Entry<'a>> {
        self.document.entries.get(rule.order as usize)
    }

    /// The rules under exactly this key.
    pub(super) fn under(&self, key: &str) -> Option<&Ruled> {
        self.surfaces.iter().find(|ruled| &*ruled.key == key)
    }

    /// Every entry in force.
    pub(super) fn entries(&self) -> impl Iterator<Item = &'d Entry<'a>> + use<'d, 'a> {
        self.document
            .entries
            .iter()
            .filter(|entry| entry.standing == EntryStanding::InForce)
    }
}

/// A character that no pattern holds: what matches a pattern filled with it matches whatever stands in its place.
pub(super) const FILLER: char = '\u{F8FF}';

/// The rules of a surface that match all that `rule` matches, most specific first.
pub(super) fn covering<'s>(surface: &'s Surface, rule: &Rule) -> impl Iterator<Item = &'s Rule> {
    let sample = rule.pattern.filled(FILLER);
    let pattern = rule.pattern.clone();
    surface
        .all(&[&sample])
        .into_iter()
        .filter(move |other| other.pattern.covers(&pattern))
}

/// The rules of a surface that match something that `rule` matches, most specific first, each with such a text.
pub(super) fn meeting<'s>(surface: &'s Surface, rule: &Rule) -> impl Iterator<Item = (&'s Rule, String)> {
    let pattern = rule.pattern.clone();
    surface
        .possible(&pattern.opened())
        .into_iter()
        .filter_map(move |other| Some((other, other.pattern.common_text(&pattern)?)))
}
