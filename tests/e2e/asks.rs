//! Requests that wait, and what may happen meanwhile.

use crate::support::House;
use crate::wire::{Sidecar, serve};
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[test]
fn an_ask_is_announced_put_decided_and_answered_in_this_order() {
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    sidecar.request(
        1,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "touch x"}, "toolCallId": "c"}),
    );
    let announced = sidecar.next();
    assert_eq!(announced["method"], "permissions/ui_prompt");
    let prompt = sidecar.next();
    assert_eq!(prompt["method"], "permissions/prompt");
    sidecar.respond(&prompt["id"], json!({"choice": "approve", "via": "select"}));
    let decision = sidecar.next();
    assert_eq!(decision["method"], "permissions/decision");
    let answer = sidecar.next();
    assert_eq!(answer["id"], 1);
    let result = &answer["result"];
    assert_eq!(result["decidedBy"], json!({"kind": "user", "via": "select"}));
    for message in [
        &announced["params"],
        &prompt["params"],
        &decision["params"],
        result,
    ] {
        assert_eq!(message["requestId"], result["requestId"]);
        assert_eq!(message["toolCallId"], "c");
        assert_eq!(message["sessionId"], "own");
    }
    sidecar.finish();
}

/// What the client answers, and how that counts.
#[test]
fn nobody_is_said_to_have_denied_unless_somebody_did() {
    let result = |result: Value| json!({"result": result});
    #[rustfmt::skip]
    let cases = [
        (result(json!({"choice": "approve"})), "allow", "user_approved", Value::Null),
        (result(json!({"choice": "deny"})), "deny", "user_denied", Value::Null),
        (result(json!({"choice": "deny_with_reason", "reason": "no"})), "deny", "user_denied", Value::Null),
        (result(Value::Null), "deny", "user_denied", Value::Null),
        (result(json!({"choice": "made_up"})), "deny", "confirmation_unavailable", json!("client_failed")),
        (result(json!({})), "deny", "confirmation_unavailable", json!("client_failed")),
        (result(json!("approve")), "deny", "confirmation_unavailable", json!("client_failed")),
        (json!({"error": {"code": -32601, "message": "no such method"}}), "deny", "confirmation_unavailable", json!("client_failed")),
        (json!({}), "deny", "confirmation_unavailable", json!("client_failed")),
    ];
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    for (id, (answer, decision, resolution, cause)) in (1..).zip(cases) {
        let prompt = sidecar.ask(id);
        let mut message = json!({"jsonrpc": "2.0", "id": prompt});
        message
            .as_object_mut()
            .unwrap()
            .extend(answer.as_object().unwrap().clone());
        sidecar.send(&message);
        sidecar.method("permissions/decision");
        let result = sidecar.result(id);
        assert_eq!(
            (&result["decision"], &result["resolution"], &result["cause"]),
            (&json!(decision), &json!(resolution), &cause),
            "{message}"
        );
    }
    sidecar.finish();
}

#[test]
fn three_hundred_asks_delay_nobody() {
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    for id in 0..300 {
        sidecar.request(
            id,
            "permissions/authorize",
            json!({"tool": "bash", "input": {"command": format!("touch {id}")}}),
        );
    }
    for id in 1000..1100 {
        sidecar.request(
            id,
            "permissions/check",
            json!({"tool": "bash", "input": {"command": "ls"}}),
        );
    }
    for id in 1000..1100 {
        sidecar.result(id);
    }
    let prompts: Vec<Value> = (0..300)
        .map(|_| sidecar.method("permissions/prompt")["id"].clone())
        .collect();
    for _ in 0..300 {
        sidecar.method("permissions/ui_prompt");
    }
    let different: BTreeSet<String> = prompts.iter().map(Value::to_string).collect();
    assert_eq!(different.len(), 300);
    // Answered from the last to the first.
    for prompt in prompts.iter().rev() {
        sidecar.respond(prompt, json!({"choice": "approve"}));
    }
    for id in 0..300 {
        assert_eq!(sidecar.result(id)["decision"], "allow");
        sidecar.method("permissions/decision");
    }
    sidecar.finish();
}

#[test]
fn a_cancelled_ask_is_decided_withdrawn_and_answered_in_this_order() {
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    let prompt = sidecar.ask(1);
    sidecar.notify("$/cancelRequest", json!({"id": 1}));
    let decision = sidecar.next();
    assert_eq!(decision["method"], "permissions/decision");
    assert_eq!(decision["params"]["cause"], "cancelled");
    let withdrawn = sidecar.next();
    assert_eq!(withdrawn["method"], "$/cancelRequest");
    assert_eq!(withdrawn["params"]["id"], prompt);
    let answer = sidecar.next();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(1), &json!(-32800))
    );
    // The late answer changes nothing, and neither does cancelling what is over or never was.
    sidecar.respond(&prompt, json!({"choice": "approve"}));
    sidecar.notify("$/cancelRequest", json!({"id": 1}));
    sidecar.notify("$/cancelRequest", json!({"id": "never"}));
    sidecar.request(2, "permissions/sessionRules", json!({}));
    assert_eq!(sidecar.next()["id"], 2);
    sidecar.finish();
}

#[test]
fn a_cancel_wins_over_an_answer_behind_it() {
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    let prompt = sidecar.ask(1);
    let cancel = json!({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 1}});
    let answer = json!({"jsonrpc": "2.0", "id": prompt, "result": {"choice": "approve"}});
    let both: Vec<u8> = [cancel, answer]
        .iter()
        .flat_map(|message| crate::wire::frame(message.to_string().as_bytes()))
        .collect();
    sidecar.bytes(&both);
    assert_eq!(sidecar.error(1), -32800);
    assert_eq!(sidecar.method("permissions/decision")["params"]["result"], "deny");
    sidecar.method("$/cancelRequest");
    sidecar.finish();
}

