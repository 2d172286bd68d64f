//! What can be done about a place in a policy: the fixes of what was found there, and changes of the rule that stands
//! there.

use super::View;
use super::lossless::{Lossless, copied, edited, is_no_worse};
use super::usage::Seen;
use crate::lint::{Edit, Finding, code};
use crate::policy::{Document, Entry, EntryStanding, FileKind, Node, Span, code as loader};
use crate::rule::{Action as Says, Pattern};
use jsonc_parser::cst::CstInputValue;
use std::sync::Arc;

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does, as an imperative.
    pub title: String,
    /// The finding that it mends, by its place in the list.
    pub mends: Option<usize>,
    /// What it changes, a text each.
    pub changes: Vec<TextChange>,
}

/// Edits of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// Absolute path of the file.
    pub file: Arc<str>,
    /// Whether it has to be made: then there is one edit, of an empty text.
    pub creates: bool,
    /// The edits, in order and apart.
    pub edits: Vec<Edit>,
}

/// Entries of the log that are offered at once.
const OFFERED: usize = 8;

/// Narrower forms of what [`code::BROAD_ALLOW`] finds: they run what the project's own tests are, or nothing.
///
/// Sources: the pytest manual ("Calling pytest through python -m pytest"), `node --help`, bash(1) and POSIX sh (`-n`), `php --help`,
/// `sudo(8)`, the uv reference.
const NARROWER: [(&str, &[&str]); 11] = [
    ("bash", &["bash -n *"]),
    ("dash", &["dash -n *"]),
    ("ksh", &["ksh -n *"]),
    ("node", &["node --test *", "node --check *", "node --version"]),
    ("php", &["php -l *", "php --version"]),
    ("python", &["python -m pytest *", "python --version"]),
    ("python3", &["python3 -m pytest *", "python3 --version"]),
    ("sh", &["sh -n *"]),
    ("sudo", &["sudo -l"]),
    ("uv run", &["uv run pytest *"]),
    ("zsh", &["zsh -n *"]),
];

/// What can be done about what stands between the ends of `at`; `found` is what was found in the text.
pub fn actions(view: &View, found: &[Finding], at: Span) -> Vec<Action> {
    let document = &view.sheet.document;
    let is_json = document.kind != FileKind::Agent;
    if is_json && Lossless::of(document).is_none() {
        return Vec::new();
    }
    let mut actions = Vec::new();
    for (index, finding) in found.iter().enumerate() {
        let Some(span) = finding.problem.span.filter(|span| meet(*span, at)) else {
            continue;
        };
        for fix in &finding.fixes {
            let keeps = edited(&document.text, &fix.edits).is_some_and(|text| is_no_worse(document, &text));
            if keeps {
                actions.push(Action {
                    title: fix.title.clone(),
                    mends: Some(index),
                    changes: vec![own(document, fix.edits.clone())],
                });
            }
        }
        actions.extend(
            mended(document, finding, span)
                .into_iter()
                .map(|(title, edit)| Action {
                    title,
                    mends: Some(index),
                    changes: vec![own(document, vec![edit])],
                }),
        );
    }
    if is_json {
        let entries = document.entries.iter();
        for entry in entries.filter(|entry| entry.standing == EntryStanding::InForce) {
            if meet(
                Span {
                    start: entry.key_span.start,
                    end: entry.value_span.end,
                },
                at,
            ) {
                actions.extend(narrowed(view, entry, found));
                actions.extend(moved_to_guards(view, entry));
            }
        }
        actions.extend(from_the_log(view, at));
    }
    actions
}

fn own(document: &Document<'_>, edits: Vec<Edit>) -> TextChange {
    TextChange {
        file: Arc::clone(&document.file),
        creates: false,
        edits,
    }
}

const fn meet(a: Span, b: Span) -> bool {
    a.start <= b.end && b.start <= a.end
}

/// Ways to mend a finding that take the tree of the text.
fn mended(document: &Document<'_>, finding: &Finding, span: Span) -> Vec<(String, Edit)> {
    let mut ways = Vec::new();
    let removed = |span: Span| {
        let tree = Lossless::of(document)?;
        tree.remove(span)?;
        tree.edit()
    };
    match finding.problem.code {
        code::NEVER_WINS | code::REDUNDANT_RULE | code::GUARD_WITHOUT_DENY | loader::ASK_IN_GUARDS => {
            let entry = document
                .entries
                .iter()
                .find(|entry| meet(entry.key_span, span) && !entry.is_shorthand);
            ways.extend(
                entry.and_then(|entry| {
                    Some((format!("Remove `{}`", entry.pattern), removed(entry.key_span)?))
                }),
            );
        }
        loader::DEPRECATED | loader::UNKNOWN_FIELD | loader::DUPLICATE_KEY => {
            ways.extend(removed(span).map(|edit| (format!("Remove {}", span.of(&document.text)), edit)));
        }
        code::READ_WITHOUT_PATH => {
            let entry = document.entries.iter().find(|entry| entry.key_span == span);
            ways.extend(entry.and_then(|entry| {
                let way = match &*entry.surface {
                    "write" | "edit" => "path_write",
                    _ => "path_read",
                };
                let tree = Lossless::of(document)?;
                tree.add(way, &entry.pattern, copied(value_of(document, entry)?))?;
                Some((
                    format!("Add the path twin: `{}` under \"{way}\"", entry.pattern),
                    tree.edit()?,
                ))
            }));
        }
        _ => {}
    }
    ways
}

