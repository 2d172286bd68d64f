//! Links of the client over the wire: `registerAuthorizer`, `callAuthorizer`, and what becomes of the ask.

use crate::support::House;
use crate::wire::Sidecar;
use serde_json::{Value, json};

/// A sidecar under `policy` whose client declares `permissions`.
pub fn open(house: &House, policy: &Value, permissions: &Value) -> Sidecar {
    std::fs::create_dir_all(house.config()).unwrap();
    std::fs::write(house.config().join("policy.jsonc"), policy.to_string()).unwrap();
    greet(Sidecar::start(house), permissions)
}

/// Initializes a sidecar for a client that declares `permissions`.
pub fn greet(mut sidecar: Sidecar, permissions: &Value) -> Sidecar {
    sidecar.request(
        0,
        "initialize",
        json!({
            "capabilities": {"experimental": {"permissions": permissions}},
            "initializationOptions": {"session": {"id": "own"}},
        }),
    );
    sidecar.answer(0);
    sidecar.notify("initialized", json!({}));
    sidecar.method("permissions/ready");
    sidecar
}

/// The lines of the review log with this event.
pub fn lines(house: &House, event: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(house.state().join("review.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["event"] == event)
        .collect()
}

/// Asks for a command.
pub fn authorize(sidecar: &mut Sidecar, id: i64, command: &str) {
    sidecar.request(
        id,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": command}, "toolCallId": "c"}),
    );
}

fn register(sidecar: &mut Sidecar, id: i64, name: &str) -> String {
    sidecar.request(id, "permissions/registerAuthorizer", json!({"name": name}));
    let result = sidecar.result(id);
    result["registrationId"].as_str().unwrap().to_owned()
}

fn judged(house: &House, chain: &[&str]) -> Sidecar {
    open(
        house,
        &json!({"authorizerChain": chain}),
        &json!({"prompt": true}),
    )
}

#[test]
fn a_link_is_asked_in_front_of_the_human_and_its_word_is_final() {
    let house = House::empty();
    let mut sidecar = judged(&house, &["judge"]);
    register(&mut sidecar, 1, "judge");
    for (id, verdict, resolution) in [
        (2, "allow", "authorizer_allowed"),
        (3, "deny", "authorizer_denied"),
    ] {
        authorize(&mut sidecar, id, "touch x");
        // Nothing else is sent before: nobody else hears of it.
        let called = sidecar.next();
        assert_eq!(called["method"], "permissions/callAuthorizer");
        let params = &called["params"];
        assert_eq!(
            (
                &params["name"],
                &params["sessionId"],
                &params["toolCallId"],
                &params["forwarding"]
            ),
            (&json!("judge"), &json!("own"), &json!("c"), &Value::Null)
        );
        assert_eq!(params["payload"]["evidence"][0]["text"], "touch x");
        assert_eq!(params["accessIntents"][0]["gate"], "bash");
        assert_eq!(params["accessIntents"][0]["groups"][0]["equal"][0], "touch x");
        sidecar.respond(&called["id"], json!({"verdict": verdict, "reason": "because"}));
        let decision = sidecar.next();
        assert_eq!(decision["method"], "permissions/decision");
        assert_eq!(decision["params"]["resolution"], resolution);
        let result = sidecar.result(id);
        assert_eq!(result["requestId"], params["requestId"]);
        assert_eq!(
            (&result["resolution"], &result["cause"]),
            (&json!(resolution), &Value::Null)
        );
        assert_eq!(
            result["decidedBy"],
            json!({"kind": "authorizer", "name": "judge", "verdict": verdict, "reason": "because"})
        );
    }
    sidecar.finish();
}

/// What goes wrong with a link, and how the log names it.
#[test]
fn whatever_goes_wrong_with_a_link_the_human_is_asked() {
    #[rustfmt::skip]
    let cases = [
        (json!({"result": {"verdict": "defer"}}),                        Value::Null),
        (json!({"result": {"verdict": "perhaps"}}),                      json!("malformed")),
        (json!({"result": ["allow"]}),                                   json!("malformed")),
        (json!({"result": null}),                                        json!("malformed")),
        (json!({}),                                                      json!("malformed")),
        (json!({"error": {"code": -32601, "message": "no such method"}}), json!("unavailable")),
    ];
    let house = House::empty();
    let mut sidecar = judged(&house, &["judge"]);
    register(&mut sidecar, 1, "judge");
    let categories: Vec<Value> = cases.iter().map(|(_, category)| category.clone()).collect();
    for (id, (answer, _)) in (2..).zip(&cases) {
        authorize(&mut sidecar, id, "touch x");
        let called = sidecar.method("permissions/callAuthorizer");
        let mut message = json!({"jsonrpc": "2.0", "id": called["id"]});
        message
            .as_object_mut()
            .unwrap()
            .extend(answer.as_object().unwrap().clone());
        sidecar.send(&message);
        assert_eq!(sidecar.next()["method"], "permissions/ui_prompt");
        let prompt = sidecar.method("permissions/prompt");
        sidecar.respond(&prompt["id"], json!({"choice": "approve"}));
        sidecar.method("permissions/decision");
        assert_eq!(sidecar.result(id)["resolution"], "user_approved", "{answer}");
    }
    sidecar.finish();
    let told = lines(&house, "authorizer_link.answered");
    let found: Vec<Value> = told.iter().map(|line| line["category"].clone()).collect();
    assert_eq!(found, categories);
    assert!(told.iter().all(|line| line["verdict"] == "defer"));
}

#[test]
fn a_silent_link_loses_its_turn_and_is_told_so() {
    let house = House::empty();
    let policy = json!({"authorizerChain": ["judge"], "authorizerTimeoutMs": 50});
    let mut sidecar = open(&house, &policy, &json!({"prompt": true}));
    register(&mut sidecar, 1, "judge");
    authorize(&mut sidecar, 2, "touch x");
    let called = sidecar.method("permissions/callAuthorizer");
    let cancelled = sidecar.method("$/cancelRequest");
    assert_eq!(cancelled["params"]["id"], called["id"]);
    sidecar.method("permissions/ui_prompt");
    let prompt = sidecar.method("permissions/prompt");
    // Too late.
    sidecar.respond(&called["id"], json!({"verdict": "allow"}));
    sidecar.respond(&prompt["id"], json!({"choice": "deny"}));
    sidecar.method("permissions/decision");
    assert_eq!(sidecar.result(2)["resolution"], "user_denied");
    sidecar.finish();
    assert_eq!(
        lines(&house, "authorizer_link.answered")[0]["category"],
        "timeout"
    );
}

#[test]
fn a_link_that_is_unregistered_while_it_is_asked_makes_way() {
    let house = House::empty();
    let mut sidecar = judged(&house, &["judge", "second"]);
    let registration = register(&mut sidecar, 1, "judge");
    register(&mut sidecar, 2, "second");
    authorize(&mut sidecar, 3, "touch x");
    let first = sidecar.method("permissions/callAuthorizer");
    assert_eq!(first["params"]["name"], "judge");
    sidecar.request(
        4,
        "permissions/unregister",
        json!({"registrationId": registration}),
    );
    let second = sidecar.method("permissions/callAuthorizer");
    assert_eq!(second["params"]["name"], "second");
    sidecar.result(4);
    assert_eq!(sidecar.method("$/cancelRequest")["params"]["id"], first["id"]);
    sidecar.respond(&first["id"], json!({"verdict": "allow"}));
    sidecar.respond(&second["id"], json!({"verdict": "deny"}));
    sidecar.method("permissions/decision");
    assert_eq!(sidecar.result(3)["decidedBy"]["name"], "second");
    // A stale id removes nothing.
    sidecar.request(
        5,
        "permissions/unregister",
        json!({"registrationId": registration}),
    );
    assert_eq!(sidecar.result(5), json!({}));
    sidecar.finish();
}

#[test]
fn a_client_that_leaves_while_its_link_thinks_denied_nothing() {
    let house = House::empty();
    let mut sidecar = judged(&house, &["judge"]);
    register(&mut sidecar, 1, "judge");
    authorize(&mut sidecar, 2, "touch x");
    sidecar.method("permissions/callAuthorizer");
    sidecar.hang_up();
    let (left, code) = sidecar.end();
    assert_eq!(code, 0);
    let decision = left
        .iter()
        .find(|message| message["method"] == "permissions/decision")
        .expect("it is decided");
    assert_eq!(
        (&decision["params"]["resolution"], &decision["params"]["cause"]),
        (&json!("confirmation_unavailable"), &json!("shutdown"))
    );
    let end = &lines(&house, "permission_request.denied")[0];
    assert_eq!(end["decidedBy"]["kind"], "unavailable");
}

#[test]
fn registration_alone_grants_nothing() {
    let house = House::empty();
    let mut sidecar = judged(&house, &["ghost"]);
    register(&mut sidecar, 1, "judge");
    let prompt = sidecar.ask(2);
    sidecar.respond(&prompt, json!({"choice": "approve"}));
    sidecar.method("permissions/decision");
    assert_eq!(sidecar.result(2)["decidedBy"]["kind"], "user");
    for (id, name) in [(3, "auto-review"), (4, "judge")] {
        sidecar.request(id, "permissions/registerAuthorizer", json!({"name": name}));
        let answer = sidecar.answer(id);
        assert_eq!(answer["error"]["code"], -32803, "{answer}");
    }
    sidecar.finish();
    let resolved = lines(&house, "authorizer_chain_resolved");
    assert_eq!(resolved.len(), 1);
    assert_eq!(
        (&resolved[0]["links"], &resolved[0]["skipped"]),
        (&json!([]), &json!(["ghost"]))
    );
}
