//! Parents that are themselves children, and children within a process.

use crate::family::{Family, PARENT, answer, call, choose, decided, prompted, run, unavailable, withdrawn};
use crate::wire::Sidecar;
use serde_json::json;

/// A root with a human, one that has a parent, and one below that.
fn three(family: &Family) -> (Sidecar, Sidecar, Sidecar) {
    (
        family.member("root").prompts().start(),
        family.member("middle").parent("root").start(),
        family.member("leaf").parent("middle").agent("helper").start(),
    )
}

fn finish(family: &Family, sidecars: [Sidecar; 3]) {
    let [root, middle, leaf] = sidecars;
    leaf.finish();
    middle.finish();
    root.finish();
    family.is_clean();
}

#[test]
fn an_ask_goes_up_hop_by_hop_and_its_answer_down() {
    let family = Family::new();
    let (mut root, middle, mut leaf) = three(&family);
    run(&mut leaf, 1, "touch x");
    let prompt = prompted(&mut root);
    assert_eq!(
        prompt["params"]["forwarding"],
        json!({"requesterSessionId": "leaf", "requesterAgentName": "helper", "hops": 2})
    );
    assert_eq!(prompt["params"]["payload"]["request"]["value"], "touch x");
    assert_eq!(choose(&mut root, &prompt, "approve")["sessionId"], "leaf");
    let result = decided(&mut leaf, 1);
    assert_eq!(result["resolution"], "user_approved");
    assert_eq!(
        result["decidedBy"],
        json!({"kind": "forwarded", "responderSessionId": "middle", "decision": {
            "kind": "forwarded", "responderSessionId": "root", "decision": {"kind": "user", "via": "dialog"}}})
    );
    finish(&family, [root, middle, leaf]);
}

#[test]
fn each_on_the_way_may_decide() {
    let family = Family::new();
    let root = family
        .member("root")
        .prompts()
        .permission(&json!({"bash": {"ls *": "deny", "cat *": "allow"}}))
        .start();
    let middle = family
        .member("middle")
        .parent("root")
        .permission(&json!({"bash": {"touch *": "allow"}}))
        .start();
    let mut leaf = family.member("leaf").parent("middle").start();
    #[rustfmt::skip]
    let cases = [
        ("touch x", "policy_allow", "middle"),
        ("cat x",   "policy_allow", "root"),
        ("ls x",    "policy_deny",  "root"),
    ];
    for (id, (command, resolution, by)) in (1..).zip(cases) {
        run(&mut leaf, id, command);
        let result = decided(&mut leaf, id);
        assert_eq!(result["resolution"], resolution, "{command}");
        let mut deepest = &result["decidedBy"];
        let mut responder = &deepest["responderSessionId"];
        while deepest["kind"] == "forwarded" {
            responder = &deepest["responderSessionId"];
            deepest = &deepest["decision"];
        }
        assert_eq!(responder, by, "{command}");
        assert_eq!(deepest["kind"], "rule", "{command}");
    }
    finish(&family, [root, middle, leaf]);
}

