//! What is known of surface keys: which take paths, which are built in, which belong to another system.

use crate::rule::Pattern;

/// Keys of the path gate.
pub const PATH_KEYS: [&str; 3] = ["path", "path_read", "path_write"];

/// Built-in tools whose surface is matched by path.
pub const FILE_TOOLS: [&str; 6] = ["read", "write", "edit", "grep", "find", "ls"];

/// Keys that everybody has, beside tool names and `*`.
pub const OTHER_KEYS: [&str; 3] = ["bash", "mcp", "skill"];

/// Surfaces of other permission systems that are no tools, and how to write here what they are for.
const FOREIGN: [(&str, &str); 3] = [
    (
        "external_directory",
        "Path rules hold inside and outside the working folder alike. To ask about everything outside it, write \
         \"path\": {\"*\": \"ask\", \"${cwd}/*\": \"allow\"}; to open one folder, add it there, as in \"/srv/data/*\": \
         \"allow\".",
    ),
    (
        "doom_loop",
        "Repeated calls are not counted here. Leave the key out.",
    ),
    (
        "special",
        "Each surface stands under \"permission\" by itself: \"path\", \"bash\", \"mcp\", \"skill\" or a tool's name.",
    ),
];

/// Whether values of this surface are paths, so that `~` and its like are expanded in its patterns. A key with
/// wildcards takes paths where it stands for a file tool.
pub fn takes_paths(key: &str) -> bool {
    if PATH_KEYS.contains(&key) || FILE_TOOLS.contains(&key) {
        return true;
    }
    let pattern = Pattern::text(key);
    !pattern.is_exact() && !pattern.is_bare_star() && FILE_TOOLS.iter().any(|tool| pattern.matches(tool))
}

/// Whether a wildcard key is meant for the path gate, which takes none.
pub(super) fn is_path_wildcard(key: &str) -> bool {
    let pattern = Pattern::text(key);
    key.starts_with("path") && !pattern.is_exact()
}

/// How to write here what a key of another system is for.
pub(super) fn foreign_advice(key: &str) -> Option<&'static str> {
    FOREIGN
        .iter()
        .find(|(name, _)| *name == key)
        .map(|(_, advice)| *advice)
}

/// The built-in key that `key` is probably meant to be. A tool may have any name, so this is a guess.
pub(super) fn near_miss(key: &str) -> Option<&'static str> {
    let known = || PATH_KEYS.into_iter().chain(FILE_TOOLS).chain(OTHER_KEYS);
    if known().any(|name| name == key) {
        return None;
    }
    let folded = fold(key);
    known().find(|name| {
        let name = fold(name);
        name == folded || (name.len() >= 4 && key.len() >= 3 && distance(&name, &folded) == 1)
    })
}

/// Lower case, without the marks by which spellings of a name differ.
fn fold(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

/// The closest of `names` to `word`, where it is close enough to be what was meant.
pub(super) fn closest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(word);
    let scored = names
        .into_iter()
        .map(|name| (distance(&fold(name), &folded), name));
    let (steps, name) = scored.min_by_key(|(steps, _)| *steps)?;
    (steps <= 1 + name.len() / 5).then_some(name)
}

/// Insertions, removals, replacements and swaps of neighbours that lead from one word to the other (optimal
/// string alignment). Words over 64 characters count as far apart.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(65).collect();
    let b: Vec<char> = b.chars().take(65).collect();
    if a.len() > 64 || b.len() > 64 {
        return usize::MAX;
    }
    let width = b.len() + 1;
    let mut rows = vec![0usize; (a.len() + 1) * width];
    let at = |rows: &[usize], i: usize, j: usize| rows.get(i * width + j).copied().unwrap_or(0);
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let cost = if i == 0 || j == 0 {
                i + j
            } else {
                let same = usize::from(a.get(i - 1) != b.get(j - 1));
                let mut best = (at(&rows, i - 1, j) + 1).min(at(&rows, i, j - 1) + 1);
                best = best.min(at(&rows, i - 1, j - 1) + same);
                let swapped = i > 1 && j > 1 && a.get(i - 1) == b.get(j - 2) && a.get(i - 2) == b.get(j - 1);
                if swapped {
                    best.min(at(&rows, i - 2, j - 2) + 1)
                } else {
                    best
                }
            };
            if let Some(cell) = rows.get_mut(i * width + j) {
                *cell = cost;
            }
        }
    }
    at(&rows, a.len(), b.len())
}

/// What can be said of a path pattern before any path is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PathPattern {
    /// Nothing stands out.
    Fine,
    /// It can't be what was meant.
    Unreadable { message: String, advice: String },
    /// No spelling of a path looks like it; `meant` is the pattern that does what it probably should.
    NeverMatches {
        why: &'static str,
        meant: Option<String>,
    },
}

