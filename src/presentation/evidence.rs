//! The pieces of a call that are shown beside its facts: each whole, each with its label.

use super::blamed::COMMAND;
use super::{CallFacts, Evidence, Explanation};
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// The label of the head of what is written; the whole stands behind it.
pub const HEAD: &str = "head";

/// Lines of a head.
const HEAD_LINES: usize = 8;

/// Bytes of a head; a longer line ends there.
const HEAD_BYTES: usize = 400;

/// A value shorter than this is shown on one line.
const ONE_LINE: usize = 60;

/// Fields that hold what is replaced and by what, as the runtimes at hand name them (pi, Claude Code, Gemini CLI,
/// Anthropic's text editor tool).
const REPLACED: [(&str, &str); 5] = [
    ("oldText", "newText"),
    ("old_string", "new_string"),
    ("oldString", "newString"),
    ("old_text", "new_text"),
    ("old_str", "new_str"),
];

/// Fields that hold the whole of a file to be written, by the same sources.
const WRITTEN: [&str; 3] = ["content", "contents", "file_text"];

/// What is declared first, then the command, where it runs and where links lead, then every other field of the input.
pub(super) fn evidence(call: &CallFacts<'_>, explanation: &Explanation) -> Vec<Evidence> {
    let mut found = Vec::new();
    for (label, pointer) in call.declared {
        if let Some(value) = call.input.pointer(pointer) {
            found.push(piece(label, text_of(value)));
        }
    }
    if let Some(command) = call.command {
        found.push(piece(COMMAND, command.to_owned()));
    }
    if let Some(folder) = call.folder {
        found.push(piece("working folder", folder.to_owned()));
    }
    found.extend(link_targets(explanation));
    match call.input {
        Value::Object(fields) => of_fields(fields, call.command, &mut found),
        Value::Null => {}
        other => found.push(piece("input", text_of(other))),
    }
    found
}

fn piece(label: impl Into<String>, text: String) -> Evidence {
    Evidence {
        label: label.into(),
        text,
    }
}

/// Where each path that asks leads, where that is not where it seems to.
fn link_targets(explanation: &Explanation) -> Vec<Evidence> {
    let mut leading: Vec<(&str, &str)> = Vec::new();
    for facts in &explanation.gates {
        if let Some(target) = &facts.resolves_to
            && !leading.contains(&(&facts.value, target))
        {
            leading.push((&facts.value, target));
        }
    }
    let several = leading.len() > 1;
    let label = |value: &str| {
        if several {
            format!("link target of {value}")
        } else {
            "link target".to_owned()
        }
    };
    leading
        .into_iter()
        .map(|(value, target)| piece(label(value), target.to_owned()))
        .collect()
}

fn of_fields(fields: &Map<String, Value>, command: Option<&str>, found: &mut Vec<Evidence>) {
    let replaced = REPLACED.iter().find(|(old, new)| {
        let is_text = |name: &str| fields.get(name).is_some_and(Value::is_string);
        is_text(old) && is_text(new)
    });
    for (label, value) in fields {
        if command.is_some() && value.as_str() == command {
            continue;
        }
        match replaced {
            Some((old, _)) if label == old => {
                let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
                if let Some((old, new)) = replaced {
                    found.push(piece("diff", diff(text(old), text(new))));
                }
                continue;
            }
            Some((_, new)) if label == new => continue,
            _ => {}
        }
        if label == "edits"
            && let Some(text) = diff_of_edits(value)
        {
            found.push(piece("diff", text));
            continue;
        }
        if WRITTEN.contains(&label.as_str())
            && let Some(text) = value.as_str()
            && let Some(head) = head(text)
        {
            found.push(piece(HEAD, head.to_owned()));
        }
        found.push(piece(label, text_of(value)));
    }
}

/// A value as a reader takes it in: text as it is, a longer structure with a line for each part.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => {
            let short = value.to_string();
            if short.len() <= ONE_LINE {
                return short;
            }
            serde_json::to_string_pretty(value).unwrap_or(short)
        }
        other => other.to_string(),
    }
}

