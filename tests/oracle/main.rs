//! Bash itself as the judge: what a command runs has to be among the units that are found in it, and what it
//! writes among the paths that it may write.
//!
//! Generated commands, and handed ones that were altered, run under `bash -c` in a folder of their own, with an
//! empty environment and markers on `PATH` that note how they were called. Every marker that ran must be a unit of
//! the analysis, word by word; every file that was created, changed, removed or (in a sample under strace) opened
//! for writing must be an access that may write. A command that carries a floor is excused.

#![expect(
    clippy::unwrap_used,
    clippy::string_slice,
    reason = "a test stops at the first surprise"
)]

mod bash;
mod changes;
mod constructs;
mod expansions;
mod generator;
mod judge;
mod mutation;
mod progress;
mod trace;
mod values;
mod writes;

use bash::{Bash, Programs};
use generator::Generator;
use mutation::Handed;
use progress::Progress;
use std::{
    collections::BTreeMap,
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// Commands of one run of the tests. More come with `ORACLE_RUNS`; `ORACLE_SEED` is the first one's number. With
/// `ORACLE_PROGRESS=file` the row goes on where the last run with that file stopped: see [`progress`].
const RUNS: u64 = 20_000;

/// The first one's number where `ORACLE_SEED` gives none.
const FIRST: u64 = 2_030_000;

/// Commands of a run that strace watches, at least.
const TRACED: u64 = 2_000;

/// Misses after which a run stops.
const ENOUGH: usize = 40;

/// A number that the environment gives.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The command of a seed, and the programs that it runs with.
fn command(seed: u64, handed: &Handed) -> (String, Programs) {
    let mut generator = Generator::new(seed);
    match seed % 8 {
        0..=4 => (generator.program(), Programs::Real),
        5 if generator.rng.below(3) == 0 => (Handed::continued(&mut generator), Programs::Markers),
        5 => (Handed::slipped(&mut generator), Programs::Markers),
        _ => (handed.altered(&mut generator), Programs::Markers),
    }
}

/// What a row of commands came to.
#[derive(Default)]
struct Tally {
    commands: AtomicU64,
    floored: AtomicU64,
    markers: AtomicU64,
    written: AtomicU64,
    traced: AtomicU64,
    /// Why commands carry a floor.
    floors: Mutex<BTreeMap<String, u64>>,
    misses: Mutex<Vec<String>>,
    stop: AtomicBool,
}

/// What came of one command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Everything that it did was found, or the command carries a floor.
    Seen,
    Missed,
}

