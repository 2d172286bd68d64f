//! Where the input of a tool holds paths.

use super::{Context, patch, path};
use foldhash::HashSet;
use serde_json::{Map, Value};

/// Fields that hold a path or a list of paths, whatever the tool. The specification names `path`; the others
/// are spellings of the same field in the file tools of other runtimes.
const PATH_FIELDS: [&str; 17] = [
    "path",
    "paths",
    "file_path",
    "filePath",
    "filepath",
    "file_paths",
    "filePaths",
    "notebook_path",
    "absolute_path",
    "old_path",
    "new_path",
    "oldPath",
    "newPath",
    "source_path",
    "target_path",
    "destination_path",
    "dest_path",
];

/// Fields that hold a path where the tool's name says that it moves or copies.
const MOVE_FIELDS: [&str; 14] = [
    "from",
    "to",
    "source",
    "destination",
    "src",
    "dst",
    "dest",
    "target",
    "old",
    "new",
    "old_name",
    "new_name",
    "oldName",
    "newName",
];

/// Words in a tool's name that say that it moves or copies.
const MOVE_WORDS: [&str; 6] = ["move", "rename", "copy", "mv", "cp", "symlink"];

/// Names of the tools whose whole purpose is to apply a patch: one that names no file is malformed.
const PATCH_TOOLS: [&str; 2] = ["patch", "applypatch"];

/// Paths up to which a walk over them finds one soon enough.
const FEW: usize = 8;

/// What an input holds in the place of paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Paths {
    /// The paths, each once, in order.
    pub(super) found: Vec<String>,
    /// The same, once they are more than a few.
    seen: HashSet<String>,
    /// What stands in the place of a path and is none, in words.
    pub(super) unreadable: Option<String>,
}

impl Paths {
    /// Adds a path unless it is there.
    pub(super) fn add(&mut self, path: &str) {
        let known = if self.found.len() < FEW {
            self.found.iter().any(|known| known == path)
        } else {
            if self.seen.is_empty() {
                self.seen.extend(self.found.iter().cloned());
            }
            !self.seen.insert(path.to_owned())
        };
        if !known {
            self.found.push(path.to_owned());
        }
    }

    /// Adds what stands in the field `name`: a path, or a list of paths. A number is the name it prints as.
    pub(super) fn add_value(&mut self, name: &str, value: &Value) {
        match value {
            Value::Null => {}
            Value::String(path) => self.add(path),
            Value::Number(number) => self.add(&number.to_string()),
            Value::Array(items) => {
                for item in items {
                    match item {
                        Value::String(path) => self.add(path),
                        Value::Number(number) => self.add(&number.to_string()),
                        Value::Object(fields)
                            if PATH_FIELDS.iter().any(|name| fields.contains_key(*name)) => {}
                        _ => self.fail(name),
                    }
                }
            }
            Value::Bool(_) | Value::Object(_) => self.fail(name),
        }
    }

    fn fail(&mut self, name: &str) {
        self.unreadable
            .get_or_insert_with(|| format!("`{name}` holds something that is no path"));
    }
}

/// The paths in the input of `tool`: in its fields, and in the fields of objects in a list (`edits`, `files`).
pub(super) fn paths(tool: &str, input: &Map<String, Value>, ctx: &Context<'_>) -> Paths {
    let mut paths = Paths::default();
    let words = if may_tell(tool) {
        words_of(tool)
    } else {
        Vec::new()
    };
    let moves = words.iter().any(|word| MOVE_WORDS.contains(&word.as_str()));
    let patches = words.iter().any(|word| word == "patch");
    add_fields(input, moves, &mut paths);
    for (name, value) in input {
        match value {
            Value::Array(items) => {
                for item in items {
                    match item {
                        Value::Object(fields) => add_fields(fields, moves, &mut paths),
                        Value::String(path) if (moves || patches) && name == "files" => paths.add(path),
                        _ => {}
                    }
                }
            }
            Value::String(text) if patches => add_patch(text, ctx, &mut paths),
            _ => {}
        }
    }
    if !words.is_empty() && paths.found.is_empty() && PATCH_TOOLS.contains(&words.concat().as_str()) {
        paths
            .unreadable
            .get_or_insert_with(|| "it names no file".to_owned());
    }
    paths
}

fn add_fields(fields: &Map<String, Value>, moves: bool, paths: &mut Paths) {
    // Most inputs hold none; a walk over the names tells.
    if fields.keys().any(|name| PATH_FIELDS.contains(&name.as_str())) {
        for name in PATH_FIELDS {
            if let Some(value) = fields.get(name) {
                paths.add_value(name, value);
            }
        }
    }
    if !moves {
        return;
    }
    for name in MOVE_FIELDS {
        match fields.get(name) {
            Some(Value::String(path)) => paths.add(path),
            Some(Value::Array(items)) => items
                .iter()
                .filter_map(Value::as_str)
                .for_each(|path| paths.add(path)),
            _ => {}
        }
    }
}

