//! The editor's documents over real pipes.

use crate::support::House;
use crate::wire::{Sidecar, serve};
use serde_json::{Value, json};
use std::path::Path;

/// An editor at the other end.
struct Editor {
    sidecar: Sidecar,
    version: i64,
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

impl Editor {
    fn start(house: &House, capabilities: &Value) -> Self {
        let mut sidecar = Sidecar::spawn(&mut serve(house));
        sidecar.request(0, "initialize", json!({"capabilities": capabilities}));
        let sync = sidecar.result(0)["capabilities"]["textDocumentSync"].take();
        assert_eq!(
            sync,
            json!({"openClose": true, "change": 2, "save": {"includeText": false}})
        );
        sidecar.notify("initialized", json!({}));
        Self { sidecar, version: 1 }
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "jsonc", "version": 1, "text": text});
        self.sidecar
            .notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn change(&mut self, uri: &str, changes: &Value) {
        self.version += 1;
        let document = json!({"uri": uri, "version": self.version});
        self.sidecar.notify(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": changes}),
        );
    }

    fn tell(&mut self, method: &str, uri: &str) {
        self.sidecar.notify(method, json!({"textDocument": {"uri": uri}}));
    }

    /// What is published of a document next.
    fn published(&mut self, uri: &str) -> Value {
        let message = self.sidecar.find("diagnostics", |message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
        });
        message["params"].clone()
    }

    /// What is published of the version at last; nothing of an older one comes behind it.
    fn of_version(&mut self, uri: &str, version: i64) -> Value {
        loop {
            let published = self.published(uri);
            let of = published["version"].as_i64().unwrap();
            assert!(of <= version);
            if of == version {
                return published["diagnostics"].clone();
            }
        }
    }
}

fn codes(diagnostics: &Value) -> Vec<&str> {
    let list = diagnostics.as_array().unwrap();
    list.iter().map(|found| found["code"].as_str().unwrap()).collect()
}

fn whole() -> Value {
    json!({"textDocument": {"publishDiagnostics": {
        "relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true,
        "tagSupport": {"valueSet": [1, 2]},
    }}})
}

