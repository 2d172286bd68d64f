//! A verdict for a reader at a terminal. The facts come from the one [`Explanation`] that prompts and denials use.

use super::paint::Paint;
use super::source::position;
use crate::gate::Verdict;
use crate::presentation::{Explanation, GateFacts, visible};
use crate::rule::Action;
use crate::session::PolicyReport;
use std::fmt::Write as _;

/// A few lines: the state, what it is about, which rule says so and where that stands.
pub(super) fn summary(verdict: &Verdict, policy: &PolicyReport, paint: Paint) -> String {
    let explanation = Explanation::of(verdict);
    let deciding = &explanation.deciding;
    let mut out = String::new();
    let _ = write!(
        out,
        "{}  {}",
        paint.action(explanation.state),
        // A surface asked about as a whole has no value.
        visible(if deciding.value.is_empty() {
            &deciding.surface
        } else {
            &deciding.value
        })
    );
    facts(&mut out, deciding, policy, paint);
    for gate in explanation.gates.iter().filter(|gate| {
        gate.state == explanation.state && explanation.state != Action::Allow && *gate != deciding
    }) {
        let _ = write!(out, "\nalso  {}", visible(&gate.value));
        facts(&mut out, gate, policy, paint);
    }
    if explanation.human_only {
        let _ = write!(out, "\n      only a human at the prompt may answer");
    }
    out
}

fn facts(out: &mut String, facts: &GateFacts, policy: &PolicyReport, paint: Paint) {
    let stands = place_of(facts, policy).map_or_else(String::new, |place| format!(", {place}"));
    let _ = write!(
        out,
        "\n      {} {}",
        visible(&facts.rule_words()),
        paint.dim(&format!("under {}{stands}", visible(&facts.surface)))
    );
    if let Some(reason) = &facts.reason {
        let _ = write!(out, "\n      {}", visible(reason));
    }
    if let Some(unit) = &facts.executed_unit {
        let _ = write!(out, "\n      runs: {}", visible(unit));
    }
}

/// `file:line` of the rule that decided, where it stands in a file.
fn place_of(facts: &GateFacts, policy: &PolicyReport) -> Option<String> {
    let rule = policy.rules.iter().find(|rule| {
        rule.origin == facts.origin
            && Some(rule.pattern.as_str()) == facts.matched_pattern.as_deref()
            && rule.surface == facts.surface
    })?;
    let file = rule.file.as_deref()?;
    let text = policy.texts.get(file)?;
    let line = position(text, rule.range.as_ref()?.start).line;
    Some(format!("{file}:{line}"))
}
