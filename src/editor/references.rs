//! Where else something is spoken of: the rules of the policy that an agent's rule changes, and the other way round; the
//! schema that a file names.

use super::rivals::meeting;
use super::trail::{Part, Trail};
use super::{Scene, Tree};
use crate::policy::{Document, Span};
use std::sync::Arc;

/// A place in a file, or another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file, or the address of a page.
    pub file: Arc<str>,
    /// Where in it; `None` for all of it.
    pub span: Option<Span>,
}

/// Where what stands at `offset` comes from. Of a rule of an agent: the rules that it changes, in the policy and the
/// guards. Of a key of surfaces: the same key there. Of `$schema`: the schema.
pub fn definitions(scene: &Scene<'_>, tree: &Tree<'_>, offset: usize) -> Vec<Target> {
    let Some(trail) = Trail::to(tree, offset) else {
        return Vec::new();
    };
    if trail.names().as_slice() == ["$schema"] && trail.part == Part::Value {
        return schema(&scene.document.file, &tree.plain(trail.span))
            .into_iter()
            .collect();
    }
    let own = &scene.document.file;
    let above = scene.policy().into_iter().chain(scene.guards());
    spoken_of(scene, &trail, above.filter(|document| document.file != *own))
}

/// Where else what stands at `offset` is spoken of: of a rule, the rules of the other files that meet it; of a key of
/// surfaces, that key there.
pub fn references(scene: &Scene<'_>, tree: &Tree<'_>, offset: usize) -> Vec<Target> {
    let Some(trail) = Trail::to(tree, offset) else {
        return Vec::new();
    };
    let own = &scene.document.file;
    let all = scene
        .policy()
        .into_iter()
        .chain(scene.guards())
        .chain(scene.agents());
    spoken_of(scene, &trail, all.filter(|document| document.file != *own))
}

