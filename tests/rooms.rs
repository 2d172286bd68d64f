//! The table of `docs/architecture.md`, as data: which room may use which. Each path from one room into another,
//! written as `crate::room`, `super::…::room` or inside `use crate::{…}`, is held against it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What a room may use, besides itself. `A..Z` rooms named "and its rooms" in the document are closed over here:
/// naming a room with [`Uses::WithItsRooms`] allows what that room may use as well.
enum Uses {
    /// Just these.
    Only(&'static [&'static str]),
    /// These, and whatever each of them may use.
    WithItsRooms(&'static [&'static str]),
    /// Every room.
    All,
}

use Uses::{All, Only, WithItsRooms};

/// From the bottom of the house to its top.
const TABLE: &[(&str, Uses)] = &[
    ("rule", Only(&[])),
    ("decision", Only(&["rule"])),
    ("shell", Only(&[])),
    ("policy", Only(&["rule", "decision"])),
    ("access", Only(&["rule", "decision", "shell"])),
    ("gate", Only(&["rule", "decision", "policy", "access", "shell"])),
    ("grant", WithItsRooms(&["gate"])),
    ("lint", WithItsRooms(&["gate"])),
    ("presentation", Only(&["gate", "access", "decision", "rule"])),
    ("authority", Only(&["presentation", "decision"])),
    ("forwarding", Only(&["authority", "presentation", "decision"])),
    ("record", Only(&["presentation", "decision"])),
    (
        "session",
        WithItsRooms(&[
            "grant",
            "lint",
            "presentation",
            "authority",
            "forwarding",
            "record",
        ]),
    ),
    ("editor", WithItsRooms(&["lint"])),
    ("protocol", Only(&[])),
    ("transport", Only(&[])),
    ("client", Only(&["protocol", "transport"])),
    ("server", Only(EDGE)),
    ("observer", Only(EDGE)),
    ("inbox", Only(EDGE)),
    ("cli", All),
];

/// What the rooms at the edge may use: two rooms below them, and the words they convert to the wire.
const EDGE: &[&str] = &[
    "session",
    "authority",
    "editor",
    "protocol",
    "transport",
    "observer",
    "inbox",
    "rule",
    "decision",
    "policy",
    "gate",
    "lint",
    "presentation",
];

/// Rooms that decide or render: they know neither a runtime, nor a wire, nor a stream.
const PURE: &[&str] = &[
    "rule",
    "decision",
    "shell",
    "policy",
    "access",
    "gate",
    "grant",
    "lint",
    "presentation",
    "editor",
];

/// What no pure room may name, and why.
const FOREIGN_TO_PURE: &[(&str, &str)] = &[
    ("tokio", "the runtime belongs to the edge"),
    ("tower_lsp", "wire types are converted at the edge"),
    ("io::stdin", "streams belong to the edge"),
    ("io::stdout", "streams belong to the edge"),
    ("println!", "standard output carries the protocol"),
    ("print!", "standard output carries the protocol"),
    ("dbg!", "logs go through tracing"),
];

/// Rooms whose answer depends on nothing but their arguments.
const STILL: &[&str] = &["rule", "decision", "shell", "gate", "grant", "presentation"];

/// What no still room may name, and why.
const FOREIGN_TO_STILL: &[(&str, &str)] = &[
    ("std::fs", "the file system enters through access::Files"),
    ("std::env", "the environment is read at the edge"),
    ("SystemTime::now", "no verdict depends on the clock"),
    ("Instant::now", "no verdict depends on the clock"),
    ("std::thread", "no verdict depends on the timing of threads"),
];

