//! What it costs to have an ask answered by the rules of a parent in another process, against the least that any
//! exchange of files between two processes costs: write, rename, wake by inotify, read, and the same back.
//!
//! usage: `cargo bench --bench forwarding`
//!
//! Both are measured in turns within one run, so that what else the machine does weighs on both.

#[cfg(target_os = "linux")]
mod bare;
#[path = "../roundtrip/echo.rs"]
#[allow(dead_code, reason = "only the reading of frames is used")]
mod echo;
#[path = "../roundtrip/sidecar.rs"]
#[allow(dead_code, reason = "each benchmark uses its own part")]
mod sidecar;
#[path = "../roundtrip/stats.rs"]
#[allow(dead_code, reason = "each benchmark uses its own part")]
mod stats;

#[cfg(target_os = "linux")]
fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [first, folder] = args.as_slice()
        && first == "--bare"
    {
        return bare::serve(std::path::Path::new(folder));
    }
    // `cargo test --all-targets` runs benchmarks too, to see that they start.
    if args.iter().any(|arg| arg == "--test") {
        return Ok(());
    }
    measure::run()
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("measured where there is inotify");
}

#[cfg(target_os = "linux")]
mod measure {
    use super::bare::Bare;
    use super::sidecar::{PORTCULLIS, Sidecar};
    use super::stats::{number, quantile, table, us};
    use anyhow::ensure;
    use serde_json::json;
    use std::path::Path;
    use std::process::Command;

    /// Requests that are measured, and those before them.
    const REQUESTS: usize = 1000;
    const WARM_UP: usize = 50;
    /// Requests of one kind in a row.
    const TURN: usize = 50;

    fn member(state: &Path, id: &str, parent: Option<&str>, policy: &str) -> anyhow::Result<Sidecar> {
        let config = state.join(id);
        let project = state.join("project");
        std::fs::create_dir_all(&config)?;
        std::fs::create_dir_all(&project)?;
        std::fs::write(config.join("policy.jsonc"), policy)?;
        let mut sidecar = Sidecar::spawn(
            Command::new(PORTCULLIS)
                .arg("serve")
                // Not above the configuration, which would then be refused.
                .current_dir(project)
                .env("HOME", state)
                .env("PORTCULLIS_CONFIG_DIR", &config)
                .env("PORTCULLIS_STATE_DIR", state.join("state"))
                .env_remove("XDG_RUNTIME_DIR"),
        )?;
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "processId": null, "capabilities": {},
            "initializationOptions": {"session": {"id": id, "parentSessionId": parent}}}});
        sidecar.round_trip(hello.to_string().as_bytes())?;
        sidecar.send(br#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)?;
        Ok(sidecar)
    }

    pub fn run() -> anyhow::Result<()> {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
        let folder = folder.path().canonicalize()?;
        let parent = member(
            &folder,
            "parent",
            None,
            r#"{"permission": {"bash": {"git *": "allow"}}}"#,
        )?;
        let mut child = member(&folder, "child", Some("parent"), "{}")?;
        let mut bare = Bare::start(&folder.join("bare"))?;
        let ask = |number: usize| {
            json!({"jsonrpc": "2.0", "id": number, "method": "permissions/authorize",
                "params": {"tool": "bash", "input": {"command": format!("git show HEAD~{number}")}}})
            .to_string()
        };
        let (mut asked, mut exchanged) = (Vec::new(), Vec::new());
        for number in 0..WARM_UP {
            child.round_trip(ask(number).as_bytes())?;
            bare.exchange()?;
        }
        let answer = child.answer()?;
        let by = answer.pointer("/result/decidedBy/decision/kind");
        ensure!(by == Some(&json!("rule")), "the parent's rules decide: {answer}");
        for turn in 0..REQUESTS / TURN {
            for number in 0..TURN {
                asked.push(us(child.round_trip(ask(turn * TURN + number).as_bytes())?));
            }
            for _ in 0..TURN {
                exchanged.push(us(bare.exchange()?));
            }
        }
        drop(child);
        drop(parent);
        let row = |what: &str, times: &[f64]| {
            [0.5, 0.9, 0.99, 1.0]
                .iter()
                .map(|q| number(quantile(times, *q)))
                .fold(vec![what.to_owned()], |mut row, cell| {
                    row.push(cell);
                    row
                })
        };
        let head = ["µs", "p50", "p90", "p99", "longest"];
        let rows = [
            row("an ask that the parent's rules answer", &asked),
            row("the bare exchange", &exchanged),
        ];
        table(&format!("{REQUESTS} requests, one after the other"), &head, &rows);
        let times = quantile(&asked, 0.5) / quantile(&exchanged, 0.5);
        let tail = quantile(&asked, 0.99) / quantile(&asked, 0.5);
        println!("p50: {} times the bare exchange (8 at most).", number(times));
        println!("p99: {} times its own p50 (10 at most).", number(tail));
        Ok(())
    }
}
