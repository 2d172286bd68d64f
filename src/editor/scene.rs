//! What a feature looks at: the file, what stands around it, and what was seen in use.

use super::{Hits, Usage};
use crate::decision::Origin;
use crate::lint::Around;
use crate::policy::surfaces::takes_paths;
use crate::policy::{Document, Entry, EntryStanding, FileKind, Span};
use crate::rule::Pattern;

/// A file with its surroundings.
#[derive(Clone, Copy)]
pub struct Scene<'s> {
    /// The file.
    pub document: &'s Document<'s>,
    /// The files above it, and what variables stand for.
    pub around: Around<'s>,
    /// Agents' files beside it: of a policy or guards that of the active agent, of an agent's file none.
    pub agents: &'s [&'s Document<'s>],
    /// What the log has seen.
    pub usage: &'s dyn Usage,
}

impl<'s> Scene<'s> {
    /// The pattern of an entry, as the gates read it.
    pub(super) fn pattern(&self, entry: &Entry<'_>) -> Pattern {
        let text = entry.meant.as_deref().unwrap_or(&entry.pattern);
        if takes_paths(&entry.surface) {
            Pattern::path(text, self.around.home, self.around.cwd)
        } else {
            Pattern::text(text)
        }
    }

    /// The same made absolute where it is of paths: in which patterns are compared.
    pub(super) fn compared(&self, entry: &Entry<'_>) -> Pattern {
        let pattern = self.pattern(entry);
        if takes_paths(&entry.surface) {
            pattern.anchored(self.around.cwd)
        } else {
            pattern
        }
    }

    /// How often the rule decided in the days that are looked at.
    pub(super) fn hits(&self, entry: &Entry<'_>) -> u64 {
        let origin = match self.document.kind {
            FileKind::Policy => Origin::Global,
            FileKind::Guards => Origin::HardGuard,
            FileKind::Agent if self.around.is_project => Origin::ProjectAgent,
            FileKind::Agent => Origin::Agent,
        };
        let hits = self.usage.hits(origin, &entry.surface, &entry.pattern);
        hits.map_or(0, Hits::all)
    }

    /// The entry in force whose key stands there, with its place among the entries.
    pub(super) fn entry_at(&self, key: Span) -> Option<(usize, &'s Entry<'s>)> {
        let mut entries = self.document.entries.iter().enumerate();
        entries.find(|(_, entry)| entry.key_span == key && !entry.is_shorthand)
    }

    /// The guards, be they this file or another.
    pub(super) fn guards(&self) -> Option<&'s Document<'s>> {
        match self.document.kind {
            FileKind::Guards => Some(self.document),
            _ => self.around.guards,
        }
    }

    /// The policy, be it this file or another.
    pub(super) fn policy(&self) -> Option<&'s Document<'s>> {
        match self.document.kind {
            FileKind::Policy => Some(self.document),
            _ => self.around.policy,
        }
    }

    /// The agents' files, this one among them.
    pub(super) fn agents(&self) -> impl Iterator<Item = &'s Document<'s>> {
        let own = (self.document.kind == FileKind::Agent).then_some(self.document);
        own.into_iter().chain(self.agents.iter().copied())
    }
}

/// The entries in force of a file.
pub(super) fn in_force<'d, 'a>(document: &'d Document<'a>) -> impl Iterator<Item = &'d Entry<'a>> {
    document
        .entries
        .iter()
        .filter(|entry| entry.standing == EntryStanding::InForce)
}
