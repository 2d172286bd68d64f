//! The demo at a terminal: it shows the prompt, takes the answer, and colours what it says.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod support;

use support::{House, PORTCULLIS, code, have, repository, text};

#[test]
fn the_demo_asks_at_a_terminal_and_an_answer_for_the_session_is_asked_once() {
    if !have("python3", "--version") {
        return;
    }
    let house = House::empty();
    let output = house
        .command("python3")
        .arg(repository("tests/terminal/play.py"))
        .arg(PORTCULLIS)
        // The first push is approved for the session, so the second asks nobody; the installer is denied.
        .args(["2", "3"])
        .env("TERM", "xterm")
        .output()
        .unwrap();
    let said = text(&output.stdout);
    assert_eq!(code(&output), 0, "{said}{}", text(&output.stderr));
    for part in [
        "git push origin main",
        "user_approved_for_session",
        "session_approved",
        "user_denied",
        "\u{1b}[32mallow\u{1b}[0m",
    ] {
        assert!(said.contains(part), "{part:?} is not in\n{said}");
    }
    assert_eq!(said.matches("confirmation_unavailable").count(), 0, "{said}");
}

#[test]
fn no_color_is_honoured_at_a_terminal_too() {
    if !have("python3", "--version") {
        return;
    }
    let house = House::empty();
    let output = house
        .command("python3")
        .arg(repository("tests/terminal/play.py"))
        .arg(PORTCULLIS)
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    assert!(!text(&output.stdout).contains('\u{1b}'));
}
