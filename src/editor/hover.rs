//! What is told of what the cursor stands on: a rule, a surface, a field.

use super::rivals::{Rival, rivals};
use super::scene::in_force;
use super::trail::{Part, Trail};
use super::usage::DAYS;
use super::words::{code, examples, phrase};
use super::{Scene, Tree, surface_hover, texts};
use crate::policy::surfaces::takes_paths;
use crate::policy::{Entry, Span};
use crate::rule::PatternRank;
use std::cmp::Reverse;
use std::fmt::Write as _;

/// Rivals that are named.
const NAMED: usize = 5;

/// What is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Of what.
    pub span: Span,
    /// In Markdown.
    pub markdown: String,
}

/// What is told of what stands at `offset`.
pub fn hover(scene: &Scene<'_>, tree: &Tree<'_>, offset: usize) -> Option<Hover> {
    let trail = Trail::to(tree, offset)?;
    if matches!(trail.part, Part::Gap) {
        return None;
    }
    let names = trail.names();
    let is_key = matches!(trail.part, Part::Key { .. });
    let markdown = match names.as_slice() {
        ["permission", surface] if is_key => surface_hover::about(scene, surface),
        ["permission", surface, _] if is_key => match scene.entry_at(trail.span) {
            Some((at, entry)) => about_rule(scene, at, entry),
            None => texts::surface(surface).to_owned(),
        },
        ["permission", _, _, field, ..] => texts::field(field)?.to_owned(),
        ["permission", _, ..] => texts::field("action")?.to_owned(),
        [field, ..] => texts::field(field)?.to_owned(),
        [] => return None,
    };
    Some(Hover {
        span: trail.span,
        markdown,
    })
}

fn about_rule(scene: &Scene<'_>, at: usize, entry: &Entry<'_>) -> String {
    let pattern = scene.pattern(entry);
    let mut out = format!(
        "**{}** under {}: {}\n\n",
        entry.action,
        code(&entry.surface),
        phrase(&entry.pattern, &entry.surface)
    );
    if takes_paths(&entry.surface) && pattern.expanded() != pattern.source() {
        let _ = writeln!(out, "Here that is {}.\n", code(pattern.expanded()));
    }
    let (matching, near) = examples(entry, &pattern, scene.usage.values(&entry.surface));
    list(&mut out, "Matches", &matching);
    list(&mut out, "Not", &near);
    let _ = writeln!(out, "Rank: {}.\n", rank(pattern.rank()));
    let found = scene
        .document
        .entries
        .get(at)
        .map(|entry| rivals(scene, at, entry))
        .unwrap_or_default();
    named(
        scene,
        &mut out,
        "Where both match, these decide instead",
        &found.beaten_by,
    );
    named(scene, &mut out, "It decides in the place of", &found.beats);
    let hits = scene.hits(entry);
    if hits > 0 {
        let times = if hits == 1 {
            "once".to_owned()
        } else {
            format!("{hits} times")
        };
        let _ = writeln!(out, "It decided {times} in the last {DAYS} days.");
    }
    out.truncate(out.trim_end().len());
    out
}

/// A rank in words.
pub(super) fn rank(rank: PatternRank) -> String {
    let many = |count: u32, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let literals = many(rank.literals, "literal character", "literal characters");
    if rank.exact {
        return format!("exact, {literals}");
    }
    let Reverse(stars) = rank.stars;
    format!("{literals}, {}", many(stars, "`*`", "`*`"))
}

fn list(out: &mut String, what: &str, texts: &[String]) {
    if !texts.is_empty() {
        let texts: Vec<String> = texts.iter().map(|text| code(text)).collect();
        let _ = writeln!(out, "{what}: {}\n", texts.join(" · "));
    }
}

fn named(scene: &Scene<'_>, out: &mut String, what: &str, rivals: &[Rival<'_>]) {
    if rivals.is_empty() {
        return;
    }
    let _ = writeln!(out, "{what}:");
    for rival in rivals.iter().take(NAMED) {
        let name = rival.file.rsplit('/').next().unwrap_or_default();
        let elsewhere = if rival.file == scene.document.file {
            String::new()
        } else {
            format!(", in {}", code(name))
        };
        let key = if is_only_key(scene, rival.entry) {
            String::new()
        } else {
            format!(" under {}", code(&rival.entry.surface))
        };
        let _ = writeln!(
            out,
            "- {} ({}{key}{elsewhere})",
            code(&rival.entry.pattern),
            rival.entry.action
        );
    }
    if rivals.len() > NAMED {
        let _ = writeln!(out, "- and {} more", rivals.len() - NAMED);
    }
    out.push('\n');
}

