//! What a pattern matches, in words and by examples.

use crate::policy::Entry;
use crate::policy::surfaces::takes_paths;
use crate::rule::Pattern;

/// Examples that are shown of each kind.
const SHOWN: usize = 3;

/// What the values of a surface are called: one, and all.
pub(super) fn nouns(surface: &str) -> (&'static str, &'static str) {
    match surface {
        "bash" => ("command", "commands"),
        "mcp" => ("MCP target", "MCP targets"),
        "skill" => ("skill", "skills"),
        _ if takes_paths(surface) => ("path", "paths"),
        _ => ("value", "values"),
    }
}

/// What `pattern` matches under `surface`, as a phrase.
pub(super) fn phrase(pattern: &str, surface: &str) -> String {
    let (one, all) = nouns(surface);
    let pieces: Vec<String> = pieces(pattern);
    let is_star = |piece: &String| piece == "*";
    if pieces.iter().all(is_star) {
        return format!("all {all}");
    }
    if !pieces.iter().any(|piece| is_star(piece) || piece == "?") {
        return format!("exactly the {one} {}", code(pattern));
    }
    let stars = pieces.iter().filter(|piece| is_star(piece)).count();
    let marks = pieces.iter().any(|piece| piece == "?");
    if let (Some(head), 1, false) = (pattern.strip_suffix(" *"), stars, marks)
        && !head.is_empty()
    {
        return format!("{}, alone or with anything behind it", code(head));
    }
    if let (Some(folder), 1, false, true) = (pattern.strip_suffix("/*"), stars, marks, takes_paths(surface))
        && !folder.is_empty()
    {
        return format!(
            "everything below {}, at any depth, and the folder itself",
            code(folder)
        );
    }
    let mut parts: Vec<String> = Vec::new();
    let mut open = false;
    let last = pieces.len().saturating_sub(1);
    let mut marks = 0_usize;
    for (at, piece) in pieces.iter().enumerate() {
        let is_last = at == last;
        match piece.as_str() {
            "*" => open = true,
            "?" => {
                marks += 1;
                let more = pieces.get(at + 1).is_some_and(|next| next == "?");
                if !more {
                    let count = if marks == 1 {
                        "one character".to_owned()
                    } else {
                        format!("{marks} characters")
                    };
                    parts.push(if open {
                        format!("then at least {count}")
                    } else {
                        format!("then {count}")
                    });
                    marks = 0;
                    open = false;
                }
            }
            text => {
                parts.push(match (at, open, is_last) {
                    (0, ..) => format!("begins with {}", code(text)),
                    (_, true, true) => format!("ends in {}", code(text)),
                    (_, true, false) => format!("holds {}", code(text)),
                    _ => format!("goes on with {}", code(text)),
                });
                open = false;
            }
        }
    }
    format!("each {one} that {}", parts.join(", "))
}

/// Literal text, `*` and `?`, each by itself; stars in a row are one.
fn pieces(pattern: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for c in pattern.chars() {
        match (c, pieces.last_mut()) {
            ('*', Some(last)) if last == "*" => {}
            ('*' | '?', _) => pieces.push(c.to_string()),
            (_, Some(last)) if last != "*" && last != "?" => last.push(c),
            _ => pieces.push(c.to_string()),
        }
    }
    pieces
}

/// A text as Markdown code, whatever backticks it holds.
pub(super) fn code(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let longest = line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let is_padded = line.starts_with(' ') && line.ends_with(' ');
    if longest > 0 || is_padded || line.is_empty() {
        return format!("{fence} {line} {fence}");
    }
    format!("{fence}{line}{fence}")
}

/// Texts that a pattern matches, and near ones that it does not.
pub(super) fn examples(
    entry: &Entry<'_>,
    pattern: &Pattern,
    values: &[String],
) -> (Vec<String>, Vec<String>) {
    let source = pattern.source();
    let (mut matching, mut near): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    matching.extend(
        entry
            .match_examples()
            .iter()
            .map(|example| example.text.to_string()),
    );
    near.extend(
        entry
            .not_match_examples()
            .iter()
            .map(|example| example.text.to_string()),
    );
    let begins = source.split([' ', '*', '?', '/', ':']).next().unwrap_or_default();
    for value in values {
        if pattern.matches(value) {
            matching.push(value.clone());
        } else if !begins.is_empty() && value.starts_with(begins) {
            near.push(value.clone());
        }
    }
    matching.extend(made(source, &entry.surface));
    near.extend(beside(source));
    (
        picked(matching, |text| pattern.matches(text)),
        picked(near, |text| !pattern.matches(text)),
    )
}