#[test]
fn every_use_of_another_room_stands_in_the_table() {
    let table = closed_table();
    let mut wrong = String::new();
    for source in sources() {
        let Some(allowed) = table.get(source.room.as_str()) else {
            writeln!(
                wrong,
                "{}: room `{}` is not in the table",
                source.shown, source.room
            )
            .unwrap();
            continue;
        };
        for (line, used) in source.rooms_used(&table) {
            if used != source.room && !allowed.contains(used.as_str()) {
                writeln!(
                    wrong,
                    "{}:{line}: `{}` may not use `{used}`",
                    source.shown, source.room
                )
                .unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "see docs/architecture.md:\n{wrong}");
}

#[test]
fn pure_rooms_know_no_runtime_no_wire_and_no_stream() {
    assert_absent(PURE, FOREIGN_TO_PURE);
}

#[test]
fn still_rooms_know_no_files_no_environment_and_no_clock() {
    assert_absent(STILL, FOREIGN_TO_STILL);
}

#[test]
fn the_document_names_every_room_of_the_table() {
    let document = std::fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    for (room, _) in TABLE {
        assert!(
            document.contains(&format!("`{room}/`")),
            "docs/architecture.md does not describe `{room}/`"
        );
    }
}

#[test]
fn the_reader_of_paths_sees_each_way_of_naming_a_room() {
    let table = closed_table();
    let used = |module: &str, text: &str| -> Vec<String> {
        let source = Source {
            shown: String::new(),
            room: "gate".into(),
            depth: module.split("::").count(),
            text: without_comments(text),
        };
        source
            .rooms_used(&table)
            .into_iter()
            .map(|(_, room)| room)
            .collect()
    };
    assert_eq!(used("gate", "use crate::rule::Action;"), ["rule"]);
    assert_eq!(used("gate", "fn f(x: crate::shell::Program) {}"), ["shell"]);
    assert_eq!(
        used("gate", "use crate::{rule::{Action, Rule}, policy};"),
        ["rule", "policy"]
    );
    assert_eq!(
        used("gate::pipeline", "use super::super::session::Session;"),
        ["session"]
    );
    assert_eq!(
        used("gate", "// use crate::session::X;\nuse super::rule::X;"),
        ["rule"]
    );
    assert!(used("gate::pipeline", "use super::verdict::Verdict;").is_empty());
    assert!(used("gate", "let x = \"crate::session\";").is_empty());
}

fn assert_absent(rooms: &[&str], foreign: &[(&str, &str)]) {
    let mut wrong = String::new();
    for source in sources()
        .iter()
        .filter(|source| rooms.contains(&source.room.as_str()))
    {
        // Unit tests may read a clock or print.
        let production = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in production.lines().enumerate() {
            for (word, why) in foreign {
                if line.contains(word) && !line.contains(&format!("e{word}")) {
                    writeln!(wrong, "{}:{}: `{word}`: {why}", source.shown, number + 1).unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The table with every "and its rooms" written out.
fn closed_table() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let mut closed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (room, uses) in TABLE {
        let set = match uses {
            Only(rooms) => rooms.iter().copied().collect(),
            WithItsRooms(rooms) => rooms
                .iter()
                .flat_map(|used| closed[used].iter().copied().chain([*used]))
                .collect(),
            All => TABLE.iter().map(|(room, _)| *room).collect(),
        };
        closed.insert(room, set);
    }
    closed
}

/// One file below `src`, comments and strings blanked.
struct Source {
    shown: String,
    room: String,
    /// Number of module segments below the crate's root.
    depth: usize,
    text: String,
}

impl Source {
    /// Each room that is named, with the line it is named on.
    fn rooms_used(&self, table: &BTreeMap<&str, BTreeSet<&str>>) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let to_root = "super::".repeat(self.depth);
        for prefix in ["crate::", "portcullis::", to_root.as_str()] {
            for (at, _) in self.text.match_indices(prefix) {
                let before = self.text[..at].chars().next_back();
                if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                    continue;
                }
                let line = self.text[..at].matches('\n').count() + 1;
                for name in names_after(&self.text[at + prefix.len()..]) {
                    if table.contains_key(name.as_str()) {
                        found.push((line, name));
                    }
                }
            }
        }
        found
    }
}

/// The first segment of a path, or of each path of a braced list.
fn names_after(text: &str) -> Vec<String> {
    let ident = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let Some(list) = text.strip_prefix('{') else {
        return vec![ident(text)];
    };
    let mut names = Vec::new();
    let (mut depth, mut start) = (0_usize, 0_usize);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(ident(list[start..at].trim_start()));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    let src = root().join("src");
    let mut found = Vec::new();
    let mut folders = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.extend(source(&src, &path));
            }
        }
    }
    assert!(found.len() > 20, "the walk of src found almost nothing");
    found.sort_by(|a, b| a.shown.cmp(&b.shown));
    found
}

/// The file as a [`Source`]; `lib.rs` and `main.rs` belong to no room.
fn source(src: &Path, path: &Path) -> Option<Source> {
    let relative = path.strip_prefix(src).unwrap();
    let mut segments: Vec<String> = relative
        .with_extension("")
        .iter()
        .map(|segment| segment.to_string_lossy().into_owned())
        .collect();
    if segments.len() == 1 && ["lib", "main"].contains(&segments[0].as_str()) {
        return None;
    }
    if segments.last().is_some_and(|last| last == "mod") {
        segments.pop();
    }
    Some(Source {
        shown: format!("src/{}", relative.display()),
        room: segments[0].clone(),
        depth: segments.len(),
        text: without_comments(&std::fs::read_to_string(path).unwrap()),
    })
}

/// Line comments and the contents of string literals replaced by nothing; lines stay where they are. Good
/// enough for sources that rustfmt has seen: a quote in a char literal is skipped with it.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => {
                while chars.peek().is_some_and(|c| *c != '\n') {
                    chars.next();
                }
            }
            '\'' => {
                out.push(c);
                // A char literal: 'x' or '\x'; a lifetime has no closing quote right behind.
                let mut ahead = chars.clone();
                match ahead.next() {
                    Some('\\') => {
                        chars.next();
                        chars.next();
                    }
                    Some(_) if ahead.next() == Some('\'') => {
                        chars.next();
                    }
                    _ => {}
                }
            }
            'r' if matches!(chars.peek(), Some('"' | '#')) && !ends_in_word(&out) => {
                let hashes = std::iter::from_fn(|| chars.next_if_eq(&'#')).count();
                if chars.next_if_eq(&'"').is_none() {
                    continue;
                }
                let close = format!("\"{}", "#".repeat(hashes));
                let mut body = String::new();
                while !body.ends_with(&close) {
                    let Some(c) = chars.next() else { break };
                    if c == '\n' {
                        out.push(c);
                    }
                    body.push(c);
                }
            }
            '"' => {
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => out.extend(chars.next().filter(|&escaped| escaped == '\n')),
                        '"' => break,
                        '\n' => out.push(c),
                        _ => {}
                    }
                }
            }
            _ => out.push(c),
        }
    }
    out
}

fn ends_in_word(text: &str) -> bool {
    text.chars()
        .next_back()
        .is_some_and(|c| c.is_alphanumeric() || c == '_')
}