/// The first lines of a long text; `None` of a short one.
fn head(text: &str) -> Option<&str> {
    let by_lines = text
        .match_indices('\n')
        .nth(HEAD_LINES - 1)
        .map_or(text.len(), |(at, _)| at);
    let mut end = by_lines.min(HEAD_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (end < text.len()).then(|| text.get(..end).unwrap_or_default())
}

/// Every replacement of a list; `None` where one is written in a way that is not known.
fn diff_of_edits(edits: &Value) -> Option<String> {
    let edits = edits.as_array().filter(|edits| !edits.is_empty())?;
    let mut text = String::new();
    for (number, edit) in (1..).zip(edits) {
        let edit = edit.as_object()?;
        let (old, new) = REPLACED
            .iter()
            .find_map(|(old, new)| Some((edit.get(*old)?.as_str()?, edit.get(*new)?.as_str()?)))?;
        let beside = edit
            .keys()
            .any(|key| !REPLACED.iter().any(|(old, new)| key == old || key == new));
        if beside {
            return None;
        }
        if edits.len() > 1 {
            let _ = writeln!(text, "@@ {number} @@");
        }
        text.push_str(&diff(old, new));
        text.push('\n');
    }
    text.truncate(text.trim_end_matches('\n').len());
    Some(text)
}

/// `old` and `new` line by line: what both begin and end with once, what differs between them in full.
fn diff(old: &str, new: &str) -> String {
    let old: Vec<&str> = old.split('\n').collect();
    let new: Vec<&str> = new.split('\n').collect();
    let same =
        |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| pairs.take_while(|(old, new)| old == new).count();
    let begin = same(&mut old.iter().zip(&new));
    let (head, old) = old.split_at(begin);
    let new = new.get(begin..).unwrap_or_default();
    let end = same(&mut old.iter().rev().zip(new.iter().rev()));
    let (old, tail) = old.split_at(old.len() - end);
    let new = new.get(..new.len() - end).unwrap_or_default();
    let marked = |mark: char, lines: &[&str]| -> Vec<String> {
        lines.iter().map(|line| format!("{mark}{line}")).collect()
    };
    [
        marked(' ', head),
        marked('-', old),
        marked('+', new),
        marked(' ', tail),
    ]
    .concat()
    .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Gate, Origin};
    use crate::presentation::GateFacts;
    use crate::rule::Action;
    use serde_json::json;

    fn asking(value: &str, resolves_to: Option<&str>) -> GateFacts {
        GateFacts {
            gate: Gate::Path,
            state: Action::Ask,
            surface: "path".to_owned(),
            value: value.to_owned(),
            matched_pattern: None,
            origin: Origin::Builtin,
            reason: None,
            span: None,
            executed_unit: None,
            command_context: None,
            resolves_to: resolves_to.map(str::to_owned),
            program: None,
            human_only: false,
        }
    }

    /// `label: text` of each piece.
    fn pieces(
        input: &Value,
        command: Option<&str>,
        folder: Option<&str>,
        links: &[(&str, &str)],
    ) -> Vec<String> {
        let gates: Vec<_> = links
            .iter()
            .map(|(value, target)| asking(value, Some(target)))
            .collect();
        let explanation = Explanation {
            state: Action::Ask,
            deciding: asking("x", None),
            gates,
            human_only: false,
        };
        let call = CallFacts {
            agent_name: None,
            forwarded: false,
            tool: "tool",
            command,
            folder,
            input,
            declared: &[("deadline".to_owned(), "/when/at".to_owned())],
        };
        evidence(&call, &explanation)
            .into_iter()
            .map(|piece| format!("{}: {}", piece.label, piece.text))
            .collect()
    }

    #[test]
    fn every_part_of_a_call_is_a_piece_with_a_label() {
        #[rustfmt::skip]
        let cases: &[(Value, Option<&str>, &[&str])] = &[
            (json!({"command": "ls -la"}),                         Some("ls -la"), &["command: ls -la"]),
            (json!({"cmd": "ls", "timeout": 5}),                   Some("ls"),     &["command: ls", "timeout: 5"]),
            (json!({"path": "a", "oldText": "x", "newText": "y"}), None,           &["diff: -x\n+y", "path: a"]),
            (json!({"old_string": "a\nb\nc", "new_string": "a\nB\nc"}), None,      &["diff:  a\n-b\n+B\n c"]),
            (json!({"edits": [{"oldText": "a", "newText": "b"}]}), None,           &["diff: -a\n+b"]),
            (json!({"edits": [{"oldText": "a", "newText": "b"}, {"oldText": "c", "newText": ""}]}), None,
                                                                                   &["diff: @@ 1 @@\n-a\n+b\n@@ 2 @@\n-c\n+"]),
            (json!({"edits": [{"line": 4}]}),                      None,           &["edits: [{\"line\":4}]"]),
            (json!({"content": "short"}),                          None,           &["content: short"]),
            (json!({"server": "exa", "arguments": {"q": "x"}}),    None,           &["arguments: {\"q\":\"x\"}", "server: exa"]),
            (json!({"when": {"at": "noon"}}),                      None,           &["deadline: noon", "when: {\"at\":\"noon\"}"]),
            (json!("bare"),                                        None,           &["input: bare"]),
            (json!(null),                                          None,           &[]),
        ];
        for (input, command, expected) in cases {
            assert_eq!(pieces(input, *command, None, &[]), *expected, "{input}");
        }
        assert_eq!(
            pieces(&json!(null), None, Some("/w"), &[]),
            ["working folder: /w"]
        );
        assert_eq!(
            pieces(&json!(null), None, None, &[("a", "/x"), ("a", "/x")]),
            ["link target: /x"]
        );
        assert_eq!(
            pieces(&json!(null), None, None, &[("a", "/x"), ("b", "/y")]),
            ["link target of a: /x", "link target of b: /y"]
        );
    }

    #[test]
    fn of_a_long_file_the_head_stands_before_the_whole() {
        let text = "line\n".repeat(40);
        let found = pieces(&json!({"content": text}), None, None, &[]);
        assert_eq!(found[0], format!("head: {}", ["line"; 8].join("\n")));
        assert_eq!(found[1], format!("content: {text}"));
        let wide = "ö".repeat(1000);
        assert_eq!(
            pieces(&json!({"content": wide}), None, None, &[])[0],
            format!("head: {}", "ö".repeat(200))
        );
    }

    #[test]
    fn a_diff_loses_nothing() {
        for (old, new) in [
            ("", ""),
            ("a\n", "a"),
            ("a\nb", "b\na"),
            ("x\nx\nx", "x\nx"),
            ("", "new\n"),
        ] {
            let text = diff(old, new);
            let side = |marks: [char; 2]| -> String {
                let lines = text.split('\n').filter(|line| line.starts_with(marks));
                lines.map(|line| &line[1..]).collect::<Vec<_>>().join("\n")
            };
            let lost = |text: &str, whole: &str| text != whole && !(text.is_empty() && whole.is_empty());
            assert!(
                !lost(&side([' ', '-']), old) || old.is_empty(),
                "{old:?} {text:?}"
            );
            assert!(
                !lost(&side([' ', '+']), new) || new.is_empty(),
                "{new:?} {text:?}"
            );
        }
    }
}
