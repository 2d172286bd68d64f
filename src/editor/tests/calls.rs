//! Calls in comments.

use super::super::{Asks, calls};
use crate::policy::FileKind;
use serde_json::json;

fn asked(kind: FileKind, text: &str) -> Vec<(String, Result<String, &'static str>)> {
    let shown = |asks: Asks| match asks {
        Asks::Surface { surface, value } => format!("{surface}|{value}"),
        Asks::Call { tool, input } => format!("{tool}|{input}"),
    };
    calls(kind, text)
        .into_iter()
        .map(|call| (call.span.of(text).to_owned(), call.asks.map(shown)))
        .collect()
}

#[test]
fn calls_are_found_in_comments_alone() {
    let text = r#"// @call bash git push --force
    {
      "permission": { // @call path ~/x y
        "bash": {"// @call bash no": "ask", '/* @call bash no */': "ask", "a\"// @call bash no": "ask"}
        /* @call mcp exa:search
         * @call {"tool": "read", "input": {"path": "/x"}}
         * @calls bash no */
        // not @call bash no
        // @call bash
        // @call {"tool": 1}
        // @call {"tool
      }
    }"#;
    let found = asked(FileKind::Policy, text);
    let ok = |text: &str, asks: &str| (text.to_owned(), Ok(asks.to_owned()));
    let input = json!({"path": "/x"});
    assert_eq!(
        found,
        [
            ok("@call bash git push --force", "bash|git push --force"),
            ok("@call path ~/x y", "path|~/x y"),
            ok("@call mcp exa:search", "mcp|exa:search"),
            ok(
                r#"@call {"tool": "read", "input": {"path": "/x"}}"#,
                &format!("read|{input}")
            ),
            (
                "@call bash".to_owned(),
                Err("write a surface and a value: `@call bash git push`")
            ),
            (
                r#"@call {"tool": 1}"#.to_owned(),
                Err("a call has a `tool`, which is a text, and an `input`, which is an object")
            ),
            (r#"@call {"tool"#.to_owned(), Err("this is no JSON")),
        ]
    );
}

#[test]
fn in_an_agents_file_they_stand_in_the_frontmatter() {
    let text = "---\n# @call bash ls\npermission: {} # @call bash no\n---\n# @call bash no\n";
    let found = asked(FileKind::Agent, text);
    assert_eq!(found, [("@call bash ls".to_owned(), Ok("bash|ls".to_owned()))]);
}

#[test]
fn half_typed_text_is_no_trouble() {
    let text = "{\"a\\\n// @call bash x\n/* @call bash é\n";
    for (end, _) in text.char_indices() {
        calls(FileKind::Policy, &text[..end]);
    }
    assert_eq!(
        calls(FileKind::Policy, text).len(),
        1,
        "the escape takes the newline, and the quote is closed by the next"
    );
}