/// The value of a rule in the tree of its document.
fn value_of<'d>(document: &'d Document<'_>, entry: &Entry<'_>) -> Option<&'d Node<'d>> {
    fn at<'n>(node: &'n Node<'_>, span: Span) -> Option<&'n Node<'n>> {
        if node.span == span {
            return Some(node);
        }
        let inside = |member: &&crate::policy::Member<'_>| {
            member.value.span.start <= span.start && span.end <= member.value.span.end
        };
        node.members()
            .iter()
            .find(inside)
            .and_then(|member| at(&member.value, span))
    }
    at(document.root.as_ref()?, entry.value_span)
}

/// The same allow for less: what the log has seen of it, and what is usually meant.
fn narrowed(view: &View, entry: &Entry<'_>, found: &[Finding]) -> Vec<Action> {
    let document = &view.sheet.document;
    if entry.action != Says::Allow || &*entry.surface != "bash" || entry.is_shorthand {
        return Vec::new();
    }
    let wide = Pattern::text(&entry.pattern);
    let mends = found.iter().position(|finding| {
        finding.problem.code == code::BROAD_ALLOW && finding.problem.span == Some(entry.key_span)
    });
    let mut narrower: Vec<String> = Vec::new();
    for seen in view.usage.seen().iter().filter(|seen| is_approved(seen)) {
        narrower.extend(
            seen.suggestion
                .iter()
                .filter(|(surface, _)| surface == "bash")
                .map(|(_, pattern)| pattern.clone()),
        );
    }
    if mends.is_some() {
        let name = entry.pattern.trim_end_matches(['*', ' ']);
        let known = NARROWER.iter().find(|(known, _)| *known == name);
        narrower.extend(
            known
                .into_iter()
                .flat_map(|(_, forms)| forms.iter().map(ToString::to_string)),
        );
    }
    let mut offered: Vec<Action> = Vec::new();
    for pattern in narrower {
        let other = Pattern::text(&pattern);
        if offered.len() == OFFERED || !wide.covers(&other) || other.covers(&wide) {
            continue;
        }
        let title = format!("Narrow to `{pattern}`");
        if offered.iter().any(|action| action.title == title) {
            continue;
        }
        let edit = Edit {
            span: entry.key_span,
            text: serde_json::to_string(&pattern).unwrap_or_default(),
        };
        if edited(&document.text, std::slice::from_ref(&edit))
            .is_some_and(|text| is_no_worse(document, &text))
        {
            offered.push(Action {
                title,
                mends,
                changes: vec![own(document, vec![edit])],
            });
        }
    }
    offered
}

/// A deny of the policy becomes one that nothing loosens.
fn moved_to_guards(view: &View, entry: &Entry<'_>) -> Option<Action> {
    let document = &view.sheet.document;
    let role = &view.sheet.role;
    if entry.action != Says::Deny || entry.is_shorthand || role.kind != FileKind::Policy || !role.is_in_force
    {
        return None;
    }
    let value = value_of(document, entry)?;
    let source = Lossless::of(document)?;
    source.remove(entry.key_span)?;
    let removed = source.edit()?;
    let file: Arc<str> = view.places.guards().to_string_lossy().into();
    let empty = Document::parse(Arc::clone(&file), FileKind::Guards, "{}\n");
    let guards = view.guards.as_ref().map(|sheet| &sheet.document);
    let tree = Lossless::of(guards.unwrap_or(&empty))?;
    tree.add(&entry.surface, &entry.pattern, copied(value))?;
    let mut added = tree.edit()?;
    if guards.is_none() {
        added = Edit {
            text: edited(&empty.text, &[added])?,
            span: Span::new(0, 0),
        };
    }
    Some(Action {
        title: format!("Move `{}` to the hard guards", entry.pattern),
        mends: None,
        changes: vec![
            own(document, vec![removed]),
            TextChange {
                file,
                creates: guards.is_none(),
                edits: vec![added],
            },
        ],
    })
}

fn often(times: u64) -> String {
    match times {
        1 => "once".to_owned(),
        times => format!("{times} times"),
    }
}

/// Whoever was asked has always answered the same.
fn is_approved(seen: &Seen) -> bool {
    seen.approved > 0 && seen.denied == 0
}

/// What was asked about becomes a rule of the surface that stands at the place.
fn from_the_log(view: &View, at: Span) -> Vec<Action> {
    let document = &view.sheet.document;
    if document.kind != FileKind::Policy {
        return Vec::new();
    }
    let surfaces = document.surfaces.iter().filter(|surface| {
        meet(
            Span {
                start: surface.key_span.start,
                end: surface.value_span.end,
            },
            at,
        )
    });
    let mut offered: Vec<Action> = Vec::new();
    let seen = view.usage.seen();
    for key in surfaces.map(|surface| &*surface.key) {
        for seen in seen {
            let (says, times) = match (seen.approved, seen.denied) {
                (0, 0) => continue,
                (times, 0) => ("allow", times),
                (0, times) => ("deny", times),
                _ => continue,
            };
            for (_, pattern) in seen.suggestion.iter().filter(|(surface, _)| surface == key) {
                let is_there = document
                    .entries
                    .iter()
                    .any(|entry| &*entry.surface == key && entry.pattern == *pattern);
                let (verb, done) = if says == "allow" {
                    ("Allow", "approved")
                } else {
                    ("Deny", "denied")
                };
                let title = format!("{verb} `{pattern}`, {done} {}", often(times));
                if is_there || offered.len() == OFFERED || offered.iter().any(|action| action.title == title)
                {
                    continue;
                }
                let added = Lossless::of(document).and_then(|tree| {
                    tree.add(key, pattern, CstInputValue::String(says.to_owned()))?;
                    tree.edit()
                });
                offered.extend(added.map(|edit| Action {
                    title,
                    mends: None,
                    changes: vec![own(document, vec![edit])],
                }));
            }
        }
    }
    offered
}
