//! The chain of a log: whole as it is written, broken by whatever is done to it later.

use super::{LIMIT, fields, recorder};
use crate::record::{Event, verify};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// A log of two writers, with some lines each.
fn written(folder: &Path) -> Vec<String> {
    for writer in 0..2 {
        let recorder = recorder(folder, 1 << 20, 8);
        for n in 0..5 {
            recorder.review(
                Event::Approved,
                fields([("writer", json!(writer)), ("n", json!(n))]),
            );
        }
        recorder.close(LIMIT);
    }
    let text = std::fs::read_to_string(folder.join("review.jsonl")).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn what_was_written_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(written(folder.path()).len(), 10);
    let report = verify(&folder.path().join("review.jsonl")).unwrap();
    assert_eq!((report.lines, report.chains, report.begun_before), (10, 2, 0));
    assert_eq!(report.breaks, []);
    let nothing = verify(&folder.path().join("none.jsonl")).unwrap();
    assert_eq!((nothing.lines, nothing.breaks.len()), (0, 0));
}

#[test]
fn whatever_is_done_to_a_log_shows_at_its_place() {
    type Deed = fn(&mut Vec<String>);
    #[rustfmt::skip]
    let cases: &[(&str, Deed, u64, &str)] = &[
        ("a word is changed",        |lines| lines[3] = lines[3].replace("\"n\":3", "\"n\":4"),             4, "was changed"),
        ("a line is taken out",      |lines| { lines.remove(3); },                                          4, "a line in front of it that is missing"),
        ("the first is taken out",   |lines| { lines.remove(0); },                                          1, "a line in front of it that is missing"),
        ("two lines change places",  |lines| lines.swap(6, 7),                                              7, "a line in front of it that is missing"),
        ("a line stands there twice", |lines| { let twice = lines[2].clone(); lines.insert(4, twice); },    5, "twice"),
        ("a line is torn",           |lines| lines[5] = lines[5][..40].to_owned(),                          6, "is torn"),
        ("a line is put in",         |lines| lines.insert(2, r#"{"event":"permission_request.approved"}"#.to_owned()), 3, "in no chain"),
        ("a line is made up whole",  |lines| lines[3] = forged(&lines[3], "\"n\":3", "\"n\":7"),            5, "that one was replaced"),
    ];
    for (what, deed, line, words) in cases {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("review.jsonl");
        let mut lines = written(folder.path());
        deed(&mut lines);
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        let report = verify(&path).unwrap();
        let first = report
            .breaks
            .first()
            .unwrap_or_else(|| panic!("{what}: nothing is found"));
        assert_eq!(first.line, *line, "{what}: {first:?}");
        assert!(first.what.contains(words), "{what}: {first:?}");
    }
}

/// The line with something else in it and a hash that fits.
fn forged(line: &str, from: &str, to: &str) -> String {
    let changed = line.replace(from, to);
    let at = changed.rfind(",\"hash\":\"").unwrap();
    let body = format!("{}}}", &changed[..at]);
    let hash = crate::record::hash::of_bytes(&[body.as_bytes()]);
    format!("{},\"hash\":\"{hash}\"}}", &changed[..at])
}

#[test]
fn a_line_without_an_end_is_torn_and_the_next_writer_does_not_continue_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("review.jsonl");
    let lines = written(folder.path());
    std::fs::write(&path, lines.join("\n") + "\n{\"event\":\"half").unwrap();
    let torn = verify(&path).unwrap();
    assert_eq!(torn.breaks.len(), 1);
    assert!(torn.breaks[0].what.contains("torn"));
    let recorder = recorder(folder.path(), 1 << 20, 8);
    recorder.review(Event::Denied, fields([("n", json!(1))]));
    recorder.close(LIMIT);
    let report = verify(&path).unwrap();
    assert_eq!(
        (report.lines, report.chains, report.breaks.len()),
        (12, 3, 1),
        "{report:?}"
    );
}

#[test]
fn a_line_that_is_being_written_is_not_taken_for_a_torn_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("review.jsonl");
    let lines = written(folder.path());
    // Another process, in the middle of its line: what it has written so far can be seen.
    let mut other = std::fs::File::options().append(true).open(&path).unwrap();
    other.lock_shared().unwrap();
    let (half, rest) = lines[0].split_at(40);
    other.write_all(half.as_bytes()).unwrap();
    let recorder = recorder(folder.path(), 1 << 20, 8);
    recorder.review(Event::Denied, fields([("n", json!(1))]));
    std::thread::sleep(Duration::from_millis(60));
    other.write_all(format!("{rest}\n").as_bytes()).unwrap();
    other.unlock().unwrap();
    recorder.close(LIMIT);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().nth(lines.len()), Some(lines[0].as_str()));
    assert!(text.lines().all(|line| !line.is_empty()), "{text}");
    assert_eq!(text.lines().count(), lines.len() + 2);
}