#[test]
fn a_grant_is_recorded_once_by_the_right_one() {
    let family = Family::new();
    let (mut root, mut middle, mut leaf) = three(&family);
    for (id, choice, holder) in [
        (1, "approve_for_session", "leaf"),
        (2, "approve_for_serving_session", "root"),
    ] {
        run(
            &mut leaf,
            id,
            if holder == "leaf" { "touch x" } else { "mkdir x" },
        );
        let prompt = prompted(&mut root);
        choose(&mut root, &prompt, choice);
        assert_eq!(decided(&mut leaf, id)["resolution"], "user_approved_for_session");
    }
    let rules = |sidecar: &mut Sidecar| -> Vec<String> {
        sidecar.request(9, "permissions/sessionRules", json!({}));
        let result = sidecar.result(9);
        let rules = result["rules"].as_array().unwrap().iter();
        rules
            .map(|rule| rule["pattern"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(rules(&mut leaf), ["touch *"]);
    assert_eq!(rules(&mut middle), Vec::<String>::new());
    assert_eq!(rules(&mut root), ["mkdir *"]);
    // Now nobody is asked.
    run(&mut leaf, 3, "touch y");
    assert_eq!(decided(&mut leaf, 3)["resolution"], "session_approved");
    run(&mut leaf, 4, "mkdir y");
    assert_eq!(decided(&mut leaf, 4)["resolution"], "session_approved");
    finish(&family, [root, middle, leaf]);
}

#[test]
fn a_cancelled_call_is_withdrawn_all_the_way_up() {
    let family = Family::new();
    let (mut root, middle, mut leaf) = three(&family);
    run(&mut leaf, 1, "touch x");
    let prompt = prompted(&mut root);
    leaf.notify("$/cancelRequest", json!({"id": 1}));
    leaf.method("permissions/decision");
    leaf.error(1);
    withdrawn(&mut root, &prompt, "cancelled");
    finish(&family, [root, middle, leaf]);
}

#[test]
fn the_end_of_one_in_the_middle_ends_both_sides() {
    let family = Family::new();
    let (mut root, middle, mut leaf) = three(&family);
    run(&mut leaf, 1, "touch x");
    let prompt = prompted(&mut root);
    middle.kill();
    withdrawn(&mut root, &prompt, "cancelled");
    unavailable(decided(&mut leaf, 1), "parent_gone");
    leaf.finish();
    root.finish();
    family.is_clean();
}

#[test]
fn the_end_of_the_root_is_told_to_the_leaf() {
    let family = Family::new();
    let (mut root, middle, mut leaf) = three(&family);
    run(&mut leaf, 1, "touch x");
    prompted(&mut root);
    root.kill();
    let result = unavailable(decided(&mut leaf, 1), "parent_gone");
    assert_eq!(result["decidedBy"]["responderSessionId"], "middle");
    leaf.finish();
    middle.finish();
    family.is_clean();
}

#[test]
fn sessions_that_are_each_others_parents_ask_nobody() {
    let family = Family::new();
    let mut one = family.member("one").parent("two").start();
    let two = family.member("two").parent("one").start();
    run(&mut one, 1, "touch x");
    unavailable(decided(&mut one, 1), "no_parent");
    one.finish();
    two.finish();
    family.is_clean();
}

fn born(sidecar: &mut Sidecar, id: &str, parent: &str) {
    let params = json!({"sessionId": id, "parentSessionId": parent, "agentName": "inner"});
    sidecar.notify("permissions/childSessionCreated", params);
}

#[test]
fn a_child_within_the_process_is_asked_for_here_and_passes_on_what_its_own_children_ask() {
    let family = Family::new();
    let mut asked = family.parent(&json!({}));
    born(&mut asked, "inner", PARENT);
    call(&mut asked, 1, "notes", json!({"name": "x"}));
    let own = prompted(&mut asked);
    assert_eq!(own["params"]["forwarding"], json!(null));
    choose(&mut asked, &own, "approve");
    asked.result(1);
    asked.request(
        2,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "touch x"}, "sessionId": "inner"}),
    );
    let inner = prompted(&mut asked);
    assert_eq!(inner["params"]["forwarding"]["hops"], 0);
    choose(&mut asked, &inner, "approve");
    asked.result(2);
    // A process that was started from the child within.
    let mut outer = family.member("outer").parent("inner").start();
    run(&mut outer, 1, "touch y");
    let prompt = prompted(&mut asked);
    assert_eq!(prompt["params"]["sessionId"], "outer");
    assert_eq!(prompt["params"]["forwarding"]["hops"], 1);
    answer(&mut asked, &prompt, json!({"choice": "approve"}));
    let result = decided(&mut outer, 1);
    assert_eq!(result["decidedBy"]["responderSessionId"], "inner");
    // With the child within goes what was asked of it.
    run(&mut outer, 2, "touch z");
    let prompt = prompted(&mut asked);
    asked.notify("permissions/childSessionDisposed", json!({"sessionId": "inner"}));
    withdrawn(&mut asked, &prompt, "shutdown");
    unavailable(decided(&mut outer, 2), "shutdown");
    run(&mut outer, 3, "touch z");
    unavailable(decided(&mut outer, 3), "parent_gone");
    outer.finish();
    asked.finish();
    family.is_clean();
}

#[test]
fn a_child_within_a_process_without_a_human_asks_that_ones_parent() {
    let family = Family::new();
    let mut root = family.member("root").prompts().start();
    let mut middle = family.member("middle").parent("root").start();
    born(&mut middle, "inner", "middle");
    middle.request(
        1,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "touch x"}, "sessionId": "inner"}),
    );
    let prompt = prompted(&mut root);
    assert_eq!(prompt["params"]["sessionId"], "inner");
    assert_eq!(
        prompt["params"]["forwarding"],
        json!({"requesterSessionId": "inner", "requesterAgentName": "inner", "hops": 1})
    );
    choose(&mut root, &prompt, "approve_for_session");
    assert_eq!(decided(&mut middle, 1)["resolution"], "user_approved_for_session");
    middle.request(2, "permissions/sessionRules", json!({"sessionId": "inner"}));
    assert_eq!(middle.result(2)["rules"][0]["pattern"], "touch *");
    middle.finish();
    root.finish();
    family.is_clean();
}
