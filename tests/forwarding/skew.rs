//! Older and newer sidecars on the other side: played by this test, which writes and reads the files itself.

use crate::family::{
    CHILD, Family, PARENT, choose, decided, files, prompted, request_in, run, unavailable, until,
};
use serde_json::{Value, json};
use std::path::Path;

const ID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

/// As another program writes a file whole.
fn place(folder: &Path, name: &str, value: &Value) {
    let draft = folder.join(".draft");
    // The folder comes into being while the parent starts.
    until("the folder of requests is there", || folder.is_dir());
    std::fs::write(&draft, value.to_string()).unwrap();
    std::fs::rename(draft, folder.join(name)).unwrap();
}

fn entry(command: &str) -> Value {
    json!({
        "gate": "bash", "surface": "bash", "direction": null, "boundaryValue": null, "sentinel": null,
        "groups": [{"equal": [command], "tightening": []}],
        "principal": {"sessionId": CHILD, "agentName": null},
    })
}

/// The least that this version writes.
fn request() -> Value {
    json!({
        "version": 1, "id": ID, "targetSessionId": PARENT, "requesterSessionId": CHILD, "agentName": null,
        "toolCallId": null, "source": "tool_call", "cwd": "/", "createdAt": "2026-01-01T00:00:00.000Z",
        "pid": null, "processStart": null, "bootId": null, "pidNamespace": null,
        "accessIntents": [entry("touch x")], "payload": null, "suggestion": null,
    })
}

fn with(change: impl FnOnce(&mut Value)) -> Value {
    let mut value = request();
    change(&mut value);
    value
}

/// The answer to a request that was put into the spool.
fn answer_in(family: &Family) -> Value {
    let path = request_in(&family.responses(PARENT));
    let answer: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(path.file_stem().unwrap(), ID);
    assert_eq!(answer["id"], ID);
    assert_eq!(answer["responderSessionId"], PARENT);
    std::fs::remove_file(path).unwrap();
    until("the request is gone", || {
        files(&family.requests(PARENT)).is_empty()
    });
    answer
}

#[test]
fn facts_that_are_all_there_are_judged_whatever_else_a_request_holds() {
    let family = Family::new();
    let asked = family.parent(&json!({"bash": {"touch *": "allow", "sudo *": "allow", "xargs *": "deny"}}));
    let sentinel = |word: &str, command: &str| {
        let mut value = request();
        value["accessIntents"] = json!([entry(command)]);
        value["accessIntents"][0]["sentinel"] = json!(word);
        value
    };
    #[rustfmt::skip]
    let cases = [
        (request(),                                                             "policy_allow"),
        (with(|it| it["later"] = json!({"deep": [1, {}]})),                     "policy_allow"),
        (with(|it| it["accessIntents"][0]["later"] = json!(7)),                 "policy_allow"),
        (with(|it| { it.as_object_mut().unwrap().remove("payload"); }),         "policy_allow"),
        (with(|it| it["payload"] = json!({"kind": "new"})),                     "policy_allow"),
        // It names the wrapper.
        (sentinel("<indirection-bash-wrapper>", "sudo touch x"),                "policy_allow"),
        (sentinel("<indirection-bash-wrapper>", "xargs touch"),                 "policy_deny"),
    ];
    for (value, resolution) in cases {
        place(&family.requests(PARENT), &format!("{ID}.json"), &value);
        let answer = answer_in(&family);
        assert_eq!(answer["resolution"], resolution, "{value}");
        assert_eq!(answer["decidedBy"]["kind"], "rule", "{value}");
    }
    asked.finish();
}

#[test]
fn what_says_too_little_is_asked_about_and_neither_allowed_nor_refused() {
    let family = Family::new();
    let mut asked = family
        .member(PARENT)
        .policy(&json!({"permission": {"*": "allow", "bash": "allow", "path": "allow"}, "yoloMode": true}))
        .prompts()
        .start();
    let adr = json!({
        "surface": "bash", "matchValues": ["touch x"], "boundaryValue": null, "requesterCwd": "/",
        "principal": {"sessionId": CHILD, "agentName": null},
    });
    #[rustfmt::skip]
    let cases = [
        with(|it| { it.as_object_mut().unwrap().remove("accessIntents"); }),
        with(|it| { it.as_object_mut().unwrap().remove("accessIntents"); it["accessIntent"] = adr.clone(); }),
        with(|it| it["accessIntents"] = json!(null)),
        with(|it| it["accessIntents"] = json!([])),
        with(|it| it["accessIntents"] = json!([adr.clone()])),
        with(|it| it["accessIntents"] = json!([entry("touch x"), {"gate": "new"}])),
        with(|it| it["accessIntents"][0]["groups"] = json!([])),
        with(|it| it["accessIntents"][0]["gate"] = json!("external_directory")),
        with(|it| it["accessIntents"][0]["principal"]["agentName"] = json!("other")),
        with(|it| { it["agentName"] = json!("../x"); it["accessIntents"][0]["principal"]["agentName"] = json!("../x"); }),
        with(|it| it["version"] = json!(2)),
        json!({"id": ID, "targetSessionId": PARENT, "requesterSessionId": CHILD}),
    ];
    for value in cases {
        place(&family.requests(PARENT), &format!("{ID}.json"), &value);
        let prompt = prompted(&mut asked);
        let title = prompt["params"]["title"].as_str().unwrap();
        assert!(title.starts_with("A subagent"), "{title}");
        let options = prompt["params"]["options"].to_string();
        assert!(!options.contains("_session"), "{value}: {options}");
        choose(&mut asked, &prompt, "approve");
        assert_eq!(answer_in(&family)["resolution"], "user_approved", "{value}");
    }
    asked.finish();
}

