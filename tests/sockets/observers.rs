//! What an observer is told, may ask, and can't do.

use crate::support::House;
use crate::watch::{Watch, decide, lenient, observed, observed_as};
use crate::wire::{Sidecar, serve};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;

#[test]
fn an_observer_is_told_what_the_client_is_told() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let mut watch = Watch::all(&socket);
    let prompt = sidecar.ask(1);
    let announced = watch.heard("ui_prompt");
    assert_eq!(announced["toolCallId"], "call-1");
    assert!(announced.get("evidence").is_none() && announced.get("annotations").is_none());
    sidecar.respond(&prompt, json!({"choice": "deny"}));
    let told = sidecar.method("permissions/decision");
    assert_eq!(watch.heard("decision"), told["params"]);
    assert_eq!(sidecar.result(1)["decision"], "deny");
    sidecar.request(2, "permissions/reload", json!({}));
    let changed = sidecar.method("permissions/policyChanged");
    assert_eq!(watch.heard("policyChanged"), changed["params"]);
    sidecar.answer(2);
    // What an ask comes to at the end is told as well.
    sidecar.ask(3);
    watch.heard("ui_prompt");
    sidecar.hang_up();
    let (_, code) = sidecar.end();
    assert_eq!(code, 0);
    let last = watch.heard("decision");
    assert_eq!(
        (&last["resolution"], &last["cause"]),
        (&json!("confirmation_unavailable"), &json!("shutdown"))
    );
    assert_eq!(watch.next(), None, "the session is over");
    assert!(!socket.exists(), "its socket is removed");
}

#[test]
fn only_the_events_that_are_wanted_come_and_none_after_the_end_of_a_subscription() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let mut watch = Watch::connect(&socket);
    let subscription = watch
        .call("permissions_subscribe", &json!({"events": ["ui_prompt"]}))
        .unwrap();
    decide(&mut sidecar, 3);
    let prompt = sidecar.ask(1);
    assert_eq!(watch.heard("ui_prompt")["toolCallId"], "call-1");
    sidecar.respond(&prompt, json!({"choice": "approve"}));
    sidecar.method("permissions/decision");
    sidecar.answer(1);
    assert_eq!(
        watch
            .call("permissions_unsubscribe", &json!([subscription]))
            .unwrap(),
        json!(true)
    );
    decide(&mut sidecar, 3);
    watch.call("permissions_session", &json!({})).unwrap();
    sidecar.finish();
    assert_eq!(watch.next(), None);
}

#[test]
fn an_observer_may_ask_what_a_call_would_come_to() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let mut watch = Watch::connect(&socket);
    let call = json!({"tool": "bash", "input": {"command": "touch x"}});
    sidecar.request(1, "permissions/check", call.clone());
    assert_eq!(watch.call("permissions_check", &call).unwrap(), sidecar.result(1));
    let session = watch.call("permissions_session", &json!({})).unwrap();
    let project = house.project();
    assert_eq!(
        session,
        json!({"id": "own", "cwd": project, "agent": "scout", "pid": sidecar.child.id()})
    );
    // Params follow the same rules as on stdin.
    #[rustfmt::skip]
    let refused = [
        ("permissions_check",     json!({}),                          -32602),
        ("permissions_check",     json!(["bash"]),                    -32602),
        ("permissions_check",     json!({"surface": "bash", "sessionId": "other"}), -32602),
        ("permissions_subscribe", json!({"events": ["thoughts"]}),    -32602),
        ("permissions_session",   json!([1]),                         -32602),
        // It decides nothing.
        ("permissions_authorize", call.clone(),                       -32601),
        ("permissions/authorize", call.clone(),                       -32601),
        ("permissions_revokeSessionRule", json!({"id": "x"}),         -32601),
        ("shutdown",              json!({}),                          -32601),
    ];
    for (method, params, code) in refused {
        let error = watch.call(method, &params).unwrap_err();
        assert_eq!(error["code"], code, "{method} {params}: {error}");
    }
    assert!(watch.call("permissions_session", &json!([null])).is_ok());
    sidecar.finish();
}

