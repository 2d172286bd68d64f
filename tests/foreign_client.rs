//! A whole session driven by a JSON-RPC client that shares no code with us: `vscode-jsonrpc` from npm.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod support;

use support::{House, PORTCULLIS, have, node_modules, repository, text};

#[test]
fn a_foreign_client_plays_a_whole_session() {
    if !have("node", "--version") || node_modules().is_none() {
        return;
    }
    let house = House::with_starter();
    let output = house
        .command("node")
        .arg(repository("tests/node/transcript.mjs"))
        .arg(PORTCULLIS)
        .args([house.project(), house.config(), house.state()])
        .output()
        .unwrap();
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    let steps: Vec<&str> = said.lines().collect();
    assert_eq!(
        steps,
        [
            "ok initialize",
            "ok a check",
            "ok an ask answered",
            "ok an ask cancelled",
            "ok a reload with an error",
            "ok errors",
            "ok shutdown with an ask waiting",
        ]
    );
}
