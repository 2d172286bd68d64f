//! Peers that mean no good, or mean nothing: whatever comes over a socket, the session goes on.

use crate::support::{House, have};
use crate::watch::{Watch, decide, lenient, observed};
use crate::wire::Sidecar;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// A WebSocket's first request.
const UPGRADE: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

/// The session decides as ever, and serves an observer that behaves.
fn goes_on(sidecar: &mut Sidecar, socket: &Path) {
    let mut watch = Watch::all(socket);
    decide(sidecar, 2);
    assert_eq!(watch.heard("decision")["toolCallId"], "c1000");
}

fn connect(socket: &Path) -> UnixStream {
    let stream = UnixStream::connect(socket).unwrap();
    stream.set_read_timeout(Some(crate::wire::PATIENCE)).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
    stream
}

/// Reads until the other side hangs up.
fn is_hung_up(mut stream: UnixStream) -> bool {
    let mut sink = Vec::new();
    match stream.read_to_end(&mut sink) {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn bytes_that_mean_nothing_end_their_own_connection() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let noise: Vec<u8> = (0..=255_u8).cycle().skip(128).take(1 << 20).collect();
    let text = b"permissions_check\n".repeat(1000);
    let plain = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}".to_vec();
    let mut framed = UPGRADE.to_vec();
    framed.extend_from_slice(&[0xff; 4096]);
    for bytes in [noise, text, plain, framed] {
        let mut stream = connect(&socket);
        // It may hang up in the middle.
        let _ = stream.write_all(&bytes);
        assert!(is_hung_up(stream), "{:?}", &bytes[..16]);
    }
    goes_on(&mut sidecar, &socket);
    sidecar.finish();
}

#[test]
fn a_frame_without_an_end_is_not_kept() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let mut stream = connect(&socket);
    stream.write_all(UPGRADE).unwrap();
    // A masked text frame that announces 2^40 bytes (RFC 6455, section 5.2).
    let mut head = vec![0x81, 0x80 | 127];
    head.extend_from_slice(&(1_u64 << 40).to_be_bytes());
    head.extend_from_slice(&[0; 4]);
    let _ = stream.write_all(&head);
    let chunk = vec![b'x'; 1 << 16];
    for _ in 0..64 {
        if stream.write_all(&chunk).is_err() {
            break;
        }
    }
    goes_on(&mut sidecar, &socket);
    assert!(
        resident_kib(&sidecar) < 64 << 10,
        "{} KiB",
        resident_kib(&sidecar)
    );
    sidecar.finish();
}

#[test]
fn a_thousand_connections_leave_the_session_its_descriptors() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let mut watch = Watch::all(&socket);
    // Half-open, all of them: they say nothing. They come one after the other, as this process may not have so many
    // descriptors itself.
    let mut open = Vec::new();
    for round in 0..1000 {
        let Ok(stream) = UnixStream::connect(&socket) else {
            continue;
        };
        open.push(stream);
        if open.len() > 200 {
            open.clear();
        }
        if round % 250 == 0 {
            decide(&mut sidecar, 1);
            watch.heard("decision");
        }
    }
    let descriptors = std::fs::read_dir(format!("/proc/{}/fd", sidecar.child.id()))
        .unwrap()
        .count();
    assert!(descriptors < 100, "{descriptors} descriptors");
    decide(&mut sidecar, 1);
    watch.heard("decision");
    drop(open);
    goes_on(&mut sidecar, &socket);
    sidecar.finish();
}

#[test]
fn whoever_connects_and_says_nothing_is_hung_up_on() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let silent = connect(&socket);
    let mut hesitant = connect(&socket);
    hesitant.write_all(&UPGRADE[..20]).unwrap();
    goes_on(&mut sidecar, &socket);
    assert!(is_hung_up(silent) && is_hung_up(hesitant));
    sidecar.finish();
}

#[test]
fn requests_without_an_end_of_somebody_who_reads_nothing_do_not_pile_up() {
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let mut stream = connect(&socket);
    stream.write_all(UPGRADE).unwrap();
    let request = br#"{"jsonrpc":"2.0","id":1,"method":"permissions_session","params":{}}"#;
    let mut frame = vec![0x81, 0x80 | u8::try_from(request.len()).unwrap(), 0, 0, 0, 0];
    frame.extend_from_slice(request);
    let many = frame.repeat(1000);
    let mut sent = 0;
    // Until nothing more is taken; a few thousand fit into the buffers of the socket.
    while sent < 1000 && stream.write_all(&many).is_ok() {
        sent += 1;
    }
    assert!(sent < 1000, "it reads on and on");
    decide(&mut sidecar, 2);
    assert!(
        resident_kib(&sidecar) < 64 << 10,
        "{} KiB",
        resident_kib(&sidecar)
    );
    drop(stream);
    goes_on(&mut sidecar, &socket);
    sidecar.finish();
}

/// Needs root, to be somebody else.
#[test]
fn another_users_process_is_not_served() {
    let Some(python) = python_of_everybody() else {
        return;
    };
    let house = House::empty();
    lenient(&house);
    let (mut sidecar, socket) = observed(&house);
    let answered = |uid| is_answered(&house, python, uid, &socket, UPGRADE);
    assert!(answered("0"), "this user is answered");
    assert!(!answered("65534"), "nobody else is");
    goes_on(&mut sidecar, &socket);
    sidecar.finish();
}

/// An interpreter that every user may run, where this test may be somebody else.
pub fn python_of_everybody() -> Option<&'static str> {
    let is_root = portcullis::transport::own_uid() == 0;
    if !is_root {
        eprintln!("skipped: only root can be somebody else");
        return None;
    }
    let python = "/usr/bin/python3";
    (have("setpriv", "--version") && have(python, "--version")).then_some(python)
}

/// Whether a process of the user `uid` that sends `bytes` is answered anything.
pub fn is_answered(house: &House, python: &str, uid: &str, socket: &Path, bytes: &[u8]) -> bool {
    // As if somebody had opened the way there.
    let open = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    for folder in socket.ancestors().skip(1).take(2) {
        open(folder, 0o755);
    }
    open(socket, 0o666);
    let script = "import socket, sys\n\
        s = socket.socket(socket.AF_UNIX)\n\
        s.settimeout(30)\n\
        s.connect(sys.argv[1])\n\
        try: s.sendall(bytes.fromhex(sys.argv[2]))\n\
        except OSError: pass\n\
        sys.exit(7 if s.recv(1) else 0)\n";
    let hex = bytes
        .iter()
        .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
    let output = house
        .command("setpriv")
        .args([
            "--reuid",
            uid,
            "--regid",
            uid,
            "--clear-groups",
            python,
            "-c",
            script,
        ])
        .arg(socket)
        .arg(hex)
        .current_dir("/")
        .output()
        .unwrap();
    assert!(
        !String::from_utf8_lossy(&output.stderr).contains("denied"),
        "{output:?}"
    );
    output.status.code() == Some(7)
}

fn resident_kib(sidecar: &Sidecar) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", sidecar.child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