fn spoken_of<'s>(
    scene: &Scene<'s>,
    trail: &Trail,
    others: impl Iterator<Item = &'s Document<'s>>,
) -> Vec<Target> {
    let names = trail.names();
    let mut found = Vec::new();
    for document in others {
        let mut add = |span| {
            found.push(Target {
                file: Arc::clone(&document.file),
                span: Some(span),
            });
        };
        match names.as_slice() {
            ["permission", key] => {
                let keys = document.surfaces.iter().filter(|surface| *surface.key == **key);
                keys.for_each(|surface| add(surface.key_span));
            }
            ["permission", _, _, ..] => {
                let entry = scene.document.entries.iter().find(|entry| {
                    !entry.is_shorthand
                        && (entry.key_span == trail.span
                            || (entry.value_span.start <= trail.span.start
                                && trail.span.end <= entry.value_span.end))
                });
                if let Some(entry) = entry {
                    let mut met = meeting(scene, document, entry);
                    // What says the same of the same is no change; it is shown last.
                    met.sort_by_key(|met| {
                        (
                            met.entry.action == entry.action,
                            std::cmp::Reverse(scene.pattern(met.entry).rank()),
                        )
                    });
                    for met in met {
                        add(met.entry.key_span);
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// The schema that a file names: a page, or a file beside it.
fn schema(file: &str, named: &str) -> Option<Target> {
    if named.trim().is_empty() {
        return None;
    }
    let has_scheme = named.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    let file = if has_scheme || named.starts_with('/') {
        Arc::from(named)
    } else {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        Arc::from(crate::access::lexical::fold(&format!("{folder}/{named}")))
    };
    Some(Target { file, span: None })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Seen, at_cursor, document, scene};
    use super::*;
    use crate::policy::FileKind;

    const POLICY: &str =
        r#"{permission: {bash: {"git *": "ask", "git push *": "deny", "hg *": "ask"}, read: "ask"}}"#;
    const GUARDS: &str = r#"{permission: {bash: {"git push --force *": "deny"}}}"#;
    const AGENT: &str = "---\npermission:\n  bash: {'git log *': allow, 'hg *': deny}\n---\n";

    fn shown(targets: &[Target], texts: &[(&str, &str)]) -> Vec<String> {
        let one = |target: &Target| {
            let text = texts.iter().find(|(file, _)| *file == &*target.file);
            let at = target
                .span
                .zip(text)
                .map_or("", |(span, (_, text))| span.of(text));
            format!("{} {at}", target.file.rsplit('/').next().unwrap())
        };
        targets.iter().map(one).collect()
    }

    fn of(marked: &str, find: fn(&Scene<'_>, &Tree<'_>, usize) -> Vec<Target>) -> Vec<String> {
        let (text, offset) = at_cursor(marked);
        let document = document(&text);
        let policy = Document::parse("/c/policy.jsonc", FileKind::Policy, POLICY);
        let guards = Document::parse("/c/hard-guards.jsonc", FileKind::Guards, GUARDS);
        let agent = Document::parse("/c/agents/dev.md", FileKind::Agent, AGENT);
        let agents = [&agent];
        let seen = Seen::default();
        let mut scene = scene(&document, &seen);
        scene.around.guards = (document.kind != FileKind::Guards).then_some(&guards);
        scene.around.policy = (document.kind == FileKind::Agent).then_some(&policy);
        scene.agents = if document.kind == FileKind::Agent {
            &[]
        } else {
            &agents
        };
        let texts = [
            ("/c/policy.jsonc", POLICY),
            ("/c/hard-guards.jsonc", GUARDS),
            ("/c/agents/dev.md", AGENT),
        ];
        shown(&find(&scene, &Tree::of(&document), offset), &texts)
    }

    #[test]
    fn an_agents_rule_leads_to_what_it_changes() {
        #[rustfmt::skip]
        let cases: &[(&str, &[&str])] = &[
            ("---\npermission:\n  bash: {'git$0 log *': allow}\n---\n", &["policy.jsonc \"git *\""]),
            ("---\npermission:\n  bash: {'git *': a$0llow}\n---\n",
             &["policy.jsonc \"git push *\"", "policy.jsonc \"git *\"", "hard-guards.jsonc \"git push --force *\""]),
            ("---\npermission:\n  ba$0sh: {'x': ask}\n---\n",           &["policy.jsonc bash", "hard-guards.jsonc bash"]),
            ("---\npermission:\n  re$0ad: ask\n---\n",                  &["policy.jsonc read"]),
            ("---\nna$0me: x\n---\n",                                   &[]),
        ];
        for (marked, expected) in cases {
            assert_eq!(of(marked, definitions), *expected, "{marked}");
        }
    }

    #[test]
    fn a_rule_of_the_policy_leads_to_the_agents_that_change_it() {
        #[rustfmt::skip]
        let cases: &[(&str, &[&str])] = &[
            (r#"{permission: {bash: {"hg$0 *": "ask"}}}"#,      &["dev.md 'hg *'"]),
            (r#"{permission: {bash: {"git *$0": "ask"}}}"#,     &["hard-guards.jsonc \"git push --force *\"", "dev.md 'git log *'"]),
            (r#"{permission: {b$0ash: "ask"}}"#,                &["hard-guards.jsonc bash", "dev.md bash"]),
            (r#"{permission: {read: {"x$0": "ask"}}}"#,         &[]),
        ];
        for (marked, expected) in cases {
            assert_eq!(of(marked, references), *expected, "{marked}");
        }
    }

    #[test]
    fn a_schema_is_a_page_or_a_file_beside() {
        #[rustfmt::skip]
        let cases = [
            (r#"{"$schema": "./sch$1ema/policy.schema.json"}"#,     "/c/schema/policy.schema.json"),
            (r#"{"$schema": "../x.json$1"}"#,                       "/x.json"),
            (r#"{"$schema": "/etc/x.json$1"}"#,                     "/etc/x.json"),
            (r#"{"$schema": "https://example.com/x.json$1"}"#,      "https://example.com/x.json"),
        ];
        for (marked, expected) in cases {
            let offset = marked.find("$1").unwrap();
            let text = marked.replace("$1", "");
            let document = document(&text);
            let seen = Seen::default();
            let found = definitions(&scene(&document, &seen), &Tree::of(&document), offset);
            assert_eq!(found.len(), 1, "{marked}");
            assert_eq!(&*found[0].file, expected);
            assert_eq!(found[0].span, None);
        }
    }
}
