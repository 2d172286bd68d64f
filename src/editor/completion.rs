//! What can be written where the cursor stands.

use super::completion_values::{actions, field_value, patterns};
use super::trail::{Part, Trail};
use super::{Scene, Tree, texts};
use crate::policy::surfaces::{FILE_TOOLS, OTHER_KEYS, PATH_KEYS};
use crate::policy::{FileKind, Shape, Span};
use serde_json::json;

/// Something that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// How it is listed.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words beside it.
    pub detail: String,
    /// More, in Markdown.
    pub documentation: Option<String>,
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
    /// The same with places to go on at, as the language server protocol writes them; only for a client that takes
    /// snippets.
    pub snippet: Option<String>,
}

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    /// A field.
    Field,
    /// A surface.
    Surface,
    /// A pattern.
    Pattern,
    /// A word among few: an action, `true`, a name.
    Word,
}

/// The fields of a rule that is written out.
const RULE_FIELDS: [&str; 4] = ["action", "reason", "match", "notMatch"];

/// What can be written at `offset`, the likeliest first.
pub fn completions(scene: &Scene<'_>, tree: &Tree<'_>, offset: usize) -> Vec<Completion> {
    let Some(trail) = Trail::to(tree, offset) else {
        return Vec::new();
    };
    let slot = Slot::of(tree, &trail);
    match (slot.is_key, slot.names().as_slice()) {
        (true, []) => fields(scene, &slot),
        (true, ["permission"]) => surfaces(scene, &slot),
        (true, ["permission", surface]) if *surface != "*" => patterns(scene, &slot, surface),
        (true, ["permission", _, _]) => rule_fields(&slot),
        (false, ["permission", surface]) => actions(scene, &slot, *surface != "*"),
        (false, ["permission", _, _] | ["permission", _, _, "action"]) => actions(scene, &slot, false),
        (false, names) => field_value(&slot, names),
        _ => Vec::new(),
    }
}

/// Where something is written: under which keys, in which place, beside what.
pub(super) struct Slot {
    /// The keys above.
    keys: Vec<String>,
    /// Whether a key is to be written, else a value.
    pub(super) is_key: bool,
    /// Whether a key has its colon already.
    has_value: bool,
    /// What is replaced.
    pub(super) span: Span,
    /// Keys that stand beside it.
    present: Vec<String>,
    /// The file is Markdown with frontmatter.
    is_yaml: bool,
}

impl Slot {
    fn of(tree: &Tree<'_>, trail: &Trail) -> Self {
        let mut keys = trail.keys.clone();
        let (is_key, has_value) = match trail.part {
            Part::Key { has_value } => {
                keys.pop();
                (true, has_value)
            }
            Part::Gap => (true, false),
            Part::Value | Part::Item => (false, false),
        };
        let mut around = tree.root.as_ref();
        for key in &keys {
            around = around.and_then(|shape| below(tree, shape, key));
        }
        let members = around.map_or(&[][..], Shape::members);
        let others = members.iter().filter(|member| member.key != trail.span);
        Self {
            present: others.map(|member| tree.plain(member.key)).collect(),
            keys,
            is_key,
            has_value,
            span: trail.span,
            is_yaml: tree.kind == FileKind::Agent,
        }
    }

    fn names(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }

    /// A name as it is written here.
    pub(super) fn written(&self, name: &str) -> String {
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.is_empty();
        if self.is_yaml && is_plain {
            return name.to_owned();
        }
        json!(name).to_string()
    }

    /// A key, with `value` behind it where it has none; `None` where it stands here already.
    pub(super) fn key(&self, name: &str, kind: CompletionKind, value: &str) -> Option<Completion> {
        if self.present.iter().any(|present| present == name) {
            return None;
        }
        let key = self.written(name);
        let (text, snippet) = if self.has_value {
            (key, None)
        } else {
            let snippet = format!("{}: {value}", escaped(&key));
            (format!("{key}: "), Some(snippet))
        };
        Some(Completion {
            label: name.to_owned(),
            kind,
            detail: String::new(),
            documentation: None,
            span: self.span,
            text,
            snippet: snippet.filter(|_| !value.is_empty()),
        })
    }

    /// A value that is written in quotes.
    pub(super) fn word(&self, word: &str, detail: &str) -> Completion {
        Completion {
            label: word.to_owned(),
            kind: CompletionKind::Word,
            detail: detail.to_owned(),
            documentation: None,
            span: self.span,
            text: self.written(word),
            snippet: None,
        }
    }
}

