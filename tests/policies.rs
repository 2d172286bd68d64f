//! Policies with the calls that they decide and what is said of them, as pages that a person reads: `tests/policies/`.
//! The format stands in `tests/policies/README.md`. `POLICY=<page> cargo test --test policies` plays one page.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

#[path = "policies/page.rs"]
mod page;
#[path = "policies/stage.rs"]
mod stage;

use page::{Page, Scenario};
use stage::Stage;
use std::fmt::Write as _;
use std::path::Path;

fn pages() -> Vec<Page> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/policies");
    let wanted = std::env::var("POLICY").ok();
    let mut pages: Vec<Page> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md") && !path.ends_with("README.md"))
        .filter(|path| {
            wanted
                .as_ref()
                .is_none_or(|wanted| path.file_stem().unwrap() == &**wanted)
        })
        .map(|path| Page::read(&path))
        .collect();
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!pages.is_empty());
    pages
}

/// What of a scenario is not as the page says.
fn differences(scenario: &Scenario) -> Vec<String> {
    let played = Stage::of(scenario);
    let mut wrong = Vec::new();
    for call in &scenario.calls {
        let verdict = played.judge(call);
        let pattern = verdict.deciding.matched_pattern.clone().unwrap_or_default();
        let state = verdict.state.to_string();
        if state != call.state || call.pattern.as_ref().is_some_and(|wanted| *wanted != pattern) {
            wrong.push(format!(
                "line {}: {} comes to {state} ({pattern})",
                call.line,
                call.shown()
            ));
        }
    }
    let found = played.diagnostics();
    if found != scenario.diagnostics {
        let found = found.join("\n  ");
        let wanted = scenario.diagnostics.join("\n  ");
        wrong.push(format!(
            "diagnostics are\n  {found}\nwhere the page says\n  {wanted}"
        ));
    }
    wrong
}

#[test]
fn every_page_says_what_happens() {
    let mut report = String::new();
    let mut played = 0;
    for page in pages() {
        for scenario in &page.scenarios {
            played += 1;
            let wrong = differences(scenario);
            if !wrong.is_empty() {
                let _ = writeln!(
                    report,
                    "\n{}.md, {}\n{}",
                    page.name,
                    scenario.title,
                    wrong.join("\n")
                );
            }
        }
    }
    assert!(report.is_empty(), "{report}");
    assert!(played > 0);
}

/// A page whose claims are turned round fails: the runner looks at all it is given.
#[test]
fn a_page_that_says_otherwise_fails() {
    let page = "# A\n```jsonc policy.jsonc\n{permission: {bash: {\"git *\": \"allow\"}}}\n```\n";
    #[rustfmt::skip]
    let cases = [
        ("```calls\nallow bash git log\n```\n",                          0),
        ("```calls\nallow bash git log  → git *\n```\n",                 0),
        ("```calls\ndeny bash git log\n```\n",                           1),
        ("```calls\nallow bash git log  → git log\n```\n",               1),
        ("```diagnostics\npolicy.jsonc:1 never-wins\n```\n",             1),
        ("```calls\nask bash ls\nask bash git log\n```\n",               1),
    ];
    for (block, wrong) in cases {
        let page = Page::parse("x", &format!("{page}{block}"));
        let found: usize = page
            .scenarios
            .iter()
            .map(|scenario| differences(scenario).len())
            .sum();
        assert_eq!(found, wrong, "{block}");
    }
}

/// Each code that a policy can show by itself is shown by some page.
#[test]
fn the_pages_show_every_code_of_a_finding() {
    if std::env::var_os("POLICY").is_some() {
        return;
    }
    let pages = pages();
    let shown: Vec<&str> = pages
        .iter()
        .flat_map(|page| &page.scenarios)
        .flat_map(|scenario| &scenario.diagnostics)
        .filter_map(|line| line.split(' ').nth(1))
        .collect();
    let missing: Vec<&str> = portcullis::lint::code::ALL
        .into_iter()
        // That a file lies elsewhere is said of where it lies.
        .filter(|code| !shown.contains(code) && *code != portcullis::lint::code::NOT_IN_FORCE)
        .collect();
    assert_eq!(missing, [] as [&str; 0]);
}
