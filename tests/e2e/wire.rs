//! A real sidecar at the other end of real descriptors, and every message it sends, in order. A test that leaves
//! a message unread fails.

use crate::support::{House, PORTCULLIS};
use portcullis::transport::{Decoder, Frame};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long anything is waited for before the test is given up.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A process that serves, and our end of its pipes.
pub struct Sidecar {
    pub child: Child,
    stdin: Option<Box<dyn Write + Send>>,
    messages: Receiver<Value>,
    kept: VecDeque<Value>,
    ended: bool,
}

/// `serve`, in the project of `house`.
pub fn serve(house: &House) -> Command {
    let mut command = house.command(PORTCULLIS);
    command.arg("serve");
    command
}

/// Turns what is read from `stream` into messages.
pub fn messages(mut stream: impl Read + Send + 'static) -> Receiver<Value> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut decoder = Decoder::default();
        loop {
            while let Some(frame) = decoder.next_frame().expect("the server writes sound frames") {
                let Frame::Body(body) = frame else {
                    panic!("the server writes no frame over the limit")
                };
                let message = serde_json::from_slice(body).expect("the server writes JSON");
                if sender.send(message).is_err() {
                    return;
                }
            }
            match stream.read(decoder.room()) {
                Ok(0) | Err(_) => return,
                Ok(count) => decoder.filled(count),
            }
        }
    });
    receiver
}

/// A frame around `body`.
pub fn frame(body: &[u8]) -> Vec<u8> {
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(body);
    frame
}

impl Sidecar {
    /// Starts one and speaks to it through pipes.
    pub fn start(house: &House) -> Self {
        Self::spawn(&mut serve(house))
    }

    /// Starts `command` and speaks to it through pipes.
    pub fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = child.stdout.take().unwrap();
        Self::over(child, stdout, stdin)
    }

    /// Speaks to `child` through any pair of streams.
    pub fn over(
        child: Child,
        stdout: impl Read + Send + 'static,
        stdin: impl Write + Send + 'static,
    ) -> Self {
        Self {
            child,
            stdin: Some(Box::new(stdin)),
            messages: messages(stdout),
            kept: VecDeque::new(),
            ended: false,
        }
    }

    /// One that is initialized, and whose client can prompt.
    pub fn ready(house: &House) -> Self {
        Self::spawn(&mut serve(house)).shake_hands()
    }

    /// Initializes it as a runtime that can prompt, and reads `ready` and what may follow it.
    pub fn shake_hands(mut self) -> Self {
        self.request(
            0,
            "initialize",
            json!({
                "capabilities": {"experimental": {"permissions": {"prompt": true}}},
                "initializationOptions": {"session": {"id": "own"}},
            }),
        );
        self.answer(0);
        self.notify("initialized", json!({}));
        self.method("permissions/ready");
        self
    }

    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("not hung up");
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Writes `message` as a frame.
    pub fn send(&mut self, message: &Value) {
        self.bytes(&frame(message.to_string().as_bytes()));
    }

    pub fn request(&mut self, id: impl Into<Value>, method: &str, params: impl Into<Value>) {
        let params = params.into();
        self.send(&json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params}));
    }

    pub fn notify(&mut self, method: &str, params: impl Into<Value>) {
        let params = params.into();
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Answers a request of the server.
    pub fn respond(&mut self, id: &Value, result: impl Into<Value>) {
        let result = result.into();
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }

    /// The next message.
    pub fn next(&mut self) -> Value {
        self.kept
            .pop_front()
            .or_else(|| self.receive())
            .expect("the server has closed its output")
    }

    /// The first message that `wanted` accepts; those before it stay.
    pub fn find(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&wanted) {
            return self.kept.remove(at).unwrap();
        }
        loop {
            let Some(message) = self.receive() else {
                panic!(
                    "the server closed its output before {what}; unread: {:?}",
                    self.kept
                )
            };
            if wanted(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    /// The answer to a request, whole.
    pub fn answer(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        self.find(&format!("the answer to {id}"), |message| {
            message.get("method").is_none() && message["id"] == id
        })
    }

    /// The result of a request.
    pub fn result(&mut self, id: impl Into<Value>) -> Value {
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// The error code of a request.
    pub fn error(&mut self, id: impl Into<Value>) -> i64 {
        let answer = self.answer(id);
        answer["error"]["code"]
            .as_i64()
            .unwrap_or_else(|| panic!("{answer}"))
    }

    /// A request or notification of the server, whole.
    pub fn method(&mut self, method: &str) -> Value {
        self.find(method, |message| message["method"] == method)
    }

    /// Whether a message of this method has arrived; it stays.
    #[allow(dead_code, reason = "each suite uses its own part")]
    pub fn has(&mut self, method: &str) -> bool {
        self.kept.extend(self.messages.try_iter());
        self.kept.iter().any(|message| message["method"] == method)
    }

    /// Asks for a call that the policy asks about, and reads up to the prompt; the prompt's id.
    pub fn ask(&mut self, id: i64) -> Value {
        self.request(
            id,
            "permissions/authorize",
            json!({"tool": "bash", "input": {"command": format!("touch {id}")}, "toolCallId": format!("call-{id}")}),
        );
        let announced = self.method("permissions/ui_prompt");
        let prompt = self.method("permissions/prompt");
        assert_eq!(announced["params"]["requestId"], prompt["params"]["requestId"]);
        prompt["id"].clone()
    }

    fn receive(&self) -> Option<Value> {
        match self.messages.recv_timeout(PATIENCE) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("nothing arrives; unread: {:?}", self.kept),
        }
    }

    /// Sends a signal, by its name.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([&format!("-{name}"), &self.child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
    }

    /// Closes the way to it.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// What is left until it ends, and its exit code.
    pub fn end(mut self) -> (Vec<Value>, i32) {
        self.ended = true;
        let mut left: Vec<Value> = std::mem::take(&mut self.kept).into();
        while let Some(message) = self.receive() {
            left.push(message);
        }
        (left, exit_code(&mut self.child))
    }

    /// Kills it, as nothing can be ready for, and waits until it is gone.
    #[allow(dead_code, reason = "not every test binary kills one")]
    pub fn kill(mut self) {
        self.ended = true;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Hangs up; nothing is left to read, and it ends well.
    pub fn finish(mut self) {
        self.hang_up();
        let (left, code) = self.end();
        assert_eq!((left.as_slice(), code), ([].as_slice(), 0));
    }
}

/// Waits for the end of a process. One that was killed by a signal has no code, and fails the test.
pub fn exit_code(child: &mut Child) -> i32 {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap_or_else(|| panic!("{status}"));
        }
        assert!(begun.elapsed() < PATIENCE, "the sidecar does not end");
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl Drop for Sidecar {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
            assert!(std::thread::panicking(), "a test ends with end() or finish()");
        }
    }
}
