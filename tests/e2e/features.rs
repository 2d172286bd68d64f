//! What is shown of a document, over real pipes.

use crate::editor::{Editor, uri, whole};
use crate::support::House;
use serde_json::{Value, json};

const POLICY: &str = "{\n  \"permission\": {\n    \"bash\": { \"git *\": \"ask\", \"git log *\": \"allow\" },\n    \"fetch\": \"ask\"\n  }\n}\n";

/// What an editor of these days declares.
fn modern() -> Value {
    let mut capabilities = whole();
    let document = &mut capabilities["textDocument"];
    document["hover"] = json!({"contentFormat": ["markdown"]});
    document["completion"] = json!({"completionItem": {"snippetSupport": true}});
    document["documentSymbol"] = json!({"hierarchicalDocumentSymbolSupport": true});
    capabilities
}

struct Asked {
    editor: Editor,
    policy: String,
    id: u64,
}

impl Asked {
    fn of(house: &House, capabilities: &Value, text: &str) -> Self {
        let mut editor = Editor::start(house, capabilities);
        let policy = uri(&house.config().join("policy.jsonc"));
        editor.open(&policy, text);
        editor.published(&policy);
        Self {
            editor,
            policy,
            id: 0,
        }
    }

    fn ask(&mut self, method: &str, mut params: Value) -> Value {
        params["textDocument"] = json!({"uri": self.policy});
        self.id += 1;
        self.editor
            .sidecar
            .request(self.id, &format!("textDocument/{method}"), params);
        self.editor.sidecar.result(self.id)
    }

    fn at(&mut self, method: &str, line: u32, character: u32) -> Value {
        self.ask(
            method,
            json!({"position": {"line": line, "character": character}}),
        )
    }
}

#[test]
fn a_document_is_told_of_outlined_and_laid_out() {
    let house = House::empty();
    let mut asked = Asked::of(&house, &modern(), POLICY);
    let hover = asked.at("hover", 2, 33);
    assert_eq!(hover["contents"]["kind"], "markdown");
    let told = hover["contents"]["value"].as_str().unwrap();
    assert!(
        told.starts_with("**allow** under `bash`: `git log`, alone or with anything behind it"),
        "{told}"
    );
    assert!(
        told.contains("It decides in the place of:\n- `git *` (ask)"),
        "{told}"
    );
    assert_eq!(hover["range"]["start"], json!({"line": 2, "character": 30}));
    let symbols = asked.ask("documentSymbol", json!({}));
    assert_eq!(symbols[0]["name"], "permission");
    assert_eq!(symbols[0]["children"][0]["children"][1]["name"], "git log *");
    assert_eq!(symbols[0]["children"][0]["children"][1]["detail"], "allow");
    let folds = asked.ask("foldingRange", json!({}));
    assert_eq!(folds[0], json!({"startLine": 0, "endLine": 4, "kind": "region"}));
    let grown = asked.ask(
        "selectionRange",
        json!({"positions": [{"line": 2, "character": 33}]}),
    );
    assert_eq!(grown[0]["range"]["start"], json!({"line": 2, "character": 31}));
    assert_eq!(
        grown[0]["parent"]["parent"]["range"]["start"],
        json!({"line": 2, "character": 30})
    );
    let hints = asked.ask(
        "inlayHint",
        json!({"range": {"start": {"line": 0, "character": 0}, "end": {"line": 6, "character": 0}}}),
    );
    let labels: Vec<&str> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| hint["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["#2", "#1"]);
    let laid_out = asked.ask(
        "formatting",
        json!({"options": {"tabSize": 4, "insertSpaces": true}}),
    );
    assert_eq!(laid_out[0]["newText"], "\n    ");
    asked.editor.sidecar.finish();
}

#[test]
fn what_is_half_typed_is_completed() {
    let house = House::empty();
    let mut asked = Asked::of(&house, &modern(), "{\"permission\": {\"bash\": {\"git *\": ");
    let found = asked.at("completion", 0, 36);
    let labels: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["allow", "ask", "deny"]);
    assert_eq!(found[0]["textEdit"]["newText"], "\"allow\"");
    asked.editor.sidecar.finish();
}

#[test]
fn without_a_declaration_there_are_no_snippets_markdown_or_nested_outlines() {
    let house = House::empty();
    let mut asked = Asked::of(&house, &whole(), "{\"permission\": {}, \"yoloMode\": false, }");
    for one in asked.at("completion", 0, 38).as_array().unwrap() {
        assert_eq!(one["insertTextFormat"], 1, "{one}");
        assert!(
            !one["textEdit"]["newText"].as_str().unwrap().contains('$') || one["label"] == "$schema",
            "{one}"
        );
    }
    assert_eq!(asked.at("hover", 0, 22)["contents"]["kind"], "plaintext");
    let symbols = asked.ask("documentSymbol", json!({}));
    assert_eq!(symbols[1]["name"], "yoloMode");
    assert_eq!(symbols[1]["location"]["uri"], asked.policy);
    asked.editor.sidecar.finish();
}

#[test]
fn a_surface_is_renamed_in_all_files_and_found_in_them() {
    let house = House::empty();
    std::fs::create_dir_all(house.config()).unwrap();
    let guards = house.config().join("hard-guards.jsonc");
    std::fs::write(&guards, "{\"permission\": {\"fetch\": \"deny\"}}").unwrap();
    let mut asked = Asked::of(&house, &modern(), POLICY);
    let found = asked.ask(
        "references",
        json!({"position": {"line": 3, "character": 7}, "context": {"includeDeclaration": false}}),
    );
    assert_eq!(found[0]["uri"], uri(&guards));
    assert_eq!(found[0]["range"]["start"], json!({"line": 0, "character": 16}));
    assert_eq!(asked.at("prepareRename", 3, 7)["placeholder"], "fetch");
    assert_eq!(asked.at("prepareRename", 2, 7), json!(null));
    let edit = asked.ask(
        "rename",
        json!({"position": {"line": 3, "character": 7}, "newName": "web_get"}),
    );
    for file in [asked.policy.clone(), uri(&guards)] {
        assert_eq!(edit["changes"][&file][0]["newText"], "\"web_get\"", "{edit}");
    }
    asked.editor.sidecar.finish();
}
