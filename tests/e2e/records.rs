//! The review log of real processes: whole and complete whatever they do at once, how they end, and whatever the disk
//! does; one id through all that is said of a call; no secret in any of it.

use crate::support::{House, PORTCULLIS, code, text};
use crate::wire::{PATIENCE, Sidecar, serve};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;
use std::time::Instant;

/// A house with this policy.
pub fn house(policy: &str) -> House {
    let house = House::empty();
    std::fs::create_dir_all(house.config()).unwrap();
    std::fs::write(house.config().join("policy.jsonc"), policy).unwrap();
    house
}

/// Initializes as the session `id`, whose client can prompt.
pub fn session(house: &House, command: &mut Command, id: &str) -> Sidecar {
    let mut sidecar = Sidecar::spawn(command);
    begin(&mut sidecar, id);
    let _ = house;
    sidecar
}

fn begin(sidecar: &mut Sidecar, id: &str) {
    sidecar.request(
        0,
        "initialize",
        json!({
            "capabilities": {"experimental": {"permissions": {"prompt": true}}},
            "initializationOptions": {"session": {"id": id}},
        }),
    );
    sidecar.answer(0);
    sidecar.notify("initialized", json!({}));
    sidecar.method("permissions/ready");
}

/// Asks for a command and answers what may be asked; the result.
pub fn run(sidecar: &mut Sidecar, id: i64, command: &str, choice: &str) -> Value {
    sidecar.request(
        id,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": command}, "toolCallId": format!("call-{id}")}),
    );
    loop {
        let message = sidecar.next();
        if message["method"] == "permissions/prompt" {
            sidecar.respond(&message["id"], json!({"choice": choice, "via": "dialog"}));
        } else if message.get("method").is_none() && message["id"] == id {
            return message["result"].clone();
        }
    }
}

/// Every line of the log, in all its files.
pub fn lines(house: &House) -> Vec<Value> {
    let mut files: Vec<_> = std::fs::read_dir(house.state())
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default();
    files.retain(|path| path.file_name().unwrap().to_str().unwrap().starts_with("review."));
    let texts = files.iter().map(|path| std::fs::read_to_string(path).unwrap());
    texts
        .flat_map(|text| {
            text.lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect::<Vec<Value>>()
        })
        .collect()
}

fn of<'a>(lines: &'a [Value], field: &str, value: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line[field] == value).collect()
}

