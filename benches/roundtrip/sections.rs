//! The tables, one a function.

use super::data::{Call, Data, bash_policy};
use super::floor::{Measured, measure};
use super::sidecar::{PORTCULLIS, Sidecar};
use super::stats::{median, number, quantile, table, us};
use portcullis::policy::Node;
use serde_json::json;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A section.
type Section = fn(&Data) -> anyhow::Result<()>;

/// All of them, in the order in which they run.
pub const ALL: &[(&str, Section)] = &[
    ("floor", round_trip_against_floor),
    ("mcp", mcp_against_echo),
    ("hard", hard_policies),
    ("load", load),
    ("spawn", spawn),
    ("memory", memory),
];

/// Those that run only when they are named: they say where to look, and no bound is held against them.
pub const ASIDE: &[(&str, Section)] = &[("slowest", slowest)];

const QUANTILES: [f64; 2] = [0.5, 0.99];
const HEAD: [&str; 7] = [
    "policy",
    "call p50",
    "call p99",
    "floor p50",
    "floor p99",
    "call / floor p50",
    "call / floor p99",
];

fn row(name: &str, measured: &[Measured]) -> Vec<String> {
    let calls: Vec<f64> = measured.iter().map(|one| one.call).collect();
    let floors: Vec<f64> = measured.iter().map(|one| one.floor).collect();
    let ratios: Vec<f64> = measured.iter().map(|one| one.call / one.floor).collect();
    let mut row = vec![name.to_owned()];
    for values in [calls, floors, ratios] {
        row.extend(QUANTILES.map(|q| number(quantile(&values, q))));
    }
    row
}

fn round_trip_against_floor(data: &Data) -> anyhow::Result<()> {
    let mut configs = Vec::new();
    for rules in [10, 1_000, 10_000] {
        configs.push((format!("{rules} rules"), data.generated(rules)?));
    }
    configs.push(("starter".to_owned(), data.starter()?));
    for (title, calls) in [
        ("A bash call against its floor", &data.bash),
        ("A call of a file tool against its floor", &data.files),
    ] {
        let mut rows = Vec::new();
        for (name, config) in &configs {
            rows.push(row(name, &measure(data, config, calls)?));
        }
        table(title, &HEAD, &rows);
    }
    Ok(())
}

/// The commands that stand worst against their floors, and what they share.
fn slowest(data: &Data) -> anyhow::Result<()> {
    for rules in [10, 1_000, 10_000] {
        let measured = measure(data, &data.generated(rules)?, &data.bash)?;
        let mut calls: Vec<(&Measured, &Call)> = measured.iter().zip(&data.bash).collect();
        calls.sort_by(|(a, _), (b, _)| (b.call / b.floor).total_cmp(&(a.call / a.floor)));
        let rows: Vec<Vec<String>> = calls
            .iter()
            .take(40)
            .map(|(one, call)| {
                let [time, floor, ratio] = [one.call, one.floor, one.call / one.floor].map(number);
                vec![ratio, time, floor, format!("`{}`", call.command.escape_debug())]
            })
            .collect();
        let title = format!("The slowest against their floors, {rules} rules");
        table(&title, &["call / floor", "call", "floor", "command"], &rows);
    }
    Ok(())
}

