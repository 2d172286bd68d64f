//! The floor of a call: an echo of frames of the same lengths, a bare parse of its command by tree-sitter, and one
//! `realpath` for each path that it names. No decision can be made for less.

use super::data::{Call, Data};
use super::sidecar::Sidecar;
use super::stats::{median, us};
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Times a call is measured; the median counts.
const REPEATS: usize = 15;

/// Microseconds of one call.
pub struct Measured {
    /// Round trip of `permissions/check`.
    pub call: f64,
    /// Its floor.
    pub floor: f64,
}

/// Measures each call under the policy in `config`, and its floor.
pub fn measure(data: &Data, config: &Path, calls: &[Call]) -> anyhow::Result<Vec<Measured>> {
    let mut sidecar = Sidecar::portcullis(config, &data.project())?;
    let mut lengths = String::new();
    for call in calls {
        sidecar.round_trip(&call.request)?;
        writeln!(lengths, "{}", sidecar.answer.len())?;
    }
    let times = rounds(&mut sidecar, calls)?;
    let paths: Vec<BTreeSet<String>> = calls
        .iter()
        .map(|call| paths_of(&mut sidecar, call))
        .collect::<anyhow::Result<_>>()?;
    drop(sidecar);

    let file = data.scratch("lengths");
    std::fs::write(&file, lengths)?;
    let mut echo = Sidecar::spawn(Command::new(std::env::current_exe()?).arg("--echo").arg(&file))?;
    let echoes = rounds(&mut echo, calls)?;
    drop(echo);

    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into())?;
    let project = data.project();
    calls
        .iter()
        .zip(times)
        .zip(echoes.iter().zip(&paths))
        .map(|((command, call), (echo, paths))| {
            let parse = if command.command.is_empty() {
                0.0
            } else {
                repeat(|| drop(parser.parse(&command.command, None)))
            };
            let resolve = repeat(|| {
                for path in paths {
                    let _ = std::hint::black_box(std::fs::canonicalize(project.join(path)));
                }
            });
            Ok(Measured {
                call,
                floor: echo + parse + if paths.is_empty() { 0.0 } else { resolve },
            })
        })
        .collect()
}

/// The median round trip of each call; whole rounds, so that no call is measured with its own caches warm.
fn rounds(sidecar: &mut Sidecar, calls: &[Call]) -> anyhow::Result<Vec<f64>> {
    let mut times = vec![Vec::with_capacity(REPEATS); calls.len()];
    for round in 0..=REPEATS {
        for (call, times) in calls.iter().zip(&mut times) {
            let time = us(sidecar.round_trip(&call.request)?);
            // The first round warms up.
            if round > 0 {
                times.push(time);
            }
        }
    }
    Ok(times.iter().map(|times| median(times)).collect())
}

fn repeat(mut work: impl FnMut()) -> f64 {
    let times: Vec<f64> = (0..REPEATS)
        .map(|_| {
            let begun = Instant::now();
            work();
            us(begun.elapsed())
        })
        .collect();
    median(&times)
}

/// The paths that a call names, as `permissions/explain` lists them.
fn paths_of(sidecar: &mut Sidecar, call: &Call) -> anyhow::Result<BTreeSet<String>> {
    let mut request: Value = serde_json::from_slice(&call.request)?;
    *request.get_mut("method").context("a request has a method")? = "permissions/explain".into();
    sidecar.round_trip(request.to_string().as_bytes())?;
    let answer = sidecar.answer()?;
    let mut paths = BTreeSet::new();
    let mut open = vec![&answer];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => {
                if fields.get("gate").and_then(Value::as_str) == Some("path") {
                    paths.extend(fields.get("value").and_then(Value::as_str).map(str::to_owned));
                }
                open.extend(fields.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    Ok(paths)
}
