//! Every code of a problem or finding has its page in `docs/diagnostics/`, and every page its code.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_code_has_its_page_and_every_page_its_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = BTreeSet::new();
    for entry in std::fs::read_dir(root.join("docs/diagnostics")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&format!("# {name}\n")), "{name}");
        assert!(text.contains("\n## What to do\n\n"), "{name}");
        pages.insert(name);
    }
    let codes: BTreeSet<String> = portcullis::policy::code::ALL
        .iter()
        .chain(&portcullis::lint::code::ALL)
        .map(ToString::to_string)
        .collect();
    assert_eq!(pages, codes);
}

/// A code that is not in the lists would have no page.
#[test]
fn the_lists_of_codes_are_whole() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, all) in [
        ("src/policy/problem.rs", &portcullis::policy::code::ALL[..]),
        ("src/lint/code.rs", &portcullis::lint::code::ALL[..]),
    ] {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        let declared = text.matches(": &str = \"").count();
        assert_eq!(declared, all.len(), "{file}");
    }
}
