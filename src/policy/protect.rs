//! What is protected from writes whether or not the guards say so: everything that decides what is in force.

use super::document::ProtectedEntry;
use super::store::Places;
use crate::rule::{Action, Pattern, Rule, RuleSet};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The key of protected folders that people work in (the working and home folders and those above them):
/// writing to them is nothing special, but removing, renaming or replacing them takes away what is
/// protected below.
pub const ALSO_REMOVAL: &str = "path_remove";

/// The protected paths of a session in `cwd`.
pub(super) fn rules(declared: &[ProtectedEntry<'_>], places: &Places, cwd: &str) -> RuleSet {
    let mut rules: Vec<Rule> = Vec::new();
    let write: Arc<str> = Arc::from("path_write");
    let mut add = |key: &Arc<str>, pattern: Pattern| {
        let order = u32::try_from(rules.len()).unwrap_or(u32::MAX);
        rules.push(Rule {
            surface: Arc::clone(key),
            pattern,
            action: Action::Ask,
            reason: None,
            order,
            forms: Vec::new(),
        });
    };
    for entry in declared {
        add(&write, Pattern::path(&entry.pattern, &places.home, cwd));
    }
    let mut things: BTreeSet<String> = BTreeSet::new();
    for file in [places.policy(), places.guards()] {
        things.insert(text(&file));
    }
    let mut folders: BTreeSet<String> = BTreeSet::from([text(&places.agent_dir), text(&places.state_dir)]);
    folders.extend(Places::project_agent_dirs(cwd).map(|folder| text(&folder)));
    for folder in &folders {
        add(&write, Pattern::below(folder));
    }
    things.extend(folders);
    let mut above: BTreeSet<String> = BTreeSet::new();
    for thing in &things {
        above.extend(
            Path::new(thing)
                .ancestors()
                .skip(1)
                .map(text)
                .filter(|path| path.starts_with('/')),
        );
    }
    for thing in &things {
        add(&write, Pattern::literal(thing));
    }
    let removal: Arc<str> = Arc::from(ALSO_REMOVAL);
    if let Some(folder) = &places.run_dir {
        add(&write, Pattern::below(&text(folder)));
        add(&write, Pattern::literal(&text(folder)));
        // What lies above is of the login, or `/tmp`, and people write there.
        let above_it = folder
            .ancestors()
            .skip(1)
            .map(text)
            .filter(|path| path.starts_with('/'));
        for folder in above_it.filter(|folder| !things.contains(folder) && !above.contains(folder)) {
            add(&removal, Pattern::literal(&folder));
        }
    }
    for folder in above.difference(&things) {
        let is_used = [cwd, places.home.as_str()]
            .into_iter()
            .any(|used| Path::new(used).starts_with(folder));
        add(if is_used { &removal } else { &write }, Pattern::literal(folder));
    }
    RuleSet::new(rules)
}

fn text(path: impl AsRef<Path>) -> String {
    path.as_ref().to_string_lossy().into_owned()
}
