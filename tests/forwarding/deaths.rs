//! Who may go, and when: nothing hangs, nothing is allowed, and each denial says why.

use crate::family::{
    CHILD, Family, PARENT, choose, decided, files, prompted, request_in, run, unavailable, until, withdrawn,
};
use crate::wire::Sidecar;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A parent that asks about everything, and a child.
fn pair(family: &Family) -> (Sidecar, Sidecar) {
    (family.parent(&json!({})), family.child())
}

#[test]
fn a_parent_killed_before_the_ask_is_gone_at_once() {
    // A slow liveness: what is found out sooner is found out by the process being gone.
    let family = Family::with_second(60_000);
    let (asked, mut asking) = pair(&family);
    asked.kill();
    run(&mut asking, 1, "touch x");
    let result = unavailable(decided(&mut asking, 1), "parent_gone");
    assert!(
        result["decidedBy"]["reason"].as_str().unwrap().contains("ended"),
        "{result}"
    );
    asking.finish();
    family.is_clean();
}

#[test]
fn a_parent_killed_while_its_human_thinks_is_gone() {
    let family = Family::new();
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    prompted(&mut asked);
    asked.kill();
    unavailable(decided(&mut asking, 1), "parent_gone");
    asking.finish();
    family.is_clean();
}

#[test]
fn a_parent_killed_after_its_answer_takes_nothing_back() {
    let family = Family::new();
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    choose(&mut asked, &prompt, "approve");
    let result = decided(&mut asking, 1);
    asked.kill();
    assert_eq!(result["resolution"], "user_approved");
    run(&mut asking, 2, "touch y");
    unavailable(decided(&mut asking, 2), "parent_gone");
    asking.finish();
    family.is_clean();
}

#[test]
fn a_child_killed_while_the_human_thinks_takes_the_prompt_along() {
    let family = Family::new();
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    asking.kill();
    withdrawn(&mut asked, &prompt, "cancelled");
    // The late answer is nobody's.
    asked.respond(&prompt["id"], json!({"choice": "approve_for_serving_session"}));
    asked.request(1, "permissions/sessionRules", json!({}));
    assert_eq!(asked.result(1)["rules"], json!([]));
    let line = family.line("forwarded_permission.denied", &prompt["params"]["requestId"]);
    assert_eq!(line["cause"], "cancelled");
    asked.finish();
    family.is_clean();
}

#[test]
fn a_cancelled_call_takes_the_prompt_along() {
    let family = Family::new();
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    asking.notify("$/cancelRequest", json!({"id": 1}));
    assert_eq!(
        asking.method("permissions/decision")["params"]["cause"],
        "cancelled"
    );
    assert_eq!(asking.error(1), -32800);
    withdrawn(&mut asked, &prompt, "cancelled");
    asking.finish();
    asked.finish();
    family.is_clean();
}

#[test]
fn a_child_that_ends_takes_the_prompt_along() {
    let family = Family::new();
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    asking.request(2, "shutdown", json!(null));
    unavailable(decided(&mut asking, 1), "shutdown");
    asking.result(2);
    withdrawn(&mut asked, &prompt, "cancelled");
    asking.finish();
    asked.finish();
    family.is_clean();
}

#[test]
fn a_closing_parent_refuses_and_says_so() {
    let family = Family::new();
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    asked.hang_up();
    let result = unavailable(decided(&mut asking, 1), "shutdown");
    assert_eq!(result["decidedBy"]["kind"], "forwarded");
    assert_eq!(result["decidedBy"]["responderSessionId"], PARENT);
    assert_eq!(result["decidedBy"]["decision"]["kind"], "unavailable");
    let (left, code) = asked.end();
    assert_eq!(code, 0);
    assert_eq!(left[0]["params"]["requestId"], prompt["params"]["requestId"]);
    assert_eq!(left[0]["params"]["cause"], "shutdown");
    asking.finish();
    family.is_clean();
}

#[test]
fn a_parent_stopped_within_the_limit_goes_on() {
    let family = Family::with_second(1000);
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    asked.signal("STOP");
    std::thread::sleep(Duration::from_millis(2500));
    asked.signal("CONT");
    choose(&mut asked, &prompt, "approve");
    assert_eq!(decided(&mut asking, 1)["resolution"], "user_approved");
    asking.finish();
    asked.finish();
    family.is_clean();
}

#[test]
fn a_parent_stopped_past_the_limit_is_gone_and_its_late_answer_ignored() {
    let family = Family::with_second(100);
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    asked.signal("STOP");
    let result = unavailable(decided(&mut asking, 1), "parent_gone");
    assert!(
        result["decidedBy"]["reason"]
            .as_str()
            .unwrap()
            .contains("no sign of life"),
        "{result}"
    );
    // Already on its way when it wakes up.
    asked.respond(&prompt["id"], json!({"choice": "approve_for_session"}));
    asked.signal("CONT");
    asked.method("permissions/decision");
    // It is there again.
    run(&mut asking, 2, "touch x");
    let mut second = asked.next();
    while second["method"] != "permissions/prompt" {
        second = asked.next();
    }
    assert_ne!(second["params"]["requestId"], prompt["params"]["requestId"]);
    choose(&mut asked, &second, "approve");
    assert_eq!(decided(&mut asking, 2)["resolution"], "user_approved");
    asking.finish();
    asked.hang_up();
    asked.end();
    family.is_clean();
}

#[test]
fn a_child_that_was_itself_stopped_holds_nothing_against_its_parent() {
    let family = Family::with_second(200);
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    asking.signal("STOP");
    std::thread::sleep(Duration::from_millis(2500));
    asking.signal("CONT");
    choose(&mut asked, &prompt, "approve");
    assert_eq!(decided(&mut asking, 1)["resolution"], "user_approved");
    asking.finish();
    asked.finish();
}

