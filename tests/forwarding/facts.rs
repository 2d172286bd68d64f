//! What a parent's rules make of the facts that a child fixed.

use crate::family::{CHILD, Family, PARENT, call, choose, decided, prompted, run};
use serde_json::{Value, json};

/// What a call comes to that the rules of a parent decide.
fn comes(child: &Value, parent: &Value, tool: &str, input: &Value) -> (String, String) {
    let family = Family::new();
    let house = &family.house;
    std::fs::create_dir_all(house.path("secret")).unwrap();
    std::fs::write(house.path("secret/key"), "x").unwrap();
    std::os::unix::fs::symlink(house.path("secret/key"), house.project().join("link")).unwrap();
    let text = |value: &Value| -> Value {
        let text = value
            .to_string()
            .replace("{secret}", house.path("secret").to_str().unwrap());
        serde_json::from_str(&text).unwrap()
    };
    let asked = family.member(PARENT).permission(&text(parent)).prompts().start();
    let mut asking = family
        .member(CHILD)
        .permission(&text(child))
        .parent(PARENT)
        .start();
    call(&mut asking, 1, tool, text(input));
    let result = decided(&mut asking, 1);
    let word = |key: &str| result[key].as_str().unwrap().to_owned();
    let comes = (word("decision"), word("resolution"));
    asking.finish();
    // The parent's client hears nothing at all, which this holds it to.
    asked.finish();
    family.is_clean();
    comes
}

/// What it shows, the child's and the parent's rules, the call, and what it comes to.
type Case = (
    &'static str,
    Value,
    Value,
    &'static str,
    Value,
    (&'static str, &'static str),
);

#[test]
fn what_the_rules_of_a_parent_decide_is_decided_in_silence() {
    let bash = |command: &str| json!({"command": command});
    let (allow, deny) = (("allow", "policy_allow"), ("deny", "policy_deny"));
    #[rustfmt::skip]
    let cases: Vec<Case> = vec![
        ("a rule allows",          json!({}), json!({"bash": {"touch *": "allow"}}), "bash", bash("touch x"), allow),
        ("a rule refuses",         json!({}), json!({"bash": {"touch *": "deny"}}), "bash", bash("touch x"), deny),
        ("the link's target is denied", json!({"path": {"*": "ask"}, "bash": "allow"}), json!({"bash": "allow", "path": {"*": "allow", "{secret}/*": "deny"}}), "bash", bash("cat link"), deny),
        ("so it is where the child has no rule for paths", json!({}), json!({"bash": "allow", "path": {"{secret}/*": "deny"}}), "bash", bash("cat link"), deny),
        ("another command of the line is denied", json!({"bash": {"ls *": "allow"}}), json!({"bash": {"*": "allow", "ls *": "deny"}}), "bash", bash("ls x && touch y"), deny),
        ("a wrapper that the rule names", json!({}), json!({"bash": {"sudo *": "allow", "touch *": "allow"}}), "bash", bash("sudo touch x"), allow),
        ("a tool of the child's own", json!({}), json!({"notes": "allow"}), "notes", json!({"name": "x"}), allow),
    ];
    for (what, child, parent, tool, input, expected) in cases {
        let (decision, resolution) = comes(&child, &parent, tool, &input);
        assert_eq!((decision.as_str(), resolution.as_str()), expected, "{what}");
    }
}

/// A parent that allows every command still asks about these.
#[test]
fn a_wide_rule_of_a_parent_is_no_blank_cheque() {
    let bash = |command: &str| json!({"command": command});
    #[rustfmt::skip]
    let cases: Vec<(&str, Value, Value, Value)> = vec![
        ("sudo",                     json!({}), json!({"bash": "allow"}), bash("sudo touch x")),
        ("unparseable",              json!({}), json!({"bash": "allow"}), bash("touch 'x")),
        ("an interpreter",           json!({}), json!({"bash": "allow"}), bash("python3 -c 'print()'")),
        ("a command word that is not known", json!({}), json!({"bash": "allow"}), bash("$X y")),
        ("the environment",          json!({}), json!({"bash": "allow"}), bash("LD_PRELOAD=x touch y")),
        ("two gates that ask",       json!({"path": {"*": "ask"}}), json!({"bash": "allow"}), bash("cat src/main.rs")),
        ("an unknown part that a rule might match", json!({}), json!({"bash": {"*": "allow", "touch -x *": "ask"}}), bash("touch $X")),
        ("a path that a rule asks about and the child does not", json!({}), json!({"bash": "allow", "path": {"*main.rs": "ask"}}), bash("cat src/main.rs")),
        ("what lies below a folder", json!({}), json!({"bash": "allow", "path": {"src/main.rs": "ask"}}), bash("grep -r x .")),
        ("nothing is said of it",    json!({}), json!({}), bash("touch x")),
    ];
    for (what, child, parent, input) in cases {
        let family = Family::new();
        let mut asked = family.member(PARENT).permission(&parent).prompts().start();
        let mut asking = family
            .member(CHILD)
            .permission(&child)
            .parent(PARENT)
            .agent("helper")
            .start();
        call(&mut asking, 1, "bash", input);
        let prompt = prompted(&mut asked);
        let title = prompt["params"]["title"].as_str().unwrap();
        assert!(title.starts_with("helper (subagent)"), "{what}: {title}");
        assert_eq!(
            prompt["params"]["forwarding"],
            json!({"requesterSessionId": CHILD, "requesterAgentName": "helper", "hops": 1}),
            "{what}"
        );
        assert_eq!(prompt["params"]["sessionId"], CHILD, "{what}");
        assert_eq!(prompt["params"]["toolCallId"], "call-1", "{what}");
        choose(&mut asked, &prompt, "deny");
        assert_eq!(decided(&mut asking, 1)["resolution"], "user_denied", "{what}");
        asking.finish();
        asked.finish();
        family.is_clean();
    }
}

