//! The schemas of the policy files: the checked-in copies are what the types give, and they agree with the
//! loader wherever a schema can say what it says.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

use portcullis::policy::{Document, FileKind, Severity, schema};
use serde_json::Value;
use std::path::Path;

fn checked_in(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schema").join(name)
}

#[test]
fn the_checked_in_schemas_are_fresh() {
    for (name, schema) in [
        ("policy.schema.json", schema::policy()),
        ("hard-guards.schema.json", schema::guards()),
    ] {
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        let path = checked_in(name);
        if std::env::var_os("PORTCULLIS_UPDATE_SCHEMA").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == text,
            "schema/{name} is stale: run PORTCULLIS_UPDATE_SCHEMA=1 cargo test --test policy_schema"
        );
    }
}

/// The part of JSON Schema that these schemas use.
fn fits(schema: &Value, root: &Value, value: &Value) -> bool {
    let Some(schema) = schema.as_object() else {
        return schema != &Value::Bool(false);
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    schema.iter().all(|(keyword, want)| match keyword.as_str() {
        "$ref" => {
            let target = root
                .pointer(want.as_str().unwrap().trim_start_matches('#'))
                .unwrap();
            fits(target, root, value)
        }
        "type" => match want.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_u64() || value.is_i64(),
            other => panic!("type {other}"),
        },
        "const" => value == want,
        "enum" => want.as_array().unwrap().contains(value),
        "anyOf" | "oneOf" => want.as_array().unwrap().iter().any(|one| fits(one, root, value)),
        "allOf" => want.as_array().unwrap().iter().all(|one| fits(one, root, value)),
        "not" => !fits(want, root, value),
        "if" => !fits(want, root, value) || fits(&schema["then"], root, value),
        "required" => {
            let has = |name: &Value| value.get(name.as_str().unwrap()).is_some();
            !value.is_object() || want.as_array().unwrap().iter().all(has)
        }
        "properties" => properties
            .unwrap()
            .iter()
            .all(|(name, one)| value.get(name).is_none_or(|inner| fits(one, root, inner))),
        "additionalProperties" | "unevaluatedProperties" => value.as_object().is_none_or(|members| {
            let others = members
                .iter()
                .filter(|(name, _)| !properties.is_some_and(|own| own.contains_key(*name)));
            others.into_iter().all(|(_, inner)| fits(want, root, inner))
        }),
        "propertyNames" => value.as_object().is_none_or(|members| {
            members
                .keys()
                .all(|name| fits(want, root, &Value::String(name.clone())))
        }),
        "items" => value
            .as_array()
            .is_none_or(|items| items.iter().all(|item| fits(want, root, item))),
        "maxItems" => value
            .as_array()
            .is_none_or(|items| items.len() as u64 <= want.as_u64().unwrap()),
        "minimum" => value
            .as_u64()
            .is_none_or(|number| number >= want.as_u64().unwrap()),
        "maximum" => value
            .as_u64()
            .is_none_or(|number| number <= want.as_u64().unwrap()),
        "pattern" => value.as_str().is_none_or(|text| match want.as_str().unwrap() {
            r"\S" => text.chars().any(|c| !c.is_whitespace()),
            "^(/([^~]|~[01])*)?$" => text.is_empty() || text.starts_with('/'),
            other => panic!("pattern {other}"),
        }),
        "$schema"
        | "$defs"
        | "title"
        | "description"
        | "default"
        | "deprecated"
        | "format"
        | "then"
        | "allowTrailingCommas" => true,
        other => panic!("keyword {other}"),
    })
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table")]
fn the_schemas_and_the_loader_agree() {
    let policy = schema::policy();
    let guards = schema::guards();
    for (kind, text, sound) in [
        (FileKind::Policy, "{}", true),
        (
            FileKind::Policy,
            r#"{"permission": {"*": "ask", "bash": {"git *": "allow"}, "read": "deny"}}"#,
            true,
        ),
        (
            FileKind::Policy,
            r#"{"permission": {"bash": {"x": {"action": "deny", "reason": "r", "match": "x", "notMatch": ["y"]}}}}"#,
            true,
        ),
        (
            FileKind::Policy,
            r#"{"permission": {"mcp__exa__*": "ask"}, "yoloMode": true, "authorizerChain": ["auto-review"]}"#,
            true,
        ),
        (
            FileKind::Policy,
            r#"{"autoReview": {"provider": "p", "model": "m"}, "authorizerTimeoutMs": 5, "promptMaxRows": 9}"#,
            true,
        ),
        (
            FileKind::Policy,
            r#"{"shellTools": {"sh": {"commandArgument": "c", "workdirArgument": "d"}}, "toolAccess": {"t": {"path": "/p"}}}"#,
            true,
        ),
        (
            FileKind::Policy,
            r#"{"toolAccess": {"t": {"path": ["/p"], "remote": true, "evidence": [{"label": "l", "pointer": "/x"}]}}}"#,
            true,
        ),
        (
            FileKind::Policy,
            r#"{"wrappers": {"w": {"transparent": true, "skip": 2}}, "commandEffects": {"c": ["read"], "d": []}}"#,
            true,
        ),
        (
            FileKind::Policy,
            r#"{"$schema": "s", "toolTextSummaryMaxLength": 4}"#,
            true,
        ),
        (FileKind::Policy, "[]", false),
        (FileKind::Policy, r#"{"permission": []}"#, false),
        (FileKind::Policy, r#"{"permission": {"bash": "maybe"}}"#, false),
        (
            FileKind::Policy,
            r#"{"permission": {"bash": {"x": true}}}"#,
            false,
        ),
        (
            FileKind::Policy,
            r#"{"permission": {"bash": {"x": {"reason": "r"}}}}"#,
            false,
        ),
        (
            FileKind::Policy,
            r#"{"permission": {"bash": {"x": {"action": "ask", "reason": "r"}}}}"#,
            false,
        ),
        (
            FileKind::Policy,
            r#"{"permission": {"bash": {"x": {"action": "ask", "resaon": "r"}}}}"#,
            false,
        ),
        (FileKind::Policy, r#"{"permission": {"*": {"x": "ask"}}}"#, false),
        (FileKind::Policy, r#"{"permission": {"": "ask"}}"#, false),
        (
            FileKind::Policy,
            r#"{"permission": {"bash": {" ": "ask"}}}"#,
            false,
        ),
        (FileKind::Policy, r#"{"permission": {"__proto__": "ask"}}"#, false),
        (FileKind::Policy, r#"{"permissions": {}}"#, false),
        (FileKind::Policy, r#"{"yoloMode": 1}"#, false),
        (FileKind::Policy, r#"{"promptMaxRows": 0}"#, false),
        (FileKind::Policy, r#"{"promptMaxRows": 2.5}"#, false),
        (FileKind::Policy, r#"{"authorizerTimeoutMs": 99999999999}"#, false),
        (FileKind::Policy, r#"{"authorizerChain": ["a", 1]}"#, false),
        (FileKind::Policy, r#"{"autoReview": {"provider": "p"}}"#, false),
        (FileKind::Policy, r#"{"shellTools": {"sh": {}}}"#, false),
        (FileKind::Policy, r#"{"toolAccess": {"t": {"path": "p"}}}"#, false),
        (
            FileKind::Policy,
            r#"{"wrappers": {"w": {"transparent": false}}}"#,
            false,
        ),
        (
            FileKind::Policy,
            r#"{"commandEffects": {"c": ["read", "write"]}}"#,
            false,
        ),
        (FileKind::Policy, r#"{"protectedWrites": []}"#, false),
        (
            FileKind::Guards,
            r#"{"permission": {"bash": {"x": "deny"}, "path": "allow"}, "protectedWrites": ["*.lock"]}"#,
            true,
        ),
        (FileKind::Guards, r#"{"permission": {"bash": "ask"}}"#, false),
        (FileKind::Guards, r#"{"protectedWrites": [""]}"#, false),
        (FileKind::Guards, r#"{"protectedWrites": "x"}"#, false),
        (FileKind::Guards, r#"{"yoloMode": true}"#, false),
    ] {
        let schema = if kind == FileKind::Policy {
            &policy
        } else {
            &guards
        };
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(fits(schema, schema, &value), sound, "schema: {text}");
        let document = Document::parse("/config/file", kind, text);
        let accepted = !document
            .problems
            .iter()
            .any(|problem| problem.severity != Severity::Info);
        assert_eq!(accepted, sound, "loader: {text} {:?}", document.problems);
    }
}

#[test]
fn the_starter_files_fit_their_schemas() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/starter");
    for (name, schema) in [
        ("policy.jsonc", schema::policy()),
        ("hard-guards.jsonc", schema::guards()),
    ] {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let value: Value = json5::from_str(&text).unwrap();
        assert!(fits(&schema, &schema, &value), "{name}");
        let document = Document::parse(name, FileKind::of_name(name).unwrap(), &text);
        assert_eq!(document.problems, [], "{name}");
    }
}