fn below<'t>(tree: &Tree<'_>, shape: &'t Shape, key: &str) -> Option<&'t Shape> {
    let mut members = shape.members().iter();
    let member = members.find(|member| tree.plain(member.key) == key)?;
    member.value.as_ref()
}

/// A text in which nothing is a place to go on at.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

fn fields(scene: &Scene<'_>, slot: &Slot) -> Vec<Completion> {
    let of_policy = |name: &&str| !matches!(*name, "protectedWrites") && !RULE_FIELDS.contains(name);
    let names: Vec<&str> = match scene.document.kind {
        FileKind::Policy => texts::field_names().filter(of_policy).collect(),
        FileKind::Guards => vec!["permission", "protectedWrites", "$schema"],
        FileKind::Agent => vec!["permission"],
    };
    let value = |name: &str| match name {
        "permission" | "autoReview" | "shellTools" | "toolAccess" | "wrappers" | "commandEffects" => "{ $0 }",
        "protectedWrites" | "authorizerChain" => "[$0]",
        _ => "",
    };
    named(slot, names, CompletionKind::Field, value)
}

fn rule_fields(slot: &Slot) -> Vec<Completion> {
    named(
        slot,
        RULE_FIELDS.to_vec(),
        CompletionKind::Field,
        |name| match name {
            "match" | "notMatch" => "[\"$1\"]",
            "reason" => "\"$1\"",
            _ => "",
        },
    )
}

fn named(
    slot: &Slot,
    names: Vec<&str>,
    kind: CompletionKind,
    value: impl Fn(&str) -> &'static str,
) -> Vec<Completion> {
    let made = names.into_iter().filter_map(|name| {
        let page = texts::field(name);
        Some(Completion {
            detail: page.map(texts::first_sentence).unwrap_or_default().to_owned(),
            documentation: page.map(str::to_owned),
            ..slot.key(name, kind, value(name))?
        })
    });
    made.collect()
}

