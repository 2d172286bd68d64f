//! Many at once.

use crate::family::{Family, PARENT, choose, decided, run};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Children that are processes of their own.
const PROCESSES: usize = 200;
/// Asks of all of them together: one each. They are more than the kernel lends watches to by default, so that
/// some of them have to live by the slow poll.
const ASKS: usize = PROCESSES;

#[test]
fn two_hundred_asks_at_once_are_each_answered_once() {
    let family = Family::with_second(1000);
    let mut asked = family.parent(&json!({}));
    let mut children: Vec<_> = (0..PROCESSES)
        .map(|number| family.member(&format!("child-{number}")).parent(PARENT).start())
        .collect();
    for ask in 0..ASKS {
        let id = i64::try_from(ask).unwrap() + 1;
        run(&mut children[ask % PROCESSES], id, &format!("touch {ask}"));
    }
    let prompts: Vec<Value> = (0..ASKS).map(|_| asked.method("permissions/prompt")).collect();
    for _ in 0..ASKS {
        asked.method("permissions/ui_prompt");
    }
    let whose: BTreeSet<(String, String)> = prompts
        .iter()
        .map(|prompt| {
            (
                prompt["params"]["sessionId"].to_string(),
                prompt["params"]["toolCallId"].to_string(),
            )
        })
        .collect();
    assert_eq!(whose.len(), ASKS);
    for (number, prompt) in prompts.iter().enumerate().rev() {
        let choice = if number % 2 == 0 { "approve" } else { "deny" };
        choose(&mut asked, prompt, choice);
    }
    let chosen = |id: i64, session: &str| {
        let at = prompts.iter().position(|prompt| {
            prompt["params"]["sessionId"] == session && prompt["params"]["toolCallId"] == format!("call-{id}")
        });
        if at.unwrap() % 2 == 0 {
            "user_approved"
        } else {
            "user_denied"
        }
    };
    for ask in 0..ASKS {
        let id = i64::try_from(ask).unwrap() + 1;
        let number = ask % PROCESSES;
        let child = &mut children[number];
        child.method("permissions/decision");
        let result = child.result(id);
        assert_eq!(
            result["resolution"],
            chosen(id, &format!("child-{number}")),
            "{ask}"
        );
    }
    for child in children {
        child.finish();
    }
    asked.finish();
    family.is_clean();
}

#[test]
fn two_hundred_children_of_one_process_are_each_answered() {
    const CHILDREN: i64 = 200;
    let family = Family::with_second(1000);
    let asked = family.parent(&json!({"bash": {"touch *": "allow"}}));
    let mut process = family.member("process").parent(PARENT).start();
    for number in 0..CHILDREN {
        let id = format!("inner-{number}");
        process.notify(
            "permissions/childSessionCreated",
            json!({"sessionId": id, "parentSessionId": "process"}),
        );
        let params =
            json!({"tool": "bash", "input": {"command": format!("touch {number}")}, "sessionId": id});
        process.request(number, "permissions/authorize", params);
    }
    for number in 0..CHILDREN {
        process.method("permissions/decision");
        let result = process.result(number);
        assert_eq!(result["resolution"], "policy_allow");
        assert_eq!(result["sessionId"], format!("inner-{number}"));
    }
    process.finish();
    asked.finish();
    family.is_clean();
}

#[test]
fn an_ask_that_waits_delays_no_other() {
    let family = Family::new();
    let mut asked = family.parent(&json!({"bash": {"ls *": "allow"}}));
    let mut asking = family.child();
    run(&mut asking, 1, "touch x");
    let prompt = crate::family::prompted(&mut asked);
    for id in 2..40 {
        run(&mut asking, id, "ls x");
        assert_eq!(decided(&mut asking, id)["resolution"], "policy_allow");
    }
    choose(&mut asked, &prompt, "approve");
    decided(&mut asking, 1);
    asking.finish();
    asked.finish();
    family.is_clean();
}
