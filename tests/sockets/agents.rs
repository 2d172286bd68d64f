//! An agent does not answer its own asks: neither its processes at the socket, nor its commands at the gate.

use crate::hostile::{is_answered, python_of_everybody};
use crate::support::House;
use crate::wire::{PATIENCE, Sidecar, serve};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

/// A session that opted in and allows everything, and its inbox socket.
fn session(house: &House) -> (Sidecar, PathBuf) {
    std::fs::create_dir_all(house.config()).unwrap();
    let policy =
        json!({"permission": {"*": "allow", "bash": {"*": "allow", "touch *": "ask"}}, "yoloMode": true});
    std::fs::write(house.config().join("policy.jsonc"), policy.to_string()).unwrap();
    let mut sidecar = Sidecar::spawn(&mut serve(house));
    sidecar.request(
        0,
        "initialize",
        json!({
            "capabilities": {"experimental": {"permissions": {"prompt": true}}},
            "initializationOptions": {"session": {"id": "own"}, "inbox": true, "yolo": false},
        }),
    );
    sidecar.answer(0);
    sidecar.notify("initialized", json!({}));
    sidecar.method("permissions/ready");
    sidecar.request(1, "permissions/sessionRules", json!({}));
    sidecar.answer(1);
    let socket = house.sockets().join(format!("{}.inbox.sock", sidecar.child.id()));
    // It is bound once the session is at rest.
    let begun = std::time::Instant::now();
    while !std::fs::metadata(&socket).is_ok_and(|found| found.permissions().mode() & 0o777 == 0o600) {
        assert!(begun.elapsed() < PATIENCE, "there is no inbox socket");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    (sidecar, socket)
}

fn connect(socket: &std::path::Path) -> UnixStream {
    let begun = std::time::Instant::now();
    let stream = loop {
        match UnixStream::connect(socket) {
            Ok(stream) => break stream,
            Err(error) => assert!(begun.elapsed() < PATIENCE, "{error}"),
        }
    };
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// What the session says to a connection before it hangs up.
fn said(mut stream: UnixStream) -> String {
    let mut text = Vec::new();
    // A reset is a hang-up too.
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn what_the_runtime_started_is_refused_whatever_it_says() {
    let house = House::empty();
    let (mut sidecar, socket) = session(&house);
    let prompt = sidecar.ask(2);
    let attach =
        crate::wire::frame(br#"{"jsonrpc":"2.0","id":1,"method":"inbox/attach","params":{"version":1}}"#);
    let answer = crate::wire::frame(
        br#"{"jsonrpc":"2.0","id":2,"method":"inbox/answer","params":{"askId":1,"choice":"approve"}}"#,
    );
    let noise: Vec<u8> = (0..=255_u8).cycle().take(1 << 20).collect();
    let huge = format!("Content-Length: {}\r\n\r\n", 1_u64 << 40).into_bytes();
    for bytes in [[attach, answer].concat(), noise, huge, Vec::new()] {
        let mut stream = connect(&socket);
        let _ = stream.write_all(&bytes);
        let said = said(stream);
        assert!(said.is_empty() || said.contains("inbox/refused"), "{said}");
    }
    let mut open = Vec::new();
    for _ in 0..1000 {
        open.extend(UnixStream::connect(&socket));
        if open.len() > 200 {
            open.clear();
        }
    }
    drop(open);
    // It waits still, and for the client alone.
    sidecar.respond(&prompt, json!({"choice": "deny"}));
    assert_eq!(
        sidecar.method("permissions/decision")["params"]["resolution"],
        "user_denied"
    );
    assert_eq!(sidecar.result(2)["decidedBy"]["via"], "dialog");
    sidecar.finish();
}

/// Needs root, to be somebody else.
#[test]
fn another_users_process_is_not_even_refused() {
    let Some(python) = python_of_everybody() else {
        return;
    };
    let house = House::empty();
    let (sidecar, socket) = session(&house);
    let answered = |uid| is_answered(&house, python, uid, &socket, b"x");
    assert!(answered("0"), "this user is told why not");
    assert!(!answered("65534"), "nobody else is told anything");
    sidecar.finish();
}

#[test]
fn the_socket_is_there_for_a_session_that_opted_in_alone() {
    let house = House::empty();
    let (sidecar, socket) = session(&house);
    let mode = std::fs::metadata(&socket).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    sidecar.finish();
    assert!(!socket.exists());
    let sidecar = Sidecar::ready(&house);
    assert!(
        !house
            .sockets()
            .join(format!("{}.inbox.sock", sidecar.child.id()))
            .exists()
    );
    sidecar.finish();
}

#[test]
fn a_command_that_could_answer_is_left_to_a_human() {
    let house = House::empty();
    let (mut sidecar, socket) = session(&house);
    let socket = socket.to_str().unwrap();
    let events = socket.replace(".inbox.sock", ".sock");
    #[rustfmt::skip]
    let held = [
        "portcullis inbox".to_owned(),
        "./target/release/portcullis inbox".to_owned(),
        "~/.cargo/bin/portcullis inbox --key allow=y".to_owned(),
        "env FOO=1 portcullis inbox".to_owned(),
        "timeout 5 portcullis inbox".to_owned(),
        "bash -c 'portcullis inbox'".to_owned(),
        "script -qc 'portcullis inbox' /dev/null".to_owned(),
        "setsid portcullis inbox".to_owned(),
        "sudo portcullis inbox".to_owned(),
        "echo inbox | xargs portcullis".to_owned(),
        "true && (portcullis inbox)".to_owned(),
        "x=inbox; portcullis $x".to_owned(),
        "p=portcullis; $p inbox".to_owned(),
        "portcullis $(echo inbox)".to_owned(),
        "cargo run --release -- inbox".to_owned(),
        "portcullis init --force".to_owned(),
        "cargo +nightly run -q -- inbox".to_owned(),
        "tmux new-window 'portcullis inbox'".to_owned(),
        "tmux send-keys -t 0 a a".to_owned(),
        "tmux send -t 0 a".to_owned(),
        "tmux pasteb".to_owned(),
        "tmux \"$x\" a".to_owned(),
        "screen -S x -X stuff aa".to_owned(),
        "xdotool type aa".to_owned(),
        format!("socat - UNIX-CONNECT:{socket}"),
        format!("socat -,raw UNIX:{socket},forever"),
        format!("nc -U {socket}"),
        format!("curl --unix-socket {socket} http://x/"),
        format!("python3 -c 'import socket; socket.socket(1).connect(\"{socket}\")'"),
        format!("cd {} && socat - ./1.inbox.sock", house.sockets().display()),
        format!("rm {socket}"),
        format!("nc -U {events}"),
    ];
    for (id, command) in (100..).zip(&held) {
        sidecar.request(
            id,
            "permissions/check",
            json!({"tool": "bash", "input": {"command": command}}),
        );
        let verdict = sidecar.result(id);
        assert_eq!(
            (&verdict["state"], &verdict["humanOnly"]),
            (&json!("ask"), &json!(true)),
            "{command}: {verdict}"
        );
    }
    #[rustfmt::skip]
    let free = [
        "portcullis check bash ls",
        "portcullis events --json",
        "portcullis inbox --help",
        "portcullis --version",
        "portcullis paths",
        "tmux new-window",
        "tmux capture-pane -p",
        "cargo run -- serve",
        "cargo test inbox",
        "cargo test \"$FILTER\" inbox",
        "tmux ls",
        "grep -rn inbox src",
        "git commit -m 'portcullis inbox'",
        "echo portcullis inbox",
        "ls /run/user/1000/portcullis",
    ];
    for (id, command) in (200..).zip(&free) {
        sidecar.request(
            id,
            "permissions/check",
            json!({"tool": "bash", "input": {"command": command}}),
        );
        let verdict = sidecar.result(id);
        assert_eq!(
            (&verdict["state"], &verdict["humanOnly"]),
            (&json!("allow"), &json!(false)),
            "{command}: {verdict}"
        );
    }
    sidecar.finish();
}

#[test]
fn the_human_is_offered_no_session_for_such_a_command() {
    let house = House::empty();
    let (mut sidecar, _) = session(&house);
    sidecar.request(
        3,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "portcullis inbox"}}),
    );
    sidecar.method("permissions/ui_prompt");
    let prompt = sidecar.method("permissions/prompt");
    let offered: Vec<&Value> = prompt["params"]["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| &option["id"])
        .collect();
    assert_eq!(offered, ["approve", "deny", "deny_with_reason"]);
    sidecar.respond(&prompt["id"], json!({"choice": "deny"}));
    sidecar.method("permissions/decision");
    assert_eq!(sidecar.result(3)["decision"], "deny");
    sidecar.finish();
}

#[test]
fn without_a_human_such_a_command_is_denied_unasked() {
    let house = House::empty();
    let mut sidecar = Sidecar::spawn(&mut serve(&house));
    sidecar.request(
        0,
        "initialize",
        json!({"initializationOptions": {"session": {}, "yolo": true}}),
    );
    sidecar.answer(0);
    sidecar.request(
        1,
        "permissions/authorize",
        json!({"tool": "bash", "input": {"command": "portcullis inbox"}}),
    );
    assert_eq!(sidecar.method("permissions/decision")["params"]["cause"], "no_ui");
    assert_eq!(sidecar.result(1)["decision"], "deny");
    sidecar.finish();
}
