//! The grounds of a verdict for a reader at a terminal: of one that is asked for now, and of one that the log kept.

use super::paint::Paint;
use crate::presentation::{Ground, visible};
use std::fmt::Write as _;

/// One block for each part of the call.
pub(super) fn show(grounds: &[Ground], paint: Paint) -> String {
    let mut out = String::new();
    for ground in grounds {
        block(&mut out, ground, paint);
    }
    out.truncate(out.trim_end().len());
    out
}

fn block(out: &mut String, ground: &Ground, paint: Paint) {
    let state = ground
        .state
        .map_or_else(|| paint.dim("silent"), |state| paint.action(state));
    let direction = ground
        .direction
        .map_or_else(String::new, |direction| format!(", {}", word(direction)));
    let _ = writeln!(
        out,
        "{}  {}  {}",
        paint.bold(&visible(&ground.value)),
        state,
        paint.dim(&format!("{} gate{direction}", word(ground.gate)))
    );
    let mut fact = |label: &str, text: &str| {
        let _ = writeln!(out, "  {label:10} {text}");
    };
    let list = |texts: &[String]| {
        let shown: Vec<_> = texts.iter().map(|text| visible(text)).collect();
        shown.join("  ·  ")
    };
    if let Some(proof) = &ground.known_as {
        fact("known as", &visible(proof));
    }
    if let Some(context) = &ground.context {
        fact("runs", &visible(context));
    }
    for group in &ground.spelled {
        fact("spelled", &list(group));
    }
    if !ground.maybe.is_empty() {
        fact("and maybe", &list(&ground.maybe));
    }
    if !ground.otherwise.is_empty() {
        fact("else", &list(&ground.otherwise));
    }
    for floor in &ground.floors {
        fact("floor", &visible(floor));
    }
    for rule in &ground.rules {
        let beside = format!(
            "{}; {}; matched {}",
            rule.outcome,
            rule.rank,
            visible(&rule.spelling)
        );
        fact(
            "rule",
            &format!(
                "{} {}: {}  {}",
                visible(&rule.surface),
                visible(&rule.pattern),
                paint.action(rule.action),
                paint.dim(&beside)
            ),
        );
    }
    for rewrite in &ground.rewrites {
        fact("then", &visible(rewrite));
    }
    out.push('\n');
}

/// The word of a gate or direction on the wire.
fn word(value: impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}
