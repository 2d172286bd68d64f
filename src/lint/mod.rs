//! What is questionable about a policy file: rules compared with one another and with the files above them, patterns
//! that no call looks like, examples that fail. Findings hold a problem, so that whoever shows the one shows the other.

pub mod code;
mod covered;
mod crossing;
mod examples;
mod files;
mod finding;
mod ground;
mod names;
pub mod page;
#[cfg(test)]
mod properties;
mod reach;
mod spelling;
#[cfg(test)]
mod tests;

pub use examples::failing as failing_examples;
pub use finding::{Edit, Finding, Fix, Related};
pub use ground::Around;

use crate::policy::Document;
use ground::Ground;
use std::collections::{BTreeMap, BTreeSet};

/// Findings of one code after which the rest goes unsaid: who has more than a screen of them starts with those.
const ENOUGH: usize = 50;

/// Every finding, in the order of the text. What the loader found is not among them.
pub fn findings(document: &Document<'_>, around: &Around<'_>) -> Vec<Finding> {
    findings_while(document, around, &|| true).unwrap_or_default()
}

/// The same, given up (`None`) once `wanted` says no.
pub fn findings_while(
    document: &Document<'_>,
    around: &Around<'_>,
    wanted: &dyn Fn() -> bool,
) -> Option<Vec<Finding>> {
    let ground = Ground::new(document, around);
    let guards = around.guards.map(|guards| Ground::new(guards, around));
    let policy = around.policy.map(|policy| Ground::new(policy, around));
    let mut run = Run {
        around,
        guards: guards.as_ref(),
        policy: policy.as_ref(),
        wanted,
        found: Vec::new(),
        counts: BTreeMap::new(),
        told: BTreeSet::new(),
    };
    for look in [
        spelling::findings,
        names::findings,
        reach::findings,
        files::findings,
        examples::findings,
        covered::findings,
        crossing::findings,
    ] {
        if !wanted() {
            return None;
        }
        look(&ground, &mut run);
    }
    if !wanted() {
        return None;
    }
    let mut found = run.found;
    found.sort_by_key(|finding| finding.problem.span.map_or(0, |span| span.start));
    Some(found)
}

/// One look through a document.
struct Run<'r, 'd> {
    around: &'r Around<'d>,
    guards: Option<&'r Ground<'d, 'd>>,
    policy: Option<&'r Ground<'d, 'd>>,
    wanted: &'r dyn Fn() -> bool,
    found: Vec<Finding>,
    counts: BTreeMap<&'static str, usize>,
    told: BTreeSet<(&'static str, String)>,
}

impl Run<'_, '_> {
    fn say(&mut self, finding: Finding) {
        let count = self.counts.entry(finding.problem.code).or_default();
        *count += 1;
        if *count <= ENOUGH {
            self.found.push(finding);
        }
    }

    /// Whether somebody still wants to know.
    fn may_go_on(&self) -> bool {
        (self.wanted)()
    }

    /// Whether this was not said of `what` yet.
    fn once(&mut self, code: &'static str, what: &str) -> bool {
        self.told.insert((code, what.to_owned()))
    }
}