#[test]
fn the_agent_of_a_child_only_tightens_at_the_parent() {
    let file = |permission: &str| format!("---\npermission:\n  bash: {permission}\n---\n");
    #[rustfmt::skip]
    let cases = [
        // policy at the parent, the agent's file at the parent, what comes of it
        ("ask",   "allow", "user_approved"),
        ("allow", "ask",   "user_approved"),
        ("allow", "deny",  "policy_deny"),
        ("allow", "allow", "policy_allow"),
    ];
    for (policy, agent, resolution) in cases {
        let family = Family::new();
        let mut asked = family
            .member(PARENT)
            .permission(&json!({"bash": policy}))
            .file("agents/helper.md", &file(agent))
            .prompts()
            .start();
        let mut asking = family.member(CHILD).parent(PARENT).agent("helper").start();
        run(&mut asking, 1, "touch x");
        if resolution.starts_with("user") {
            let prompt = prompted(&mut asked);
            choose(&mut asked, &prompt, "approve");
        }
        assert_eq!(
            decided(&mut asking, 1)["resolution"],
            resolution,
            "{policy} {agent}"
        );
        asking.finish();
        asked.finish();
    }
}

#[test]
fn relative_rules_of_a_parent_hold_in_the_folder_of_the_child() {
    let family = Family::new();
    let elsewhere = family.house.path("worktree");
    std::fs::create_dir_all(elsewhere.join("src")).unwrap();
    let absolute = format!("{}/*", family.house.project().display());
    let mut asked = family
        .member(PARENT)
        .permission(&json!({"edit": {"src/*": "allow", (absolute): "deny"}, "path": {"src/*": "allow"}}))
        .prompts()
        .start();
    let mut asking = family
        .member(CHILD)
        .parent(PARENT)
        .session("cwd", json!(elsewhere))
        .start();
    call(&mut asking, 1, "edit", json!({"path": "src/new.rs"}));
    assert_eq!(decided(&mut asking, 1)["resolution"], "policy_allow");
    // Only where the parent's rules speak of it.
    call(&mut asking, 2, "edit", json!({"path": "other.rs"}));
    let prompt = prompted(&mut asked);
    choose(&mut asked, &prompt, "deny");
    decided(&mut asking, 2);
    asking.finish();
    asked.finish();
}

#[test]
fn only_what_asked_is_an_entry_and_human_only_asks_are_never_written() {
    let family = Family::new();
    let mut asking = family
        .member(CHILD)
        .permission(&json!({"bash": {"ls *": "allow"}, "path": {"*.md": "ask"}}))
        .policy(&json!({
            "permission": {"bash": {"ls *": "allow"}, "path": {"*.md": "ask"}},
            "forwardingTimeoutMs": 60_000,
        }))
        .parent(PARENT)
        .start();
    run(&mut asking, 1, "ls x && cat notes.md");
    let path = crate::family::request_in(&family.requests(PARENT));
    let request: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let entries = request["accessIntents"].as_array().unwrap();
    let gates: Vec<&Value> = entries.iter().map(|entry| &entry["gate"]).collect();
    assert_eq!(gates, ["path", "bash"]);
    assert_eq!(entries[0]["direction"], "read");
    let notes = family.house.project().join("notes.md");
    assert_eq!(entries[0]["boundaryValue"], json!(notes));
    let equal = entries[0]["groups"][0]["equal"].as_array().unwrap();
    assert!(
        equal.contains(&json!("notes.md")) && equal.contains(&json!(notes)),
        "{equal:?}"
    );
    assert_eq!(entries[1]["groups"][0]["equal"], json!(["cat notes.md"]));
    for key in [
        "version",
        "id",
        "targetSessionId",
        "requesterSessionId",
        "agentName",
        "toolCallId",
        "source",
        "cwd",
        "createdAt",
        "pid",
        "processStart",
        "bootId",
        "pidNamespace",
        "payload",
        "suggestion",
    ] {
        assert!(request.get(key).is_some(), "{key}");
    }
    asking.notify("$/cancelRequest", json!({"id": 1}));
    asking.method("permissions/decision");
    asking.error(1);
    // A protected write is for a human alone.
    let policy = family.house.path("config-child/policy.jsonc");
    call(&mut asking, 2, "write", json!({"path": policy, "content": "{}"}));
    crate::family::unavailable(decided(&mut asking, 2), "no_ui");
    asking.finish();
    family.is_clean();
}

#[test]
fn a_guard_of_the_parent_binds_its_children() {
    let family = Family::new();
    let asked = family
        .member(PARENT)
        .policy(&json!({"permission": {"bash": "allow"}, "yoloMode": true}))
        .guards(&json!({"bash": {"touch *": "deny"}}))
        .prompts()
        .start();
    let mut asking = family.child();
    run(&mut asking, 1, "ls x; touch y");
    let result = decided(&mut asking, 1);
    assert_eq!(result["resolution"], "hard_guard_deny");
    assert_eq!(result["decidedBy"]["decision"]["origin"], "hard-guard");
    asking.finish();
    asked.finish();
}
