//! From `initialize` to the exit code.

use crate::support::House;
use crate::wire::{Sidecar, serve};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

#[test]
fn nothing_is_served_before_initialize_and_nothing_after_shutdown() {
    let house = House::empty();
    let mut sidecar = Sidecar::start(&house);
    sidecar.request(1, "permissions/policy", json!({}));
    assert_eq!(sidecar.error(1), -32002);
    sidecar.request(2, "shutdown", Value::Null);
    assert_eq!(sidecar.error(2), -32002);
    sidecar.request(3, "no/such", Value::Null);
    assert_eq!(sidecar.error(3), -32002);
    sidecar.notify("permissions/turnStart", json!({"turnId": 7}));
    let mut sidecar = sidecar.shake_hands();
    sidecar.request(4, "initialize", json!({}));
    assert_eq!(sidecar.error(4), -32600);
    sidecar.notify("initialized", json!({}));
    sidecar.request(5, "permissions/policy", json!({}));
    sidecar.result(5);
    sidecar.request(6, "shutdown", Value::Null);
    assert_eq!(sidecar.result(6), Value::Null);
    for (id, method) in [(7, "permissions/policy"), (8, "shutdown"), (9, "initialize")] {
        sidecar.request(id, method, json!({}));
        assert_eq!(sidecar.error(id), -32600, "{method}");
    }
    sidecar.notify("exit", Value::Null);
    assert_eq!(sidecar.end(), (vec![], 0));
}

/// What ends it, and the exit code.
#[test]
fn exit_codes() {
    let house = House::empty();
    let ready = || Sidecar::ready(&house);

    let mut exit_at_once = Sidecar::start(&house);
    exit_at_once.notify("exit", Value::Null);
    assert_eq!(exit_at_once.end(), (vec![], 1), "exit before anything");

    let mut exit = ready();
    exit.notify("exit", Value::Null);
    assert_eq!(exit.end(), (vec![], 1), "exit without shutdown");

    let mut end = Sidecar::start(&house);
    end.hang_up();
    assert_eq!(end.end(), (vec![], 0), "end of input before anything");

    ready().finish();

    for signal in ["TERM", "HUP"] {
        let sidecar = ready();
        sidecar.signal(signal);
        assert_eq!(sidecar.end(), (vec![], 0), "{signal}");
    }
}

#[test]
fn an_interrupt_is_for_whoever_has_the_terminal() {
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    sidecar.signal("INT");
    sidecar.signal("PIPE");
    sidecar.request(1, "permissions/policy", json!({}));
    sidecar.result(1);
    sidecar.finish();
}

#[test]
fn it_ends_with_its_client() {
    let house = House::empty();
    let mut client = Command::new("sleep").arg("600").spawn().unwrap();
    let mut sidecar = Sidecar::start(&house);
    sidecar.request(
        0,
        "initialize",
        json!({
            "processId": client.id(),
            "capabilities": {"experimental": {"permissions": {"prompt": true}}},
        }),
    );
    sidecar.result(0);
    sidecar.notify("initialized", json!({}));
    sidecar.method("permissions/ready");
    sidecar.ask(1);
    client.kill().unwrap();
    client.wait().unwrap();
    // The pipes are still open, so it tells whoever holds them.
    assert_eq!(
        sidecar.method("permissions/decision")["params"]["cause"],
        "shutdown"
    );
    sidecar.method("$/cancelRequest");
    assert_eq!(sidecar.result(1)["decision"], "deny");
    assert_eq!(sidecar.end(), (vec![], 0));
}

#[test]
fn a_client_that_is_dead_already_ends_it_too() {
    let house = House::empty();
    let mut client = Command::new("true").spawn().unwrap();
    client.wait().unwrap();
    let mut sidecar = Sidecar::start(&house);
    sidecar.request(0, "initialize", json!({"processId": client.id()}));
    sidecar.result(0);
    assert_eq!(sidecar.end(), (vec![], 0));
}