#[test]
fn mistakes_are_published_and_gone_once_mended() {
    let house = House::empty();
    let mut editor = Editor::start(&house, &whole());
    let policy = uri(&house.config().join("policy.jsonc"));
    editor.open(&policy, "{\r\n  \"permissoin\": {}\r\n}\r\n");
    let found = editor.published(&policy);
    assert_eq!(found["version"], 1);
    let found = &found["diagnostics"][0];
    assert_eq!(
        found["range"],
        json!({"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 14}})
    );
    assert_eq!(
        (&found["severity"], &found["source"]),
        (&json!(1), &json!("portcullis"))
    );
    assert_eq!(found["code"], "unknown-field");
    assert_eq!(
        found["codeDescription"]["href"],
        "portcullis:/docs/diagnostics/unknown-field.md"
    );
    // The word is mended in two changes of one notification, the second on the text that the first left.
    let place = |character| json!({"line": 1, "character": character});
    editor.change(
        &policy,
        &json!([
            {"range": {"start": place(10), "end": place(11)}, "text": ""},
            {"range": {"start": place(11), "end": place(11)}, "text": "o"},
        ]),
    );
    assert_eq!(editor.of_version(&policy, 2), json!([]));
    editor.tell("textDocument/didSave", &policy);
    assert_eq!(editor.of_version(&policy, 2), json!([]));
    editor.tell("textDocument/didClose", &policy);
    assert_eq!(
        editor.published(&policy),
        json!({"uri": policy, "diagnostics": []})
    );
    editor.sidecar.finish();
}

#[test]
fn an_unsaved_guard_is_judged_together_with_the_policy() {
    let house = House::empty();
    let mut editor = Editor::start(&house, &whole());
    let policy = uri(&house.config().join("policy.jsonc"));
    let guards = uri(&house.config().join("hard-guards.jsonc"));
    editor.open(&policy, r#"{"permission": {"bash": {"rm -f *": "ask"}}}"#);
    assert_eq!(editor.of_version(&policy, 1), json!([]));
    editor.open(&guards, r#"{"permission": {"bash": {"rm *": "deny"}}}"#);
    assert_eq!(editor.of_version(&guards, 1), json!([]));
    let found = editor.of_version(&policy, 1);
    assert_eq!(codes(&found), ["never-wins"]);
    assert_eq!(found[0]["tags"], json!([1]));
    let related = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(related["uri"], guards);
    assert_eq!(related["range"]["start"], json!({"line": 0, "character": 25}));
    editor.tell("textDocument/didClose", &guards);
    assert_eq!(editor.published(&guards)["diagnostics"], json!([]));
    assert_eq!(editor.of_version(&policy, 1), json!([]));
    editor.sidecar.finish();
}

#[test]
fn what_the_client_did_not_declare_is_not_sent() {
    let house = House::empty();
    let mut editor = Editor::start(&house, &json!({}));
    let policy = uri(&house.config().join("policy.jsonc"));
    editor.open(
        &policy,
        r#"{"permission": {"bash": {"rm *": "deny", "rm -f *": "deny"}}}"#,
    );
    let published = editor.published(&policy);
    assert!(published.get("version").is_none());
    for found in published["diagnostics"].as_array().unwrap() {
        let mut fields: Vec<&String> = found.as_object().unwrap().keys().collect();
        fields.sort();
        assert_eq!(fields, ["code", "message", "range", "severity", "source"]);
    }
    assert_eq!(codes(&published["diagnostics"]), ["redundant-rule"]);
    editor.sidecar.finish();
}

#[test]
fn columns_are_in_the_units_agreed_on() {
    for (offered, column) in [
        (json!(["utf-8", "utf-16"]), 33),
        (json!(["utf-16"]), 31),
        (json!(["utf-32"]), 30),
    ] {
        let house = House::empty();
        let mut capabilities = whole();
        capabilities["general"] = json!({"positionEncodings": offered});
        let mut editor = Editor::start(&house, &capabilities);
        let policy = uri(&house.config().join("policy.jsonc"));
        editor.open(&policy, r#"{"permission": {"bash": {"𝄞": "alow"}}}"#);
        let found = editor.of_version(&policy, 1);
        assert_eq!(found[0]["range"]["start"]["character"], column, "{offered}");
        // The same units lead back: the word is mended in its place.
        let place = |character| json!({"line": 0, "character": character});
        editor.change(
            &policy,
            &json!([{"range": {"start": place(column + 2), "end": place(column + 2)}, "text": "l"}]),
        );
        assert_eq!(editor.of_version(&policy, 2), json!([]));
        editor.sidecar.finish();
    }
}

#[test]
fn of_many_keystrokes_the_last_one_is_published_and_several_documents_stand_beside_each_other() {
    let house = House::empty();
    let mut editor = Editor::start(&house, &whole());
    let policy = uri(&house.config().join("policy.jsonc"));
    let elsewhere = uri(&house.project().join("policy.jsonc"));
    let other = uri(&house.project().join("notes.md"));
    let rules: Vec<String> = (0..2000).map(|at| format!("\"tool{at} *\": \"allow\"")).collect();
    editor.open(&elsewhere, "{}");
    assert_eq!(codes(&editor.of_version(&elsewhere, 1)), ["not-in-force"]);
    editor.open(&other, "---\npermission: nonsense\n---\n");
    editor.open(
        &policy,
        &format!("{{\"permission\": {{\"bash\": {{{}}}}}}}", rules.join(",\n")),
    );
    for _ in 0..30 {
        let start = json!({"line": 0, "character": 26});
        editor.change(
            &policy,
            &json!([{"range": {"start": start, "end": start}, "text": "x"}]),
        );
    }
    assert_eq!(editor.of_version(&policy, 31), json!([]));
    editor.sidecar.finish();
}

#[test]
fn a_text_of_an_editor_decides_nothing() {
    let house = House::with_starter();
    let mut sidecar = Sidecar::ready(&house);
    let policy = uri(&house.config().join("policy.jsonc"));
    let text = r#"{"permission": {"*": "allow", "bash": "allow"}}"#;
    let document = json!({"uri": policy, "languageId": "jsonc", "version": 1, "text": text});
    sidecar.notify("textDocument/didOpen", json!({"textDocument": document}));
    sidecar.method("textDocument/publishDiagnostics");
    sidecar.request(
        1,
        "permissions/check",
        json!({"surface": "bash", "value": "frobnicate"}),
    );
    assert_eq!(sidecar.result(1)["state"], "ask");
    sidecar.finish();
}
