//! The floor of a call: an echo of frames of the same lengths, a bare parse of its command by tree-sitter, and one
//! `realpath` for each path that it names. No decision can be made for less.
//!
//! All three are done by one server in the place of the sidecar, so that what runs in between (the pipes, the
//! kernel, this process) costs both the same.

use super::data::{Call, Data};
use super::echo::Work;
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
    // Which paths a call names does not depend on the policy; with few rules there is little to explain.
    let mut explaining = Sidecar::portcullis(&data.generated(10)?, &data.project())?;
    let mut work = Vec::with_capacity(calls.len());
    for call in calls {
        sidecar.round_trip(&call.request)?;
        let length = sidecar.answer.len();
        let named = paths_of(&mut explaining, call)?;
        let paths = named.iter().map(|path| data.project().join(path));
        work.push(Work {
            length,
            command: call.command.clone(),
            paths: paths.map(|path| path.to_string_lossy().into_owned()).collect(),
        });
    }
    drop(explaining);
    let mut lines = String::new();
    for one in &work {
        writeln!(lines, "{}", serde_json::to_string(one)?)?;
    }
    let file = data.scratch("work");
    std::fs::write(&file, lines)?;
    let floor = Sidecar::spawn(Command::new(std::env::current_exe()?).arg("--echo").arg(&file))?;
    let [times, floors] = rounds(&mut [sidecar, floor], calls)?;
    let pairs = times.into_iter().zip(floors);
    Ok(pairs.map(|(call, floor)| Measured { call, floor }).collect())
}

/// The median time of a bare parse of each command.
pub fn parses(calls: &[Call]) -> anyhow::Result<Vec<f64>> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into())?;
    let mut times = vec![Vec::with_capacity(REPEATS); calls.len()];
    for _ in 0..REPEATS {
        for (call, times) in calls.iter().zip(&mut times) {
            let begun = Instant::now();
            drop(std::hint::black_box(parser.parse(&call.command, None)));
            times.push(us(begun.elapsed()));
        }
    }
    Ok(times.iter().map(|times| median(times)).collect())
}

/// The median round trip of each call with each of two servers. Whole rounds, so that no call is measured with its
/// own caches warm; the servers take turns, so that what else the machine does meets both.
fn rounds(servers: &mut [Sidecar; 2], calls: &[Call]) -> anyhow::Result<[Vec<f64>; 2]> {
    let mut times = [(); 2].map(|()| vec![Vec::with_capacity(REPEATS); calls.len()]);
    for round in 0..=REPEATS {
        for (server, times) in servers.iter_mut().zip(&mut times) {
            for (call, times) in calls.iter().zip(times) {
                let time = us(server.round_trip(&call.request)?);
                // The first round warms up.
                if round > 0 {
                    times.push(time);
                }
            }
        }
    }
    Ok(times.map(|times| times.iter().map(|times| median(times)).collect()))
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