#[test]
fn an_id_in_flight_is_refused_and_free_again_afterwards() {
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    let prompt = sidecar.ask(1);
    sidecar.request(1, "permissions/policy", json!({}));
    assert_eq!(sidecar.error(1), -32600);
    sidecar.request("1", "permissions/policy", json!({}));
    sidecar.result("1");
    sidecar.respond(&prompt, json!({"choice": "approve"}));
    sidecar.method("permissions/decision");
    assert_eq!(sidecar.result(1)["decision"], "allow");
    sidecar.request(1, "permissions/policy", json!({}));
    sidecar.result(1);
    sidecar.finish();
}

/// How the session is ended while an ask waits, and the exit code.
#[test]
fn whatever_ends_the_session_settles_its_asks_first() {
    type End = fn(&mut Sidecar);
    #[rustfmt::skip]
    let cases: &[(&str, End, i32)] = &[
        ("shutdown and exit", |sidecar| {
            sidecar.request(9, "shutdown", Value::Null);
            sidecar.notify("exit", Value::Null);
        }, 0),
        ("exit alone", |sidecar| sidecar.notify("exit", Value::Null), 1),
        ("end of input", Sidecar::hang_up, 0),
        ("SIGTERM", |sidecar| sidecar.signal("TERM"), 0),
        ("SIGHUP", |sidecar| sidecar.signal("HUP"), 0),
        ("a broken header", |sidecar| sidecar.bytes(b"nonsense\r\n"), 3),
    ];
    let house = House::empty();
    for (what, end, code) in cases {
        let mut sidecar = Sidecar::ready(&house);
        let prompt = sidecar.ask(1);
        end(&mut sidecar);
        let (left, ended) = sidecar.end();
        assert_eq!(ended, *code, "{what}");
        assert_eq!(left[0]["method"], "permissions/decision", "{what}: {left:?}");
        assert_eq!(left[0]["params"]["cause"], "shutdown", "{what}");
        assert_eq!(left[1]["method"], "$/cancelRequest", "{what}: {left:?}");
        assert_eq!(left[1]["params"]["id"], prompt, "{what}");
        assert_eq!(
            (&left[2]["id"], &left[2]["result"]["decision"]),
            (&json!(1), &json!("deny")),
            "{what}"
        );
        if *what == "shutdown and exit" {
            assert_eq!((&left[3]["id"], &left[3]["result"]), (&json!(9), &Value::Null));
            assert_eq!(left.len(), 4);
        } else {
            assert_eq!(left.len(), 3, "{what}: {left:?}");
        }
    }
}

#[test]
fn a_handler_that_panics_denies() {
    let house = House::empty();
    let panicking =
        |method: &str| Sidecar::spawn(serve(&house).env("PORTCULLIS_TEST_PANIC", method)).shake_hands();

    let mut sidecar = panicking("permissions/authorize");
    sidecar.request(
        1,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "ls"}, "toolCallId": "c"}),
    );
    let decision = sidecar.next();
    assert_eq!(decision["method"], "permissions/decision");
    assert_eq!(decision["params"]["resolution"], "gate_error");
    let outcome = sidecar.result(1);
    assert_eq!(outcome["requestId"], decision["params"]["requestId"]);
    assert_eq!(
        (&outcome["decision"], &outcome["resolution"]),
        (&json!("deny"), &json!("gate_error"))
    );
    assert_eq!(outcome["decidedBy"]["kind"], "gate_error");
    sidecar.request(2, "permissions/check", json!({"surface": "bash"}));
    sidecar.result(2);
    sidecar.finish();

    let mut sidecar = panicking("permissions/check");
    sidecar.request(1, "permissions/check", json!({"surface": "bash"}));
    let result = sidecar.result(1);
    assert_eq!(
        (&result["state"], &result["source"]),
        (&json!("deny"), &json!("floor"))
    );
    assert!(result["reason"].is_string());
    sidecar.finish();

    // Nobody reads a policy report as a permission, so this one may fail.
    let mut sidecar = panicking("permissions/policy");
    sidecar.request(1, "permissions/policy", json!({}));
    assert_eq!(sidecar.error(1), -32603);
    sidecar.finish();
}

#[test]
fn a_notification_that_cannot_be_read_is_reported() {
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    #[rustfmt::skip]
    let cases = [
        ("permissions/activeAgent", json!({})),
        ("permissions/activeAgent", json!({"name": "../x"})),
        ("permissions/activeAgent", json!({"name": null, "sessionId": "nobody"})),
        ("permissions/turnStart", json!([1])),
        ("permissions/childSessionCreated", json!({"sessionId": "c"})),
        ("permissions/childSessionDisposed", json!({"sessionId": "nobody"})),
        ("$/cancelRequest", json!({})),
    ];
    for (method, params) in cases {
        sidecar.notify(method, params);
        let report = sidecar.next();
        assert_eq!(report["method"], "window/logMessage", "{method}");
        assert!(report["params"]["message"].as_str().unwrap().starts_with(method));
    }
    // Those that are not known are none of ours.
    sidecar.notify("$/whatever", json!({}));
    sidecar.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    sidecar.notify("no/such", json!([1]));
    sidecar.notify("permissions/activeAgent", json!({"name": "reviewer"}));
    sidecar.request(1, "permissions/policy", json!({}));
    assert_eq!(sidecar.next()["result"]["agentName"], "reviewer");
    sidecar.finish();
}
