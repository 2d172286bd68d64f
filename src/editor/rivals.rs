//! The rules that speak of what a rule speaks of: those that beat it, and those that it beats.

use super::Scene;
use crate::policy::surfaces::{PATH_KEYS, takes_paths};
use crate::policy::{Document, Entry, EntryStanding};
use crate::rule::{Action, Pattern, Relation};
use std::sync::Arc;

/// Rivals of one kind after which the rest is only counted.
const MOST: usize = 200;

/// A rule that meets another.
#[derive(Clone, Debug)]
pub(super) struct Rival<'s> {
    /// The file it stands in.
    pub(super) file: Arc<str>,
    /// Its entry.
    pub(super) entry: &'s Entry<'s>,
}

/// The rivals of a rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Rivals<'s> {
    /// Those that decide where both match, the most specific first.
    pub(super) beaten_by: Vec<Rival<'s>>,
    /// Those that it decides in the place of, the most specific first.
    pub(super) beats: Vec<Rival<'s>>,
}

/// An entry that matches something another matches.
pub(super) struct Met<'d> {
    /// Its place among the entries of its file.
    pub(super) at: usize,
    /// The entry.
    pub(super) entry: &'d Entry<'d>,
    /// Its pattern, as it is compared.
    pattern: Pattern,
}

/// Whether two patterns may have a text in common, at a glance: most rules begin otherwise.
fn may_meet(left: &Pattern, right: &Pattern) -> bool {
    let (left, right) = (left.literal_prefix(), right.literal_prefix());
    let (short, long) = if left.len() < right.len() {
        (left, right)
    } else {
        (right, left)
    };
    // A tail may be left out, and the blank before it with it.
    long.starts_with(short.trim_end()) || short.starts_with(long.trim_end())
}

/// The rules of `document` under the key of `entry` that match something it matches. Under a key of paths those of
/// the keys that are one with it count as well.
pub(super) fn meeting<'d>(scene: &Scene<'_>, document: &'d Document<'d>, entry: &Entry<'_>) -> Vec<Met<'d>> {
    let own = scene.compared(entry);
    let mut met = Vec::new();
    for (at, other) in document.entries.iter().enumerate() {
        let counts = other.standing == EntryStanding::InForce && !std::ptr::eq(other, entry);
        if !counts || !is_one_pool(&other.surface, &entry.surface) {
            continue;
        }
        let pattern = scene.compared(other);
        if may_meet(&own, &pattern) && own.common_text(&pattern).is_some() {
            met.push(Met {
                at,
                entry: other,
                pattern,
            });
            if met.len() >= MOST {
                break;
            }
        }
    }
    met
}

fn is_one_pool(left: &str, right: &str) -> bool {
    left == right
        || (PATH_KEYS.contains(&left) && PATH_KEYS.contains(&right) && (left == "path" || right == "path"))
}

/// The rivals of the entry at a place among the file's.
pub(super) fn rivals<'s>(scene: &Scene<'s>, at: usize, entry: &'s Entry<'s>) -> Rivals<'s> {
    let own = scene.compared(entry);
    let own_rank = (scene.pattern(entry).rank(), at);
    let mut found = Rivals::default();
    let mut beaten_by: Vec<(_, Rival<'s>)> = Vec::new();
    let mut beats: Vec<(_, Rival<'s>)> = Vec::new();
    for met in meeting(scene, scene.document, entry) {
        let rank = (scene.pattern(met.entry).rank(), met.at);
        let rival = Rival {
            file: Arc::clone(&scene.document.file),
            entry: met.entry,
        };
        let is_less_specific = own_rank < rank;
        let loses = if !takes_paths(&entry.surface) || entry.action == met.entry.action {
            is_less_specific
        } else if met.entry.action > entry.action {
            !is_exception((entry, &own), (met.entry, &met.pattern))
        } else {
            is_exception((met.entry, &met.pattern), (entry, &own))
        };
        if loses {
            beaten_by.push((rank, rival));
        } else {
            beats.push((rank, rival));
        }
    }
    beaten_by.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    beats.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    found.beats.extend(beats.into_iter().map(|(_, rival)| rival));
    // What is above decides whatever is more specific here.
    for above in above(scene) {
        let met = meeting(scene, above, entry).into_iter();
        let denies = met.filter(|met| met.entry.action == Action::Deny);
        found.beaten_by.extend(denies.map(|met| Rival {
            file: Arc::clone(&above.file),
            entry: met.entry,
        }));
    }
    found
        .beaten_by
        .extend(beaten_by.into_iter().map(|(_, rival)| rival));
    found
}

/// The files whose denies hold whatever this one says.
fn above<'s>(scene: &Scene<'s>) -> impl Iterator<Item = &'s Document<'s>> {
    let guards = scene.around.guards;
    guards.into_iter().chain(scene.around.policy)
}

/// Restrictions on paths are sticky: a less strict rule counts beside a stricter one only if it is an exception to it,
/// strictly narrower, or equal and for one direction alone.
fn is_exception(lenient: (&Entry<'_>, &Pattern), strict: (&Entry<'_>, &Pattern)) -> bool {
    match lenient.1.relation(strict.1) {
        Relation::Narrower => true,
        Relation::Equal => &*strict.0.surface == "path" && &*lenient.0.surface != "path",
        Relation::Wider | Relation::Apart => false,
    }
}
