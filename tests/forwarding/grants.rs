//! What an answer covers beyond the call.

use crate::family::{CHILD, Family, PARENT, answer, choose, decided, prompted, run};
use crate::wire::Sidecar;
use serde_json::{Value, json};

fn rules(sidecar: &mut Sidecar) -> Vec<String> {
    sidecar.request(99, "permissions/sessionRules", json!({}));
    let result = sidecar.result(99);
    let rules = result["rules"].as_array().unwrap().iter();
    rules
        .map(|rule| {
            format!(
                "{} {}",
                rule["surface"].as_str().unwrap(),
                rule["pattern"].as_str().unwrap()
            )
        })
        .collect()
}

#[test]
fn an_answer_covers_the_subagent_or_the_whole_session() {
    for (choice, at_child, at_parent) in [
        ("approve", vec![], vec![]),
        ("approve_for_session", vec!["bash touch *"], vec![]),
        ("approve_for_serving_session", vec![], vec!["bash touch *"]),
    ] {
        let family = Family::new();
        let mut asked = family.parent(&json!({}));
        let mut asking = family.child();
        let mut sibling = family.member("sibling").parent(PARENT).start();
        run(&mut asking, 1, "touch x");
        let prompt = prompted(&mut asked);
        let options: Vec<&str> = prompt["params"]["options"]
            .as_array()
            .unwrap()
            .iter()
            .map(|option| option["id"].as_str().unwrap())
            .collect();
        assert_eq!(
            options,
            [
                "approve",
                "approve_for_session",
                "approve_for_serving_session",
                "deny",
                "deny_with_reason"
            ]
        );
        choose(&mut asked, &prompt, choice);
        decided(&mut asking, 1);
        assert_eq!(rules(&mut asking), at_child, "{choice}");
        assert_eq!(rules(&mut asked), at_parent, "{choice}");
        // Who is asked about the same thing afterwards.
        for (id, sidecar) in [(2, &mut asking), (3, &mut sibling)] {
            let covered = !at_parent.is_empty() || (id == 2 && !at_child.is_empty());
            run(sidecar, id, "touch x");
            if !covered {
                let prompt = prompted(&mut asked);
                choose(&mut asked, &prompt, "deny");
            }
            let expected = if covered {
                "session_approved"
            } else {
                "user_denied"
            };
            assert_eq!(decided(sidecar, id)["resolution"], expected, "{choice} {id}");
        }
        asking.finish();
        sibling.finish();
        asked.finish();
        family.is_clean();
    }
}

#[test]
fn rules_that_a_human_edited_are_checked_where_they_are_recorded() {
    #[rustfmt::skip]
    let cases = [
        // choice, the human's patterns, at the child, at the parent, who is warned
        ("approve_for_session",         json!(["touch *"]),                    vec!["bash touch *"], vec![], ""),
        ("approve_for_session",         json!(["ls *"]),                       vec![], vec![], "child"),
        ("approve_for_session",         json!(["*"]),                          vec![], vec![], "child"),
        ("approve_for_session",         json!(["touch *", "ls"]),              vec![], vec![], "parent"),
        ("approve_for_serving_session", json!([{"surface": "bash", "pattern": "touch *"}]), vec![], vec!["bash touch *"], ""),
        ("approve_for_serving_session", json!(["ls *"]),                       vec![], vec![], "parent"),
        ("approve_for_serving_session", json!(["*"]),                          vec![], vec![], "parent"),
        ("approve_for_serving_session", json!([{"surface": "path", "pattern": "touch *"}]), vec![], vec![], "parent"),
    ];
    for (choice, patterns, at_child, at_parent, warned) in cases {
        let family = Family::new();
        let mut asked = family.parent(&json!({}));
        let mut asking = family.child();
        run(&mut asking, 1, "touch x");
        let prompt = prompted(&mut asked);
        answer(
            &mut asked,
            &prompt,
            json!({"choice": choice, "patterns": patterns}),
        );
        let result = decided(&mut asking, 1);
        assert_eq!(result["decision"], "allow");
        let recorded = !at_child.is_empty() || !at_parent.is_empty();
        let expected = if recorded {
            "user_approved_for_session"
        } else {
            "user_approved"
        };
        assert_eq!(result["resolution"], expected, "{choice} {patterns}");
        assert_eq!(rules(&mut asking), at_child, "{choice} {patterns}");
        assert_eq!(rules(&mut asked), at_parent, "{choice} {patterns}");
        match warned {
            "child" => drop(asking.method("window/showMessage")),
            "parent" => drop(asked.method("window/showMessage")),
            _ => {}
        }
        asking.finish();
        asked.finish();
    }
}

#[test]
fn words_of_the_parents_human_reach_the_agent() {
    let family = Family::new();
    let mut asked = family.parent(&json!({}));
    let mut asking = family.child();
    for (id, choice) in [(1, "approve"), (2, "deny_with_reason")] {
        run(&mut asking, id, "touch x");
        let prompt = prompted(&mut asked);
        answer(
            &mut asked,
            &prompt,
            json!({"choice": choice, "reason": "only this once"}),
        );
        let result = decided(&mut asking, id);
        assert!(
            result["message"].as_str().unwrap().contains("only this once"),
            "{result}"
        );
    }
    asking.finish();
    asked.finish();
}

#[test]
fn a_rule_that_changes_settles_what_is_being_asked() {
    for (action, resolution) in [("allow", "policy_allow"), ("deny", "policy_deny")] {
        let family = Family::new();
        let mut asked = family.parent(&json!({}));
        let mut asking = family.child();
        run(&mut asking, 1, "touch x");
        let prompt = prompted(&mut asked);
        let policy = family.house.path("config-parent/policy.jsonc");
        std::fs::write(&policy, json!({"permission": {"bash": action}}).to_string()).unwrap();
        asked.request(5, "permissions/reload", json!({}));
        let decision = asked.method("permissions/decision");
        assert_eq!(decision["params"]["resolution"], resolution);
        assert_eq!(asked.method("$/cancelRequest")["params"]["id"], prompt["id"]);
        assert_eq!(decided(&mut asking, 1)["resolution"], resolution);
        asked.result(5);
        asking.finish();
        asked.hang_up();
        let (left, _) = asked.end();
        assert!(
            left.iter()
                .all(|message| message["method"] == "permissions/policyChanged"),
            "{left:?}"
        );
        family.is_clean();
    }
}

#[test]
fn a_grant_of_the_parents_own_covers_no_subagent() {
    let family = Family::new();
    let mut asked = family.parent(&json!({}));
    run(&mut asked, 1, "touch x");
    let prompt = prompted(&mut asked);
    choose(&mut asked, &prompt, "approve_for_session");
    asked.result(1);
    // Nor one that says to be the parent itself.
    for id in [CHILD, "liar"] {
        let mut asking = family.member(id).parent(PARENT).start();
        run(&mut asking, 1, "touch x");
        let prompt = prompted(&mut asked);
        choose(&mut asked, &prompt, "deny");
        let result: Value = decided(&mut asking, 1);
        assert_eq!(result["resolution"], "user_denied");
        asking.finish();
    }
    asked.finish();
}
