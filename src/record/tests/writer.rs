//! The thread that writes, from outside.

use super::{LIMIT, fields, lines, settings, warnings};
use crate::decision::Origin;
use crate::record::{Event, PlainAllow, Recorder, Settings};
use serde_json::{Map, json};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

#[test]
fn every_line_is_cut_and_redacted_and_carries_a_version() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("a/b");
    let recorder = Recorder::open(settings(state.clone()), &warnings().0);
    let secret = fields([
        ("value", json!("x".repeat(50))),
        ("nested", json!({"apiKey": "k"})),
    ]);
    recorder.review(Event::Approved, secret.clone());
    recorder.debug("anything", || secret);
    recorder.close(LIMIT);
    for name in ["review.jsonl", "debug.jsonl"] {
        let line = lines(&state.join(name)).pop().unwrap();
        assert_eq!(line["version"], 1, "{name}");
        assert_eq!(line["value"].as_str().unwrap().chars().count(), 20, "{name}");
        assert_eq!(line["nested"]["apiKey"], crate::record::REDACTED, "{name}");
    }
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&state), 0o700);
    assert_eq!(mode(&state.join("review.jsonl")), 0o600);
}

#[test]
fn counts_are_written_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let recorder = Recorder::open(settings(folder.path().to_owned()), &warnings().0);
    for _ in 0..3 {
        recorder.count(PlainAllow {
            surface: "bash",
            pattern: Some("ls"),
            origin: Origin::Global,
        });
    }
    recorder.close(LIMIT);
    let line = lines(&folder.path().join("review.jsonl")).pop().unwrap();
    assert_eq!(line["event"], "usage");
    let expected =
        json!([{"surface": "bash", "pattern": "ls", "origin": "global", "result": "allow", "n": 3}]);
    assert_eq!(line["counts"], expected);
}

#[test]
fn a_log_that_is_moved_away_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("review.jsonl");
    let recorder = Recorder::open(settings(folder.path().to_owned()), &warnings().0);
    recorder.review(Event::Approved, Map::new());
    recorder.flush(LIMIT);
    std::fs::rename(&path, folder.path().join("old")).unwrap();
    recorder.review(Event::Denied, Map::new());
    recorder.close(LIMIT);
    assert_eq!(lines(&path).len(), 1);
    assert_eq!(lines(&folder.path().join("old")).len(), 1);
}

#[test]
fn a_folder_that_can_not_be_made_costs_one_warning() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let (warn, heard) = warnings();
    let recorder = Recorder::open(settings(folder.path().join("file/state")), &warn);
    for _ in 0..5 {
        recorder.review(Event::Approved, Map::new());
    }
    recorder.close(LIMIT);
    assert_eq!(heard.lock().unwrap().len(), 1);
}

#[test]
fn nothing_is_made_when_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let quiet = Settings {
        review: false,
        debug: false,
        ..settings(state.clone())
    };
    let recorder = Recorder::open(quiet, &warnings().0);
    recorder.review(Event::Approved, Map::new());
    recorder.count(PlainAllow {
        surface: "bash",
        pattern: None,
        origin: Origin::Builtin,
    });
    recorder.close(LIMIT);
    assert!(!state.exists());
}

#[test]
fn lines_of_several_writers_never_mix() {
    let folder = tempfile::tempdir().unwrap();
    let recorders: Vec<Recorder> = (0..4)
        .map(|_| Recorder::open(settings(folder.path().to_owned()), &warnings().0))
        .collect();
    std::thread::scope(|scope| {
        for recorder in &recorders {
            scope.spawn(|| {
                for _ in 0..200 {
                    recorder.review(Event::Approved, fields([("value", json!("y".repeat(19)))]));
                }
            });
        }
    });
    for recorder in &recorders {
        recorder.close(LIMIT);
    }
    assert_eq!(lines(&folder.path().join("review.jsonl")).len(), 800);
}
