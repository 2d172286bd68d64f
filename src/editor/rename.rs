//! Renames a surface: its key in every file, and what the policy declares of the tool of that name.

use super::trail::{Part, Trail};
use super::{Scene, Tree};
use crate::lint::Edit;
use crate::policy::surfaces::{FILE_TOOLS, OTHER_KEYS, PATH_KEYS};
use crate::policy::{Document, Node, Span};
use serde_json::json;
use std::sync::Arc;

/// The edits of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdits {
    /// The file.
    pub file: Arc<str>,
    /// Its edits, in order.
    pub edits: Vec<Edit>,
}

/// The key at `offset` that can be renamed: of a surface that is not built in.
pub fn renamable(scene: &Scene<'_>, tree: &Tree<'_>, offset: usize) -> Option<(Span, String)> {
    let trail = Trail::to(tree, offset)?;
    let is_key = matches!(trail.part, Part::Key { .. });
    let key = match trail.names().as_slice() {
        ["permission" | "toolAccess" | "shellTools", key] if is_key => (*key).to_owned(),
        _ => return None,
    };
    (!is_built_in(&key) && scene.document.is_readable()).then_some((trail.span, key))
}

/// The edits that call the surface `old` by `new` in every file; or why that can't be done.
pub fn rename(scene: &Scene<'_>, old: &str, new: &str) -> Result<Vec<FileEdits>, String> {
    if new.trim().is_empty() || new == "__proto__" || new.chars().any(char::is_control) {
        return Err(format!("`{new}` can't be a surface"));
    }
    if old == new {
        return Ok(Vec::new());
    }
    let own = &scene.document.file;
    let others = scene
        .guards()
        .into_iter()
        .chain(scene.policy())
        .chain(scene.agents());
    let files = std::iter::once(scene.document).chain(others.filter(|document| document.file != *own));
    let mut changed = Vec::new();
    for document in files {
        let keys = keys(document);
        if !keys.iter().any(|(key, _)| *key == old) {
            continue;
        }
        if !document.is_readable() {
            return Err(format!("{} can't be read", document.file));
        }
        if keys.iter().any(|(key, _)| *key == new) {
            return Err(format!("`{new}` stands in {} already", document.file));
        }
        let mut edits: Vec<Edit> = keys
            .into_iter()
            .filter(|(key, _)| *key == old)
            .map(|(_, span)| Edit {
                span,
                text: written(&document.text, span, new),
            })
            .collect();
        edits.sort_by_key(|edit| edit.span.start);
        changed.push(FileEdits {
            file: Arc::clone(&document.file),
            edits,
        });
    }
    Ok(changed)
}

fn is_built_in(key: &str) -> bool {
    key == "*" || PATH_KEYS.contains(&key) || FILE_TOOLS.contains(&key) || OTHER_KEYS.contains(&key)
}

/// Every key that names a surface, and the tool of that name.
fn keys<'d>(document: &'d Document<'_>) -> Vec<(&'d str, Span)> {
    let surfaces = document
        .surfaces
        .iter()
        .map(|surface| (&*surface.key, surface.key_span));
    let declared = document
        .root
        .iter()
        .flat_map(Node::members)
        .filter(|member| matches!(&*member.key, "toolAccess" | "shellTools"))
        .flat_map(|member| member.value.members());
    surfaces
        .chain(declared.map(|member| (&*member.key, member.key_span)))
        .collect()
}

/// A key in the place of another: in quotes of the same kind, where it needs some.
fn written(text: &str, place: Span, name: &str) -> String {
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match place.of(text).chars().next() {
        Some('\'') if !name.contains(['\'', '\\']) => format!("'{name}'"),
        Some('"' | '\'') => json!(name).to_string(),
        _ if is_plain => name.to_owned(),
        _ => json!(name).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Seen, at_cursor, document, edited, scene};
    use super::*;
    use crate::policy::FileKind;

    const GUARDS: &str = r#"{permission: {"fetch": "deny", bash: "deny"}}"#;
    const AGENT: &str = "---\npermission:\n  fetch: ask\n  read: ask\n---\n";

    /// Every file after the key at the cursor got another name, one behind the other.
    fn renamed(marked: &str, new: &str) -> Result<String, String> {
        let (text, offset) = at_cursor(marked);
        let document = document(&text);
        let guards = Document::parse("/c/hard-guards.jsonc", FileKind::Guards, GUARDS);
        let agent = Document::parse("/c/agents/dev.md", FileKind::Agent, AGENT);
        let seen = Seen::default();
        let agents = [&agent];
        let mut scene = scene(&document, &seen);
        scene.around.guards = Some(&guards);
        scene.agents = &agents;
        let (_, old) = renamable(&scene, &Tree::of(&document), offset).ok_or("not a name")?;
        let changed = rename(&scene, &old, new)?;
        let texts = [
            (&*document.file, &*text),
            ("/c/hard-guards.jsonc", GUARDS),
            ("/c/agents/dev.md", AGENT),
        ];
        let made = texts.map(|(file, text)| {
            let edits = changed.iter().find(|changed| &*changed.file == file);
            let made = edits.map_or_else(|| text.to_owned(), |changed| edited(text, &changed.edits));
            let kind = FileKind::of_name(file.rsplit('/').next().unwrap()).unwrap();
            assert!(Document::parse(file, kind, &made).is_readable(), "{made}");
            made
        });
        Ok(made.join("|"))
    }

    #[test]
    fn a_surface_is_renamed_in_every_file() {
        assert_eq!(
            renamed(
                r#"{permission: {fet$0ch: {"x": "ask"}}, toolAccess: {'fetch': {value: "/url"}}}"#,
                "web_get"
            ),
            Ok([
                r#"{permission: {web_get: {"x": "ask"}}, toolAccess: {'web_get': {value: "/url"}}}"#,
                r#"{permission: {"web_get": "deny", bash: "deny"}}"#,
                "---\npermission:\n  web_get: ask\n  read: ask\n---\n",
            ]
            .join("|"))
        );
        let made = renamed("{permission: {fet$0ch: 'ask'}}", "mcp__*").unwrap();
        assert!(
            made.contains(r#"{"mcp__*": 'ask'}"#) && made.contains(r#""mcp__*": ask"#),
            "{made}"
        );
    }

    #[test]
    fn what_would_change_more_than_a_name_is_refused() {
        #[rustfmt::skip]
        let cases = [
            ("{permission: {ba$0sh: 'ask'}}",                    "x",          "not a name"),
            ("{permission: {bash: {'x$0': 'ask'}}}",             "y",          "not a name"),
            ("{yolo$0Mode: true}",                               "y",          "not a name"),
            ("{permission: {fet$0ch: 'ask', get: 'ask'}}",       "get",        "`get` stands in /c/policy.jsonc already"),
            ("{permission: {fet$0ch: 'ask'}}",                   "bash",       "`bash` stands in /c/hard-guards.jsonc already"),
            ("{permission: {fet$0ch: 'ask'}}",                   " ",          "` ` can't be a surface"),
            ("{permission: {fet$0ch: 'ask'}}",                   "__proto__",  "`__proto__` can't be a surface"),
        ];
        for (marked, new, why) in cases {
            assert_eq!(renamed(marked, new), Err(why.to_owned()), "{marked} {new}");
        }
    }
}
