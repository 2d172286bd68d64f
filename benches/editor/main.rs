//! The editor side over real pipes: how long after a keystroke the diagnostics come, in parses of the file.
//!
//! `cargo bench --bench editor`. The policy is the generated one of 10,000 rules (`benches/gen/gen.py`); the divisor is
//! `json5` reading its text into our tree, in this process and between the keystrokes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench stops at the first surprise"
)]

#[path = "../roundtrip/stats.rs"]
mod stats;

use portcullis::client::{Client, Incoming};
use portcullis::policy::Node;
use serde_json::{Value, json};
use stats::{median, number, quantile, table, us};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Keystrokes, and openings.
const KEYSTROKES: usize = 200;
const OPENINGS: usize = 15;
/// Somebody who types fast.
const PAUSE: Duration = Duration::from_millis(60);

/// What is measured: its bounds on p50 and p99, in parses.
const BOUNDS: [(&str, f64, f64); 4] = [
    ("opening, to the diagnostics", 30.0, f64::INFINITY),
    ("keystroke, to the diagnostics", 10.0, 15.0),
    ("hover", 1.0, f64::INFINITY),
    ("completion", 1.0, f64::INFINITY),
];

fn main() {
    // `cargo test` runs benches as well, to see that they build.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let root = tempfile::tempdir().unwrap();
    let text = policy(root.path());
    let mut editor = Editor::start(root.path());
    let mut parses = Vec::new();
    let mut opened = Vec::new();
    for _ in 0..OPENINGS {
        parses.push(parse(&text));
        opened.push(editor.open(&text));
        editor.close();
        std::thread::sleep(PAUSE);
    }
    editor.open(&text);
    let at = text.find("\": \"allow\"").expect("an allow");
    let (line, character) = position(&text, at);
    let (mut typed, mut hovered, mut completed) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..KEYSTROKES {
        std::thread::sleep(PAUSE);
        parses.push(parse(&text));
        typed.push(editor.keystroke(line, character, round % 2 == 0));
        std::thread::sleep(PAUSE);
        hovered.extend(editor.ask("hover", line, character));
        completed.extend(editor.ask("completion", line, character));
    }
    editor.finish();
    let parse = median(&parses);
    let mut rows = vec![vec![
        "`json5` reads the text into the tree".to_owned(),
        number(parse),
        number(quantile(&parses, 0.99)),
        String::new(),
        String::new(),
        String::new(),
    ]];
    for ((name, half, most), times) in BOUNDS.into_iter().zip([&opened, &typed, &hovered, &completed]) {
        if times.is_empty() {
            continue;
        }
        let (p50, p99) = (median(times), quantile(times, 0.99));
        let bound = if most.is_finite() {
            format!("{half}, {most}")
        } else {
            half.to_string()
        };
        rows.push(vec![
            name.to_owned(),
            number(p50),
            number(p99),
            number(p50 / parse),
            number(p99 / parse),
            bound,
        ]);
    }
    let title = format!(
        "A policy of 10,000 rules, {} KiB, in microseconds",
        text.len() / 1024
    );
    table(
        &title,
        &["what", "p50", "p99", "p50 / parse", "p99 / parse", "bound"],
        &rows,
    );
}

fn policy(root: &Path) -> String {
    let made = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/gen/gen.py"))
        .arg(root.join("data"))
        .status()
        .expect("python3 makes the policy");
    assert!(made.success());
    std::fs::read_to_string(root.join("data/policy_10000.json")).unwrap()
}

fn parse(text: &str) -> f64 {
    let begun = Instant::now();
    std::hint::black_box(Node::of_json5(text).unwrap());
    us(begun.elapsed())
}

fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    (
        before.matches('\n').count(),
        at - before.rfind('\n').map_or(0, |end| end + 1),
    )
}

/// An editor, and the server at the other end.
struct Editor {
    child: Child,
    client: Client<ChildStdout, ChildStdin>,
    capabilities: Value,
    uri: String,
    version: i64,
}

impl Editor {
    fn start(root: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_portcullis"))
            .arg("serve")
            .env("HOME", root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut client = Client::new(child.stdout.take().unwrap(), child.stdin.take().unwrap());
        let config = root.join("config");
        let params = json!({
            "capabilities": {
                "general": {"positionEncodings": ["utf-8"]},
                "textDocument": {"publishDiagnostics": {"versionSupport": true, "relatedInformation": true}},
            },
            "initializationOptions": {"configDir": config, "stateDir": root.join("state")},
        });
        let answer = client.call("initialize", &params).unwrap().unwrap();
        client.notify("initialized", &json!({})).unwrap();
        Self {
            child,
            client,
            capabilities: answer["capabilities"].clone(),
            uri: format!("file://{}", config.join("policy.jsonc").display()),
            version: 0,
        }
    }

    /// Hangs up, and waits for the end.
    fn finish(mut self) {
        drop(self.client);
        self.child.wait().unwrap();
    }

    fn open(&mut self, text: &str) -> f64 {
        self.version += 1;
        let document = json!({"uri": self.uri, "languageId": "jsonc", "version": self.version, "text": text});
        let params = json!({"textDocument": document});
        self.until_published("textDocument/didOpen", &params)
    }

    fn close(&mut self) {
        let params = json!({"textDocument": {"uri": self.uri}});
        self.client.notify("textDocument/didClose", &params).unwrap();
    }

    /// Types a letter, or takes it back.
    fn keystroke(&mut self, line: usize, character: usize, types: bool) -> f64 {
        self.version += 1;
        let place = |character| json!({"line": line, "character": character});
        let end = if types { character } else { character + 1 };
        let params = json!({
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{
                "range": {"start": place(character), "end": place(end)},
                "text": if types { "x" } else { "" },
            }],
        });
        self.until_published("textDocument/didChange", &params)
    }

    fn until_published(&mut self, method: &str, params: &Value) -> f64 {
        let begun = Instant::now();
        self.client.notify(method, params).unwrap();
        loop {
            let incoming = self.client.receive().unwrap().expect("the server is there");
            if let Incoming::Notification { method, params } = incoming
                && method == "textDocument/publishDiagnostics"
                && params["version"] == self.version
            {
                return us(begun.elapsed());
            }
        }
    }

    /// Asks for something at a place; nothing where the server has no such thing.
    fn ask(&mut self, what: &str, line: usize, character: usize) -> Option<f64> {
        if self.capabilities[format!("{what}Provider")].is_null() {
            return None;
        }
        let params = json!({
            "textDocument": {"uri": self.uri},
            "position": {"line": line, "character": character},
        });
        let begun = Instant::now();
        self.client
            .call(&format!("textDocument/{what}"), &params)
            .unwrap()
            .unwrap();
        Some(us(begun.elapsed()))
    }
}
