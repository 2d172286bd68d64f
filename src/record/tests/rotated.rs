//! A full log is put away, and nothing is lost on the way: not to other writers, not to whoever reads on.

use super::{LIMIT, fields, recorder};
use crate::record::{Event, Tail, entries, verify};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn numbers(folder: &Path) -> Vec<i64> {
    let mut seen = Vec::new();
    entries(&folder.join("review.jsonl"), |entry, _| {
        seen.extend(entry.fields.get("n").and_then(serde_json::Value::as_i64));
    })
    .unwrap();
    seen
}

#[test]
fn a_full_log_is_put_away_and_the_oldest_go() {
    let folder = tempfile::tempdir().unwrap();
    let recorder = recorder(folder.path(), 4096, 3);
    for n in 0..200 {
        recorder.review(
            Event::Approved,
            fields([("n", json!(n)), ("value", json!("x".repeat(19)))]),
        );
    }
    recorder.close(LIMIT);
    let found = names(folder.path());
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(
        found.contains("review.jsonl") && !found.contains("review.1.jsonl"),
        "{found:?}"
    );
    for name in &found {
        assert!(
            std::fs::metadata(folder.path().join(name)).unwrap().len() <= 4096,
            "{name}"
        );
    }
    let left = numbers(folder.path());
    assert_eq!(left, (left[0]..200).collect::<Vec<_>>(), "a tail without a gap");
    let report = verify(&folder.path().join("review.jsonl")).unwrap();
    assert_eq!(
        (report.chains, report.begun_before, report.breaks.len()),
        (1, 1, 0)
    );
}

#[test]
fn many_writers_lose_no_line_over_many_files() {
    const WRITERS: i64 = 8;
    const LINES: i64 = 150;
    let folder = tempfile::tempdir().unwrap();
    let recorders: Vec<_> = (0..WRITERS)
        .map(|_| recorder(folder.path(), 16 << 10, 1000))
        .collect();
    std::thread::scope(|scope| {
        for (writer, recorder) in (0..).zip(&recorders) {
            scope.spawn(move || {
                for n in 0..LINES {
                    recorder.review(Event::Approved, fields([("n", json!(writer * 1000 + n))]));
                }
            });
        }
    });
    for recorder in &recorders {
        recorder.close(LIMIT);
    }
    let mut seen = numbers(folder.path());
    seen.sort_unstable();
    let expected: Vec<i64> = (0..WRITERS)
        .flat_map(|writer| (0..LINES).map(move |n| writer * 1000 + n))
        .collect();
    assert_eq!(seen, expected);
    let report = verify(&folder.path().join("review.jsonl")).unwrap();
    assert_eq!((report.chains, report.breaks.len()), (8, 0));
    assert!(names(folder.path()).len() > 5);
}

#[test]
fn whoever_reads_on_sees_each_line_once_over_all_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut tail = Tail::of(&folder.path().join("review.jsonl"));
    let mut seen: Vec<i64> = Vec::new();
    let mut look = |tail: &mut Tail| {
        tail.poll(&mut |line| {
            let entry = crate::record::Entry::of(line.text).unwrap();
            seen.push(entry.fields["n"].as_i64().unwrap());
        })
        .unwrap();
        seen.len()
    };
    assert_eq!(look(&mut tail), 0, "nothing is there yet");
    let late = tempfile::tempdir().unwrap();
    let mut early = Tail::of(&late.path().join("review.jsonl"));
    early.poll(&mut |_| panic!("nothing is there yet")).unwrap();
    let many = recorder(late.path(), 4096, 100);
    for n in 0..60 {
        many.review(Event::Approved, fields([("n", json!(n))]));
    }
    many.close(LIMIT);
    let mut count = 0;
    early.poll(&mut |_| count += 1).unwrap();
    assert_eq!(count, 60, "several files came to be between two looks");
    let recorder = recorder(folder.path(), 4096, 100);
    for n in 0..120 {
        recorder.review(
            Event::Approved,
            fields([("n", json!(n)), ("value", json!("x".repeat(19)))]),
        );
        // At times within a file, at times several files later.
        if n % 7 == 0 || n % 50 == 3 {
            recorder.flush(LIMIT);
            assert_eq!(look(&mut tail), n + 1);
        }
    }
    recorder.close(LIMIT);
    look(&mut tail);
    assert_eq!(seen, (0..120).collect::<Vec<_>>());
    assert!(names(folder.path()).len() > 5);
}
