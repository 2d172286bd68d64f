//! `portcullis log`: what it shows of what real sessions wrote.

use crate::records::{house, lines, run, session};
use crate::support::{House, PORTCULLIS, code, have, text};
use crate::wire::{PATIENCE, serve};
use serde_json::Value;
use std::process::Command;
use std::time::{Duration, Instant};

const POLICY: &str = r#"{"permission": {"bash": {"*": "ask", "ls *": "allow", "rm *": {"action": "deny", "reason": "no removals"}}}}"#;

/// A house in which a session was asked some things.
fn lived_in() -> House {
    let house = house(POLICY);
    let mut sidecar = session(&house, &mut serve(&house), "own");
    for (id, command, choice) in [
        (1, "ls src", "deny"),
        (2, "rm -rf build", "deny"),
        (3, "make test", "approve"),
        (4, "make test", "approve"),
        (5, "git push", "deny"),
        (
            6,
            "curl -H 'X-Api-Key: hunter2hunter2' https://api.example",
            "deny",
        ),
    ] {
        run(&mut sidecar, id, command, choice);
    }
    sidecar.hang_up();
    assert_eq!(sidecar.end().1, 0);
    house
}

fn log(house: &House, args: &[&str]) -> String {
    let output = house.command(PORTCULLIS).arg("log").args(args).output().unwrap();
    assert_eq!(code(&output), 0, "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn filters_narrow_what_is_listed() {
    let house = lived_in();
    #[rustfmt::skip]
    let cases: &[(&[&str], usize)] = &[
        (&[],                                    9),
        (&["--result", "deny"],                  3),
        (&["--result", "allow"],                 2),
        (&["--result", "ask"],                   4),
        (&["--by", "user"],                      4),
        (&["--by", "rule"],                      1),
        (&["--session", "own"],                  9),
        (&["--session", "other"],                0),
        (&["--surface", "bash", "--by", "user"], 4),
        (&["--surface", "read"],                 0),
        (&["--since", "1h"],                     9),
        (&["--until", "1h"],                     0),
        (&["--since", "2020-01-01", "-n", "2"],  2),
        (&["--all"],                             11),
    ];
    for (args, count) in cases {
        let shown = log(&house, &[*args, &["--json"]].concat());
        assert_eq!(shown.lines().count(), *count, "{args:?}\n{shown}");
        for line in shown.lines() {
            serde_json::from_str::<Value>(line).unwrap();
        }
        let table = log(&house, args);
        let rows = table.lines().count().saturating_sub(1);
        assert_eq!(rows, *count, "{args:?}\n{table}");
    }
    let table = log(&house, &[]);
    for part in [
        "make test",
        "user (dialog)",
        "rule (global)",
        "git push",
        "ask",
        "[redacted]",
    ] {
        assert!(table.contains(part), "{part}\n{table}");
    }
    let output = house.portcullis(&["log", "--since", "yesterday"]);
    assert_eq!(code(&output), 3);
}

#[test]
fn why_tells_what_was_considered_and_who_decided() {
    let house = lived_in();
    let lines = lines(&house);
    let id = |value: &str, result: &str| {
        let line = lines
            .iter()
            .find(|line| line["value"] == value && line["result"] == result);
        line.unwrap()["requestId"].as_str().unwrap().to_owned()
    };
    let denied = log(&house, &["why", &id("rm -rf build", "deny")]);
    for part in [
        "deny  rm -rf build",
        "decided by rule (global)",
        "What was considered",
        "rm *: deny",
        "decided",
        "less specific",
        "bash gate",
    ] {
        assert!(denied.contains(part), "{part}\n{denied}");
    }
    let push = id("git push", "deny");
    let asked = log(&house, &["why", &push[push.len() - 12..]]);
    for part in [
        "user (dialog)",
        "user_denied",
        "somebody is asked",
        "offered    bash git push",
        "What was considered",
    ] {
        assert!(asked.contains(part), "{part}\n{asked}");
    }
    let raw = log(&house, &["why", &push, "--json"]);
    assert_eq!(raw.lines().count(), 2);
    for wrong in ["0000000000", "x"] {
        assert_eq!(code(&house.portcullis(&["log", "why", wrong])), 3);
    }
    // What is kept is redacted too.
    let curl = lines
        .iter()
        .find(|line| {
            line["value"]
                .as_str()
                .is_some_and(|value| value.starts_with("curl"))
        })
        .unwrap();
    let kept = log(&house, &["why", curl["requestId"].as_str().unwrap()]);
    assert!(kept.contains("[redacted]") && !kept.contains("hunter2"), "{kept}");
}

#[test]
fn stats_count_and_suggest() {
    let house = lived_in();
    let shown = log(&house, &["stats"]);
    for part in [
        "6 calls, 4 questions",
        "1  allowed by a rule, without asking",
        "2  allowed by an answer",
        "2  refused by an answer",
        "1  refused by a rule",
        "user (dialog)",
        r#""bash":{"make test":"allow"}"#,
        r#""bash":{"git push":"deny"}"#,
        "bash ls *",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    let none = log(&house, &["stats", "--until", "2020-01-01"]);
    assert!(none.contains("Nothing was decided"), "{none}");
}

#[test]
fn what_was_done_to_the_log_is_an_exit_code() {
    let house = lived_in();
    assert_eq!(code(&house.portcullis(&["log", "verify"])), 0);
    let path = house.state().join("review.jsonl");
    let changed = std::fs::read_to_string(&path)
        .unwrap()
        .replace("user_denied", "user_approved");
    std::fs::write(&path, changed).unwrap();
    let output = house.portcullis(&["log", "verify"]);
    assert_eq!(code(&output), 2);
    assert!(
        text(&output.stdout).contains("was changed after it was written"),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn following_shows_each_line_once_over_all_files() {
    if !have("tmux", "-V") {
        return;
    }
    let house = house(POLICY);
    let socket = house.path("tmux");
    let tmux = |args: &[&str]| {
        let output = house
            .command("tmux")
            .arg("-S")
            .arg(&socket)
            .args(args)
            .output()
            .unwrap();
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    tmux(&[
        "-f",
        "/dev/null",
        "new-session",
        "-d",
        "-x",
        "200",
        "-y",
        "50",
        &format!("{PORTCULLIS} log --follow -n 100"),
    ]);
    let mut sidecar = session(
        &house,
        serve(&house).env("PORTCULLIS_LOG_FILE_BYTES", "12000"),
        "own",
    );
    for id in 1..=20 {
        run(&mut sidecar, id, &format!("rm -rf build-{id}-x"), "deny");
    }
    let begun = Instant::now();
    loop {
        let shown = tmux(&["capture-pane", "-p", "-S", "-"]);
        if shown.contains("build-20-x") {
            for id in 1..=20 {
                assert_eq!(
                    shown.matches(&format!("build-{id}-x")).count(),
                    1,
                    "{id}\n{shown}"
                );
            }
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{shown}");
        std::thread::sleep(Duration::from_millis(50));
    }
    tmux(&["kill-server"]);
    sidecar.hang_up();
    assert_eq!(sidecar.end().1, 0);
    assert!(
        house.state().join("review.2.jsonl").exists(),
        "it was put away meanwhile"
    );
}

#[test]
fn the_report_needs_nothing_but_itself_and_is_drawn_by_a_browser() {
    let house = lived_in();
    let report = house.path("report.html");
    log(&house, &["stats", "--html", report.to_str().unwrap()]);
    let page = std::fs::read_to_string(&report).unwrap();
    for foreign in [
        "<script", " src=", " href=", "url(", "@import", "http://", "https://",
    ] {
        // A pattern may name an address; nothing loads one.
        let page = page.replace("https://api.example", "");
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(!page.contains("hunter2"));
    let Some(chromium) = browser() else { return };
    let draw = |scheme: &str, name: &str| {
        let shot = house.path(name);
        let output = Command::new(&chromium)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--window-size=1000,1500",
            ])
            .arg(format!("--user-data-dir={}", house.path("browser").display()))
            .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
            .arg(format!("--screenshot={}", shot.display()))
            .arg(format!("file://{}", report.display()))
            .env("HOME", house.home())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        std::fs::read(&shot).unwrap()
    };
    // Blink's numbers: 0 dark, 1 light.
    let (dark, light) = (draw("0", "dark.png"), draw("1", "light.png"));
    for shot in [&dark, &light] {
        assert!(
            shot.starts_with(b"\x89PNG") && shot.len() > 20_000,
            "{} bytes",
            shot.len()
        );
    }
    assert_ne!(dark, light, "each scheme has colours of its own");
    let output = Command::new(&chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", house.path("browser").display()))
        .arg(format!("file://{}", report.display()))
        .env("HOME", house.home())
        .output()
        .unwrap();
    let dom = text(&output.stdout);
    for part in [
        "Calls by day",
        "<rect class=\"allow\"",
        "<rect class=\"deny\"",
        "make test",
    ] {
        assert!(dom.contains(part), "{part}\n{dom}");
    }
}

/// A Chromium, under one of its names.
fn browser() -> Option<String> {
    let names = [
        "chromium",
        "chromium-headless-shell",
        "chromium-browser",
        "google-chrome",
    ];
    let found = names.iter().find(|name| {
        Command::new(name)
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
    });
    match found {
        Some(name) => Some((*name).to_owned()),
        None => have("chromium", "--version").then(|| "chromium".to_owned()),
    }
}
