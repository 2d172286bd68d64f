//! The editor's documents over real pipes.

use crate::support::House;
use crate::wire::{Sidecar, serve};
use serde_json::{Value, json};
use std::path::Path;

/// An editor at the other end.
pub(crate) struct Editor {
    pub(crate) sidecar: Sidecar,
    version: i64,
}

pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

impl Editor {
    pub(crate) fn start(house: &House, capabilities: &Value) -> Self {
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

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
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
    pub(crate) fn published(&mut self, uri: &str) -> Value {
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

pub(crate) fn whole() -> Value {
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

/// What an editor of these days declares.
fn modern() -> Value {
    let mut capabilities = whole();
    capabilities["textDocument"]["codeAction"] = json!({
        "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
        "isPreferredSupport": true,
    });
    capabilities["workspace"] =
        json!({"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}});
    capabilities
}

fn action_at(uri: &str, line: u32, character: u32, only: &Value) -> Value {
    let place = json!({"line": line, "character": character});
    json!({
        "textDocument": {"uri": uri},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": [], "only": only},
    })
}

#[test]
fn fixes_are_offered_in_the_shape_the_client_takes() {
    let text = "{\"permission\": {\"bash\": {\"git*\": \"allow\", \"dd *\": \"deny\"}}}";
    let cases = [
        (modern(), json!(null), 0, vec!["Write `git *`"]),
        (modern(), json!(["quickfix"]), 0, vec!["Write `git *`"]),
        (modern(), json!(["refactor"]), 0, vec![]),
        (
            modern(),
            json!(["refactor"]),
            20,
            vec!["Move `dd *` to the hard guards"],
        ),
        (whole(), json!(null), 0, vec![]),
    ];
    for (capabilities, only, further, expected) in cases {
        let house = House::empty();
        let mut editor = Editor::start(&house, &capabilities);
        let policy = uri(&house.config().join("policy.jsonc"));
        editor.open(&policy, text);
        assert_eq!(codes(&editor.of_version(&policy, 1)), ["open-ended-name"]);
        editor.sidecar.request(
            1,
            "textDocument/codeAction",
            action_at(&policy, 0, 27 + further, &only),
        );
        let actions = editor.sidecar.result(1);
        let titles: Vec<&str> = actions
            .as_array()
            .unwrap()
            .iter()
            .map(|action| action["title"].as_str().unwrap())
            .collect();
        assert_eq!(titles, expected);
        if expected == ["Write `git *`"] {
            let action = &actions[0];
            assert_eq!(
                (&action["kind"], &action["isPreferred"]),
                (&json!("quickfix"), &json!(true))
            );
            assert_eq!(action["diagnostics"][0]["code"], "open-ended-name");
            let change = &action["edit"]["documentChanges"][0];
            assert_eq!(change["textDocument"], json!({"uri": policy, "version": 1}));
            assert_eq!(change["edits"][0]["newText"], "\"git *\"");
        } else if let [_] = expected[..] {
            let changes = &actions[0]["edit"]["documentChanges"];
            let guards = uri(&house.config().join("hard-guards.jsonc"));
            assert_eq!(
                (&changes[1]["kind"], &changes[1]["uri"]),
                (&json!("create"), &json!(guards))
            );
            assert_eq!(
                changes[2]["textDocument"],
                json!({"uri": guards, "version": null})
            );
        }
        editor.sidecar.finish();
    }
}

#[test]
fn a_call_in_a_comment_is_judged_by_the_unsaved_text() {
    let house = House::empty();
    let mut editor = Editor::start(&house, &modern());
    let policy = uri(&house.config().join("policy.jsonc"));
    editor.open(
        &policy,
        "// @call bash git push\n{\"permission\": {\"bash\": {\"git *\": \"deny\"}}}",
    );
    editor.of_version(&policy, 1);
    let document = json!({"textDocument": {"uri": policy}});
    editor
        .sidecar
        .request(1, "textDocument/codeLens", document.clone());
    let lens = editor.sidecar.result(1)[0].take();
    assert_eq!(lens["range"]["start"], json!({"line": 0, "character": 3}));
    assert_eq!(lens["command"]["title"], "deny: git * (policy)");
    assert_eq!(lens["command"]["command"], "portcullis.evaluate");
    // The command shows it, with what led to it.
    let command = json!({"command": lens["command"]["command"], "arguments": lens["command"]["arguments"]});
    editor.sidecar.request(2, "workspace/executeCommand", command);
    let answer = editor.sidecar.result(2);
    assert_eq!(
        (&answer["state"], &answer["title"]),
        (&json!("deny"), &json!("deny: git * (policy)"))
    );
    let shown = editor.sidecar.method("window/showMessage");
    assert_eq!(shown["params"]["message"], answer["text"]);
    assert!(
        answer["text"]
            .as_str()
            .unwrap()
            .contains("git * under bash: deny (policy; decided"),
        "{answer}"
    );
    // A keystroke later the answer is another one, whatever is on disk.
    let place = |character| json!({"line": 1, "character": character});
    editor.change(
        &policy,
        &json!([{"range": {"start": place(35), "end": place(39)}, "text": "ask"}]),
    );
    editor.sidecar.request(3, "textDocument/codeLens", document);
    assert_eq!(
        editor.sidecar.result(3)[0]["command"]["title"],
        "ask: git * (policy)"
    );
    editor.of_version(&policy, 2);
    editor.sidecar.request(
        4,
        "permissions/check",
        json!({"surface": "bash", "value": "git push"}),
    );
    assert_eq!(
        editor.sidecar.result(4)["origin"],
        "builtin",
        "what is in force is on disk"
    );
    editor.sidecar.finish();
}

#[test]
fn commands_answer_for_the_open_texts_and_say_what_they_cannot_take() {
    let house = House::empty();
    let mut editor = Editor::start(&house, &modern());
    let policy = uri(&house.config().join("policy.jsonc"));
    editor.open(&policy, "{\"permission\": {\"bash\": {\"ls\": \"allow\"}}}");
    editor.of_version(&policy, 1);
    let mut run = |id: i64, command: &str, arguments: Value| {
        let params = json!({"command": command, "arguments": arguments});
        editor.sidecar.request(id, "workspace/executeCommand", params);
        editor.sidecar.answer(id)
    };
    let explained = run(
        1,
        "portcullis.explain",
        json!([{"tool": "bash", "input": {"command": "ls"}}]),
    );
    assert_eq!(explained["result"]["state"], "allow");
    assert_eq!(
        explained["result"]["trace"]["units"][0]["rules"][0]["pattern"],
        "ls"
    );
    let effective = run(2, "portcullis.effectivePolicy", json!([]));
    assert_eq!(effective["result"]["rules"][0]["pattern"], "ls");
    for (id, command, arguments) in [
        (3, "portcullis.evaluate", json!([])),
        (4, "portcullis.evaluate", json!([{"surface": ""}])),
        (5, "portcullis.evaluate", json!(["bash"])),
        (6, "portcullis.effectivePolicy", json!([{"agentName": "../x"}])),
        (7, "portcullis.other", json!([])),
    ] {
        assert_eq!(run(id, command, arguments)["error"]["code"], -32602, "{command}");
    }
    editor.sidecar.finish();
}

#[test]
fn a_document_that_is_no_policy_has_nothing() {
    let house = House::empty();
    let mut editor = Editor::start(&house, &modern());
    let other = uri(&house.project().join("package.json"));
    editor.open(&other, "{}");
    editor.sidecar.request(
        1,
        "textDocument/codeAction",
        action_at(&other, 0, 0, &json!(null)),
    );
    assert_eq!(editor.sidecar.result(1), json!(null));
    editor.sidecar.request(
        2,
        "textDocument/codeLens",
        json!({"textDocument": {"uri": other}}),
    );
    assert_eq!(editor.sidecar.result(2), json!(null));
    editor.sidecar.finish();
}
