//! Patterns, actions and values that can be written: from what the log has seen, and from what there is.

use super::Scene;
use super::completion::{Completion, CompletionKind, Slot};
use super::words::phrase;
use crate::policy::FileKind;
use crate::policy::surfaces::takes_paths;

/// Patterns that are offered.
const MOST: usize = 60;

/// Patterns for what was seen under a surface, the wider ones last.
pub(super) fn patterns(scene: &Scene<'_>, slot: &Slot, surface: &str) -> Vec<Completion> {
    let mut offered: Vec<String> = Vec::new();
    let values = scene.usage.values(surface);
    // Of each value the width that is likeliest meant, then the others.
    for width in 0..3 {
        for value in values {
            let made = widths(surface, value).into_iter().nth(width);
            if let Some(pattern) = made.filter(|pattern| !offered.contains(pattern)) {
                offered.push(pattern);
            }
        }
    }
    offered.extend(starters(surface));
    let mut made: Vec<Completion> = Vec::new();
    for pattern in offered {
        if made.len() >= MOST {
            break;
        }
        if made.iter().all(|other| other.label != pattern)
            && let Some(one) = slot.key(&pattern, CompletionKind::Pattern, "\"${1|ask,allow,deny|}\"")
        {
            made.push(Completion {
                detail: phrase(&pattern, surface),
                ..one
            });
        }
    }
    made
}

/// Patterns for one value: the likeliest, the value itself, a wide one.
fn widths(surface: &str, value: &str) -> Vec<String> {
    // What holds a wildcard stands for more than itself.
    if value.contains(['*', '?']) || value.trim().is_empty() || value.chars().any(char::is_control) {
        return Vec::new();
    }
    let exact = value.to_owned();
    match surface {
        "bash" => {
            let mut words = value.split(' ').filter(|word| !word.is_empty());
            let Some(program) = words.next() else {
                return vec![exact];
            };
            let plain = |word: &&str| {
                word.chars()
                    .all(|c| c.is_ascii_alphanumeric() || "-_:".contains(c))
            };
            match words.next().filter(|word| !word.starts_with('-') && plain(word)) {
                Some(subcommand) => vec![format!("{program} {subcommand} *"), exact, format!("{program} *")],
                None => vec![format!("{program} *"), exact],
            }
        }
        "mcp" => match value.split_once(':') {
            Some((server, _)) => vec![exact, format!("{server}:*")],
            None => vec![exact],
        },
        _ if takes_paths(surface) => match value.rsplit_once('/') {
            Some((folder, _)) if !folder.is_empty() => vec![format!("{folder}/*"), exact],
            _ => vec![exact],
        },
        _ => vec![exact],
    }
}

/// Patterns that make sense in any policy.
fn starters(surface: &str) -> Vec<String> {
    let texts: &[&str] = match surface {
        _ if takes_paths(surface) => &["*", "${cwd}/*", "~/.ssh/*", "*.env", "*.pem"],
        _ => &["*"],
    };
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// The actions that count in this file.
pub(super) fn actions(scene: &Scene<'_>, slot: &Slot, takes_patterns: bool) -> Vec<Completion> {
    let all = [
        ("allow", "the call runs"),
        ("ask", "somebody with authority is asked first"),
        ("deny", "the call does not run"),
    ];
    let words: Vec<(&str, &str)> = match scene.document.kind {
        FileKind::Guards => vec![
            ("deny", "nothing loosens it"),
            ("allow", "an exception from a wider deny here"),
        ],
        FileKind::Policy | FileKind::Agent => all.to_vec(),
    };
    let mut made: Vec<Completion> = words
        .iter()
        .map(|(word, detail)| slot.word(word, detail))
        .collect();
    if takes_patterns {
        made.push(Completion {
            label: "{ pattern: action }".to_owned(),
            kind: CompletionKind::Pattern,
            detail: "patterns and their actions".to_owned(),
            documentation: None,
            span: slot.span,
            text: "{}".to_owned(),
            snippet: Some("{ \"$1\": \"${2|ask,allow,deny|}\" }".to_owned()),
        });
    }
    made
}

/// Values of the other fields.
pub(super) fn field_value(slot: &Slot, names: &[&str]) -> Vec<Completion> {
    let bare = |word: &str| Completion {
        text: word.to_owned(),
        ..slot.word(word, "")
    };
    match names {
        ["yoloMode" | "permissionReviewLog" | "debugLog" | "inbox"]
        | ["wrappers", _, "transparent"]
        | ["toolAccess", _, "remote"] => vec![bare("true"), bare("false")],
        ["authorizerChain"] => vec![slot.word("auto-review", "the built-in reviewer")],
        ["commandEffects", _] => {
            vec![
                slot.word("read", "it reads the files it is given"),
                slot.word("write", "it writes them"),
            ]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Pattern;

    #[test]
    fn a_value_is_offered_in_several_widths_that_match_it() {
        #[rustfmt::skip]
        let cases: &[(&str, &str, &[&str])] = &[
            ("bash",  "git log -3",    &["git log *", "git log -3", "git *"]),
            ("bash",  "make",          &["make *", "make"]),
            ("bash",  "ls -l",         &["ls *", "ls -l"]),
            ("bash",  "rm *",          &[]),
            ("mcp",   "exa:search",    &["exa:search", "exa:*"]),
            ("path",  "/home/u/a.txt", &["/home/u/*", "/home/u/a.txt"]),
            ("read",  "a.txt",         &["a.txt"]),
            ("skill", "pdf",           &["pdf"]),
        ];
        for (surface, value, expected) in cases {
            let found = widths(surface, value);
            assert_eq!(found, *expected, "{surface} {value}");
            assert!(found.iter().all(|pattern| Pattern::text(pattern).matches(value)));
        }
    }
}
