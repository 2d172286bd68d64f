//! Everything questionable about an open text: what the loader says of it, and what `lint` finds.

use super::View;
use crate::lint::{self, Finding};
use crate::policy::{FileKind, Problem, Severity, Span};

/// All findings, in the order of the text.
pub fn findings(view: &View) -> Vec<Finding> {
    findings_while(view, &|| true).unwrap_or_default()
}

/// The same, given up (`None`) once `wanted` says no.
pub fn findings_while(view: &View, wanted: &dyn Fn() -> bool) -> Option<Vec<Finding>> {
    let document = &view.sheet.document;
    let mut found = lint::findings_while(document, &view.around(), wanted)?;
    let problems = document.problems.iter().cloned().map(Finding::of_problem);
    found.extend(problems);
    found.extend(not_in_force(view));
    found.sort_by_key(|finding| finding.problem.span.map_or(0, |span| span.start));
    Some(found)
}

/// A file has the name of one that counts, and lies elsewhere.
fn not_in_force(view: &View) -> Option<Finding> {
    let role = &view.sheet.role;
    if role.is_in_force {
        return None;
    }
    let counts = match role.kind {
        FileKind::Policy => view.places.policy(),
        FileKind::Guards => view.places.guards(),
        FileKind::Agent => return None,
    };
    Some(Finding::of_problem(Problem {
        file: view.sheet.document.file.clone(),
        span: Some(Span::new(0, 0)),
        severity: Severity::Info,
        code: lint::code::NOT_IN_FORCE,
        message: format!("this file is not in force: {} is", counts.display()),
        advice: Some("It is judged by itself. Nothing in it decides a call until it lies there.".to_owned()),
        instead: None,
    }))
}