fn add_patch(text: &str, ctx: &Context<'_>, paths: &mut Paths) {
    for named in patch::named_files(text) {
        paths.add(&named.path);
        // Whether `a/` and `b/` are git's or folders is only told by what exists.
        let whole = named.whole.filter(|whole| {
            let folder = whole.split('/').next().unwrap_or_default();
            path::entry(folder, &ctx.place, ctx).is_some()
        });
        if let Some(whole) = whole {
            paths.add(&whole);
        }
    }
}

/// Whether the words of a tool's name may be any that tell something: all letters of one stand in it, in order.
fn may_tell(tool: &str) -> bool {
    let mut told = MOVE_WORDS.into_iter().chain(PATCH_TOOLS);
    if tool.bytes().all(|letter| letter.is_ascii_lowercase()) {
        // It is one word.
        return told.any(|word| word == tool);
    }
    !tool.is_ascii() || told.any(|word| holds_letters(tool, word))
}

/// Whether the letters of `word` stand in the ASCII `name` in their order, whatever their case and what is between.
fn holds_letters(name: &str, word: &str) -> bool {
    let mut letters = name.bytes();
    word.bytes()
        .all(|letter| letters.any(|other| other.eq_ignore_ascii_case(&letter)))
}

/// The words of a name in snake, kebab or camel case, in lower case.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for letter in name.chars() {
        let starts = letter.is_uppercase() && after_lower;
        if (starts || !letter.is_alphanumeric()) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        after_lower = letter.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::{Cwd, Declarations, Known, MemoryFiles};
    use serde_json::json;

    #[test]
    fn paths_stand_in_fields_lists_and_patches() {
        let files = MemoryFiles::new().directory("/p");
        let cwd = Cwd::resolve("/p", &files);
        let (declarations, known) = (Declarations::default(), Known::default());
        let ctx = Context::new(&files, &cwd, None, &declarations, &known);
        for (tool, input, expected) in [
            ("any", json!({"path": "a"}), &["a"][..]),
            ("any", json!({"path": ["a", "b", "a"]}), &["a", "b"]),
            ("any", json!({"paths": ["a"], "file_path": "b"}), &["a", "b"]),
            (
                "any",
                json!({"files": [{"path": "a"}, {"path": "b"}]}),
                &["a", "b"],
            ),
            (
                "edit",
                json!({"path": "a", "edits": [{"path": "b", "oldText": "x"}]}),
                &["a", "b"],
            ),
            ("any", json!({"path": 7}), &["7"]),
            ("any", json!({"path": null}), &[]),
            ("send_mail", json!({"from": "me", "to": "you"}), &[]),
            ("move_file", json!({"from": "a", "to": "b"}), &["a", "b"]),
            ("renameFile", json!({"oldName": "a", "newName": "b"}), &["a", "b"]),
            (
                "copy",
                json!({"source": "a", "destination": ["b", "c"]}),
                &["a", "b", "c"],
            ),
            ("move", json!({"files": ["a"], "target": "d"}), &["d", "a"]),
            ("move_mouse", json!({"to": {"x": 1, "y": 2}}), &[]),
            ("remove", json!({"from": "a"}), &[]),
            ("apply_patch", json!({"input": "*** Update File: a\n"}), &["a"]),
            ("patch", json!({"diff": "--- a/x\n+++ b/x\n"}), &["x"]),
            (
                "multi_edit",
                json!({"edits": [{"file_path": "a"}, {"file_path": "b"}]}),
                &["a", "b"],
            ),
        ] {
            let Value::Object(fields) = &input else { panic!() };
            let paths = paths(tool, fields, &ctx);
            assert_eq!(paths.found, expected, "{tool} {input}");
            assert_eq!(paths.unreadable, None, "{tool} {input}");
        }
        for (tool, input) in [
            ("any", json!({"path": true})),
            ("any", json!({"path": {"a": 1}})),
            ("any", json!({"path": ["a", ["b"]]})),
            ("apply_patch", json!({"input": "nothing"})),
        ] {
            let Value::Object(fields) = &input else { panic!() };
            assert!(paths(tool, fields, &ctx).unreadable.is_some(), "{tool} {input}");
        }
    }

    #[test]
    fn names_part_into_words() {
        for (name, expected) in [
            ("move_file", &["move", "file"][..]),
            ("moveFile", &["move", "file"]),
            ("mcp__fs__move-file", &["mcp", "fs", "move", "file"]),
            ("remove", &["remove"]),
            ("", &[""]),
        ] {
            assert_eq!(words_of(name), expected);
        }
    }
}
