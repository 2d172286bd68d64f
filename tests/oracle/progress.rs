//! How far a long row of commands has come, kept in a file, so that it goes on after it was stopped.
//!
//! The first line is the seed from which nothing has been judged yet; each line behind it is the seed of a miss that
//! stands.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Commands after which the file is written.
const EACH: u64 = 1000;

/// What is done of a row.
#[derive(Debug)]
pub struct Progress {
    file: Option<PathBuf>,
    /// Every seed in front of it has been judged.
    next: u64,
    /// Seeds behind it that have been judged.
    ahead: BTreeSet<u64>,
    missed: BTreeSet<u64>,
}

impl Progress {
    /// Goes on where `file` says, or begins at `first` where there is none.
    pub fn open(file: Option<&Path>, first: u64) -> Self {
        let text = file
            .and_then(|file| fs::read_to_string(file).ok())
            .unwrap_or_default();
        let mut seeds = text.lines().map(|line| line.trim().parse::<u64>().unwrap());
        Self {
            next: seeds.next().unwrap_or(first),
            ahead: BTreeSet::new(),
            missed: seeds.collect(),
            file: file.map(Path::to_owned),
        }
    }

    /// The seed to go on from.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Takes the misses of earlier runs, to be judged once more: those that are mended are missed no longer.
    pub fn take_missed(&mut self) -> BTreeSet<u64> {
        std::mem::take(&mut self.missed)
    }

    /// A command of an earlier run still is, or is again, a miss.
    pub fn miss(&mut self, seed: u64) {
        self.missed.insert(seed);
        self.write();
    }

    /// The command of a seed has been judged.
    pub fn done(&mut self, seed: u64) {
        self.ahead.insert(seed);
        while self.ahead.remove(&self.next) {
            self.next += 1;
            if self.next.is_multiple_of(EACH) {
                self.write();
            }
        }
    }

    /// Writes the file, whole or not at all.
    pub fn write(&self) {
        let Some(file) = &self.file else { return };
        let mut lines = vec![self.next.to_string()];
        lines.extend(self.missed.iter().map(u64::to_string));
        let new = file.with_extension("new");
        fs::write(&new, lines.join("\n") + "\n").unwrap();
        fs::rename(&new, file).unwrap();
    }
}

#[test]
fn a_row_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("progress");
    let mut row = Progress::open(Some(&file), 1998);
    row.miss(1999);
    for seed in [2000, 1998, 2001] {
        row.done(seed);
    }
    // 1999 has not been judged yet: whoever goes on begins there.
    assert_eq!(row.next(), 1999);
    row.done(1999);
    row.write();
    let mut again = Progress::open(Some(&file), 7);
    assert_eq!(again.next(), 2002);
    assert_eq!(again.take_missed(), BTreeSet::from([1999]));
    again.write();
    assert_eq!(fs::read_to_string(&file).unwrap(), "2002\n");
}
