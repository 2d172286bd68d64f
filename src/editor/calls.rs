//! Calls that are written in the comments of a policy, to see what it says of them:
//!
//! ```jsonc
//! // @call bash git push --force
//! // @call {"tool": "read", "input": {"path": "~/.ssh/id_ed25519"}}
//! ```
//!
//! The first word is a surface, and what follows it a value as a user writes it; or it is a call as a client makes it.

use crate::policy::{FileKind, Span};
use serde_json::Value;

/// How a call begins.
const MARK: &str = "@call";

/// A call in a comment.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    /// Where it stands, from its mark to its end.
    pub span: Span,
    /// What it asks.
    pub asks: Result<Asks, &'static str>,
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Of a surface.
    Surface {
        /// The surface.
        surface: String,
        /// The value.
        value: String,
    },
    /// Of a tool.
    Call {
        /// The tool.
        tool: String,
        /// Its input.
        input: Value,
    },
}

/// The calls in the comments of a text, in order.
pub fn calls(kind: FileKind, text: &str) -> Vec<Called> {
    let comments = match kind {
        FileKind::Agent => yaml_comments(text),
        FileKind::Policy | FileKind::Guards => json_comments(text),
    };
    comments.into_iter().flat_map(|span| within(text, span)).collect()
}

/// The calls of one comment, a line each.
fn within(text: &str, comment: Span) -> Vec<Called> {
    let mut found = Vec::new();
    let mut start = comment.start as usize;
    for line in comment.of(text).split_inclusive(['\n', '\r']) {
        let shown = line.trim_start_matches(|c: char| c.is_whitespace() || c == '*');
        let from = start + (line.len() - shown.len());
        start += line.len();
        let Some(rest) = shown
            .strip_prefix(MARK)
            .filter(|rest| rest.starts_with(char::is_whitespace))
        else {
            continue;
        };
        found.push(Called {
            span: Span::new(from, from + shown.trim_end().len()),
            asks: asks(rest.trim()),
        });
    }
    found
}

fn asks(text: &str) -> Result<Asks, &'static str> {
    if text.starts_with('{') {
        let call: Value = serde_json::from_str(text).map_err(|_| "this is no JSON")?;
        return match (call.get("tool").and_then(Value::as_str), call.get("input")) {
            (Some(tool), Some(input)) if input.is_object() => Ok(Asks::Call {
                tool: tool.to_owned(),
                input: input.clone(),
            }),
            _ => Err("a call has a `tool`, which is a text, and an `input`, which is an object"),
        };
    }
    match text.split_once(char::is_whitespace) {
        Some((surface, value)) => Ok(Asks::Surface {
            surface: surface.to_owned(),
            value: value.trim_start().to_owned(),
        }),
        None => Err("write a surface and a value: `@call bash git push`"),
    }
}

/// What stands inside the comments of a JSON5 text, also of one that is half typed.
fn json_comments(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied();
    let mut comments = Vec::new();
    let mut here = 0;
    while let Some(byte) = at(here) {
        match (byte, at(here + 1)) {
            (b'/', Some(b'/')) => {
                let start = here + 2;
                let rest = text.get(start..).unwrap_or_default();
                here = rest.find(['\n', '\r']).map_or(text.len(), |end| start + end);
                comments.push(Span::new(start, here));
            }
            (b'/', Some(b'*')) => {
                let start = here + 2;
                let rest = text.get(start..).unwrap_or_default();
                let end = rest.find("*/").map_or(text.len(), |end| start + end);
                comments.push(Span::new(start, end));
                here = end + 2;
            }
            (quote @ (b'"' | b'\''), _) => {
                here += 1;
                // A text that is not closed ends with its line: it is being typed.
                while let Some(inside) = at(here).filter(|inside| *inside != quote && *inside != b'\n') {
                    here += if inside == b'\\' { 2 } else { 1 };
                }
                here += 1;
            }
            _ => here += 1,
        }
    }
    comments
}

/// What stands behind a `#` at the beginning of a line of the frontmatter.
fn yaml_comments(text: &str) -> Vec<Span> {
    let mut comments = Vec::new();
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_fence = line.trim_end() == "---";
        if (number == 0) != is_fence {
            break;
        }
        let shown = line.trim_start();
        if let Some(rest) = shown.strip_prefix('#') {
            let from = start + (line.len() - rest.len());
            comments.push(Span::new(from, from + rest.trim_end().len()));
        }
        start += line.len();
    }
    comments
}
