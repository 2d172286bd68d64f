//! The canonical forms of patterns: what a rule's literal folder is called once links are followed.
//!
//! A deny or ask counts by the current form of its prefix, so that no link opens a way around it. An allow
//! counts by another form only where the operator's words fix the place (absolute, `~`, the working folder),
//! and nothing that lies in the working folder is followed: a link planted there opens nothing.
//!
//! Whoever keeps the policy calls this with one [`Lookups`] for all patterns, so that a folder which many of
//! them share is looked at once, and nothing below a missing one is.

use super::resolve::resolve_outside;
use super::{Cwd, FileKind, Lookups, lexical};
use crate::rule::{Action, Pattern};
use unicode_normalization::UnicodeNormalization;

/// The other forms of a path rule's `pattern`, by what its prefix resolves to now. Forms of an allow belong to
/// the start of a session and are kept; those of a deny or ask are made anew when the file system changes.
pub fn of_rule(pattern: &Pattern, action: Action, cwd: &Cwd, lookups: &Lookups<'_>) -> Vec<Pattern> {
    match action {
        Action::Allow => of_allow(pattern, cwd, lookups),
        Action::Ask | Action::Deny => of_restriction(pattern, cwd, lookups),
    }
}

fn of_restriction(pattern: &Pattern, cwd: &Cwd, lookups: &Lookups<'_>) -> Vec<Pattern> {
    let mut forms = by_links(pattern, cwd, lookups);
    if lookups.ignores_case(&cwd.canonical) {
        // Paths are spelled in lower case as well there, and have to meet a pattern that is.
        let mut lower: Vec<Pattern> = std::iter::once(pattern)
            .chain(&forms)
            .filter_map(in_lower_case)
            .collect();
        forms.append(&mut lower);
    }
    forms
}

/// The pattern in lower case, if that is another.
fn in_lower_case(pattern: &Pattern) -> Option<Pattern> {
    let text = pattern.expanded();
    let lower: String = if text.is_ascii() {
        text.to_lowercase()
    } else {
        text.nfc().collect::<String>().to_lowercase()
    };
    (lower != text).then(|| Pattern::text(&lower))
}

fn by_links(pattern: &Pattern, cwd: &Cwd, lookups: &Lookups<'_>) -> Vec<Pattern> {
    let exact = pattern.is_exact();
    let prefix = pattern.literal_prefix();
    // Without a folder in front the relative spellings of the canonical path say it all.
    if prefix.is_empty() || !(exact || prefix.contains('/')) {
        return Vec::new();
    }
    let anchored = pattern.anchored(&cwd.typed);
    let prefix = anchored.literal_prefix();
    let mut forms = Vec::new();
    let folder = folder_of(prefix);
    let whole = exact.then(|| prefix.trim_end_matches('/'));
    for from in [folder, whole]
        .into_iter()
        .flatten()
        .filter(|from| from.starts_with('/'))
    {
        let located = lookups.locate(from);
        let Some(canonical) = located.canonical.as_deref() else {
            continue;
        };
        if !is_spelled(from, canonical, cwd) {
            forms.extend(replaced(&anchored, from, canonical));
        }
    }
    forms.dedup();
    forms
}

/// Whether a path at `canonical` has a spelling that a pattern at `from` matches anyway.
fn is_spelled(from: &str, canonical: &str, cwd: &Cwd) -> bool {
    if from == canonical {
        return true;
    }
    let below = |path, folder| lexical::strip_folder(path, folder);
    matches!(
        (below(from, &cwd.typed), below(canonical, &cwd.canonical)),
        (Some(left), Some(right)) if left == right
    ) && cwd.typed == cwd.canonical
}

