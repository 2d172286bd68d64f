//! What commands reach by ways that are easily overlooked: option values, response files, folders that a program is
//! sent to, files that it makes beside others, variables that name files. The commands stand in `tests/reach/`, one a
//! line; `\\n` in a line is a newline, lines that begin with `#!` are comments.

#![expect(
    clippy::unwrap_used,
    reason = "a case whose surroundings can't be made stops the test"
)]

#[allow(dead_code, reason = "the other tests of cases read more of one")]
#[path = "cases/case.rs"]
mod case;
#[path = "cases/world.rs"]
mod world;

use case::Case;
use serde_json::json;
use std::path::Path;
use world::World;

/// The state, `human` behind it where nobody else may answer, and what decided.
fn run(command: &str, more: &[&str]) -> (String, String) {
    let mut line = json!({
        "id": "reach",
        "kind": "reach",
        "policy": {
            "*": "allow",
            "bash": {"*": "allow", "rm *": "deny"},
            "path": {"*": "allow", "secrets/*": "deny", "*.env": "deny", "~/.ssh/*": "deny", "/etc/shadow": "deny"}
        },
        "protected_writes": [],
        "cwd": "/home/u/proj",
        "files": {
            "a.txt": "", "README.md": "", ".env": "", "src/a.rs": "", ".git/config": "", "package.json": "{}",
            "/home/u/.ssh/id_rsa": ""
        },
        "call": {"tool": "bash", "input": {"command": command}},
        "expect": "allow",
        "why": ""
    });
    for name in more {
        line.get_mut("files")
            .and_then(serde_json::Value::as_object_mut)
            .unwrap()
            .insert((*name).to_owned(), json!(""));
    }
    let line = line.to_string();
    let case: Case<'_> = serde_json::from_str(&line).unwrap();
    let verdict = World::build(&case).judge(&case, false);
    let deciding = &verdict.deciding;
    let human = if verdict.human_only { " human" } else { "" };
    let why = format!(
        "{:?} {} {}",
        deciding.gate,
        deciding.value,
        deciding.matched_pattern.as_deref().unwrap_or("-")
    );
    (format!("{}{human}", verdict.state.as_str()), why)
}

fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/reach")
        .join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .filter(|line| !line.starts_with("#!") && !line.is_empty())
        .map(|line| line.replace("\\n", "\n"))
        .collect()
}

fn hold(name: &str, files: &[&str], wanted: &str) {
    let wrong: Vec<String> = lines(name)
        .iter()
        .filter_map(|command| {
            let (found, why) = run(command, files);
            (found != wanted).then(|| format!("{command}\n    {found} ({why})"))
        })
        .collect();
    assert!(wrong.is_empty(), "not {wanted}:\n{}", wrong.join("\n"));
}

#[test]
fn what_may_write_an_agent_file_is_left_to_a_human() {
    hold("protected.txt", &[".pi/agents/a.md"], "ask human");
}

#[test]
fn what_reaches_a_denied_path_is_denied() {
    hold("denied.txt", &["secrets/k"], "deny");
}

#[test]
fn what_may_reach_a_denied_path_asks() {
    hold("asked.txt", &["secrets/k"], "ask");
}

#[test]
fn what_runs_a_denied_program_is_denied() {
    hold("launched.txt", &[], "deny");
}

#[test]
fn what_may_run_another_program_asks() {
    hold("hidden.txt", &[], "ask");
}