#[test]
fn it_ends_when_nobody_reads_its_answers() {
    let house = House::empty();
    let mut child = serve(&house)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let body = br#"{"jsonrpc":"2.0","id":1,"method":"permissions/policy"}"#;
    std::io::Write::write_all(&mut stdin, &crate::wire::frame(body)).unwrap();
    assert_eq!(crate::wire::exit_code(&mut child), 0);
}

#[test]
fn what_initialize_answers() {
    let house = House::empty();
    let mut sidecar = Sidecar::start(&house);
    sidecar.request(
        0,
        "initialize",
        json!({
            "rootUri": format!("file://{}", house.project().display()),
            "capabilities": {
                "general": {"positionEncodings": ["utf-8", "utf-16"]},
                "experimental": {"permissions": {"prompt": false}},
            },
            "initializationOptions": {"session": {"id": "s", "agentName": "reviewer"}},
        }),
    );
    let result = sidecar.result(0);
    assert_eq!(result["serverInfo"]["name"], "portcullis");
    assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-8");
    let permissions = &result["capabilities"]["experimental"]["permissions"];
    assert_eq!(permissions["version"], 1);
    assert_eq!(permissions["sessionId"], "s");
    assert!(
        permissions["methods"]
            .as_array()
            .unwrap()
            .contains(&json!("permissions/check"))
    );
    assert!(
        permissions["notifications"]
            .as_array()
            .unwrap()
            .contains(&json!("permissions/decision"))
    );
    assert!(permissions.as_object().unwrap().contains_key("observerSocket"));
    // Served from here on, also before `initialized`.
    sidecar.request(1, "permissions/policy", json!({}));
    assert_eq!(sidecar.result(1)["agentName"], "reviewer");
    // Nobody can be asked: no prompt, and a denial that says why.
    sidecar.request(
        2,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "touch x"}}),
    );
    assert_eq!(sidecar.method("permissions/decision")["params"]["cause"], "no_ui");
    let outcome = sidecar.result(2);
    assert_eq!(
        (&outcome["decision"], &outcome["cause"]),
        (&json!("deny"), &json!("no_ui"))
    );
    sidecar.finish();
}

/// What can't be taken, and where. The client may try again.
#[test]
fn initialize_refuses_what_it_cannot_take() {
    #[rustfmt::skip]
    let cases = [
        (json!([1]), ""),
        (json!({"initializationOptions": {"session": {"cwd": "relative"}}}), "/initializationOptions/session/cwd"),
        (json!({"initializationOptions": {"session": {"id": "x".repeat(81)}}}), "/initializationOptions/session/id"),
        (json!({"initializationOptions": {"session": {"agentName": "a/b"}}}), "/initializationOptions/session/agentName"),
        (json!({"capabilities": {"experimental": {"permissions": {"prompt": "yes"}}}}), "/capabilities/experimental/permissions"),
    ];
    let house = House::empty();
    let mut sidecar = Sidecar::start(&house);
    for (params, field) in cases {
        sidecar.request(1, "initialize", params);
        let answer = sidecar.answer(1);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert_eq!(answer["error"]["data"]["field"], field);
    }
    sidecar.shake_hands().finish();
}

#[test]
fn an_editor_is_answered_and_sent_nothing_else() {
    let house = House::empty();
    let mut sidecar = Sidecar::start(&house);
    sidecar.request(
        0,
        "initialize",
        json!({"capabilities": {"experimental": {"serverStatusNotification": true}}}),
    );
    sidecar.result(0);
    sidecar.notify("initialized", json!({}));
    sidecar.request(1, "permissions/check", json!({"surface": "bash", "value": "ls"}));
    sidecar.result(1);
    sidecar.request(
        2,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "touch x"}}),
    );
    assert_eq!(sidecar.result(2)["decision"], "deny");
    sidecar.request(3, "permissions/reload", json!({}));
    sidecar.result(3);
    sidecar.finish();
    assert!(!house.state().exists(), "nothing was logged or opened");
}