fn picked(texts: Vec<String>, takes: impl Fn(&str) -> bool) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for text in texts {
        if kept.len() < SHOWN && takes(&text) && !kept.contains(&text) {
            kept.push(text);
        }
    }
    kept
}

/// The pattern with its wildcards filled.
fn made(source: &str, surface: &str) -> Vec<String> {
    let filling = match surface {
        "bash" => "x",
        _ if takes_paths(surface) => "a/b",
        _ => "x",
    };
    let without_tail = source.strip_suffix(" *").map(str::to_owned);
    let filled = |star: &str| source.replace('*', star).replace('?', "x");
    without_tail
        .into_iter()
        .map(|text| text.replace(['*', '?'], "x"))
        .chain([filled(filling), filled("")])
        .collect()
}

/// Texts that are easily taken to match.
fn beside(source: &str) -> Vec<String> {
    let filled = source.replace(['*', '?'], "x");
    let head = source
        .strip_suffix(" *")
        .map(|head| head.replace(['*', '?'], "x"));
    let mut texts = Vec::new();
    // A longer word; what comes in front.
    texts.extend(head.as_ref().map(|head| format!("{head}x")));
    texts.extend([
        format!("{filled}.bak"),
        format!("{filled} x"),
        format!("x{filled}"),
        format!("x {filled}"),
    ]);
    texts
}

#[cfg(test)]
mod tests {
    use super::super::testing::document;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn patterns_are_put_in_words() {
        #[rustfmt::skip]
        let cases = [
            ("bash", "*",               "all commands"),
            ("path", "**",              "all paths"),
            ("bash", "git status",      "exactly the command `git status`"),
            ("bash", "git log *",       "`git log`, alone or with anything behind it"),
            ("path", "src/*",           "everything below `src`, at any depth, and the folder itself"),
            ("bash", "git*",            "each command that begins with `git`"),
            ("path", "*.env",           "each path that ends in `.env`"),
            ("bash", "*--force*",       "each command that holds `--force`"),
            ("bash", "git * --force",   "each command that begins with `git `, ends in ` --force`"),
            ("path", "a??.rs",          "each path that begins with `a`, then 2 characters, goes on with `.rs`"),
            ("mcp",  "exa:*",           "each MCP target that begins with `exa:`"),
            ("fetch", "`x`*",           "each value that begins with `` `x` ``"),
        ];
        for (surface, pattern, expected) in cases {
            assert_eq!(phrase(pattern, surface), expected, "{surface} {pattern}");
        }
    }

    #[test]
    fn the_authors_examples_come_first() {
        let text = r#"{permission: {bash: {"git log *": {action: "allow", match: "git log -3", notMatch: "git show"}}}}"#;
        let document = document(text);
        let pattern = Pattern::text("git log *");
        let (matching, near) = examples(&document.entries[0], &pattern, &[]);
        assert_eq!(matching, ["git log -3", "git log", "git log x"]);
        assert_eq!(near[..2], ["git show", "git logx"]);
    }

    proptest! {
        #[test]
        fn examples_match_and_near_ones_do_not(source in "[a ./:*?]{1,8}") {
            let text = serde_json::json!({"permission": {"bash": {source.as_str(): "ask"}}}).to_string();
            let document = document(&text);
            prop_assume!(document.entries.len() == 1);
            let pattern = Pattern::text(&source);
            let (matching, near) = examples(&document.entries[0], &pattern, &[]);
            prop_assert!(matching.iter().all(|text| pattern.matches(text)));
            prop_assert!(near.iter().all(|text| !pattern.matches(text)));
            prop_assert!(!phrase(&source, "bash").is_empty());
        }
    }
}
