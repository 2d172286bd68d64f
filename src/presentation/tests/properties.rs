//! What holds of every payload at every size.

use super::snapshots::text_for_agent;
use super::{facts, payload, table};
use crate::decision::{Cause, Gate, Resolution};
use crate::presentation::blamed::Blamed;
use crate::presentation::core::Core;
use crate::presentation::pieces::{Role, pieces};
use crate::presentation::squeeze::one_line;
use crate::presentation::{
    Annotation, Budget, GateFacts, PromptPayload, broadcast_facts, columns, dialog, review_facts, terminal,
    visible,
};
use proptest::prelude::*;

/// Characters that no render may hold: whatever moves the cursor, reorders or hides.
fn hides(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{a0}')
}

/// The beginning of each fact that is not shared with others: a fact may be cut to a mark behind it.
fn beginnings(payload: &PromptPayload) -> Vec<String> {
    let core = Core::of(payload);
    let leading = core.head.iter().chain(core.asks.first().into_iter().flatten());
    leading
        .filter_map(|field| one_line(&field.text).0.chars().next())
        .map(String::from)
        .collect()
}

fn check(name: &str, payload: &PromptPayload, budget: Budget) {
    let shown = dialog(payload, budget);
    assert!(
        shown.lines.len() <= budget.rows,
        "{name} {budget:?}: {:#?}",
        shown.lines
    );
    for line in &shown.lines {
        assert!(columns(line) <= budget.columns, "{name} {budget:?}: {line:?}");
        assert!(!line.chars().any(hides), "{name}: {line:?}");
    }
    let all = shown.lines.join("\n");
    if budget.rows >= 10 {
        for beginning in beginnings(payload) {
            assert!(
                all.contains(&beginning),
                "{name} {budget:?}: {beginning:?} is not in\n{all}"
            );
        }
    }
    // Where something was left out a mark says so, and the complete view is worth opening; else neither.
    if shown.expandable {
        assert!(all.contains('…'), "{name} {budget:?}\n{all}");
    } else {
        let core = Core::of(payload);
        let facts = core.fields().map(|field| one_line(&field.text).0);
        let beside = pieces(payload, Blamed::of(payload).as_ref()).into_iter();
        let beside = beside
            .filter(|piece| piece.role != Role::Head)
            .map(|piece| piece.field.text);
        for text in facts.chain(beside) {
            let text: String = text.lines().map(visible).collect::<String>();
            assert!(
                packed(&all).contains(&packed(&text)),
                "{name} {budget:?}: {text:?} is not in\n{all}"
            );
        }
    }
}

fn packed(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace())
        .collect()
}

#[test]
fn no_dialog_of_the_table_passes_its_budget_or_loses_a_fact() {
    for (name, payload) in table() {
        let is_huge = payload.evidence.iter().any(|piece| piece.text.len() > 9_999);
        for columns in (20..=400).step_by(if is_huge { 190 } else { 19 }) {
            for rows in [1, 2, 4, 10, 24, 60] {
                for field in [1, 40, 400] {
                    check(name, &payload, Budget { rows, field, columns });
                }
            }
        }
    }
}

#[test]
fn a_complete_view_leaves_nothing_out() {
    for (name, payload) in table() {
        let squeezed: String = terminal(&payload, 77)
            .lines
            .iter()
            .flat_map(|line| line.get(..).unwrap().chars())
            .filter(|character| !character.is_whitespace())
            .collect();
        let texts = payload.evidence.iter().map(|piece| &piece.text);
        let gates = payload.request.gates.iter().flat_map(|gate: &GateFacts| {
            [
                Some(&gate.value),
                gate.executed_unit.as_ref(),
                gate.resolves_to.as_ref(),
                gate.matched_pattern.as_ref(),
            ]
        });
        for text in texts.chain(gates.flatten()) {
            // Labels and marks stand between the rows of a text; its words are there in any case.
            for word in text
                .split_whitespace()
                .filter(|word| word.len() < 30 && !word.contains(['⟦', '⟧']))
            {
                let word: String = visible(word).split_whitespace().collect();
                assert!(
                    squeezed.replace(['⟦', '⟧'], "").contains(&word),
                    "{name}: {word:?}"
                );
            }
        }
    }
}

#[test]
fn only_the_dialog_and_the_terminal_show_what_a_call_holds() {
    let secret = "s3cr3t-body";
    for (name, mut payload) in table() {
        for piece in &mut payload.evidence {
            piece.text = format!("{secret} {}", piece.text.len());
        }
        payload.annotations.push(Annotation::new("judge", secret));
        let log = serde_json::to_string(&review_facts(&payload)).unwrap();
        let heard = broadcast_facts(&payload).to_string();
        assert!(!log.contains(secret) && !heard.contains(secret), "{name}");
        for resolution in [
            Resolution::PolicyDeny,
            Resolution::UserDenied,
            Resolution::ConfirmationUnavailable,
        ] {
            let said = text_for_agent(&payload, resolution, Some(Cause::NoUi), None);
            assert!(!said.contains(secret), "{name}: {said}");
            assert!(said.chars().count() <= 2_500, "{name}: {said}");
            assert!(!said.chars().any(hides), "{name}: {said}");
        }
        for fact in [
            "requester",
            "forwarded",
            "tool",
            "invokedTool",
            "surface",
            "value",
            "span",
            "executedUnit",
            "commandContext",
            "gates",
        ] {
            assert!(
                review_facts(&payload).contains_key(fact),
                "{name}: the log lacks {fact}"
            );
            assert!(
                broadcast_facts(&payload).get(fact).is_some(),
                "{name}: the broadcast lacks {fact}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_payload_passes_the_budget(
        values in proptest::collection::vec("\\PC{0,60}|[a-z\n ]{0,600}|.{0,40}", 1..14),
        rows in 1usize..40,
        field in 1usize..500,
        width in 20usize..120,
        span in proptest::option::of((0usize..80, 0usize..80)),
    ) {
        let gates = values
            .iter()
            .map(|value| GateFacts {
                span,
                resolves_to: (value.len() % 3 == 0).then(|| value.clone()),
                executed_unit: (value.len() % 5 == 0).then(|| format!("run {value}")),
                ..facts(Gate::Bash, "bash", value)
            })
            .collect();
        let mut payload = payload(gates, &[("command", values[0].as_str()), ("content", values[0].as_str())]);
        payload.annotations.push(Annotation::new("judge", values[0].as_str()));
        let budget = Budget { rows, field, columns: width };
        let shown = dialog(&payload, budget);
        prop_assert!(shown.lines.len() <= rows);
        for line in shown.lines.iter().chain(&terminal(&payload, width).lines) {
            prop_assert!(columns(line) <= width, "{line:?}");
            prop_assert!(!line.chars().any(hides), "{line:?}");
        }
    }
}