#[test]
fn who_knows_no_parent_says_so() {
    let family = Family::new();
    let gone = |asking: Sidecar, cause: &str| {
        let mut asking = asking;
        run(&mut asking, 1, "touch x");
        unavailable(decided(&mut asking, 1), cause);
        asking.finish();
        family.is_clean();
    };
    gone(family.member(CHILD).start(), "no_ui");
    gone(
        family.member(CHILD).env("PI_IS_SUBAGENT", "1").start(),
        "no_parent",
    );
    gone(family.member(CHILD).parent("nobody").start(), "parent_gone");
    gone(family.member(CHILD).parent(CHILD).start(), "no_parent");
}

#[test]
fn a_parent_that_can_ask_nobody_says_so() {
    let family = Family::new();
    let mut asked = family.member(PARENT).start();
    asked.hang_up();
    asked.end();
    let asked = family
        .member(PARENT)
        .permission(&json!({"bash": {"ls *": "allow"}}))
        .start();
    let mut asking = family.child();
    run(&mut asking, 1, "ls x");
    assert_eq!(decided(&mut asking, 1)["resolution"], "policy_allow");
    run(&mut asking, 2, "touch x");
    let result = unavailable(decided(&mut asking, 2), "no_ui");
    assert_eq!(result["decidedBy"]["responderSessionId"], PARENT);
    asking.finish();
    asked.finish();
    family.is_clean();
}

#[test]
fn an_ask_ends_when_its_time_is_over_also_while_the_human_thinks() {
    let family = Family::new();
    let mut asked = family.parent(&json!({}));
    let mut asking = family
        .member(CHILD)
        .policy(&json!({"forwardingTimeoutMs": 300}))
        .parent(PARENT)
        .start();
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    unavailable(decided(&mut asking, 1), "timed_out");
    withdrawn(&mut asked, &prompt, "cancelled");
    asking.finish();
    asked.finish();
    family.is_clean();
}

#[test]
fn of_two_that_claim_one_session_the_first_serves_and_then_the_other() {
    let family = Family::new();
    let mut first = family.parent(&json!({}));
    let mut second = family.member(PARENT).permission(&json!({})).prompts().start();
    second.method("window/showMessage");
    let mut asking = family.child();
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut first);
    choose(&mut first, &prompt, "approve");
    assert_eq!(decided(&mut asking, 1)["resolution"], "user_approved");
    run(&mut asking, 2, "touch y");
    prompted(&mut first);
    first.kill();
    // It takes the session over after the child has given it up, or before, and with it what waits.
    until("the waiting ask is decided or taken over", || {
        asking.has("permissions/decision") || second.has("permissions/prompt")
    });
    if asking.has("permissions/decision") {
        unavailable(decided(&mut asking, 2), "parent_gone");
    } else {
        let prompt = prompted(&mut second);
        assert_eq!(prompt["params"]["toolCallId"], "call-2");
        choose(&mut second, &prompt, "approve");
        assert_eq!(decided(&mut asking, 2)["resolution"], "user_approved");
    }
    let serves = || {
        let record: Value = std::fs::read(family.record(PARENT))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        record["pid"] == json!(second.child.id())
    };
    until("the second serves", serves);
    run(&mut asking, 3, "touch z");
    let mut prompt = second.next();
    while prompt["params"]["toolCallId"] != "call-3" || prompt["method"] != "permissions/prompt" {
        prompt = second.next();
    }
    choose(&mut second, &prompt, "approve");
    assert_eq!(decided(&mut asking, 3)["resolution"], "user_approved");
    asking.finish();
    second.hang_up();
    second.end();
    family.is_clean();
}

#[test]
fn what_the_dead_leave_is_swept_by_whoever_comes_next() {
    let family = Family::new();
    let (mut asked, mut asking) = pair(&family);
    run(&mut asking, 1, "touch x");
    prompted(&mut asked);
    // Neither gets to clear anything away.
    asked.signal("STOP");
    asking.kill();
    asked.kill();
    assert!(!family.left().is_empty());
    family.sweep();
    family.is_clean();
    assert_eq!(
        files(&family.spool().join("sessions")),
        Vec::<std::path::PathBuf>::new()
    );
}

/// A starting parent clears away what nobody needs, and this child has asked already.
#[test]
fn a_child_that_asks_before_its_parent_serves_is_answered_then_and_later() {
    let family = Family::with_second(20_000);
    let mut asking = family.child();
    run(&mut asking, 1, "touch x");
    request_in(&family.requests(PARENT));
    let mut asked = family.parent(&json!({}));
    let prompt = prompted(&mut asked);
    choose(&mut asked, &prompt, "approve");
    assert_eq!(decided(&mut asking, 1)["resolution"], "user_approved");
    run(&mut asking, 2, "touch y");
    let prompt = prompted(&mut asked);
    choose(&mut asked, &prompt, "approve");
    assert_eq!(decided(&mut asking, 2)["resolution"], "user_approved");
    asking.finish();
    asked.finish();
    family.is_clean();
}

#[test]
fn a_parent_that_takes_a_request_and_leaves_no_answer_is_found_out() {
    let family = Family::new();
    let mut asked = family.parent(&json!({}));
    let mut asking = family.child();
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    std::fs::remove_file(request_in(&family.requests(PARENT))).unwrap();
    let begun = Instant::now();
    unavailable(decided(&mut asking, 1), "unreadable");
    assert!(begun.elapsed() < crate::wire::PATIENCE);
    withdrawn(&mut asked, &prompt, "cancelled");
    asking.finish();
    asked.finish();
    family.is_clean();
}
