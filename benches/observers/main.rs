//! What observers cost the session that they observe: 1,000 decisions a second, with three observers of which one is
//! stopped, against the same without; and whether memory stays flat.
//!
//! usage: `cargo bench --bench observers [-- delay] [-- memory <seconds>]`; `PORTCULLIS_BINARY` names another build
//!
//! Both sessions are measured in turns within one run, so that what else the machine does weighs on both.

#[path = "../roundtrip/echo.rs"]
#[allow(dead_code, reason = "only the reading of frames is used")]
mod echo;
#[path = "../roundtrip/sidecar.rs"]
#[allow(dead_code, reason = "each benchmark uses its own part")]
mod sidecar;
#[path = "../roundtrip/stats.rs"]
#[allow(dead_code, reason = "each benchmark uses its own part")]
mod stats;

use anyhow::Context;
use portcullis::client::Observer;
use serde_json::json;
use sidecar::{PORTCULLIS, Sidecar};
use stats::{number, quantile, table, us};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The pace of decisions.
const EVERY: Duration = Duration::from_millis(1);
/// Decisions that are measured, of each kind, and those before them.
const DECISIONS: usize = 10_000;
const WARM_UP: usize = 500;
/// Decisions of one kind in a row.
const TURN: usize = 250;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["--observe", socket] => observe(Path::new(socket)),
        // `cargo test --all-targets` runs benchmarks too, to see that they start.
        words if words.contains(&"--test") => Ok(()),
        ["memory", seconds] => memory(Duration::from_secs(seconds.parse()?)),
        ["delay"] | [] => delay(),
        _ => anyhow::bail!("usage: observers [delay | memory <seconds>]"),
    }
}

/// An observer: takes what comes.
fn observe(socket: &Path) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut observer = Observer::connect(socket).await?;
        let subscribed = observer.call("permissions_subscribe", &json!({})).await?;
        anyhow::ensure!(subscribed.is_ok(), "{subscribed:?}");
        println!("ready");
        while observer.next().await?.is_some() {}
        Ok(())
    })
}

/// A process that observes, and is killed at the end.
struct Watcher(Child);

impl Watcher {
    fn start(socket: &Path) -> anyhow::Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .args([Path::new("--observe"), socket])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut ready = [0; 6];
        std::io::Read::read_exact(child.stdout.as_mut().context("no stdout")?, &mut ready)?;
        Ok(Self(child))
    }

    fn stop(&self) -> anyhow::Result<()> {
        let stopped = Command::new("kill")
            .args(["-STOP", &self.0.id().to_string()])
            .status()?;
        anyhow::ensure!(stopped.success());
        Ok(())
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A session with a policy that allows, and its event socket.
fn session(folder: &Path) -> anyhow::Result<(Sidecar, PathBuf)> {
    let (config, project, run) = (folder.join("config"), folder.join("project"), folder.join("run"));
    for made in [&config, &project, &run] {
        std::fs::create_dir_all(made)?;
    }
    std::fs::write(
        config.join("policy.jsonc"),
        r#"{"permission": {"*": "ask", "bash": {"git *": "allow"}}}"#,
    )?;
    let binary = std::env::var_os("PORTCULLIS_BINARY").unwrap_or_else(|| PORTCULLIS.into());
    let mut sidecar = Sidecar::spawn(
        Command::new(binary)
            .arg("serve")
            .current_dir(project)
            .env("HOME", folder)
            .env("PORTCULLIS_CONFIG_DIR", &config)
            .env("PORTCULLIS_STATE_DIR", folder.join("state"))
            .env("XDG_RUNTIME_DIR", &run),
    )?;
    sidecar.handshake()?;
    sidecar.round_trip(br#"{"jsonrpc":"2.0","id":1,"method":"permissions/policy"}"#)?;
    let sockets = std::fs::read_dir(run.join("portcullis"))?;
    let socket = sockets.flatten().next().context("no socket")?.path();
    Ok((sidecar, socket))
}

/// Decides `count` calls at the pace, and says how long each took.
fn decide(sidecar: &mut Sidecar, count: usize) -> anyhow::Result<Vec<f64>> {
    let mut times = Vec::with_capacity(count);
    let mut due = Instant::now();
    for number in 0..count {
        let now = Instant::now();
        if let Some(early) = due.checked_duration_since(now) {
            std::thread::sleep(early);
        } else {
            due = now;
        }
        due += EVERY;
        let call = json!({"jsonrpc": "2.0", "id": number, "method": "permissions/authorize",
            "params": {"tool": "bash", "input": {"command": format!("git show HEAD~{number}")}}});
        times.push(us(sidecar.round_trip(call.to_string().as_bytes())?));
    }
    let answer = sidecar.answer()?;
    anyhow::ensure!(
        answer.pointer("/result/decision") == Some(&json!("allow")),
        "{answer}"
    );
    Ok(times)
}

fn watched(socket: &Path) -> anyhow::Result<Vec<Watcher>> {
    let watchers = (0..3)
        .map(|_| Watcher::start(socket))
        .collect::<Result<Vec<_>, _>>()?;
    watchers.first().context("there are three")?.stop()?;
    Ok(watchers)
}

fn delay() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let (mut with, socket) = session(&folder.path().join("with"))?;
    let (mut without, _) = session(&folder.path().join("without"))?;
    let watchers = watched(&socket)?;
    decide(&mut with, WARM_UP)?;
    decide(&mut without, WARM_UP)?;
    let (mut observed, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..DECISIONS / TURN {
        observed.extend(decide(&mut with, TURN)?);
        alone.extend(decide(&mut without, TURN)?);
    }
    drop(watchers);
    let row = |what: &str, times: &[f64]| {
        let cells = [0.5, 0.9, 0.99, 1.0].map(|q| number(quantile(times, q)));
        std::iter::once(what.to_owned()).chain(cells).collect::<Vec<_>>()
    };
    table(
        &format!("{DECISIONS} decisions of each kind, 1,000 a second"),
        &["µs", "p50", "p90", "p99", "longest"],
        &[
            row("three observers, one of them stopped", &observed),
            row("no observer", &alone),
        ],
    );
    let ratio = |q| number(quantile(&observed, q) / quantile(&alone, q));
    println!("p50: {} times that without (1.2 at most).", ratio(0.5));
    println!("p99: {} times that without (2 at most).", ratio(0.99));
    Ok(())
}

fn memory(time: Duration) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let (mut sidecar, socket) = session(&folder.path().join("with"))?;
    let before = sidecar.memory("VmRSS")?;
    let watchers = watched(&socket)?;
    let begun = Instant::now();
    let mut rows = vec![vec!["before an observer came".to_owned(), number(mib(before))]];
    let mut decided = 0;
    let mut next = Duration::ZERO;
    while begun.elapsed() < time {
        decided += decide(&mut sidecar, TURN)?.len();
        if begun.elapsed() >= next {
            let when = format!("{} s, {decided} decisions", begun.elapsed().as_secs());
            rows.push(vec![when, number(mib(sidecar.memory("VmRSS")?))]);
            next = begun.elapsed() + time / 10;
        }
    }
    rows.push(vec![
        format!("{} s, {decided} decisions", begun.elapsed().as_secs()),
        number(mib(sidecar.memory("VmRSS")?)),
    ]);
    drop(watchers);
    table(
        "Resident memory with three observers, one of them stopped",
        &["when", "MiB"],
        &rows,
    );
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "no process has so much memory")]
fn mib(kib: u64) -> f64 {
    kib as f64 / 1024.0
}
