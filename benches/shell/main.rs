//! What reading a command costs against a bare parse of its text by tree-sitter: lowering and projection together, on a
//! file system in memory; and how both grow with what is hostile.
//!
//! `cargo bench --bench shell`, or `-- corpus growth hostile` for single sections; `-- worst` names the commands of the
//! corpus whose ratio is the highest. It needs python3 for the corpus.

#![expect(clippy::indexing_slicing, reason = "a bench that is wrong stops")]

use anyhow::{Context as _, ensure};
use portcullis::access::{self, Context, Cwd, Declarations, Known, MemoryFiles, Place};
use serde_json::Value;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tree_sitter::Parser;

/// Commands that `worst` names.
const WORST: usize = 40;

/// Rounds over the corpus; the median of a command counts.
const ROUNDS: usize = 15;

const CWD: &str = "/home/u/proj";

/// Where commands are read.
struct House {
    files: MemoryFiles,
    cwd: Cwd,
    declarations: Declarations,
    known: Known,
}

impl House {
    fn new() -> Self {
        let files = [
            "src/main.rs",
            "src/lib.rs",
            "src/app/mod.rs",
            "tests/all.rs",
            "Cargo.toml",
            "README.md",
            "package.json",
            "docs/a.md",
            ".git/config",
            ".env",
        ]
        .iter()
        .fold(MemoryFiles::new(), |files, name| {
            files.file(&format!("{CWD}/{name}"))
        });
        let cwd = Cwd::resolve(CWD, &files);
        Self {
            files,
            cwd,
            declarations: Declarations::default(),
            known: Known::default(),
        }
    }

    /// Lowers and projects, as a call does; returns how many intents come out.
    fn read(&self, command: &str) -> usize {
        let context = Context::new(
            &self.files,
            &self.cwd,
            Some("/home/u"),
            &self.declarations,
            &self.known,
        );
        access::bash::access(command, &Place::at(CWD), &context)
            .intents
            .len()
    }

    fn time(&self, command: &str) -> Duration {
        let start = Instant::now();
        black_box(self.read(black_box(command)));
        start.elapsed()
    }
}

fn parser() -> anyhow::Result<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into())?;
    Ok(parser)
}

fn parse(parser: &mut Parser, command: &str) -> Duration {
    let start = Instant::now();
    black_box(parser.parse(black_box(command), None));
    start.elapsed()
}

/// The commands of the generated corpus.
fn corpus() -> anyhow::Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let made = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/gen/gen.py"))
        .arg(folder.path().join("data"))
        .status()
        .context("python3 makes the corpus")?;
    ensure!(made.success(), "gen.py failed");
    let text = std::fs::read_to_string(folder.path().join("data/corpus.jsonl"))?;
    text.lines()
        .map(|line| {
            let call: Value = serde_json::from_str(line)?;
            let command = call.pointer("/input/command").and_then(Value::as_str);
            Ok(command
                .context("a line of the corpus holds no command")?
                .to_owned())
        })
        .collect()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index below the length"
    )]
    let at = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or_default()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn over_corpus(house: &House, worst: bool) -> anyhow::Result<()> {
    let commands = corpus()?;
    let mut parser = parser()?;
    let mut lowered = vec![Vec::with_capacity(ROUNDS); commands.len()];
    let mut bare = vec![Vec::with_capacity(ROUNDS); commands.len()];
    for _ in 0..ROUNDS {
        for ((command, lowered), bare) in commands.iter().zip(&mut lowered).zip(&mut bare) {
            lowered.push(micros(house.time(command)));
            bare.push(micros(parse(&mut parser, command)));
        }
    }
    let lowered: Vec<f64> = lowered.iter_mut().map(|times| median(times)).collect();
    let bare: Vec<f64> = bare.iter_mut().map(|times| median(times)).collect();
    let ratios: Vec<f64> = lowered
        .iter()
        .zip(&bare)
        .map(|(lower, parse)| lower / parse)
        .collect();
    println!(
        "| {} commands, µs | p50 | p99 |\n| --- | ---: | ---: |",
        commands.len()
    );
    for (name, values) in [
        ("lowering and projection", &lowered),
        ("bare parse", &bare),
        ("ratio of each command", &ratios),
    ] {
        println!(
            "| {name} | {:.2} | {:.2} |",
            quantile(values, 0.5),
            quantile(values, 0.99)
        );
    }
    println!(
        "| p50 to p50, p99 to p99 | {:.2} | {:.2} |",
        quantile(&lowered, 0.5) / quantile(&bare, 0.5),
        quantile(&lowered, 0.99) / quantile(&bare, 0.99)
    );
    if worst {
        let mut order: Vec<usize> = (0..commands.len()).collect();
        order.sort_by(|left, right| ratios[*right].total_cmp(&ratios[*left]));
        println!("\n| ratio | µs | parse | command |\n| ---: | ---: | ---: | --- |");
        for at in order.into_iter().take(WORST) {
            let command = commands[at].replace('\n', "⏎").replace('|', "\\|");
            println!(
                "| {:.2} | {:.2} | {:.2} | `{command}` |",
                ratios[at], lowered[at], bare[at]
            );
        }
    }
    Ok(())
}

