//! Decision cases: a policy, files and a call, and what the call must come to. The format stands in
//! `tests/cases/README.md`.
//!
//! `CASES=<id>[,<id>…] cargo test --test cases -- --nocapture` judges only these and prints every rule that
//! was considered; `CASES_FILE=<path>` judges those of one more file.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a case whose surroundings can't be made stops the test"
)]

#[path = "cases/case.rs"]
mod case;
#[path = "cases/world.rs"]
mod world;

use case::Case;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use world::World;

#[test]
fn handed_cases() {
    hold("handed", include_str!("cases/handed.jsonl"));
}

#[test]
fn own_cases() {
    hold("own", include_str!("cases/own.jsonl"));
}

#[test]
fn cases_of_a_file_that_is_named() {
    if let Some(path) = std::env::var_os("CASES_FILE") {
        hold("named", &std::fs::read_to_string(path).unwrap());
    }
}

/// Judges every case of a file, and says all that are wrong at once.
fn hold(name: &str, lines: &str) {
    let only = std::env::var("CASES").ok();
    let only: Option<Vec<&str>> = only.as_deref().map(|ids| ids.split(',').collect());
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut report = String::new();
    for (number, line) in lines
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let case: Case<'_> =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}, line {}: {error}", number + 1));
        if only
            .as_ref()
            .is_some_and(|only| !only.contains(&case.id.as_str()))
        {
            continue;
        }
        let verdict = World::build(&case).judge(&case, only.is_some());
        let wrong = case.differences(&verdict);
        let (count, wrongs) = counts.entry(case.kind.clone()).or_default();
        *count += 1;
        if wrong.is_empty() {
            continue;
        }
        *wrongs += 1;
        let deciding = &verdict.deciding;
        let _ = writeln!(
            report,
            "{} [{}] {}\n    {} {}\n    by {:?} `{}` {:?} pattern {:?} {}\n    {}",
            case.id,
            case.kind,
            wrong.join("; "),
            case.call.tool,
            case.call.input,
            deciding.gate,
            deciding.value,
            deciding.origin,
            deciding.matched_pattern,
            deciding.reason.as_deref().unwrap_or_default(),
            case.why
        );
    }
    let total: usize = counts.values().map(|(count, _)| count).sum();
    let wrong: usize = counts.values().map(|(_, wrong)| wrong).sum();
    if wrong > 0 {
        for (kind, (count, wrong)) in counts.iter().filter(|(_, (_, wrong))| *wrong > 0) {
            let _ = writeln!(report, "{kind}: {wrong} of {count}");
        }
    }
    assert!(wrong == 0, "{name}: {wrong} of {total} cases are wrong\n{report}");
}
