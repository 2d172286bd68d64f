//! The logs as they come to lie on the disk.

mod chained;
mod rotated;
mod secrets;
mod writer;

use super::rotation::Limits;
use super::{Recorder, Settings, Warn};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(20);

fn settings(state_dir: PathBuf) -> Settings {
    Settings {
        state_dir,
        session_id: "s".to_owned(),
        width: 20,
        review: true,
        debug: true,
        limits: Some(Limits::default()),
    }
}

fn warnings() -> (Warn, Arc<Mutex<Vec<String>>>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let into = Arc::clone(&heard);
    (
        Arc::new(move |text: &str| into.lock().unwrap().push(text.to_owned())),
        heard,
    )
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// One that writes below `folder`, and puts a file away at `bytes`.
fn recorder(folder: &Path, bytes: u64, kept: usize) -> Recorder {
    let limits = Some(Limits { bytes, kept });
    Recorder::open(
        Settings {
            limits,
            ..settings(folder.to_owned())
        },
        &warnings().0,
    )
}