/// Looks at a path pattern as written.
pub(super) fn inspect_path_pattern(pattern: &str) -> PathPattern {
    if let Some(rest) = pattern.strip_prefix('~')
        && !(rest.is_empty() || rest.starts_with(['/', '*', '?']))
    {
        let user = rest.split('/').next().unwrap_or(rest);
        return PathPattern::Unreadable {
            message: format!(
                "`~{user}` is not expanded in a pattern: only one's own home folder is, as `~/`"
            ),
            advice: "Write the folder out, as in \"/home/name/*\".".to_owned(),
        };
    }
    if let Some(rest) = pattern.strip_prefix('$') {
        let expands = Pattern::path(pattern, "/", "/").expanded() != pattern;
        if !expands && rest.starts_with(|c: char| c == '{' || c == '_' || c.is_ascii_alphabetic()) {
            let name = pattern.split(['/', '}']).next().unwrap_or(pattern);
            return PathPattern::Unreadable {
                message: format!("`{name}` is no variable that a pattern may begin with"),
                advice: "These are: `~`, `$HOME`, `${HOME}` and `${cwd}`. Write anything else out."
                    .to_owned(),
            };
        }
    }
    if let Some(rest) = pattern.strip_prefix("./") {
        let rest = rest.trim_start_matches("./");
        return PathPattern::NeverMatches {
            why: "paths are matched without `./` in front",
            meant: (!rest.is_empty()).then(|| rest.to_owned()),
        };
    }
    if pattern.contains("//") {
        let mut meant = pattern.to_owned();
        while meant.contains("//") {
            meant = meant.replace("//", "/");
        }
        return PathPattern::NeverMatches {
            why: "paths are matched without doubled slashes",
            meant: Some(meant),
        };
    }
    let inner = pattern.trim_start_matches("../");
    if inner.contains("/./") || inner.ends_with("/.") {
        let meant = inner.replace("/./", "/");
        return PathPattern::NeverMatches {
            why: "paths are matched with `.` folded away",
            meant: (pattern == inner).then(|| meant.trim_end_matches("/.").to_owned()),
        };
    }
    if inner.contains("/../") || inner.ends_with("/..") {
        return PathPattern::NeverMatches {
            why: "paths are matched with `..` folded away",
            meant: None,
        };
    }
    PathPattern::Fine
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_keys_are_told_from_tool_names() {
        for (key, expected) in [
            ("bash", None),
            ("bsh", Some("bash")),
            ("Bash", Some("bash")),
            ("bahs", Some("bash")),
            ("pathread", Some("path_read")),
            ("path-write", Some("path_write")),
            ("paths", Some("path")),
            ("Read", Some("read")),
            ("skills", Some("skill")),
            ("LS", Some("ls")),
            ("lsp", None),
            ("ps", None),
            ("webfetch", None),
            ("mcp__exa__search", None),
            ("todo", None),
            ("write_file", None),
        ] {
            assert_eq!(near_miss(key), expected, "{key}");
        }
    }

    #[test]
    fn a_key_takes_paths_where_it_stands_for_a_file_tool() {
        for (key, expected) in [
            ("path", true),
            ("path_read", true),
            ("read", true),
            ("re*", true),
            ("*", false),
            ("bash", false),
            ("mcp__*", false),
        ] {
            assert_eq!(takes_paths(key), expected, "{key}");
        }
    }

    #[test]
    fn patterns_that_no_path_looks_like_are_found() {
        use PathPattern::{Fine, NeverMatches, Unreadable};
        let meant = |pattern: &str| match inspect_path_pattern(pattern) {
            Fine => "fine".to_owned(),
            Unreadable { .. } => "unreadable".to_owned(),
            NeverMatches { meant, .. } => format!("never, meant {}", meant.unwrap_or_default()),
        };
        for (pattern, expected) in [
            ("*", "fine"),
            ("src/*", "fine"),
            ("../other/*", "fine"),
            ("*.env", "fine"),
            ("~", "fine"),
            ("~/x", "fine"),
            ("$HOME/x", "fine"),
            ("${cwd}", "fine"),
            (".", "fine"),
            ("...", "fine"),
            ("secrets/", "fine"),
            ("~bob/x", "unreadable"),
            ("$HOMEWORK/x", "unreadable"),
            ("${workspaceFolder}/x", "unreadable"),
            ("./src/*", "never, meant src/*"),
            ("a//b", "never, meant a/b"),
            ("a/./b", "never, meant a/b"),
            ("a/../b", "never, meant "),
        ] {
            assert_eq!(meant(pattern), expected, "{pattern}");
        }
    }
}