/// Runs and judges one command.
fn judge(seed: u64, handed: &Handed, bash: &mut Bash, traced: bool, tally: &Tally) -> Outcome {
    let (text, programs) = command(seed, handed);
    let place = bash.place();
    let found = judge::find(&text, &place);
    let ran = bash.run(&text, programs, traced);
    for why in found.floors() {
        *tally.floors.lock().unwrap().entry(why).or_default() += 1;
    }
    let count = |counter: &AtomicU64, by: usize| counter.fetch_add(by as u64, Ordering::Relaxed);
    count(&tally.commands, 1);
    count(&tally.floored, usize::from(found.is_floored()));
    count(&tally.markers, ran.records.len());
    count(&tally.written, ran.changed.len());
    count(&tally.traced, usize::from(traced));
    let mut missed = found.missed(ran, bash);
    // What an earlier command left running may have been taken for this one's: a miss comes back, and not without
    // the command.
    for _ in 0..3 {
        if missed.is_nothing() {
            return Outcome::Seen;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        let idle = bash.run(":", programs, false);
        let again = found.missed(bash.run(&text, programs, traced), bash);
        missed
            .records
            .retain(|record| again.records.contains(record) && !idle.records.contains(record));
        missed
            .changed
            .retain(|path| again.changed.contains(path) && !idle.changed.contains(path));
    }
    if missed.is_nothing() {
        return Outcome::Seen;
    }
    let mut known = tally.misses.lock().unwrap();
    let miss = format!(
        "ORACLE_SEED={seed} ORACLE_RUNS=1: ran {:?}, wrote {:?}\n{text}",
        missed.records, missed.changed
    );
    eprintln!("{miss}\n");
    known.push(miss);
    if known.len() >= ENOUGH {
        tally.stop.store(true, Ordering::Relaxed);
    }
    Outcome::Missed
}

/// Holds the commands up to the seed `end` against bash, on as many threads as there are processors.
fn hold(mut progress: Progress, end: u64, tally: &Tally) {
    let first = progress.next();
    let runs = end.saturating_sub(first);
    let earlier = progress.take_missed();
    let handed = Handed::read();
    let folder = tempfile::tempdir().unwrap();
    // An odd number: never the same kind of command alone.
    let each = ((runs / TRACED).max(1) - 1) | 1;
    let strace = trace::is_here();
    if !strace {
        eprintln!("skipped: no strace here, files that are only opened are not seen");
        assert!(
            std::env::var_os("PORTCULLIS_REQUIRE_TOOLS").is_none(),
            "strace is missing"
        );
    }
    let next = AtomicU64::new(first);
    let earlier = Mutex::new(earlier);
    let progress = Mutex::new(progress);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8) * 2;
    let threads =
        number("ORACLE_THREADS").map_or(threads, |count| usize::try_from(count.max(1)).unwrap_or(1));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (handed, next, folder) = (&handed, &next, folder.path());
            let (earlier, progress) = (&earlier, &progress);
            scope.spawn(move || {
                let root = folder.join(thread.to_string());
                std::fs::create_dir(&root).unwrap();
                let mut bash = Bash::new(&root, handed.names());
                let again = || earlier.lock().unwrap().pop_first();
                while let Some(seed) = again() {
                    if judge(seed, handed, &mut bash, strace, tally) == Outcome::Missed {
                        progress.lock().unwrap().miss(seed);
                    }
                }
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end || tally.stop.load(Ordering::Relaxed) {
                        break;
                    }
                    if seed > first && (seed - first).is_multiple_of(1000) {
                        eprintln!("up to seed {seed}");
                    }
                    let traced = strace && (seed - first).is_multiple_of(each);
                    let outcome = judge(seed, handed, &mut bash, traced, tally);
                    let mut progress = progress.lock().unwrap();
                    if outcome == Outcome::Missed {
                        progress.miss(seed);
                    }
                    progress.done(seed);
                }
            });
        }
    });
    progress.into_inner().unwrap().write();
}

#[test]
fn what_bash_runs_and_writes_is_found() {
    let bash = Command::new("bash")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if bash.is_err() {
        eprintln!("skipped: no bash here");
        assert!(
            std::env::var_os("PORTCULLIS_REQUIRE_TOOLS").is_none(),
            "bash is missing"
        );
        return;
    }
    let runs = number("ORACLE_RUNS").unwrap_or(RUNS);
    let first = number("ORACLE_SEED").unwrap_or(FIRST);
    let file = std::env::var_os("ORACLE_PROGRESS").map(std::path::PathBuf::from);
    let progress = Progress::open(file.as_deref(), first);
    let (end, first) = (first + runs, progress.next());
    let runs = end.saturating_sub(first);
    eprintln!("ORACLE_RUNS={runs} ORACLE_SEED={first}");
    let tally = Tally::default();
    hold(progress, end, &tally);
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    eprintln!(
        "{} commands from seed {first}: {} markers ran, {} paths were written, {} commands were traced, {} carry a floor",
        read(&tally.commands),
        read(&tally.markers),
        read(&tally.written),
        read(&tally.traced),
        read(&tally.floored)
    );
    let mut floors: Vec<(String, u64)> = tally.floors.into_inner().unwrap().into_iter().collect();
    floors.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (why, count) in floors.iter().take(16) {
        eprintln!("{count:7} {why}");
    }
    let misses = tally.misses.into_inner().unwrap();
    assert!(
        misses.is_empty(),
        "{} missed:\n\n{}",
        misses.len(),
        misses.join("\n\n")
    );
}
