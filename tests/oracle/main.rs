//! Bash itself as the judge: what a command runs has to be among the units that are found in it.
//!
//! Generated commands run under `bash -c` in a folder of their own, with nothing on `PATH` but markers that
//! note their number. Every marker that ran must be a unit of the analysis, unless a floor says that the
//! command could not be established.

mod generator;

use generator::Generator;
use portcullis::shell::{self, Part, Program, Word, grammar::Declared};
use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::{Command, Stdio},
};

/// Commands of one run of the tests. More come with `ORACLE_RUNS`; `ORACLE_SEED` is the first one's number, so
/// that a long row can be done in parts: `ORACLE_RUNS=1000000 ORACLE_SEED=0 cargo test --release --test oracle`
/// says every thousand commands where it stands.
const RUNS: u64 = 300;

/// A number that the environment gives.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The numbers of the markers among the units, and whether a floor excuses what is missing.
pub fn found(program: &Program) -> (BTreeSet<u32>, bool) {
    let mut numbers = BTreeSet::new();
    for unit in &program.units {
        let texts: Vec<Vec<String>> = unit.words.iter().map(values).collect();
        for (command, number) in texts.iter().zip(texts.iter().skip(1)) {
            if command.iter().any(|text| text == "m") {
                numbers.extend(number.iter().filter_map(|text| text.parse::<u32>().ok()));
            }
        }
    }
    let floored = !program.floors.is_empty() || program.units.iter().any(|unit| !unit.floors.is_empty());
    (numbers, floored)
}

fn values(word: &Word) -> Vec<String> {
    match word.parts.as_slice() {
        [Part::Values { values, .. }] => values.clone(),
        _ => word.literal().into_iter().collect(),
    }
}

/// Runs a command; returns the numbers of the markers that ran.
pub fn ran(bin: &Path, folder: &Path, text: &str) -> BTreeSet<u32> {
    let log = folder.join("log");
    let _ = Command::new("timeout")
        .args(["-k", "1", "5", "bash", "--norc", "-c", text])
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
        .env("MARKER_LOG", &log)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    fs::read_to_string(&log)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.trim().parse().ok())
        .collect()
}

/// A folder with the marker.
pub fn marker(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = folder.join("m");
    fs::write(&path, "#!/bin/sh\nprintf '%s\\n' \"$1\" >> \"$MARKER_LOG\"\n")?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    for shell in ["bash", "sh"] {
        let _ = symlink("/bin/bash", folder.join(shell));
    }
    Ok(())
}

#[test]
fn what_bash_runs_is_among_the_units() {
    if Command::new("bash")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_err()
    {
        eprintln!("skipped: no bash here");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let bin = folder.path().join("bin");
    marker(&bin).unwrap();
    let work = folder.path().join("work");
    fs::create_dir(&work).unwrap();
    let runs = number("ORACLE_RUNS").unwrap_or(RUNS);
    let first = number("ORACLE_SEED").unwrap_or(0);
    eprintln!("ORACLE_RUNS={runs} ORACLE_SEED={first}");
    for seed in first..first.saturating_add(runs) {
        if seed > first && (seed - first).is_multiple_of(1000) {
            eprintln!("up to seed {seed}");
        }
        let text = Generator::new(seed).program();
        let program = shell::analyze(&text, &Declared::default());
        let (units, floored) = found(&program);
        // What one command leaves running must not write to the log of the next.
        let place = work.join(seed.to_string());
        fs::create_dir(&place).unwrap();
        let missing: Vec<u32> = ran(&bin, &place, &text).difference(&units).copied().collect();
        assert!(
            missing.is_empty() || floored,
            "ORACLE_SEED={seed} ORACLE_RUNS=1: {missing:?} ran and is no unit of\n{text}"
        );
        let _ = fs::remove_dir_all(&place);
    }
}
