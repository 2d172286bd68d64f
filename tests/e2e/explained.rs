//! What an explanation names, from the command line and over the wire alike.

use crate::support::House;
use crate::wire::{Sidecar, serve};
use serde_json::{Value, json};

/// Of each unit and each path everything that the verdict came from, from the command line and over the wire alike.
#[test]
fn an_explanation_is_whole() {
    let house = House::empty();
    std::fs::create_dir_all(house.config()).unwrap();
    std::fs::write(
        house.config().join("policy.jsonc"),
        r#"{"permission": {"*": "allow", "bash": {"*": "allow", "git *": "ask", "git log *": "allow"},
            "path": {"*": "allow", "*.env": "deny"}}}"#,
    )
    .unwrap();
    let command = r"x=$(timeout 5 git -C src log); cd src && cat ../.env; python3 -c 'f()'";
    let output = house.portcullis(&["explain", "--json", "bash", command]);
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut sidecar = Sidecar::spawn(&mut serve(&house));
    sidecar.request(0, "initialize", json!({"capabilities": {}}));
    sidecar.result(0);
    sidecar.notify("initialized", json!({}));
    sidecar.request(
        1,
        "permissions/explain",
        json!({"tool": "bash", "input": {"command": command}}),
    );
    assert_eq!(said["trace"], sidecar.result(1)["trace"]);
    sidecar.finish();

    let of = |list: &str, value: &str| {
        let all = said["trace"][list].as_array().unwrap();
        all.iter()
            .find(|one| one["value"] == value)
            .cloned()
            .unwrap_or_else(|| panic!("{value} is not in {all:#?}"))
    };
    let text_at = |one: &Value| {
        let at = |index: usize| usize::try_from(one["span"][index].as_u64().unwrap()).unwrap();
        command[at(0)..at(1)].to_owned()
    };
    let outcome = |one: &Value, pattern: &str| {
        let rules = one["rules"].as_array().unwrap();
        let rule = rules.iter().find(|rule| rule["pattern"] == pattern).unwrap();
        rule["outcome"].as_str().unwrap().to_owned()
    };

    // What runs behind the wrapper: its text, place, context, spellings, the rule that won and the runner-up.
    let unit = of("units", "git -C src log");
    assert_eq!(text_at(&unit), "git -C src log");
    assert_eq!(unit["context"], "inside $( ) of an assignment, run by timeout");
    assert_eq!(
        unit["spellings"][0]["equal"],
        json!(["git -C src log", "git log"])
    );
    assert_eq!(outcome(&unit, "git log *"), "decided");
    assert_eq!(outcome(&unit, "git *"), "runner-up: less specific");
    assert_eq!(unit["state"], "allow");
    // The wrapper names what it really runs.
    assert_eq!(
        of("units", "timeout 5 git -C src log")["executedUnit"],
        "git -C src log"
    );
    // A sentinel, with why.
    let opaque = of("units", "python3 -c 'f()'");
    assert_eq!(
        opaque["floors"],
        json!(["<opaque-bash-wrapper>: python3 runs an inline program"])
    );
    assert_eq!(opaque["rewrites"], json!(["floored by <opaque-bash-wrapper>"]));

    // The path: its token, place, spellings in each folder it may mean, direction with its proof, and the rule.
    let path = of("paths", "../.env");
    assert_eq!(text_at(&path), "../.env");
    assert_eq!(
        (path["direction"].as_str(), path["proof"].as_str()),
        (Some("read"), Some("operand of a known reader"))
    );
    let groups = path["spellings"].as_array().unwrap();
    assert!(
        !groups.is_empty()
            && groups
                .iter()
                .all(|group| !group["equal"].as_array().unwrap().is_empty()),
        "{groups:?}"
    );
    assert_eq!(outcome(&path, "*.env"), "decided");
    assert_eq!(path["state"], "deny");
}