/// The best of a few runs.
fn best(house: &House, command: &str, runs: usize) -> f64 {
    (0..runs)
        .map(|_| micros(house.time(command)))
        .fold(f64::INFINITY, f64::min)
}

fn growth(house: &House) {
    println!("\n| 1,000 against one | µs | times one |\n| --- | ---: | ---: |");
    for command in [
        "git status",
        "rm -rf build/out",
        "cat src/main.rs | grep fn > out.txt",
    ] {
        let one = best(house, command, 2000);
        for joint in ["; ", " && "] {
            let many = vec![command; 1000].join(joint);
            let all = best(house, &many, 10);
            println!(
                "| `{command}`, joined by `{}` | {all:.0} | {:.0} |",
                joint.trim(),
                all / one
            );
        }
    }
    println!("\n| nested | 100, µs | 200 | 400 |\n| --- | ---: | ---: | ---: |");
    for (name, piece) in [
        ("timeout", "timeout 5 "),
        ("nohup", "nohup "),
        ("eval", "eval "),
        ("xargs", "xargs -n1 "),
        ("env", "env A=1 "),
        ("sudo", "sudo "),
        ("command", "command "),
        ("subshells", "( "),
    ] {
        let times = [100, 200, 400].map(|depth| {
            let close = if piece == "( " {
                " )".repeat(depth)
            } else {
                String::new()
            };
            best(house, &format!("{}rm x{close}", piece.repeat(depth)), 5)
        });
        println!("| {name} | {:.0} | {:.0} | {:.0} |", times[0], times[1], times[2]);
    }
}

/// The most that this process has held, in MiB.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.split_ascii_whitespace().next()?.parse::<f64>().ok())
        .unwrap_or_default()
        / 1024.0
}

fn hostile(house: &House) {
    println!("\n| hostile text | ms | peak so far, MiB |\n| --- | ---: | ---: |");
    for (name, text) in [
        ("20,000 `$(`", "$(".repeat(20_000)),
        (
            "20,000 `$(` closed",
            format!("echo {}x{}", "$(echo ".repeat(20_000), ")".repeat(20_000)),
        ),
        ("100,000 parentheses", "(".repeat(100_000)),
        (
            "a line end behind 1 MiB",
            format!("echo {}\n", "a".repeat((1 << 20) - 6)),
        ),
        ("1 MiB of line ends", "\n".repeat(1 << 20)),
        ("20,000 commands", "ls; ".repeat(20_000)),
        ("20,000 commands joined by &&", vec!["rm x"; 20_000].join(" && ")),
        ("20,000 `nohup`", format!("{}rm x", "nohup ".repeat(20_000))),
        ("20,000 `xargs`", format!("{}rm x", "xargs ".repeat(20_000))),
        ("20,000 `eval`", format!("{}rm x", "eval ".repeat(20_000))),
    ] {
        let start = Instant::now();
        black_box(house.read(&text));
        println!(
            "| {name} | {:.1} | {:.0} |",
            start.elapsed().as_secs_f64() * 1e3,
            peak()
        );
    }
}

fn main() -> anyhow::Result<()> {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-'))
        .collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|given| given == name);
    let house = House::new();
    let worst = wanted.iter().any(|given| given == "worst");
    if wants("corpus") || worst {
        over_corpus(&house, worst)?;
    }
    if wants("growth") {
        growth(&house);
    }
    if wants("hostile") {
        hostile(&house);
    }
    Ok(())
}
