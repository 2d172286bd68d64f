//! What each renderer makes of the table, word for word.

use super::{BUDGET, table};
use crate::decision::{Cause, DecisionSource, Resolution};
use crate::presentation::{
    Budget, Explanation, PromptPayload, Refusal, agent_text, broadcast_facts, dialog, review_facts, terminal,
};
use crate::rule::Action;
use std::fmt::Write as _;

/// Lines of a complete render that a snapshot holds at each end.
const ENDS: usize = 12;

fn block(out: &mut String, title: &str, lines: &[String]) {
    writeln!(out, "{title}").unwrap();
    for line in lines {
        writeln!(out, "    {line}").unwrap();
    }
}

#[test]
fn dialogs() {
    for columns in [20, 80, 160] {
        let mut out = String::new();
        for (name, payload) in table() {
            let shown = dialog(&payload, Budget { columns, ..BUDGET });
            let more = if shown.expandable { ", expandable" } else { "" };
            block(&mut out, &format!("{name}: {}{more}", shown.title), &shown.lines);
        }
        insta::assert_snapshot!(format!("dialog-{columns}"), out);
    }
}

#[test]
fn terminals() {
    for columns in [20, 80, 160] {
        let mut out = String::new();
        for (name, payload) in table() {
            let shown = terminal(&payload, columns);
            let mut lines = shown.lines;
            if lines.len() > 2 * ENDS {
                let between = lines.len() - 2 * ENDS;
                lines.splice(ENDS..ENDS + between, [format!("({between} lines)")]);
            }
            block(&mut out, &format!("{name}: {}", shown.title), &lines);
        }
        insta::assert_snapshot!(format!("terminal-{columns}"), out);
    }
}

#[test]
fn agent_texts() {
    let mut out = String::new();
    for (name, payload) in table() {
        for (resolution, cause, words) in [
            (Resolution::UserDenied, None, Some("not today")),
            (Resolution::ConfirmationUnavailable, Some(Cause::NoUi), None),
            (Resolution::PolicyDeny, None, None),
        ] {
            let text = text_for_agent(&payload, resolution, cause, words);
            writeln!(out, "{name}\n    {text}").unwrap();
        }
    }
    insta::assert_snapshot!("agent", out);
}

pub(super) fn text_for_agent(
    payload: &PromptPayload,
    resolution: Resolution,
    cause: Option<Cause>,
    words: Option<&str>,
) -> String {
    let gates = payload.request.gates.clone();
    let explanation = gates.first().map(|deciding| Explanation {
        state: Action::Ask,
        deciding: deciding.clone(),
        human_only: deciding.human_only,
        gates: gates.clone(),
    });
    agent_text(&Refusal {
        tool: &payload.request.tool,
        resolution,
        cause,
        decided_by: &DecisionSource::InfrastructureRead,
        explanation: explanation.as_ref(),
        words,
    })
}

#[test]
fn review_lines_and_broadcasts() {
    let mut out = String::new();
    for (name, payload) in table() {
        // The longest are cut by the log, not here.
        if payload.request.value.len() > 1000 || name == "many" {
            continue;
        }
        let review = serde_json::to_string(&review_facts(&payload)).unwrap();
        writeln!(
            out,
            "{name}\n    log   {review}\n    heard {}",
            broadcast_facts(&payload)
        )
        .unwrap();
    }
    insta::assert_snapshot!("facts", out);
}
