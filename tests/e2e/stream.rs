//! What a client may write, and what becomes of it.

use crate::support::House;
use crate::wire::{Sidecar, frame, serve};
use serde_json::{Value, json};
use std::process::Stdio;

fn check(id: i64) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "permissions/check", "params": {"tool": "bash", "input": {"command": "ls"}}})
}

/// A body, and the error that answers it: its id and code. The stream goes on.
#[test]
fn what_cannot_be_read_is_answered_and_the_stream_goes_on() {
    let deep = |depth: usize| {
        let nested = "[".repeat(depth - 3) + &"]".repeat(depth - 3);
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"permissions/check","params":{{"tool":"t","input":{{"a":{nested}}}}}}}"#
        )
    };
    let too_deep = deep(129);
    #[rustfmt::skip]
    let cases: &[(&[u8], Value, i64)] = &[
        (b"{", Value::Null, -32700),
        (b"", Value::Null, -32700),
        (b"nonsense", Value::Null, -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"permissions/check\",\"params\":{\"tool\":\"\xff\"}}", Value::Null, -32700),
        (too_deep.as_bytes(), Value::Null, -32700),
        (b"[]", Value::Null, -32600),
        (br#"[{"jsonrpc":"2.0","id":1,"method":"permissions/policy"}]"#, Value::Null, -32600),
        (b"7", Value::Null, -32600),
        (br#"{"jsonrpc":"2.0","id":1.5,"method":"permissions/policy"}"#, Value::Null, -32600),
        (br#"{"jsonrpc":"2.0","id":null,"method":"permissions/policy"}"#, Value::Null, -32600),
        (br#"{"jsonrpc":"1.0","id":7,"method":"permissions/policy"}"#, json!(7), -32600),
        (br#"{"jsonrpc":"2.0"}"#, Value::Null, -32600),
        (br#"{"jsonrpc":"2.0","id":"x","method":"permissions/nonsense"}"#, json!("x"), -32601),
        (br#"{"jsonrpc":"2.0","id":"x","method":"workspace/nonsense"}"#, json!("x"), -32601),
        (br#"{"jsonrpc":"2.0","id":18446744073709551615,"method":"$/nonsense"}"#, json!(u64::MAX), -32601),
    ];
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    for (body, id, code) in cases {
        sidecar.bytes(&frame(body));
        let answer = sidecar.next();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (id, &json!(code)),
            "{answer}"
        );
    }
    sidecar.bytes(&frame(deep(128).as_bytes()));
    assert_eq!(sidecar.result(1)["surface"], "t");
    sidecar.finish();
}

/// Params, and the field that can't be taken; `None` where they can.
#[test]
fn params_are_an_object_or_what_counts_as_one() {
    #[rustfmt::skip]
    let cases: &[(&str, &str, Option<&str>)] = &[
        ("permissions/policy", "", None),
        ("permissions/policy", r#","params":null"#, None),
        ("permissions/policy", r#","params":[]"#, None),
        ("permissions/policy", r#","params":[null]"#, None),
        ("permissions/policy", r#","params":{"sessionId":null,"unknown":1}"#, None),
        ("permissions/policy", r#","params":[{}]"#, Some("")),
        ("permissions/policy", r#","params":[null,null]"#, Some("")),
        ("permissions/policy", r#","params":7"#, Some("")),
        ("permissions/policy", r#","params":{"agentName":"../x"}"#, Some("/agentName")),
        ("permissions/policy", r#","params":{"sessionId":"nobody"}"#, Some("/sessionId")),
        ("permissions/check", r#","params":[null]"#, Some("")),
        ("permissions/check", r#","params":{"tool":7}"#, Some("/tool")),
        ("permissions/authorize", r#","params":{"tool":"t"}"#, Some("/input")),
        ("permissions/authorize", r#","params":{"tool":"t","input":{},"source":"x"}"#, Some("/source")),
        ("permissions/toolPermission", "", Some("/tools")),
        ("permissions/toolPermission", r#","params":{"tools":["a",2]}"#, Some("/tools/1")),
        ("permissions/revokeSessionRule", r#","params":{"id":"stale"}"#, None),
        ("permissions/unregister", r#","params":{"registrationId":"stale"}"#, None),
        ("permissions/unregister", "", Some("/registrationId")),
    ];
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    for (id, (method, params, field)) in (1..).zip(cases) {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"{params}}}"#);
        sidecar.bytes(&frame(body.as_bytes()));
        let answer = sidecar.next();
        let Some(field) = field else {
            assert!(answer.get("result").is_some(), "{body}: {answer}");
            continue;
        };
        assert_eq!(answer["error"]["code"], -32602, "{body}: {answer}");
        assert_eq!(answer["error"]["data"]["field"], *field, "{body}: {answer}");
        assert!(answer["error"]["data"]["problem"].is_string(), "{answer}");
    }
    sidecar.finish();
}

#[test]
fn headers_may_be_written_as_one_likes() {
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    let body = check(1).to_string();
    let length = body.len();
    for head in [
        format!("Content-Length: {length}\r\n\r\n"),
        format!("content-length:{length}\n\n"),
        format!(
            "CONTENT-LENGTH: {length}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n"
        ),
        format!("X-Whatever: 1\nContent-Length: {length}\n\r\n"),
    ] {
        sidecar.bytes(head.as_bytes());
        sidecar.bytes(body.as_bytes());
        assert!(sidecar.result(1)["state"].is_string());
    }
    // In pieces, and several at once.
    for byte in frame(body.as_bytes()) {
        sidecar.bytes(&[byte]);
    }
    sidecar.result(1);
    let many: Vec<u8> = (1..=50)
        .flat_map(|id| frame(check(id).to_string().as_bytes()))
        .collect();
    sidecar.bytes(&many);
    for id in 1..=50 {
        assert_eq!(sidecar.next()["id"], id, "answered in the order of arrival");
    }
    sidecar.finish();
}

#[test]
fn a_frame_over_the_limit_is_dropped_and_answered() {
    let house = House::empty();
    let mut sidecar = Sidecar::ready(&house);
    let long = "x".repeat(17 << 20);
    #[rustfmt::skip]
    let cases = [
        (format!(r#"{{"jsonrpc":"2.0","id":"late","method":"permissions/check","params":{{"tool":"t","input":{{"id":1,"a":"{long}"}}}}}}"#), json!("late")),
        (format!(r#"{{"params":{{"tool":"t","input":{{"id":1,"a":"{long}"}}}},"method":"permissions/check","id":7,"jsonrpc":"2.0"}}"#), json!(7)),
        (long.clone(), Value::Null),
    ];
    for (body, id) in cases {
        sidecar.bytes(&frame(body.as_bytes()));
        let answer = sidecar.next();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(-32803)));
        assert_eq!(answer["error"]["data"], json!({"limit": 16 << 20}));
    }
    // A notification has no answer; the log says so.
    sidecar.bytes(&frame(
        format!(r#"{{"jsonrpc":"2.0","method":"permissions/turnStart","params":"{long}"}}"#).as_bytes(),
    ));
    let complaint = sidecar.method("window/logMessage");
    assert!(
        complaint["params"]["message"]
            .as_str()
            .unwrap()
            .contains("turnStart")
    );
    // An answer to a prompt is a failure of the client, not a denial of its human.
    let prompt = sidecar.ask(1);
    sidecar.bytes(&frame(
        format!(r#"{{"jsonrpc":"2.0","id":{prompt},"result":{{"choice":"approve","reason":"{long}"}}}}"#)
            .as_bytes(),
    ));
    sidecar.method("permissions/decision");
    let outcome = sidecar.result(1);
    assert_eq!(outcome["resolution"], "confirmation_unavailable");
    assert_eq!(outcome["cause"], "client_failed");
    sidecar.finish();
}

/// What ends a stream, and the exit code.
#[test]
fn a_stream_that_cannot_be_trusted_ends_the_process() {
    #[rustfmt::skip]
    let cases: &[(&str, i32)] = &[
        ("Content-Length: -1\r\n\r\n{}", 3),
        ("Content-Length: ten\r\n\r\n{}", 3),
        ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 3),
        ("Content-Length: 1073741825\r\n\r\n", 3),
        ("Content-Type: x\r\n\r\n{}", 3),
        ("{\"jsonrpc\":\"2.0\",\"id\":1}\n", 3),
        (&"x".repeat(9000), 3),
        // The end of the input is an end like any other, also within a frame.
        ("", 0),
        ("Content-Le", 0),
        ("Content-Length: 10\r\n\r\n{}", 0),
    ];
    let house = House::empty();
    for (bytes, code) in cases {
        let mut command = serve(&house);
        let mut sidecar = Sidecar::spawn(command.stderr(Stdio::piped())).shake_hands();
        let mut stderr = sidecar.child.stderr.take().unwrap();
        sidecar.bytes(bytes.as_bytes());
        if *code == 0 {
            sidecar.hang_up();
        }
        let (left, ended) = sidecar.end();
        assert_eq!((left.len(), ended), (0, *code), "{bytes:?}");
        let mut said = String::new();
        std::io::Read::read_to_string(&mut stderr, &mut said).unwrap();
        assert_eq!(said.contains("can't be trusted"), *code == 3, "{bytes:?}: {said}");
    }
}

#[test]
fn stdin_may_be_a_file_and_stdout_too() {
    let house = House::empty();
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"initializationOptions": {"session": {"id": "s"}}}});
    let input: Vec<u8> = [initialize, check(1), check(2)]
        .iter()
        .flat_map(|message| frame(message.to_string().as_bytes()))
        .collect();
    let (input_path, output_path) = (house.path("in"), house.path("out"));
    std::fs::write(&input_path, input).unwrap();
    let status = serve(&house)
        .stdin(std::fs::File::open(input_path).unwrap())
        .stdout(std::fs::File::create(&output_path).unwrap())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(0));
    let output = crate::wire::messages(std::fs::File::open(output_path).unwrap());
    let ids: Vec<Value> = output.iter().map(|message| message["id"].clone()).collect();
    assert_eq!(ids, [json!(0), json!(1), json!(2)]);
}

#[test]
fn stdio_may_be_a_socket_and_stays_as_it_was() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    let house = House::empty();
    let (ours, theirs) = UnixStream::pair().unwrap();
    let kept = theirs.try_clone().unwrap();
    let child = serve(&house)
        .stdin(OwnedFd::from(theirs.try_clone().unwrap()))
        .stdout(OwnedFd::from(theirs))
        .spawn()
        .unwrap();
    let writer = ours.try_clone().unwrap();
    let mut sidecar = Sidecar::over(child, ours.try_clone().unwrap(), writer).shake_hands();
    sidecar.send(&check(1));
    sidecar.result(1);
    // Nobody else who holds this description finds it changed.
    let flags = rustix::fs::fcntl_getfl(&kept).unwrap();
    assert!(!flags.contains(rustix::fs::OFlags::NONBLOCK));
    drop(kept);
    ours.shutdown(std::net::Shutdown::Write).unwrap();
    let (left, code) = sidecar.end();
    assert_eq!((left.len(), code), (0, 0));
}

#[test]
fn a_pipe_stays_as_it_was() {
    let house = House::empty();
    let (reader, to_sidecar) = std::io::pipe().unwrap();
    let (from_sidecar, writer) = std::io::pipe().unwrap();
    let (shared_reader, shared_writer) = (reader.try_clone().unwrap(), writer.try_clone().unwrap());
    let child = serve(&house).stdin(reader).stdout(writer).spawn().unwrap();
    let mut sidecar = Sidecar::over(child, from_sidecar, to_sidecar).shake_hands();
    for flags in [
        rustix::fs::fcntl_getfl(&shared_reader).unwrap(),
        rustix::fs::fcntl_getfl(&shared_writer).unwrap(),
    ] {
        assert!(!flags.contains(rustix::fs::OFlags::NONBLOCK));
    }
    drop((shared_reader, shared_writer));
    sidecar.send(&check(1));
    sidecar.result(1);
    sidecar.finish();
}
