//! The licences of everything we are built from, held against the list in `deny.toml`: `cargo deny` without cargo-deny.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

#[test]
fn every_dependency_has_a_licence_of_the_list() {
    let deny = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/deny.toml")).unwrap();
    let allowed = allowed(&deny);
    assert!(allowed.contains("MIT") && allowed.contains("Apache-2.0"));

    let mut metadata = Command::new(env!("CARGO"));
    metadata
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    // What is built for other platforms is at hand only where `cargo fetch` brought it, as `.ci/run` does.
    if std::env::var_os("PORTCULLIS_REQUIRE_TOOLS").is_none() {
        metadata.args(["--filter-platform", &host()]);
    }
    let output = metadata.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(
        packages.len() > 50,
        "cargo metadata names {} packages",
        packages.len()
    );

    let mut wrong = String::new();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        if !permits(licence, &allowed) {
            writeln!(wrong, "{} {}: {licence}", package["name"], package["version"]).unwrap();
        }
    }
    assert!(wrong.is_empty(), "not in deny.toml:\n{wrong}");
}

#[test]
fn an_expression_is_read_as_spdx_reads_it() {
    let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"].map(str::to_owned).into();
    for (expression, expected) in [
        ("MIT", true),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("(MIT OR GPL-3.0) AND ISC", false),
        ("Apache-2.0 WITH LLVM-exception", false),
        ("none", false),
    ] {
        assert_eq!(permits(expression, &allowed), expected, "{expression}");
    }
}

/// The platform that cargo builds for here.
fn host() -> String {
    let output = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.unwrap().to_owned()
}

/// The strings of `allow` under `[licenses]`.
fn allowed(deny: &str) -> BTreeSet<String> {
    let section = deny.split("[licenses]").nth(1).unwrap();
    let list = section
        .split("allow = [")
        .nth(1)
        .unwrap()
        .split(']')
        .next()
        .unwrap();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an SPDX expression can be met from `allowed`: OR of ANDs, parentheses around an operand of AND.
fn permits(expression: &str, allowed: &BTreeSet<String>) -> bool {
    split(&expression.replace('/', " OR "), " OR ")
        .iter()
        .any(|choice| {
            split(choice, " AND ").iter().all(|part| {
                let part = part.trim();
                match part.strip_prefix('(').and_then(|part| part.strip_suffix(')')) {
                    Some(inner) => permits(inner, allowed),
                    None => allowed.contains(part),
                }
            })
        })
}

/// Splits at `separator` outside parentheses.
fn split<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && at >= start && text[at..].starts_with(separator) => {
                parts.push(&text[start..at]);
                start = at + separator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