fn of_allow(pattern: &Pattern, cwd: &Cwd, lookups: &Lookups<'_>) -> Vec<Pattern> {
    let prefix = pattern.literal_prefix();
    if !prefix.starts_with('/') {
        return Vec::new();
    }
    let whole = prefix.trim_end_matches('/');
    let locate = |path: &str| resolve_outside(path, &cwd.canonical, lookups);
    // A pattern without wildcards is a folder's where a folder stands there; a file is reached through its
    // folder, and whatever it links to is for another rule.
    let folder = if pattern.is_exact() && !whole.is_empty() {
        let located = locate(whole);
        let is_cwd = located.canonical.as_deref() == Some(cwd.canonical.as_str());
        if is_cwd || located.kind == Some(FileKind::Directory) {
            Some(whole)
        } else {
            folder_of(prefix)
        }
    } else {
        folder_of(prefix)
    };
    let Some(folder) = folder else {
        return Vec::new();
    };
    let located = locate(folder);
    match (&located.canonical, located.doubt) {
        (Some(canonical), None) if canonical != folder => {
            replaced(pattern, folder, canonical).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The pattern with its literal `from` replaced by `to`. The root has no name to put in front of a slash.
fn replaced(pattern: &Pattern, from: &str, to: &str) -> Option<Pattern> {
    let to = if to == "/" && from.len() < pattern.expanded().len() {
        ""
    } else {
        to
    };
    pattern.with_prefix(from, to)
}

/// The folder that a literal prefix lies in, without the slash at its end; `None` for the root, and for a
/// prefix that names no folder.
fn folder_of(prefix: &str) -> Option<&str> {
    let (folder, _) = prefix.rsplit_once('/')?;
    let folder = folder.trim_end_matches('/');
    (!folder.is_empty()).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::MemoryFiles;

    const HOME: &str = "/home/u";

    fn files() -> MemoryFiles {
        MemoryFiles::new()
            .link("/tmp", "private/tmp")
            .directory("/private/tmp/work")
            .directory("/home/u/proj/src")
            .link("/home/u/proj/planted", "/etc")
            .link("/home/u/proj/secrets", "vault")
            .file("/home/u/proj/vault/key")
            .link("/home/u/notes", "/data/notes")
            .directory("/data/notes")
            .link("/home/u/inside", "/home/u/proj/planted")
            .link("/home/u/.env", "/data/env")
            .file("/data/env")
            .link("/home/u/loop", "loop")
            .file("/etc/passwd")
            .link("/here", "/home/u/proj")
    }

    fn forms(written: &str, action: Action, cwd: &str) -> Vec<String> {
        let files = files();
        let cwd = Cwd::resolve(cwd, &files);
        let pattern = Pattern::path(written, HOME, &cwd.typed);
        of_rule(&pattern, action, &cwd, &Lookups::new(&files))
            .iter()
            .map(|form| form.expanded().to_owned())
            .collect()
    }

    #[test]
    fn a_restriction_counts_by_what_its_folder_is_now() {
        for (pattern, expected) in [
            ("/tmp/*", &["/private/tmp/*"][..]),
            ("/tmp/x*", &["/private/tmp/x*"]),
            ("/tmp/missing/deeper/*", &["/private/tmp/missing/deeper/*"]),
            ("secrets/*", &["/home/u/proj/vault/*"]),
            ("secrets/sub/*.key", &["/home/u/proj/vault/sub/*.key"]),
            ("~/notes/*", &["/data/notes/*"]),
            ("~/.env", &["/data/env"]),
            ("secrets", &["/home/u/proj/vault"]),
            ("/tmp", &["/private/tmp"]),
            ("../notes/*", &["/data/notes/*"]),
            ("${cwd}/planted/*", &["/etc/*"]),
            // Nothing to say beyond the pattern itself.
            ("src/*", &[]),
            ("*.env", &[]),
            ("*", &[]),
            ("s*", &[]),
            ("/etc/*", &[]),
            ("/*", &[]),
            ("/", &[]),
            ("~/loop/*", &[]),
            ("", &[]),
        ] {
            assert_eq!(
                forms(pattern, Action::Deny, "/home/u/proj"),
                expected,
                "{pattern}"
            );
            assert_eq!(forms(pattern, Action::Ask, "/home/u/proj"), expected, "{pattern}");
        }
    }

    #[test]
    fn an_allow_follows_only_what_the_operator_named_outside_the_working_folder() {
        for (pattern, expected) in [
            ("/tmp/*", &["/private/tmp/*"][..]),
            ("/tmp", &["/private/tmp"]),
            ("/tmp/x*", &["/private/tmp/x*"]),
            ("~/notes/*", &["/data/notes/*"]),
            // A file is reached through its folder alone.
            ("~/.env", &[]),
            // Links in the working folder open nothing, by whatever way they are reached.
            ("planted/*", &[]),
            ("./planted/*", &[]),
            ("${cwd}/planted/*", &[]),
            ("/home/u/proj/planted/*", &[]),
            ("~/inside/*", &["/home/u/proj/planted/*"]),
            ("/here/planted/*", &["/home/u/proj/planted/*"]),
            ("/here/*", &["/home/u/proj/*"]),
            ("secrets/*", &[]),
            ("*", &[]),
            ("~/loop/*", &[]),
        ] {
            assert_eq!(
                forms(pattern, Action::Allow, "/home/u/proj"),
                expected,
                "{pattern}"
            );
        }
    }

    #[test]
    fn the_working_folder_itself_counts_by_its_canonical_form() {
        for (pattern, expected) in [
            ("${cwd}/*", &["/home/u/proj/*"][..]),
            ("/here/*", &["/home/u/proj/*"]),
            ("/here", &["/home/u/proj"]),
            ("${cwd}/src/*", &["/home/u/proj/src/*"]),
            ("${cwd}/planted/*", &["/home/u/proj/planted/*"]),
            ("src/*", &[]),
        ] {
            assert_eq!(forms(pattern, Action::Allow, "/here"), expected, "{pattern}");
        }
    }

    #[test]
    fn where_case_is_ignored_restrictions_count_in_lower_case_too() {
        let files = files().ignoring_case();
        let cwd = Cwd::resolve("/home/u/proj", &files);
        for (written, action, expected) in [
            (
                "Secrets/*",
                Action::Deny,
                &["/home/u/proj/vault/*", "secrets/*"][..],
            ),
            ("*.ENV", Action::Ask, &["*.env"]),
            ("*.E\u{301}", Action::Ask, &["*.\u{e9}"]),
            ("*.env", Action::Deny, &[]),
            ("*.ENV", Action::Allow, &[]),
        ] {
            let pattern = Pattern::path(written, HOME, &cwd.typed);
            let forms = of_rule(&pattern, action, &cwd, &Lookups::new(&files));
            let forms: Vec<&str> = forms.iter().map(Pattern::expanded).collect();
            assert_eq!(forms, expected, "{written}");
        }
    }

    #[test]
    fn a_footprint_tells_when_a_link_has_moved() {
        let before = files();
        let cwd = Cwd::resolve("/home/u/proj", &before);
        let lookups = Lookups::new(&before);
        let pattern = Pattern::path("secrets/*", HOME, &cwd.typed);
        of_rule(&pattern, Action::Deny, &cwd, &lookups);
        let footprint = lookups.into_footprint();
        assert_eq!(footprint.folders(), ["/", "/home", "/home/u", "/home/u/proj"]);
        assert!(!footprint.is_stale(&before));
        assert!(footprint.is_stale(&files().link("/home/u/proj/secrets", "elsewhere")));
        assert!(footprint.is_stale(&files().directory("/home/u/proj/secrets")));
        assert!(!footprint.is_stale(&files().file("/home/u/proj/other")));
    }
}
