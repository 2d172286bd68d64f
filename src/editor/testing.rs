//! Fixtures: texts with marks. `$0` is where the cursor stands; it is taken out of the text.

use super::{Hits, Scene, Usage};
use crate::decision::Origin;
use crate::lint::Around;
use crate::policy::{Document, FileKind};
use std::collections::BTreeMap;

/// The text, and where the cursor stands in it.
pub(super) fn at_cursor(marked: &str) -> (String, usize) {
    let (before, after) = marked.split_once("$0").expect("a fixture without `$0`");
    assert!(!after.contains("$0"), "one cursor: {marked}");
    (format!("{before}{after}"), before.len())
}

/// What kind of file a fixture is: Markdown begins with a fence, guards with a comment that says so.
pub(super) fn kind(text: &str) -> FileKind {
    if text.starts_with("---") {
        FileKind::Agent
    } else if text.starts_with("// guards") {
        FileKind::Guards
    } else {
        FileKind::Policy
    }
}

/// Reads a fixture.
pub(super) fn document(text: &str) -> Document<'_> {
    let kind = kind(text);
    let file = match kind {
        FileKind::Policy => "/c/policy.jsonc",
        FileKind::Guards => "/c/hard-guards.jsonc",
        FileKind::Agent => "/c/agents/dev.md",
    };
    Document::parse(file, kind, text)
}

/// The text with edits made, which have to stand in order and apart.
pub(super) fn edited(text: &str, edits: &[crate::lint::Edit]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for edit in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        assert!(at <= start && start <= end, "{edits:?}");
        out.push_str(&text[at..start]);
        out.push_str(&edit.text);
        at = end;
    }
    out + &text[at..]
}

/// What was seen, as a test says.
#[derive(Debug, Default)]
pub(super) struct Seen {
    values: BTreeMap<String, Vec<String>>,
    hits: BTreeMap<(String, String), u64>,
    tools: Vec<String>,
}

impl Seen {
    /// These values under a surface.
    pub(super) fn with(surface: &str, values: &[&str]) -> Self {
        let values = values.iter().map(|&value| value.to_owned()).collect();
        Self {
            values: [(surface.to_owned(), values)].into(),
            ..Self::default()
        }
    }

    /// And this tool.
    pub(super) fn tool(mut self, name: &str) -> Self {
        self.tools.push(name.to_owned());
        self
    }

    /// A rule that allowed so often.
    pub(super) fn hit(mut self, surface: &str, pattern: &str, count: u64) -> Self {
        self.hits.insert((surface.to_owned(), pattern.to_owned()), count);
        self
    }
}

impl Usage for Seen {
    fn hits(&self, _: Origin, surface: &str, pattern: &str) -> Option<Hits> {
        let key = (surface.to_owned(), pattern.to_owned());
        self.hits.get(&key).map(|&allowed| Hits {
            allowed,
            ..Hits::default()
        })
    }

    fn values(&self, surface: &str) -> &[String] {
        self.values.get(surface).map_or(&[], Vec::as_slice)
    }

    fn tools(&self) -> &[String] {
        &self.tools
    }
}

/// A document by itself.
pub(super) fn scene<'s>(document: &'s Document<'s>, usage: &'s dyn Usage) -> Scene<'s> {
    Scene {
        document,
        around: Around::default(),
        agents: &[],
        usage,
    }
}
