//! Every example of `docs/policy.md` is read without a problem, the table of options is complete, and its
//! decision tables about commands are true.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use portcullis::policy::{Document, FileKind, Options};
use portcullis::rule::{Action, Pattern, Relation, Rule, Surface};
use std::sync::Arc;

fn reference() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/policy.md");
    std::fs::read_to_string(path).unwrap()
}

/// The fenced blocks of one language.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let fence = format!("```{language}\n");
    let parts = text.split(fence.as_str()).skip(1);
    parts.map(|part| part.split_once("```").unwrap().0).collect()
}

#[test]
fn every_example_is_read_without_a_problem() {
    let text = reference();
    let examples = blocks(&text, "jsonc");
    assert!(examples.len() >= 8, "{}", examples.len());
    for example in examples {
        let guards = example.starts_with("// hard-guards.jsonc");
        let kind = if guards {
            FileKind::Guards
        } else {
            FileKind::Policy
        };
        let document = Document::parse("example", kind, example);
        assert_eq!(document.problems, [], "{example}");
    }
    for example in blocks(&text, "markdown") {
        let document = Document::parse("example", FileKind::Agent, example);
        assert_eq!(document.problems, [], "{example}");
        assert!(!document.entries.is_empty());
    }
}

#[test]
fn the_list_of_options_holds_every_default() {
    let text = reference();
    let list = blocks(&text, "jsonc")
        .into_iter()
        .find(|block| block.contains("\"yoloMode\": false"))
        .unwrap();
    let listed: serde_json::Value = json5::from_str(list).unwrap();
    let defaults = serde_json::to_value(Options::default()).unwrap();
    assert_eq!(listed, defaults);
}

/// The rows of the tables whose head begins with `head`.
fn rows(text: &str, head: &str) -> Vec<Vec<String>> {
    let mut lines = text.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let mut rows = Vec::new();
    while let Some(line) = lines.next().filter(|line| line.starts_with('|')) {
        let cells = line.trim_matches('|').split(" | ");
        rows.push(cells.map(|cell| cell.trim().to_owned()).collect());
    }
    rows
}

/// `pattern` and action from "`git *` allow, `git push *` ask".
fn written_rules(cell: &str) -> Vec<(String, Action)> {
    let mut rules = Vec::new();
    let mut parts = cell.split('`').skip(1);
    while let (Some(pattern), Some(behind)) = (parts.next(), parts.next()) {
        let action = match behind.trim().trim_end_matches(',') {
            "allow" => Action::Allow,
            "ask" => Action::Ask,
            "deny" => Action::Deny,
            // A surface stands in front of the pattern.
            _ => continue,
        };
        rules.push((pattern.to_owned(), action));
    }
    rules
}

#[test]
fn the_table_of_commands_is_true() {
    let text = reference();
    let rows = rows(&text, "| rules under `bash`");
    assert!(rows.len() >= 4);
    for row in rows {
        let [cell, command, verdict, _] = row.as_slice() else {
            panic!("{row:?}")
        };
        let rules = (0u32..)
            .zip(written_rules(cell))
            .map(|(order, (pattern, action))| Rule {
                surface: Arc::from("bash"),
                pattern: Pattern::text(&pattern),
                action,
                reason: None,
                order,
                forms: Vec::new(),
            });
        let surface = Surface::new(Arc::from("bash"), rules.collect());
        let decides = surface.best(&[command.trim_matches('`')]).unwrap();
        assert_eq!(decides.action.as_str(), verdict.trim_matches('*'), "{row:?}");
    }
}

#[test]
fn the_table_of_paths_is_true_of_the_patterns() {
    let text = reference();
    let rows = rows(&text, "| path rules");
    assert!(rows.len() >= 4);
    for row in rows {
        let [cell, _, verdict, _] = row.as_slice() else {
            panic!("{row:?}")
        };
        let rules = written_rules(cell);
        let [(first, a), (second, b)] = rules.as_slice() else {
            panic!("{row:?} {rules:?}")
        };
        let pattern = |text: &str| Pattern::path(text, "/home/u", "/home/u/p").anchored("/home/u/p");
        let relation = pattern(first).relation(&pattern(second));
        // The less strict of the two decides where it is the narrower one, or equal under a directional key.
        let (loose, is_narrower) = if a < b {
            (a, relation == Relation::Narrower)
        } else {
            (b, relation == Relation::Wider)
        };
        let directional = relation == Relation::Equal && cell.contains("path_read");
        let decides = if is_narrower || directional {
            loose
        } else {
            a.max(b)
        };
        assert_eq!(decides.as_str(), verdict, "{row:?}");
    }
}