fn surfaces(scene: &Scene<'_>, slot: &Slot) -> Vec<Completion> {
    let mut names: Vec<&str> = vec!["*"];
    names.extend(PATH_KEYS);
    names.extend(OTHER_KEYS);
    names.extend(FILE_TOOLS);
    let tools = scene.usage.tools().iter().map(String::as_str);
    let options = scene.policy().map(|policy| &policy.options);
    let declared = options.into_iter().flat_map(|options| options.tool_access.keys());
    for name in tools.chain(declared.map(String::as_str)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let made = names.into_iter().filter_map(|name| {
        let page = texts::surface(name);
        let value = if name == "*" { "" } else { "{ $0 }" };
        Some(Completion {
            detail: texts::first_sentence(page).to_owned(),
            documentation: Some(page.to_owned()),
            ..slot.key(name, CompletionKind::Surface, value)?
        })
    });
    made.collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Seen, at_cursor, document, edited, scene};
    use super::*;
    use crate::lint::Edit;

    fn all(marked: &str, seen: &Seen) -> (String, Vec<Completion>) {
        let (text, offset) = at_cursor(marked);
        let document = document(&text);
        let found = completions(&scene(&document, seen), &Tree::of(&document), offset);
        (text.clone(), found)
    }

    /// What is offered in a place, and the text with the first offer taken.
    #[test]
    fn what_can_stand_in_a_place_is_offered() {
        let seen = Seen::with("bash", &["git log -3"]);
        #[rustfmt::skip]
        let cases: &[(&str, &[&str], &str)] = &[
            // Fields.
            ("{$0}",                                         &["permission", "$schema", "yoloMode"], r#"{"permission": }"#),
            ("{perm$0}",                                     &["permission"],                       r#"{"permission": }"#),
            ("{\"per$0\": {}}",                              &["permission"],                       r#"{"permission": {}}"#),
            ("{permission: {}, $0",                          &["yoloMode"],                         r#"{permission: {}, "$schema": "#),
            ("// guards\n{$0}",                              &["permission", "protectedWrites"],    "// guards\n{\"permission\": }"),
            ("---\n$0\n---\n",                               &[],                                   ""),
            ("---\nname: x\nper$0",                          &["permission"],                       "---\nname: x\npermission: "),
            // Surfaces.
            ("{permission: {$0}}",                           &["*", "path", "bash", "read"],        r#"{permission: {"*": }}"#),
            ("{permission: {\"*\": \"ask\", \"ba$0\"}}",     &["path", "bash"],                     r#"{permission: {"*": "ask", "path": }}"#),
            ("---\npermission:\n  $0",                       &["bash"],                             "---\npermission:\n  \"*\": "),
            // Patterns.
            ("{permission: {bash: {\"gi$0\"}}}",             &["git log -3", "git log *", "git *"], r#"{permission: {bash: {"git log *": }}}"#),
            // Actions.
            ("{permission: {bash: {\"git *\": $0}}}",        &["allow", "ask", "deny"],             r#"{permission: {bash: {"git *": "allow"}}}"#),
            ("{permission: {bash: {\"git *\": \"d$0\"}}}",   &["deny"],                             r#"{permission: {bash: {"git *": "allow"}}}"#),
            ("{permission: {bash: {\"x\": {action: $0}}}}",  &["allow"],                            r#"{permission: {bash: {"x": {action: "allow"}}}}"#),
            ("// guards\n{permission: {bash: {\"x\": $0}}}", &["deny", "allow"],                    "// guards\n{permission: {bash: {\"x\": \"deny\"}}}"),
            ("---\npermission:\n  bash: $0",                 &["ask"],                              "---\npermission:\n  bash: allow"),
            // Rules written out, options.
            ("{permission: {bash: {\"x\": {$0}}}}",          &["action", "match"],                  r#"{permission: {bash: {"x": {"action": }}}}"#),
            ("{yoloMode: $0}",                               &["true", "false"],                    "{yoloMode: true}"),
            ("{authorizerChain: [$0]}",                      &["auto-review"],                      r#"{authorizerChain: ["auto-review"]}"#),
            ("{commandEffects: {x: [$0]}}",                  &["read", "write"],                    r#"{commandEffects: {x: ["read"]}}"#),
        ];
        for (marked, labels, taken) in cases {
            let (text, found) = all(marked, &seen);
            for label in *labels {
                assert!(
                    found.iter().any(|one| one.label == *label),
                    "{marked}: no {label} in {found:?}"
                );
            }
            if let Some(first) = found.first() {
                let edit = Edit {
                    span: first.span,
                    text: first.text.clone(),
                };
                assert_eq!(edited(&text, &[edit]), *taken, "{marked}");
            }
        }
    }

    #[test]
    fn what_cannot_stand_there_is_not_offered() {
        #[rustfmt::skip]
        let cases = [
            ("{yoloMode: true, $0}",                               "yoloMode"),
            ("// guards\n{permission: {bash: {\"x\": $0}}}",       "ask"),
            ("// guards\n{$0}",                                    "yoloMode"),
            ("{permission: {bash: {}, $0}}",                       "bash"),
            ("{permission: {\"*\": {$0}}}",                        "git log *"),
            ("{$0}",                                               "action"),
            ("{ // per$0\n}",                                      "permission"),
        ];
        for (marked, label) in cases {
            let (_, found) = all(marked, &Seen::with("bash", &["git log -3"]));
            assert!(found.iter().all(|one| one.label != label), "{marked}: {found:?}");
        }
    }

    #[test]
    fn known_tools_are_surfaces() {
        let seen = Seen::default().tool("fetch").tool("mcp__exa__search");
        let (_, found) = all("{permission: {$0}, toolAccess: {render: {path: '/x'}}}", &seen);
        for name in ["fetch", "mcp__exa__search", "render"] {
            let one = found.iter().find(|one| one.label == name).expect(name);
            assert_eq!(one.snippet.as_deref(), Some(&*format!("\"{name}\": {{ $0 }}")));
        }
    }

    /// What is written is what was listed, and the file reads with it once a value stands behind.
    #[test]
    fn every_offer_leaves_a_text_that_reads() {
        let seen = Seen::with("bash", &["echo \"a\" '$b' }", "x\\y"]);
        for marked in [
            "{$0}",
            "{permission: {$0}}",
            "{permission: {bash: {$0}}}",
            "{permission: {bash: {x: {$0}}}}",
        ] {
            let (text, found) = all(marked, &seen);
            assert!(!found.is_empty(), "{marked}");
            for one in found {
                let edit = Edit {
                    span: one.span,
                    text: format!("{}\"ask\"", one.text),
                };
                let made = edited(&text, &[edit]);
                let node = crate::policy::Node::of_json5(&made);
                assert!(node.is_ok(), "{made}");
            }
        }
    }
}