fn mcp_against_echo(data: &Data) -> anyhow::Result<()> {
    let calls = (0..1_000)
        .map(|n| {
            Call::of(
                "mcp",
                &json!({"server": format!("server{}", n % 20), "tool": format!("tool_{n}")}),
            )
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut rows = Vec::new();
    for rules in [10, 1_000, 10_000] {
        let config = data.generated(rules)?;
        rows.push(row(&format!("{rules} rules"), &measure(data, &config, &calls)?));
    }
    table("An MCP call against an echo", &HEAD, &rows);
    Ok(())
}

fn hard_policies(data: &Data) -> anyhow::Result<()> {
    type Pattern = fn(usize) -> String;
    let kinds: [(&str, Pattern); 2] = [
        ("that begin with *", |n| format!("*--flag-{n} value")),
        ("that share 12 characters", |n| format!("git commit -{n} *")),
    ];
    let parses = super::floor::parses(&data.bash)?;
    let mut rows = Vec::new();
    for (kind, pattern) in kinds {
        for rules in [10, 10_000] {
            let config = data.bash_rules(&format!("{rules} {kind}"), (0..rules).map(pattern))?;
            let measured = measure(data, &config, &data.bash)?;
            let calls: Vec<f64> = measured.iter().map(|one| one.call).collect();
            let ratios: Vec<f64> = calls
                .iter()
                .zip(&parses)
                .map(|(call, parse)| call / parse)
                .collect();
            let mut row = vec![format!("{rules} {kind}")];
            for values in [&calls, &parses, &ratios] {
                row.extend(QUANTILES.map(|q| number(quantile(values, q))));
            }
            rows.push(row);
        }
    }
    let head = [
        "patterns",
        "call p50",
        "call p99",
        "parse p50",
        "parse p99",
        "call / parse p50",
        "call / parse p99",
    ];
    table(
        "Policies that no index likes, in parses of the command",
        &head,
        &rows,
    );
    Ok(())
}

fn load(data: &Data) -> anyhow::Result<()> {
    let rules = 100_000;
    let patterns = || (0..rules).map(|n| format!("tool{} verb-{n} *", n % 97));
    let text = bash_policy(patterns());
    let config = data.bash_rules("large", patterns())?;
    let parse: Vec<f64> = (0..5)
        .map(|_| {
            let begun = Instant::now();
            let tree = Node::of_json5(&text).is_ok();
            assert!(tree, "the policy is JSON5");
            us(begun.elapsed()) / 1e3
        })
        .collect();
    let starts = first_verdicts(5, || portcullis(&config, data))?;
    let empty = data.bash_rules("empty", std::iter::empty())?;
    let bare = first_verdicts(5, || portcullis(&empty, data))?;
    let load = median(&starts) - median(&bare);
    table(
        "Loading 100,000 rules, in milliseconds",
        &["what", "ms"],
        &[
            vec![
                "json5 parses the text into the tree".into(),
                number(median(&parse)),
            ],
            vec![
                "the load: first verdict with it, less without it".into(),
                number(load),
            ],
            vec!["load / parse".into(), number(load / median(&parse))],
        ],
    );
    Ok(())
}

fn spawn(data: &Data) -> anyhow::Result<()> {
    let exe = std::env::current_exe()?;
    let null = first_verdicts(50, || {
        let mut command = Command::new(&exe);
        command.arg("--null");
        command
    })?;
    let row = |name: &str, times: &[f64]| {
        vec![
            name.to_owned(),
            number(median(times)),
            number(quantile(times, 0.99)),
            number(median(times) / median(&null)),
        ]
    };
    let mut rows = vec![row("a server that does nothing", &null)];
    for (name, config) in [
        ("no rules", data.bash_rules("none", std::iter::empty())?),
        ("10 rules", data.generated(10)?),
        ("starter", data.starter()?),
        ("1,000 rules", data.generated(1_000)?),
        ("10,000 rules", data.generated(10_000)?),
    ] {
        rows.push(row(name, &first_verdicts(50, || portcullis(&config, data))?));
    }
    table(
        "Spawn to first verdict, in milliseconds",
        &["server", "p50", "p99", "p50 / the first"],
        &rows,
    );
    Ok(())
}

fn memory(data: &Data) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for (name, config) in [
        ("starter", data.starter()?),
        ("10,000 rules", data.generated(10_000)?),
    ] {
        let mut sidecar = Sidecar::portcullis(&config, &data.project())?;
        let mut checks = 0;
        let mut check_until = |sidecar: &mut Sidecar, goal: usize| -> anyhow::Result<u64> {
            for call in data
                .bash
                .iter()
                .cycle()
                .skip(checks % data.bash.len())
                .take(goal - checks)
            {
                sidecar.round_trip(&call.request)?;
            }
            checks = goal;
            sidecar.memory("VmRSS")
        };
        let first = check_until(&mut sidecar, 1)?;
        let warm = check_until(&mut sidecar, 10_000)?;
        let late = check_until(&mut sidecar, 100_000)?;
        let peak = sidecar.memory("VmHWM")?;
        rows.push(vec![
            name.to_owned(),
            mib(first),
            mib(warm),
            mib(late),
            format!("{} KiB", late.saturating_sub(warm)),
            mib(peak),
        ]);
    }
    table(
        "Resident memory",
        &[
            "policy",
            "1 check",
            "10,000 checks",
            "100,000 checks",
            "growth between",
            "peak",
        ],
        &rows,
    );
    Ok(())
}

fn mib(kib: u64) -> String {
    format!("{}.{} MiB", kib / 1024, kib % 1024 * 10 / 1024)
}

fn portcullis(config: &Path, data: &Data) -> Command {
    let mut command = Command::new(PORTCULLIS);
    command
        .arg("serve")
        .current_dir(data.project())
        .env("HOME", data.scratch("home"))
        .env("PORTCULLIS_CONFIG_DIR", config)
        .env("PORTCULLIS_STATE_DIR", data.scratch("state"))
        .env_remove("XDG_RUNTIME_DIR");
    command
}

/// Milliseconds from the spawn to the first answer of a check, `times` over.
fn first_verdicts(times: usize, command: impl Fn() -> Command) -> anyhow::Result<Vec<f64>> {
    let call = Call::of("bash", &json!({"command": "git status"}))?;
    (0..times)
        .map(|_| {
            let begun = Instant::now();
            let mut sidecar = Sidecar::spawn(&mut command())?;
            sidecar.handshake()?;
            // A server that does nothing answers the notification too; the frame waits in the pipe and is read as
            // the answer to the check.
            sidecar.round_trip(&call.request)?;
            Ok(us(begun.elapsed()) / 1e3)
        })
        .collect()
}