/// Whether all rules of the file with this entry's surface share its key, so that the key need not be said.
fn is_only_key(scene: &Scene<'_>, entry: &Entry<'_>) -> bool {
    !entry.surface.starts_with("path")
        || in_force(scene.document)
            .filter(|other| other.surface.starts_with("path"))
            .all(|other| other.surface == entry.surface)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Seen, at_cursor, document, scene};
    use super::*;

    fn told(marked: &str) -> Option<(String, String)> {
        let (text, offset) = at_cursor(marked);
        let document = document(&text);
        let guards = crate::policy::Document::parse(
            "/c/hard-guards.jsonc",
            crate::policy::FileKind::Guards,
            r#"{permission: {bash: {"git push *--force*": "deny"}}}"#,
        );
        let seen = Seen::with("bash", &["git push origin main", "git stash", "git log"]).hit(
            "bash",
            "git push *",
            3,
        );
        let mut scene = scene(&document, &seen);
        scene.around.guards = (document.kind != crate::policy::FileKind::Guards).then_some(&guards);
        let hover = hover(&scene, &Tree::of(&document), offset)?;
        Some((hover.span.of(&text).to_owned(), hover.markdown))
    }

    #[test]
    fn a_rule_is_told_with_what_it_matches_and_what_beats_it() {
        let (at, said) = told(
            r#"{permission: {bash: {"git *": "ask", "git pu$0sh *": "allow", "git push --tags *": "deny", "hg *": "ask"}}}"#,
        )
        .unwrap();
        assert_eq!(at, "\"git push *\"");
        assert_eq!(
            said,
            "**allow** under `bash`: `git push`, alone or with anything behind it\n\
             \n\
             Matches: `git push origin main` · `git push` · `git push x`\n\
             \n\
             Not: `git stash` · `git log` · `git pushx`\n\
             \n\
             Rank: 9 literal characters, 1 `*`.\n\
             \n\
             Where both match, these decide instead:\n\
             - `git push *--force*` (deny, in `hard-guards.jsonc`)\n\
             - `git push --tags *` (deny)\n\
             \n\
             It decides in the place of:\n\
             - `git *` (ask)\n\
             \n\
             It decided 3 times in the last 30 days."
        );
    }

    /// Of two path rules that meet, which is said to decide the other.
    #[test]
    fn restrictions_on_paths_are_sticky() {
        #[rustfmt::skip]
        let cases = [
            (r#""path": {"$0${cwd}/*": "allow", "*.env": "deny"}"#,                        true),
            (r#""path": {"${cwd}/*": "allow", "$0*.env": "deny"}"#,                        false),
            (r#""path": {"$0*.env.*": "deny", "*.env.example": "allow"}"#,                 true),
            (r#""path": {"*.env.*": "deny", "$0*.env.example": "allow"}"#,                 false),
            (r#""path": {"$0src/*": "allow", "src/gen/*": "ask"}"#,                        true),
            (r#""path": {"$0*": "deny"}, "path_read": {"*": "allow"}"#,                    true),
            (r#""path": {"*": "deny"}, "path_read": {"$0*": "allow"}"#,                    false),
        ];
        for (permission, beaten) in cases {
            let (_, said) = told(&format!("{{permission: {{{permission}}}}}")).expect(permission);
            assert_eq!(
                said.contains("these decide instead"),
                beaten,
                "{permission}\n{said}"
            );
            assert_eq!(said.contains("in the place of"), !beaten, "{permission}\n{said}");
        }
    }

    #[test]
    fn fields_and_values_have_their_pages() {
        #[rustfmt::skip]
        let cases = [
            ("{yolo$0Mode: true}",                                         "# `yoloMode`"),
            ("{yoloMode: tr$0ue}",                                         "# `yoloMode`"),
            (r#"{autoReview: {mod$0el: "x"}}"#,                            "# `autoReview`"),
            (r#"{permission: {bash: {"a": "al$0low"}}}"#,                  "# `action`"),
            (r#"{permission: {bash: {"a": {rea$0son: "x"}}}}"#,            "# `reason`"),
            (r#"{permission: {bash: {"a": {action: "ask", match: ["$0x"]}}}}"#, "# `match`"),
            ("// guards\n{protected$0Writes: []}",                         "# `protectedWrites`"),
            ("---\nper$0mission: {}\n---\n",                               "# `permission`"),
        ];
        for (marked, begins) in cases {
            let (_, said) = told(marked).expect(marked);
            assert!(said.starts_with(begins), "{marked}: {said}");
        }
        for marked in ["{ $0 }", "{nonsen$0se: 1}", "// yolo$0Mode\n{}"] {
            assert_eq!(told(marked), None, "{marked}");
        }
    }
}
