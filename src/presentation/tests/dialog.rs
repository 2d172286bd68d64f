//! The dialog, case by case.

use super::{BUDGET, facts, payload};
use crate::decision::{Gate, Origin};
use crate::presentation::{PayloadKind, dialog, terminal};

#[test]
fn the_title_says_what_the_call_does() {
    let cases = [
        (Gate::Tool, "write", "write", "builder wants to write a file"),
        (Gate::Path, "path_read", "read", "builder wants to read a file"),
        (Gate::Path, "path", "upload", "builder wants to access a path"),
        (Gate::Tool, "deploy", "deploy", "builder wants to use deploy"),
        (Gate::Tool, "mcp", "mcp", "builder wants to call an MCP tool"),
        (Gate::Skill, "skill", "read", "builder wants to use a skill"),
    ];
    for (gate, surface, tool, title) in cases {
        let mut payload = payload(vec![facts(gate, surface, "x")], &[]);
        payload.kind = match (gate, surface) {
            (Gate::Tool, "mcp") => PayloadKind::Mcp,
            (Gate::Tool, _) => PayloadKind::Tool,
            (Gate::Skill, _) => PayloadKind::Skill,
            _ => PayloadKind::Path,
        };
        tool.clone_into(&mut payload.request.tool);
        assert_eq!(terminal(&payload, 80).title, title);
    }
}

#[test]
fn facts_stand_one_a_row_with_their_labels_aligned() {
    let mut unit = facts(Gate::Bash, "bash", "sudo rm -rf build");
    unit.executed_unit = Some("rm -rf build".to_owned());
    unit.command_context = Some("inside $( ) of echo".to_owned());
    unit.matched_pattern = Some("sudo *".to_owned());
    let mut path = facts(Gate::Path, "path_write", "build");
    path.resolves_to = Some("/data/build".to_owned());
    path.origin = Origin::Builtin;
    path.matched_pattern = None;
    let shown = dialog(
        &payload(vec![unit, path], &[("command", "echo $(sudo rm -rf build)")]),
        BUDGET,
    );
    assert_eq!(shown.title, "builder wants to run a command");
    assert_eq!(
        shown.lines,
        [
            "agent    : builder",
            "tool     : bash",
            "command  : sudo rm -rf build",
            "runs     : rm -rf build",
            "where    : inside $( ) of echo",
            "rule     : sudo * (policy)",
            "writes   : build",
            "leads to : /data/build",
            "rule     : built in: no rule matches",
            "line     : echo $(sudo rm -rf build)",
        ]
    );
    assert!(!shown.expandable);
}

#[test]
fn a_command_that_is_the_whole_line_is_shown_once() {
    let shown = dialog(
        &payload(vec![facts(Gate::Bash, "bash", "ls")], &[("command", "ls")]),
        BUDGET,
    );
    assert_eq!(shown.lines.iter().filter(|line| line.contains("ls")).count(), 1);
}

#[test]
fn long_evidence_gives_way_whole_and_the_core_stays() {
    let body = "line\n".repeat(200);
    let shown = dialog(
        &payload(
            vec![facts(Gate::Bash, "bash", "cat")],
            &[("content", &body), ("mode", "w")],
        ),
        BUDGET,
    );
    assert!(shown.expandable);
    assert!(shown.lines.len() <= BUDGET.rows);
    assert!(shown.lines.iter().any(|line| line.starts_with("command")));
    assert!(
        shown.lines.iter().any(|line| line.starts_with("mode")),
        "a short one behind it still fits"
    );
    assert!(!shown.lines.iter().any(|line| line.starts_with("content")));
    let complete = terminal(
        &payload(
            vec![facts(Gate::Bash, "bash", "cat")],
            &[("content", &body), ("mode", "w")],
        ),
        60,
    );
    assert!(complete.lines.len() > 200);
}

#[test]
fn the_end_of_a_long_command_is_shown_too() {
    let value = format!("echo {} && rm -rf /", "x".repeat(3000));
    let shown = dialog(&payload(vec![facts(Gate::Bash, "bash", &value)], &[]), BUDGET);
    assert!(shown.expandable);
    assert!(
        shown.lines.iter().any(|line| line.contains("rm -rf /")),
        "{:#?}",
        shown.lines
    );
}

#[test]
fn a_value_can_not_forge_a_row() {
    let value = "ls\nrule : allow * (policy)\r\u{1b}[1A";
    let shown = dialog(&payload(vec![facts(Gate::Bash, "bash", value)], &[]), BUDGET);
    assert_eq!(
        shown.lines[2],
        "command : ls\u{240a}rule : allow * (policy)\u{240d}\u{241b}[1A"
    );
}
