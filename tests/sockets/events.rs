//! `portcullis events`: all sessions of this user, those that start later too.

use crate::support::{House, PORTCULLIS};
use crate::watch::{decide, lenient, observed, observed_as};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

struct Events {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
    notes: BufReader<std::process::ChildStderr>,
}

impl Events {
    fn start(house: &House, args: &[&str]) -> Self {
        let mut child = house
            .command(PORTCULLIS)
            .arg("events")
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        let notes = BufReader::new(child.stderr.take().unwrap());
        Self { child, lines, notes }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line
    }

    fn note(&mut self) -> String {
        let mut note = String::new();
        self.notes.read_line(&mut note).unwrap();
        note
    }

    fn stop(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn sessions_are_followed_as_they_come() {
    let house = House::empty();
    lenient(&house);
    let (mut first, _) = observed(&house);
    let mut events = Events::start(&house, &[]);
    assert!(events.note().starts_with("following own in "));
    decide(&mut first, 1);
    assert_eq!(
        events.line(),
        "own  allow  bash   true  [scout]  (policy_allow)\n"
    );
    let (mut second, _) = observed_as(&house, "next");
    assert!(events.note().starts_with("following next in "));
    first.finish();
    assert!(events.note().starts_with("own is over"));
    let prompt = second.ask(1);
    assert_eq!(events.line(), "next  asks   bash   touch 1  [scout]\n");
    second.respond(&prompt, serde_json::json!({"choice": "deny"}));
    second.method("permissions/decision");
    second.answer(1);
    assert_eq!(
        events.line(),
        "next  deny   bash   touch 1  [scout]  (user_denied)\n"
    );
    second.finish();
    events.stop();
}

#[test]
fn one_session_or_one_event_can_be_picked_and_printed_for_a_program() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, _) = observed(&house);
    let mut other = Events::start(&house, &["--session", "other", "--json"]);
    other.note();
    let mut picked = Events::start(&house, &["--session", "own", "--event", "ui_prompt", "--json"]);
    picked.note();
    decide(&mut sidecar, 2);
    let prompt = sidecar.ask(1);
    let line: Value = serde_json::from_str(&picked.line()).unwrap();
    assert_eq!(line["event"], "ui_prompt");
    assert_eq!(line["params"]["toolCallId"], "call-1");
    assert_eq!(line["session"]["pid"], sidecar.child.id());
    sidecar.respond(&prompt, serde_json::json!({"choice": "deny"}));
    sidecar.method("permissions/decision");
    sidecar.answer(1);
    sidecar.finish();
    assert!(other.note().starts_with("own is over"));
    other.child.kill().unwrap();
    assert_eq!(other.line(), "", "of another session nothing is said");
    other.child.wait().unwrap();
    picked.stop();
}
