//! What a call costs, measured from outside against the least it could cost. `docs/performance.md` tells how to read
//! the tables that this prints.
//!
//! usage: `cargo bench --bench roundtrip [-- SECTION…]`, sections: floor mcp hard load spawn memory, and `slowest`, which
//! runs only when it is named
//!
//! Everything runs on one core: this process pins itself, and its children inherit that. Needs python3 (which makes
//! the corpus and the policies) and, for pinning, taskset.

mod data;
mod echo;
mod floor;
mod sections;
mod sidecar;
mod stats;

use std::process::{Command, Stdio};

fn main() -> anyhow::Result<()> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    // Cargo adds this for every benchmark.
    args.retain(|arg| arg != "--bench");
    match args.first().map(String::as_str) {
        Some("--echo") => return echo::serve(args.get(1).map_or("", String::as_str)),
        Some("--null") => return echo::serve_null(),
        _ => {}
    }
    // `cargo test --all-targets` runs benchmarks too, to see that they start.
    if args.iter().any(|arg| arg == "--test") {
        return Ok(());
    }
    let pinned = pin();
    println!(
        "One core: {}. Times in microseconds unless they say otherwise.\n",
        if pinned {
            "both ends pinned to CPU 0"
        } else {
            "NOT pinned (taskset is missing)"
        }
    );
    let data = data::Data::make()?;
    for (name, run) in sections::ALL {
        if args.is_empty() || args.iter().any(|arg| arg == name) {
            run(&data)?;
        }
    }
    for (name, run) in sections::ASIDE {
        if args.iter().any(|arg| arg == name) {
            run(&data)?;
        }
    }
    Ok(())
}

/// Pins this process, and with it every child, to the first core.
fn pin() -> bool {
    Command::new("taskset")
        .args(["-cp", "0", &std::process::id().to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
