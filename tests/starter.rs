//! The starter policy does what it says: of everyday harmless commands almost none asks and none is denied; nothing
//! that is dangerous, or that touches a secret, is allowed.
//!
//! The commands stand in `tests/starter/`, one a line; `\n` in a line is a newline, lines that begin with `#!` are
//! comments.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod support;

use portcullis::authority::{BoxFuture, Client, ClientError, Prompt, PromptAnswer};
use portcullis::rule::Action;
use portcullis::session::{
    DecisionEvent, Events, ProblemReport, PromptEvent, Query, QueryKind, Scope, Session, SessionConfig, Tier,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use support::{House, repository};

/// Of a hundred everyday commands, so many may ask.
const MAY_ASK_PERCENT: usize = 5;

#[test]
fn the_starter_has_no_problems() {
    let asked = Asked::new();
    let report = asked.session.policy(&Scope::default()).unwrap();
    let problems: Vec<String> = report
        .problems
        .iter()
        .map(|problem| format!("{} {}", problem.code, problem.message))
        .collect();
    assert_eq!(problems, Vec::<String>::new());
    assert!(report.rules.len() > 200);
}

#[test]
fn everyday_commands_almost_never_ask() {
    almost_never_ask(&["everyday.txt", "shapes.txt"]);
}

#[test]
fn commands_of_other_ecosystems_almost_never_ask() {
    almost_never_ask(&["ecosystems.txt"]);
}

#[test]
fn sessions_of_agents_almost_never_ask() {
    almost_never_ask(&["agents.txt"]);
}

/// None is denied, few ask, and those that do are listed with their cause in `asking.txt`: `command\tcause`.
fn almost_never_ask(names: &[&str]) {
    let asked = Asked::new();
    let commands: Vec<String> = names.iter().flat_map(|name| lines(name)).collect();
    let known = lines("asking.txt");
    let mut asks = Vec::new();
    let mut denied = String::new();
    let mut unlisted = Vec::new();
    for command in &commands {
        let (state, why) = asked.bash(command);
        let listed = known
            .iter()
            .any(|line| line.split('\t').next() == Some(command.as_str()));
        match state {
            Action::Allow if listed => unlisted.push(format!("{command}\n    asks no more")),
            Action::Allow => {}
            Action::Ask => {
                if !listed {
                    unlisted.push(format!("{command}\n    {why}"));
                }
                asks.push(format!("{command}\n    {why}"));
            }
            Action::Deny => writeln!(denied, "{command}\n    {why}").unwrap(),
        }
    }
    assert!(denied.is_empty(), "denied:\n{denied}");
    assert!(
        asks.len() * 100 <= commands.len() * MAY_ASK_PERCENT,
        "{} of {} ask:\n{}",
        asks.len(),
        commands.len(),
        asks.join("\n")
    );
    assert!(
        unlisted.is_empty(),
        "asking.txt does not say so:\n{}",
        unlisted.join("\n")
    );
}

#[test]
fn dangerous_commands_are_never_allowed() {
    let asked = Asked::new();
    let mut allowed = String::new();
    for command in lines("dangerous.txt") {
        let (state, why) = asked.bash(&command);
        if state == Action::Allow {
            writeln!(allowed, "{command}\n    {why}").unwrap();
        }
    }
    assert!(allowed.is_empty(), "allowed:\n{allowed}");
}

#[test]
fn what_no_one_may_do_is_denied() {
    let asked = Asked::new();
    let mut wrong = String::new();
    for command in lines("denied.txt") {
        let (state, why) = asked.bash(&command);
        if state != Action::Deny {
            writeln!(wrong, "{state}: {command}\n    {why}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "not denied:\n{wrong}");
}

#[test]
fn file_tools_write_in_the_project_and_ask_elsewhere() {
    let asked = Asked::new();
    #[rustfmt::skip]
    let cases = [
        ("read",  "src/main.rs",             Action::Allow),
        ("read",  "/etc/hosts",              Action::Allow),
        ("read",  "~/.cargo/registry/x.rs",  Action::Allow),
        ("read",  ".env.example",            Action::Allow),
        ("read",  ".env",                    Action::Deny),
        ("read",  "apps/web/.env.local",     Action::Deny),
        ("read",  "~/.ssh/id_ed25519",       Action::Deny),
        ("read",  "~/.ssh/id_ed25519.pub",   Action::Allow),
        ("read",  "~/.aws/credentials",      Action::Deny),
        ("read",  "certs/server.key",        Action::Ask),
        ("ls",    "~/.ssh",                  Action::Deny),
        ("write", "src/new.rs",              Action::Allow),
        ("write", "/tmp/notes.txt",          Action::Allow),
        ("write", "~/notes.txt",             Action::Ask),
        ("write", "/etc/hosts",              Action::Ask),
        ("write", "../other/file",           Action::Ask),
        ("write", "~/.bashrc",               Action::Ask),
        ("write", ".git/hooks/pre-commit",   Action::Ask),
        ("edit",  ".github/workflows/ci.yml", Action::Ask),
        ("write", ".env",                    Action::Ask),
        ("write", "~/.ssh/authorized_keys",  Action::Deny),
        ("write", "~/.config/portcullis/policy.jsonc", Action::Ask),
    ];
    for (tool, path, expected) in cases {
        let (state, why) = asked.call(tool, json!({ "path": path }));
        assert_eq!(state, expected, "{tool} {path}: {why}");
    }
}

/// A session in a project with a few files, asked and never logged.
struct Asked {
    session: Session,
    _house: House,
    _runtime: tokio::runtime::Runtime,
}

impl Asked {
    fn new() -> Self {
        let house = House::with_starter();
        for file in [
            "package.json",
            "Makefile",
            "main.go",
            "script.py",
            "README.md",
            ".env",
            "tests/test_app.py",
        ] {
            let path = house.project().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        for folder in [".ssh", ".aws", ".config/gh"] {
            std::fs::create_dir_all(house.home().join(folder)).unwrap();
        }
        let text = |path: std::path::PathBuf| path.to_str().unwrap().to_owned();
        let config = SessionConfig {
            cwd: text(house.project()),
            home: text(house.home()),
            config_dir: house.config(),
            agent_dir: house.config().join("agents"),
            state_dir: house.state(),
            tier: Tier::Editor,
            ..SessionConfig::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let session = {
            let _entered = runtime.enter();
            Session::open(config, Arc::new(Nobody), Arc::new(Nobody))
        };
        Self {
            session,
            _house: house,
            _runtime: runtime,
        }
    }

    fn bash(&self, command: &str) -> (Action, String) {
        self.call("bash", json!({ "command": command }))
    }

    fn call(&self, tool: &str, input: serde_json::Value) -> (Action, String) {
        let verdict = self
            .session
            .check(&Query {
                kind: QueryKind::Call {
                    tool: tool.to_owned(),
                    input,
                },
                scope: Scope::default(),
            })
            .unwrap();
        let deciding = &verdict.deciding;
        let why = format!(
            "{:?} {} {:?} {:?}",
            deciding.gate, deciding.value, deciding.matched_pattern, deciding.reason
        );
        (verdict.state, why)
    }
}

struct Nobody;

impl Client for Nobody {
    fn prompt(&self, _: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
        Box::pin(std::future::ready(Err(ClientError::Gone)))
    }
}

impl Events for Nobody {
    fn ui_prompt(&self, _: &PromptEvent) {}
    fn decision(&self, _: &DecisionEvent) {}
    fn policy_changed(&self, _: &[ProblemReport], _: &BTreeMap<String, Arc<str>>) {}
    fn warn(&self, _: &str) {}
}

fn lines(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository("tests/starter").join(name)).unwrap();
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with("#!"))
        .map(|line| line.replace("\\n", "\n"))
        .collect()
}
