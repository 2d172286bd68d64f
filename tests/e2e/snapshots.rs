//! What goes over the wire, word for word. Ids, times and folders are replaced by names.

use crate::support::House;
use crate::wire::{Sidecar, serve};
use serde_json::{Value, json};

const POLICY: &str = r#"{
  "permission": {
    "*": "ask",
    "read": "allow",
    "deploy": {
      "*": "ask",
      "production": { "action": "deny", "reason": "ask the team first" }
    }
  }
}
"#;

/// A house with a policy of its own.
fn house() -> House {
    let house = House::empty();
    std::fs::create_dir_all(house.config()).unwrap();
    std::fs::write(house.config().join("policy.jsonc"), POLICY).unwrap();
    house
}

/// The message with everything that differs from run to run replaced.
fn shown(house: &House, message: &Value) -> String {
    let text = serde_json::to_string_pretty(message).unwrap();
    let text = text.replace(house.path("").to_str().unwrap().trim_end_matches('/'), "<house>");
    let text = text.replace(env!("CARGO_PKG_VERSION"), "<version>");
    let mut known: Vec<String> = Vec::new();
    text.split('"')
        .map(|piece| {
            if std::path::Path::new(piece)
                .extension()
                .is_some_and(|extension| extension == "sock")
            {
                return "<socket>".to_owned();
            }
            let is_uuid = piece.len() == 36 && piece.bytes().filter(|byte| *byte == b'-').count() == 4;
            if !is_uuid {
                return piece.to_owned();
            }
            let at = known.iter().position(|id| id == piece).unwrap_or_else(|| {
                known.push(piece.to_owned());
                known.len() - 1
            });
            format!("<id {at}>")
        })
        .collect::<Vec<_>>()
        .join("\"")
}

macro_rules! shows {
    ($house:expr, $name:literal, $message:expr) => {
        insta::assert_snapshot!($name, shown(&$house, &$message))
    };
}

#[test]
fn one_session() {
    let house = house();
    let mut sidecar = Sidecar::spawn(&mut serve(&house));
    sidecar.request(
        0,
        "initialize",
        json!({
            "capabilities": {"experimental": {"permissions": {"prompt": true, "promptColumns": 60}}},
            "initializationOptions": {"session": {"id": "own", "agentName": "reviewer"}},
        }),
    );
    shows!(house, "initialize", sidecar.answer(0));
    sidecar.notify("initialized", json!({}));
    shows!(house, "ready", sidecar.next());

    let deploy = json!({"tool": "deploy", "input": {"name": "production"}});
    sidecar.request(1, "permissions/check", deploy.clone());
    shows!(house, "check", sidecar.answer(1));
    sidecar.request(2, "permissions/explain", deploy.clone());
    shows!(house, "explain", sidecar.answer(2));
    sidecar.request(3, "permissions/authorize", deploy);
    shows!(house, "denied-decision", sidecar.next());
    shows!(house, "denied", sidecar.answer(3));

    sidecar.request(
        4,
        "permissions/authorize",
        json!({"tool": "deploy", "input": {"name": "staging"}, "toolCallId": "call-4"}),
    );
    shows!(house, "ui_prompt", sidecar.next());
    let prompt = sidecar.next();
    shows!(house, "prompt", prompt);
    sidecar.respond(&prompt["id"], json!({"choice": "approve", "reason": "go on"}));
    shows!(house, "approved-decision", sidecar.next());
    shows!(house, "approved", sidecar.answer(4));

    sidecar.request(
        5,
        "permissions/toolPermission",
        json!({"tools": ["deploy", "read", "edit"]}),
    );
    shows!(house, "toolPermission", sidecar.answer(5));
    sidecar.request(6, "permissions/policy", json!({}));
    let mut policy = sidecar.answer(6);
    // Built-in rules name every folder above the policy's, wherever this runs.
    policy["result"]["rules"]
        .as_array_mut()
        .unwrap()
        .retain(|rule| rule["file"].is_string());
    shows!(house, "policy", policy);
    sidecar.finish();
}

#[test]
fn a_grant_or_a_reload_is_seen_by_what_comes_behind_it() {
    let house = house();
    let mut sidecar = Sidecar::ready(&house);
    sidecar.request(
        1,
        "permissions/authorize",
        json!({"tool": "deploy", "input": {"name": "staging"}}),
    );
    sidecar.method("permissions/ui_prompt");
    let prompt = sidecar.method("permissions/prompt");
    let option = prompt["params"]["options"]
        .as_array()
        .unwrap()
        .iter()
        .find(|option| option["id"] == "approve_for_session")
        .expect("a plain ask may be answered for the session");
    let pattern = option["patterns"][0].clone();
    // In one write: the answer that grants, and a check that asks about the same.
    let answer = json!({"jsonrpc": "2.0", "id": prompt["id"], "result": {"choice": "approve_for_session"}});
    let check = json!({"jsonrpc": "2.0", "id": 2, "method": "permissions/check", "params": {"tool": "deploy", "input": {"name": "staging"}}});
    let both: Vec<u8> = [answer, check]
        .iter()
        .flat_map(|message| crate::wire::frame(message.to_string().as_bytes()))
        .collect();
    sidecar.bytes(&both);
    let state = sidecar.result(2);
    assert_eq!(
        (&state["state"], &state["origin"]),
        (&json!("allow"), &json!("session"))
    );
    assert_eq!(sidecar.result(1)["resolution"], "user_approved_for_session");
    sidecar.method("permissions/decision");
    sidecar.request(3, "permissions/sessionRules", json!({}));
    let rules = sidecar.result(3)["rules"].take();
    assert_eq!(
        (&rules[0]["surface"], &rules[0]["pattern"]),
        (&pattern["surface"], &pattern["pattern"])
    );

    // A reload and a check behind it, in one write too.
    std::fs::write(
        house.config().join("policy.jsonc"),
        r#"{"permission": {"*": "deny"}}"#,
    )
    .unwrap();
    let reload = json!({"jsonrpc": "2.0", "id": 4, "method": "permissions/reload", "params": {}});
    let check = json!({"jsonrpc": "2.0", "id": 5, "method": "permissions/check", "params": {"surface": "bash", "value": "ls"}});
    let both: Vec<u8> = [reload, check]
        .iter()
        .flat_map(|message| crate::wire::frame(message.to_string().as_bytes()))
        .collect();
    sidecar.bytes(&both);
    assert_eq!(sidecar.result(5)["state"], "deny");
    let changed = sidecar.next();
    assert_eq!(
        changed["method"], "permissions/policyChanged",
        "it comes before the answer"
    );
    sidecar.result(4);
    let (mut left, code) = {
        sidecar.hang_up();
        sidecar.end()
    };
    // A watcher may have seen the change as well.
    left.retain(|message| message["method"] != "permissions/policyChanged");
    assert_eq!((left, code), (vec![], 0));
}