#[test]
fn fifty_processes_write_one_whole_log_and_lose_no_line() {
    const PROCESSES: usize = 50;
    const CALLS: i64 = 6;
    let house = house(r#"{"permission": {"bash": {"*": "deny"}}}"#);
    let mut sidecars: Vec<Sidecar> = (0..PROCESSES)
        .map(|_| Sidecar::spawn(serve(&house).env("PORTCULLIS_LOG_FILE_BYTES", "200000")))
        .collect();
    for (n, sidecar) in sidecars.iter_mut().enumerate() {
        begin(sidecar, &format!("s{n}"));
    }
    // All of them have all their calls out at once.
    for call in 1..=CALLS {
        for sidecar in &mut sidecars {
            sidecar.request(
                call,
                "permissions/authorize",
                json!({"tool": "bash", "input": {"command": format!("make {call}")}}),
            );
        }
    }
    let mut answered = BTreeSet::new();
    for mut sidecar in sidecars {
        for call in 1..=CALLS {
            let result = sidecar.result(call);
            assert_eq!(result["decision"], "deny");
            answered.insert(result["requestId"].as_str().unwrap().to_owned());
            sidecar.method("permissions/decision");
        }
        sidecar.finish();
    }
    assert_eq!(answered.len(), PROCESSES * 6);
    let lines = lines(&house);
    let written: Vec<&str> = of(&lines, "event", "permission_request.blocked")
        .iter()
        .map(|line| line["requestId"].as_str().unwrap())
        .collect();
    assert_eq!(written.len(), answered.len(), "each once");
    assert_eq!(
        written.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(),
        answered
    );
    let output = house.portcullis(&["log", "verify"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    assert!(
        text(&output.stdout).contains("of 50 writers"),
        "{}",
        text(&output.stdout)
    );
    assert!(
        house.state().join("review.1.jsonl").exists(),
        "it was put away meanwhile"
    );
}

#[test]
fn a_process_that_is_killed_loses_at_most_its_last_line() {
    const CALLS: usize = 6;
    let house = house(r#"{"permission": {"bash": {"*": "deny"}}}"#);
    for round in 0..5 {
        let id = format!("round-{round}");
        let mut sidecar = session(&house, &mut serve(&house), &id);
        for call in 1..=CALLS {
            run(&mut sidecar, call.try_into().unwrap(), "make", "deny");
        }
        // Nothing more happens: what came before the last is written without any help.
        let begun = Instant::now();
        let written = || {
            of(&lines(&house), "sessionId", &id)
                .iter()
                .filter(|line| line["result"] == "deny")
                .count()
        };
        while written() < CALLS - 1 {
            assert!(begun.elapsed() < PATIENCE, "the lines are not written");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        sidecar.kill();
        assert!((CALLS - 1..=CALLS).contains(&written()));
    }
    let output = house.portcullis(&["log", "verify"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
}

#[test]
fn one_id_runs_through_all_that_is_said_of_a_call() {
    let policy = r#"{"permission": {"bash": {"*": "ask", "ls *": "allow", "rm *": "deny"}}}"#;
    let house = house(policy);
    let mut sidecar = session(&house, &mut serve(&house), "own");
    // Of a call that nobody is asked about: answer and event.
    for (id, command) in [(1, "ls"), (2, "rm x")] {
        sidecar.request(
            id,
            "permissions/authorize",
            json!({"tool": "bash", "input": {"command": command}}),
        );
        let decision = sidecar.method("permissions/decision");
        let result = sidecar.result(id);
        assert_eq!(decision["params"]["requestId"], result["requestId"], "{command}");
        assert!(
            result["requestId"].as_str().is_some_and(|id| id.len() == 36),
            "{command}"
        );
    }
    sidecar.request(
        3,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "make"}}),
    );
    let announced = sidecar.method("permissions/ui_prompt");
    let prompt = sidecar.method("permissions/prompt");
    sidecar.respond(&prompt["id"], json!({"choice": "approve"}));
    let decision = sidecar.method("permissions/decision");
    let result = sidecar.result(3);
    let id = result["requestId"].as_str().unwrap();
    for message in [&announced, &prompt, &decision] {
        assert_eq!(message["params"]["requestId"], id);
    }
    sidecar.finish();
    let lines = lines(&house);
    let events: Vec<&str> = of(&lines, "requestId", id)
        .iter()
        .map(|line| line["event"].as_str().unwrap())
        .collect();
    assert_eq!(
        events,
        ["permission_request.waiting", "permission_request.approved"]
    );
    for line in &lines {
        let event = line["event"].as_str().unwrap();
        assert_eq!(
            event.starts_with("permission_request."),
            line["requestId"].is_string(),
            "{line}"
        );
    }
}

#[test]
fn an_error_inside_is_told_and_written_down_like_any_other_end() {
    let house = house("{}");
    let mut sidecar = session(
        &house,
        serve(&house).env("PORTCULLIS_TEST_PANIC", "permissions/authorize"),
        "own",
    );
    sidecar.request(
        1,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "ls"}}),
    );
    let decision = sidecar.method("permissions/decision");
    let result = sidecar.result(1);
    assert_eq!(decision["params"]["requestId"], result["requestId"]);
    assert_eq!(decision["params"]["resolution"], "gate_error");
    sidecar.finish();
    let lines = lines(&house);
    let line = of(&lines, "requestId", result["requestId"].as_str().unwrap());
    assert_eq!(line.len(), 1, "{lines:?}");
    assert_eq!(
        (&line[0]["resolution"], &line[0]["decidedBy"]["kind"]),
        (&json!("gate_error"), &json!("gate_error"))
    );
}

#[test]
fn a_disk_that_takes_no_more_costs_one_warning_and_no_verdict() {
    let house = house(r#"{"permission": {"bash": {"*": "deny"}}}"#);
    let mut command = house.command("sh");
    // No file of this process may grow over a few KiB; without the trap the first write over it would end it.
    command.args([
        "-c",
        &format!("ulimit -f 8; trap '' XFSZ; exec {PORTCULLIS} serve"),
    ]);
    let mut sidecar = session(&house, &mut command, "own");
    let mut warnings = 0;
    for call in 1..=30 {
        sidecar.request(
            call,
            "permissions/authorize",
            json!({"tool": "bash", "input": {"command": format!("make {}", "x".repeat(600))}}),
        );
        loop {
            let message = sidecar.next();
            warnings += usize::from(message["method"] == "window/showMessage");
            if message.get("method").is_none() {
                assert_eq!(message["result"]["resolution"], "policy_deny");
                break;
            }
        }
    }
    sidecar.hang_up();
    let (left, ended) = sidecar.end();
    warnings += left
        .iter()
        .filter(|message| message["method"] == "window/showMessage")
        .count();
    assert_eq!((warnings, ended), (1, 0));
    // What was written before is whole; of the line that did not fit there may be a part.
    let output = house.portcullis(&["log", "verify"]);
    let said = text(&output.stdout);
    assert!(said.matches("this line").count() <= 1, "{said}");
}

#[test]
fn a_folder_that_is_gone_is_made_again() {
    let house = house(r#"{"permission": {"bash": {"*": "deny"}}}"#);
    let mut sidecar = session(&house, &mut serve(&house), "own");
    run(&mut sidecar, 1, "make", "deny");
    let begun = Instant::now();
    while lines(&house)
        .iter()
        .filter(|line| line["result"] == "deny")
        .count()
        < 1
    {
        assert!(begun.elapsed() < PATIENCE);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    std::fs::remove_file(house.state().join("review.jsonl")).unwrap();
    assert_eq!(run(&mut sidecar, 2, "make", "deny")["decision"], "deny");
    sidecar.hang_up();
    assert_eq!(sidecar.end().1, 0);
    assert_eq!(
        lines(&house)
            .iter()
            .filter(|line| line["result"] == "deny")
            .count(),
        1
    );
}

/// The secrets in realistic places, against all that is written down and all that is told to whoever listens.
#[test]
fn no_secret_is_written_down_or_told() {
    let house = house(
        r#"{"debugLog": true, "permission": {"bash": {"*": "ask", "mysql *": "deny", "git *": "deny", "docker *": "deny"}}}"#,
    );
    let errors = house.path("stderr");
    let mut command = serve(&house);
    command
        .env("PORTCULLIS_LOG", "trace")
        .stderr(std::fs::File::create(&errors).unwrap());
    let mut sidecar = session(&house, &mut command, "own");
    let table = secrets();
    let told = put(&mut sidecar, &table);
    sidecar.hang_up();
    assert_eq!(sidecar.end().1, 0);
    let read = |name: &str| std::fs::read_to_string(house.state().join(name)).unwrap();
    let places = [
        ("review.jsonl", read("review.jsonl")),
        ("debug.jsonl", read("debug.jsonl")),
        ("stderr", std::fs::read_to_string(&errors).unwrap()),
        ("decision and ui_prompt", told),
    ];
    assert!(
        places[0].1.lines().count() > 60
            && places[1].1.lines().count() > 60
            && places[3].1.contains("ui_prompt")
    );
    holds_none(&table, &places);
}

/// What is allowed without a question leaves less behind, but is told as well.
#[test]
fn no_secret_of_what_is_plainly_allowed_is_told() {
    let house = house(r#"{"permission": {"*": "allow", "bash": {"*": "allow"}}}"#);
    let mut sidecar = session(&house, &mut serve(&house), "own");
    let table = secrets();
    let told = put(&mut sidecar, &table);
    sidecar.hang_up();
    assert_eq!(sidecar.end().1, 0);
    assert!(told.contains(r#""resolution":"policy_allow""#), "{told}");
    holds_none(&table, &[("decision and ui_prompt", told)]);
}

/// Each secret, and the command that holds it.
fn secrets() -> Vec<(&'static str, String)> {
    let table: Vec<_> = include_str!("secrets.txt")
        .lines()
        .filter(|row| !row.starts_with('#'))
        .map(|row| row.split_once('\t').unwrap())
        .map(|(secret, command)| (secret, command.replace("\\n", "\n")))
        .collect();
    assert!(table.len() >= 60);
    table
}

/// Puts every command to the session and answers what is asked; what it told meanwhile.
fn put(sidecar: &mut Sidecar, table: &[(&str, String)]) -> String {
    let mut told = String::new();
    for (id, (_, command)) in (1..).zip(table) {
        sidecar.request(
            id,
            "permissions/authorize",
            json!({"tool": "bash", "input": {"command": command}}),
        );
        loop {
            let message = sidecar.next();
            match message["method"].as_str() {
                Some("permissions/prompt") => {
                    let choice = if id % 2 == 0 {
                        "approve_for_session"
                    } else {
                        "deny"
                    };
                    let offered = message["params"]["options"].as_array().unwrap();
                    let choice = if offered.iter().any(|option| option["id"] == choice) {
                        choice
                    } else {
                        "approve"
                    };
                    sidecar.respond(&message["id"], json!({"choice": choice}));
                }
                Some("permissions/decision" | "permissions/ui_prompt") => told.push_str(&message.to_string()),
                Some(_) => {}
                None => break,
            }
        }
    }
    told
}

fn holds_none(table: &[(&str, String)], places: &[(&str, String)]) {
    let mut found = Vec::new();
    for (place, text) in places {
        for (secret, command) in table {
            let quoted = serde_json::to_string(secret).unwrap();
            if text.contains(secret) || text.contains(quoted.trim_matches('"')) {
                found.push(format!("{place}: {secret} of {command}"));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