#[test]
fn a_parent_of_another_version_is_understood_as_far_as_it_can_be() {
    let answer = || {
        json!({
            "version": 1, "id": null, "responderSessionId": PARENT, "decision": "allow", "resolution": "user_approved",
            "cause": null, "grant": null, "patterns": null, "reason": null,
            "decidedBy": {"kind": "user", "via": "dialog"}, "respondedAt": "2026-01-01T00:00:00.000Z",
        })
    };
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value = answer();
        change(&mut value);
        value
    };
    let by =
        |decision: Value| json!({"kind": "forwarded", "responderSessionId": PARENT, "decision": decision});
    let user = json!({"kind": "user", "via": "dialog"});
    #[rustfmt::skip]
    let cases = [
        (answer(),                                                                    "user_approved", Value::Null, Some(by(user.clone()))),
        (with(&|it| it["later"] = json!([1])),                                        "user_approved", Value::Null, Some(by(user.clone()))),
        (with(&|it| { it.as_object_mut().unwrap().remove("decidedBy"); }),            "user_approved", Value::Null, Some(by(Value::Null))),
        (with(&|it| it["decidedBy"] = json!({"kind": "oracle"})),                     "user_approved", Value::Null, Some(by(Value::Null))),
        (with(&|it| { it["decision"] = json!("deny"); it["resolution"] = json!("policy_deny"); }), "policy_deny", Value::Null, Some(by(user.clone()))),
        (with(&|it| it["version"] = json!(2)),                                        "confirmation_unavailable", json!("unreadable"), None),
        (with(&|it| it["resolution"] = json!("decreed")),                             "confirmation_unavailable", json!("unreadable"), None),
        (with(&|it| it["decision"] = json!("deny")),                                  "confirmation_unavailable", json!("unreadable"), None),
        (with(&|it| it["responderSessionId"] = json!("another")),                     "confirmation_unavailable", json!("unreadable"), None),
        (json!("allow"),                                                              "confirmation_unavailable", json!("unreadable"), None),
    ];
    let family = Family::with_second(100);
    let mut asking = family.child();
    // A record of a process that can't be looked at counts as long as it is renewed.
    let alive = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let heart = {
        let (alive, record) = (std::sync::Arc::clone(&alive), family.record(PARENT));
        std::thread::spawn(move || {
            let mut beats = 0;
            while alive.load(std::sync::atomic::Ordering::Relaxed) {
                beats += 1;
                let value =
                    json!({"sessionId": PARENT, "refreshedAt": beats.to_string(), "pid": 1, "later": true});
                place(record.parent().unwrap(), "parent.json", &value);
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            std::fs::remove_file(record).unwrap();
        })
    };
    for (id, (mut value, resolution, cause, decided_by)) in (1..).zip(cases) {
        run(&mut asking, id, "touch x");
        let path = request_in(&family.requests(PARENT));
        if value.is_object() {
            value["id"] = json!(path.file_stem().unwrap().to_str().unwrap());
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        place(&family.responses(PARENT), name, &value);
        let result = decided(&mut asking, id);
        assert_eq!(result["resolution"], resolution, "{value}");
        assert_eq!(result["cause"], cause, "{value}");
        if let Some(decided_by) = decided_by {
            assert_eq!(result["decidedBy"], decided_by, "{value}");
        }
        assert!(!path.exists(), "{value}");
    }
    // One that is silent is gone.
    run(&mut asking, 99, "touch x");
    request_in(&family.requests(PARENT));
    alive.store(false, std::sync::atomic::Ordering::Relaxed);
    heart.join().unwrap();
    unavailable(decided(&mut asking, 99), "parent_gone");
    asking.finish();
    family.is_clean();
}
