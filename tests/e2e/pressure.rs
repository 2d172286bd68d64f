//! Clients that do not read, and logs that nobody reads.

use crate::support::House;
use crate::wire::{PATIENCE, Sidecar, exit_code, frame, messages, serve};
use serde_json::json;
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::Instant;

/// Resident memory of a process in bytes.
fn resident(pid: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}

#[test]
fn a_client_that_stops_reading_is_waited_for_in_bounded_memory() {
    let house = House::empty();
    let mut child = serve(&house)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let stdout = child.stdout.take().unwrap();
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"initializationOptions": {"session": {"id": "s"}}}});
    stdin
        .write_all(&frame(initialize.to_string().as_bytes()))
        .unwrap();
    // Each answer is longer than its question, and there are 100 MiB of them.
    let value = "x".repeat(10_000);
    let writer = std::thread::spawn(move || {
        for id in 1..=5000 {
            let check = json!({"jsonrpc": "2.0", "id": id, "method": "permissions/check", "params": {"surface": "thing", "value": value}});
            stdin.write_all(&frame(check.to_string().as_bytes())).unwrap();
        }
    });
    // It takes questions until its queue is full, then waits. Its memory stands still by then.
    let begun = Instant::now();
    let mut last = 0;
    loop {
        std::thread::sleep(std::time::Duration::from_millis(300));
        let now = resident(child.id());
        if now == last && now > 8 << 20 {
            break;
        }
        last = now;
        assert!(begun.elapsed() < PATIENCE, "its memory does not stand still");
    }
    assert!(last < 80 << 20, "{last} bytes are resident");
    assert!(!writer.is_finished(), "it should have stopped taking questions");
    // Once the client reads, every answer arrives, in order.
    let answers = messages(stdout);
    for id in 0..=5000 {
        let answer = answers.recv_timeout(PATIENCE).unwrap();
        assert_eq!(answer["id"], id);
        assert!(answer["result"].is_object());
    }
    writer.join().unwrap();
    assert_eq!(exit_code(&mut child), 0);
}

#[test]
fn nothing_in_front_of_the_end_of_input_is_lost() {
    let house = House::empty();
    let rules: serde_json::Map<String, serde_json::Value> = (0..2000)
        .map(|number| (format!("program-{number} *"), json!("allow")))
        .collect();
    std::fs::create_dir_all(house.config()).unwrap();
    std::fs::write(
        house.config().join("policy.jsonc"),
        json!({"permission": {"bash": rules}}).to_string(),
    )
    .unwrap();
    let mut child = serve(&house)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let stdout = child.stdout.take().unwrap();
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"initializationOptions": {"session": {"id": "s"}}}});
    stdin
        .write_all(&frame(initialize.to_string().as_bytes()))
        .unwrap();
    // The answers are far longer than the questions: they fill its queue while questions wait in its buffer,
    // and by then the input has ended.
    for id in 1..=30 {
        let policy = json!({"jsonrpc": "2.0", "id": id, "method": "permissions/policy"});
        stdin.write_all(&frame(policy.to_string().as_bytes())).unwrap();
    }
    drop(stdin);
    // Read slowly, for longer than a client is waited for that reads nothing.
    let answers = messages(Slow(stdout));
    let mut bytes = 0;
    for id in 0..=30 {
        let answer = answers.recv_timeout(PATIENCE).unwrap();
        assert_eq!(answer["id"], id);
        bytes += answer.to_string().len();
    }
    assert!(bytes > 12 << 20, "{bytes} bytes fill no queue");
    assert_eq!(exit_code(&mut child), 0);
}

/// A stream of which little is read at a time.
struct Slow(std::process::ChildStdout);

impl Read for Slow {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        std::thread::sleep(std::time::Duration::from_millis(1));
        let little = room.len().min(16 << 10);
        self.0.read(&mut room[..little])
    }
}

#[test]
fn logs_that_nobody_reads_delay_nobody() {
    let house = House::empty();
    let mut command = serve(&house);
    command.env("PORTCULLIS_LOG", "debug").stderr(Stdio::piped());
    let mut sidecar = Sidecar::spawn(&mut command).shake_hands();
    // Kept open and never read.
    let stderr = sidecar.child.stderr.take().unwrap();
    let name = "x".repeat(2000);
    for id in 0..1000 {
        sidecar.notify("permissions/activeAgent", json!({"name": name}));
        sidecar.method("window/logMessage");
        sidecar.request(id, "permissions/check", json!({"surface": "bash"}));
        sidecar.result(id);
    }
    sidecar.finish();
    drop(stderr);
}
