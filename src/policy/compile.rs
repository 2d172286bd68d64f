//! A document → the rules of a layer.

use super::Document;
use super::entry::EntryStanding;
use super::snapshot::{Layer, SourceFile};
use super::surfaces::takes_paths;
use crate::decision::Origin;
use crate::rule::{Pattern, Rule, RuleSet};
use std::sync::Arc;

impl Layer {
    /// The rules of a document as they would be in force, for a session in `cwd`.
    pub fn of_document(document: &Document<'_>, origin: Origin, home: &str, cwd: &str) -> Self {
        let source = Arc::new(SourceFile {
            path: Arc::clone(&document.file),
            text: Arc::from(&*document.text),
        });
        layer(document, origin, &source, home, cwd)
    }
}

/// The rules of `document` for a session in `cwd`.
pub(super) fn layer(
    document: &Document<'_>,
    origin: Origin,
    source: &Arc<SourceFile>,
    home: &str,
    cwd: &str,
) -> Layer {
    let mut surface = None;
    // One by one: a list of them in between would be as large as the rules themselves.
    let rules = document.entries.iter().zip(0u32..).filter_map(|(entry, order)| {
        if entry.standing != EntryStanding::InForce {
            return None;
        }
        // Entries of one surface stand together, so this is looked at once for each.
        let paths = match surface {
            Some((key, paths)) if Arc::ptr_eq(key, &entry.surface) => paths,
            _ => takes_paths(&entry.surface),
        };
        surface = Some((&entry.surface, paths));
        let pattern = |text: &str| {
            if paths {
                Pattern::path(text, home, cwd)
            } else {
                Pattern::text(text)
            }
        };
        Some(Rule {
            surface: Arc::clone(&entry.surface),
            pattern: match &entry.meant {
                Some(meant) => pattern(meant).written_as(&entry.pattern),
                None => pattern(&entry.pattern),
            },
            action: entry.action,
            reason: entry.reason.as_deref().map(Arc::from),
            order,
            forms: Vec::new(),
        })
    });
    Layer {
        origin,
        rules: RuleSet::new(rules),
        floored: document.floored.clone(),
        source: Some(Arc::clone(source)),
        places: Arc::default(),
    }
}
