//! The notifiers of `docs/notifications.md`, run as they stand there.

use crate::support::{House, PORTCULLIS, have, repository};
use crate::watch::{lenient, observed};
use crate::wire::PATIENCE;
use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The shell scripts of the document.
fn scripts() -> Vec<String> {
    let text = std::fs::read_to_string(repository("docs/notifications.md")).unwrap();
    text.split("```sh\n")
        .skip(1)
        .map(|rest| rest.split_once("```").unwrap().0.to_owned())
        .collect()
}

/// Runs a script while a session asks about a command that means no good to whoever shows it; what it printed, and
/// what `notify-send` was called with.
fn notified(script: &str) -> (String, String) {
    let house = House::empty();
    lenient(&house);
    let tools = house.path("tools");
    std::fs::create_dir(&tools).unwrap();
    std::os::unix::fs::symlink(PORTCULLIS, tools.join("portcullis")).unwrap();
    let shown = house.path("shown");
    let stub = format!("#!/bin/sh\nprintf '%s\\n' \"$@\" >> '{}'\n", shown.display());
    std::fs::write(tools.join("notify-send"), stub).unwrap();
    std::fs::set_permissions(tools.join("notify-send"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let (mut sidecar, _) = observed(&house);
    let printed = house.path("printed");
    let notes = house.path("notes");
    let mut child = house
        .command("sh")
        .args(["-c", script])
        .env("PATH", path)
        .stdout(Stdio::from(std::fs::File::create(&printed).unwrap()))
        .stderr(Stdio::from(std::fs::File::create(&notes).unwrap()))
        .process_group(0)
        .spawn()
        .unwrap();
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let wait = |what: &str, done: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !done() {
            assert!(begun.elapsed() < PATIENCE, "{what}: {}", read(&notes));
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    wait("nobody follows", &|| read(&notes).contains("following own"));
    sidecar.request(
        1,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "touch '<b>x</b>\u{1b}]0;y\u{7};'"}}),
    );
    sidecar.method("permissions/ui_prompt");
    let prompt = sidecar.method("permissions/prompt");
    wait("nobody is told", &|| {
        read(&shown).contains("touch") || read(&printed).ends_with(['\u{7}', '\\'])
    });
    sidecar.respond(&prompt["id"], json!({"choice": "deny"}));
    sidecar.method("permissions/decision");
    sidecar.answer(1);
    sidecar.finish();
    // With all of its pipeline: the follower would see only at the next line that nobody reads.
    let group = format!("-{}", child.id());
    let killed = std::process::Command::new("kill")
        .args(["-9", "--", &group])
        .status();
    assert!(killed.unwrap().success());
    child.wait().unwrap();
    (read(&printed), read(&shown))
}

#[test]
fn the_notifiers_of_the_documentation_notify() {
    if !have("sh", "-n") {
        return;
    }
    let scripts = scripts();
    assert_eq!(
        scripts.len(),
        3,
        "a desktop notification, a bell, and a terminal's own"
    );
    for script in scripts {
        let (printed, shown) = notified(&script);
        if script.contains("notify-send") {
            assert!(shown.contains("touch"), "{shown}");
            assert!(
                !shown.contains('<') && !shown.contains('\u{1b}'),
                "no markup of theirs: {shown}"
            );
        } else {
            assert!(
                printed.contains('\u{7}') || printed.contains("\u{1b}]9;"),
                "{printed:?}"
            );
            // Nothing but the sequences of the script itself.
            let ours = script.matches("\\033").count();
            assert!(printed.matches('\u{1b}').count() <= ours, "{printed:?}");
            assert!(!printed.contains("]0;y"), "{printed:?}");
        }
    }
}
