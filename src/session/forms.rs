//! The canonical forms of path rules: where the literal folder of a pattern leads.
//!
//! A deny or ask follows its folder wherever it leads now; an allow keeps the form it had when it was first seen,
//! so that a link which somebody plants later opens nothing.

use crate::access::{Cwd, Files, Footprint, Lookups, forms};
use crate::policy::Snapshot;
use crate::rule::{Action, Pattern};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// The forms of allow patterns as they were first seen from one working folder, by the pattern as expanded.
#[derive(Debug, Default)]
pub(super) struct KeptForms {
    of_allow: HashMap<String, Vec<Pattern>>,
}

/// `snapshot` with the forms of its rules, and what was looked at to find them.
pub(super) fn with_forms(
    snapshot: &Arc<Snapshot>,
    cwd: &Cwd,
    files: &dyn Files,
    kept: &mut KeptForms,
) -> (Arc<Snapshot>, Footprint) {
    let lookups = Lookups::new(files);
    let kept = RefCell::new(kept);
    let formed = snapshot.with_forms(|pattern, action| {
        if action != Action::Allow {
            return forms::of_rule(pattern, action, cwd, &lookups);
        }
        if let Some(known) = kept.borrow().of_allow.get(pattern.expanded()) {
            return known.clone();
        }
        let found = forms::of_rule(pattern, action, cwd, &lookups);
        kept.borrow_mut()
            .of_allow
            .insert(pattern.expanded().to_owned(), found.clone());
        found
    });
    let formed = formed.map_or_else(|| Arc::clone(snapshot), Arc::new);
    (formed, lookups.into_footprint())
}
