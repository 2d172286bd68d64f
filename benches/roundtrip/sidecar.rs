//! A server under measurement, at the other end of two pipes.

use super::echo::read_frame;
use anyhow::Context;
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The binary of this build.
pub const PORTCULLIS: &str = env!("CARGO_BIN_EXE_portcullis");

/// A running server.
pub struct Sidecar {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    frame: Vec<u8>,
    /// The body of the last answer.
    pub answer: Vec<u8>,
}

impl Sidecar {
    /// Starts `command`.
    pub fn spawn(command: &mut Command) -> anyhow::Result<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("no stdout")?;
        Ok(Self {
            child,
            input,
            output: BufReader::with_capacity(64 << 10, output),
            frame: Vec::new(),
            answer: Vec::new(),
        })
    }

    /// Starts Portcullis with the policy in `config`, and takes it through the handshake.
    pub fn portcullis(config: &Path, project: &Path) -> anyhow::Result<Self> {
        let home = config
            .parent()
            .context("a configuration folder lies in a folder")?;
        let mut sidecar = Self::spawn(
            Command::new(PORTCULLIS)
                .arg("serve")
                .current_dir(project)
                .env("HOME", home)
                .env("PORTCULLIS_CONFIG_DIR", config)
                .env("PORTCULLIS_STATE_DIR", home.join("state"))
                .env_remove("XDG_RUNTIME_DIR"),
        )?;
        sidecar.handshake()?;
        Ok(sidecar)
    }

    /// `initialize` and `initialized`.
    pub fn handshake(&mut self) -> anyhow::Result<()> {
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "processId": null, "capabilities": {}, "initializationOptions": {"session": {"id": "bench"}}}});
        self.round_trip(hello.to_string().as_bytes())?;
        self.send(br#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)
    }

    /// Writes one frame.
    pub fn send(&mut self, body: &[u8]) -> anyhow::Result<()> {
        self.frame.clear();
        write!(self.frame, "Content-Length: {}\r\n\r\n", body.len())?;
        self.frame.extend_from_slice(body);
        self.input.as_mut().context("closed")?.write_all(&self.frame)?;
        Ok(())
    }

    /// Writes a request and reads to its answer, which is left in `answer`; the time between.
    pub fn round_trip(&mut self, body: &[u8]) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        self.send(body)?;
        loop {
            if !read_frame(&mut self.output, &mut self.answer)? {
                anyhow::bail!("the server has ended");
            }
            // Notifications (`permissions/ready`) may come first; an echo has no method either.
            if !self.answer.starts_with(br#"{"jsonrpc":"2.0","method""#) {
                return Ok(begun.elapsed());
            }
        }
    }

    /// The last answer, read as JSON.
    pub fn answer(&self) -> anyhow::Result<Value> {
        Ok(serde_json::from_slice(&self.answer)?)
    }

    /// A line of `/proc/<pid>/status` in KiB, such as `VmHWM` (peak) or `VmRSS`.
    pub fn memory(&self, field: &str) -> anyhow::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))
            .with_context(|| format!("no {field}"))?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Sidecar {
    fn drop(&mut self) {
        // The end of its input ends a server.
        self.input = None;
        let _ = self.child.wait();
    }
}
