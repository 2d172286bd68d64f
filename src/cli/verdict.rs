//! A verdict for a reader at a terminal. The facts come from the one [`Explanation`] that prompts and denials use.

use super::paint::Paint;
use super::source::position;
use crate::gate::{TraceIntent, Verdict};
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

/// Everything that was considered: one block for each intent.
pub(super) fn trace(verdict: &Verdict, paint: Paint) -> String {
    let mut out = String::new();
    for intent in verdict.trace.iter().flat_map(|trace| &trace.intents) {
        block(&mut out, intent, paint);
    }
    out.truncate(out.trim_end().len());
    out
}

fn block(out: &mut String, traced: &TraceIntent, paint: Paint) {
    let intent = &traced.intent;
    let state = traced
        .verdict
        .as_ref()
        .map_or_else(|| paint.dim("silent"), |verdict| paint.action(verdict.state));
    let gate = serde_json::to_value(intent.gate).unwrap_or_default();
    let direction = intent.direction.map_or_else(String::new, |direction| {
        let word = serde_json::to_value(direction).unwrap_or_default();
        format!(", {}", word.as_str().unwrap_or_default())
    });
    let _ = writeln!(
        out,
        "{}  {}  {}",
        paint.bold(&visible(&intent.blame.value)),
        state,
        paint.dim(&format!("{} gate{direction}", gate.as_str().unwrap_or_default()))
    );
    if let Some(path) = intent.path.as_ref().filter(|path| !path.proof.is_empty()) {
        let _ = writeln!(out, "  known as   {}", visible(&path.proof));
    }
    if let Some(context) = intent.unit.as_ref().and_then(|unit| unit.context.as_deref()) {
        let _ = writeln!(out, "  runs       {}", visible(context));
    }
    for group in &intent.groups {
        let list = |spellings: &[crate::access::Spelling]| {
            let texts: Vec<_> = spellings
                .iter()
                .map(|spelling| visible(&spelling.text).into_owned())
                .collect();
            texts.join("  ·  ")
        };
        if !group.equal.is_empty() {
            let _ = writeln!(out, "  spelled    {}", list(&group.equal));
        }
        if !group.tightening.is_empty() {
            let _ = writeln!(out, "  and maybe  {}", list(&group.tightening));
        }
        for tier in &group.fallback {
            let _ = writeln!(out, "  else       {}", list(tier));
        }
    }
    for floor in &intent.floors {
        let _ = writeln!(
            out,
            "  floor      {} {}",
            floor.sentinel.pattern(),
            visible(&floor.why)
        );
    }
    if let Some(why) = &intent.at_least_ask {
        let _ = writeln!(out, "  floor      {}", visible(why));
    }
    for rule in &traced.rules {
        let _ = writeln!(
            out,
            "  rule       {} {}: {}  {}",
            visible(&rule.surface),
            visible(&rule.pattern),
            paint.action(rule.action),
            paint.dim(&format!(
                "{}; {}; matched {}",
                rule.outcome,
                rule.rank,
                visible(&rule.spelling)
            ))
        );
    }
    for rewrite in &traced.rewrites {
        let _ = writeln!(out, "  then       {}", visible(rewrite));
    }
    out.push('\n');
}
