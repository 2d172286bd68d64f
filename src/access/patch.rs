//! The files that the text of a patch names.

/// Headers of the patch format that agents are taught ("*** Begin Patch").
const AGENT_HEADERS: [&str; 4] = [
    "*** Add File: ",
    "*** Update File: ",
    "*** Delete File: ",
    "*** Move to: ",
];

/// Extended headers of git's format (`git-diff(1)`, "Generating patch text with -p").
const GIT_HEADERS: [&str; 4] = ["rename from ", "rename to ", "copy from ", "copy to "];

/// A file that a patch names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The path; of a name with git's `a/` or `b/` in front, what follows.
    pub(super) path: String,
    /// The name as it stands, where something was taken off.
    pub(super) whole: Option<String>,
}

/// Every file named by a header of `text`, each once.
pub(super) fn named_files(text: &str) -> Vec<Named> {
    let mut found: Vec<Named> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut add = |named: Named| {
        if seen.insert(named.path.clone()) {
            found.push(named);
        }
    };
    let mut lines = text.lines().map(|line| line.trim_end_matches('\r')).peekable();
    while let Some(line) = lines.next() {
        if let Some(path) = AGENT_HEADERS
            .iter()
            .find_map(|header| line.trim_start().strip_prefix(header))
        {
            add(Named {
                path: path.trim().to_owned(),
                whole: None,
            });
        } else if let Some(path) = GIT_HEADERS.iter().find_map(|header| line.strip_prefix(header)) {
            add(Named {
                path: unquoted(path),
                whole: None,
            });
        } else if let Some(old) = line.strip_prefix("--- ")
            && let Some(new) = lines.peek().and_then(|next| next.strip_prefix("+++ "))
        {
            [old, new].into_iter().filter_map(unified).for_each(&mut add);
        }
    }
    found
}

/// The file of a `---` or `+++` line; a tab ends the name.
fn unified(rest: &str) -> Option<Named> {
    let name = unquoted(rest.split('\t').next().unwrap_or(rest).trim_end());
    if name.is_empty() || name == "/dev/null" {
        return None;
    }
    let stripped = name.strip_prefix("a/").or_else(|| name.strip_prefix("b/"));
    Some(match stripped {
        Some(path) if !path.is_empty() => Named {
            path: path.to_owned(),
            whole: Some(name.clone()),
        },
        _ => Named {
            path: name,
            whole: None,
        },
    })
}

/// A name without the quotes that git puts around unusual ones. Escapes for `"` and `\` are undone; octal
/// ones make bytes.
fn unquoted(name: &str) -> String {
    let Some(inner) = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return name.to_owned();
    };
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'\\' {
            bytes.push(first);
            continue;
        }
        let octal = rest.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(byte) = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            bytes.push(byte);
            rest = rest.get(3..).unwrap_or_default();
        } else if let Some((&escaped, after)) = rest.split_first() {
            bytes.push(match escaped {
                b'n' => b'\n',
                b't' => b'\t',
                other => other,
            });
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_name_files() {
        for (text, expected) in [
            (
                "*** Begin Patch\n*** Update File: src/a.rs\n@@\n-x\n+y\n*** End Patch",
                &["src/a.rs"][..],
            ),
            (
                "*** Add File: a\n+x\n*** Delete File: b\n*** Update File: c\n*** Move to: d",
                &["a", "b", "c", "d"],
            ),
            ("--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-a\n+b", &["x.txt"]),
            ("--- /dev/null\n+++ b/new\n", &["new"]),
            (
                "--- old.txt\t2020-01-01\n+++ new.txt\t2020-01-01\n",
                &["old.txt", "new.txt"],
            ),
            ("diff --git a/x b/y\nrename from x\nrename to y\n", &["x", "y"]),
            ("--- \"a/t\\303\\244st\"\n+++ \"b/t\\303\\244st\"\n", &["täst"]),
            ("-- a comment\n--- no header\nplain", &[]),
            ("", &[]),
        ] {
            let found: Vec<String> = named_files(text).into_iter().map(|named| named.path).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