#[test]
fn an_observer_that_reads_nothing_delays_nobody_and_learns_what_it_lost() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let mut watch = Watch::all(&socket);
    let count = 3000;
    decide(&mut sidecar, count);
    let (mut seen, mut lost) = (0, 0);
    while seen + lost < count {
        let heard = watch.next().unwrap();
        match heard.event.as_str() {
            "decision" => seen += 1,
            "lagged" => lost += heard.params["lost"].as_i64().unwrap(),
            other => panic!("{other}"),
        }
    }
    assert_eq!(seen + lost, count);
    assert!(lost > 0, "what waits for an observer is bounded");
    // From here on it is told everything again.
    decide(&mut sidecar, 1);
    assert_eq!(watch.heard("decision")["toolCallId"], "c1000");
    sidecar.finish();
}

#[test]
fn an_editor_has_no_socket() {
    let house = House::empty();
    let mut sidecar = Sidecar::spawn(&mut serve(&house));
    sidecar.request(0, "initialize", json!({"capabilities": {}}));
    let greeting = sidecar.result(0);
    assert_eq!(
        greeting["capabilities"]["experimental"]["permissions"]["observerSocket"],
        Value::Null
    );
    assert!(!house.sockets().exists());
    sidecar.finish();
}

#[test]
fn the_socket_is_this_users_alone() {
    let house = House::empty();
    let (sidecar, socket) = observed(&house);
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        socket,
        house.sockets().join(format!("{}.sock", sidecar.child.id()))
    );
    assert_eq!((mode(&house.sockets()), mode(&socket)), (0o700, 0o600));
    sidecar.finish();
}

#[test]
fn without_a_folder_of_the_login_it_lies_below_the_state_folder() {
    let house = House::empty();
    let mut command = serve(&house);
    // A state folder whose path is short enough.
    let state = tempfile::tempdir().unwrap();
    command
        .env_remove("XDG_RUNTIME_DIR")
        .env("PORTCULLIS_STATE_DIR", state.path());
    let mut sidecar = Sidecar::spawn(&mut command);
    sidecar.request(0, "initialize", json!({"initializationOptions": {"session": {}}}));
    let greeting = sidecar.result(0);
    let socket = state.path().join(format!("run/{}.sock", sidecar.child.id()));
    assert_eq!(
        greeting["capabilities"]["experimental"]["permissions"]["observerSocket"],
        json!(socket)
    );
    sidecar.finish();
}

#[test]
fn a_path_that_is_too_long_gives_no_socket_and_one_warning() {
    let house = House::empty();
    let mut command = serve(&house);
    command.env("XDG_RUNTIME_DIR", house.path(&"x".repeat(100)));
    let mut sidecar = Sidecar::spawn(&mut command);
    sidecar.request(0, "initialize", json!({"initializationOptions": {"session": {}}}));
    let greeting = sidecar.result(0);
    assert_eq!(
        greeting["capabilities"]["experimental"]["permissions"]["observerSocket"],
        Value::Null
    );
    let warning = sidecar.method("window/showMessage");
    assert!(
        warning["params"]["message"].as_str().unwrap().contains("107"),
        "{warning}"
    );
    sidecar.finish();
}

#[test]
fn what_dead_sessions_left_is_swept_by_the_next() {
    let house = House::empty();
    let (sidecar, socket) = observed(&house);
    sidecar.kill();
    assert!(socket.exists());
    let (mut sidecar, own) = observed_as(&house, "next");
    decide_once(&mut sidecar);
    let begun = std::time::Instant::now();
    while socket.exists() {
        assert!(begun.elapsed() < crate::wire::PATIENCE, "nobody sweeps");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(own.exists());
    sidecar.finish();
}

fn decide_once(sidecar: &mut Sidecar) {
    sidecar.request(1, "permissions/check", json!({"surface": "bash", "value": "ls"}));
    sidecar.answer(1);
}
