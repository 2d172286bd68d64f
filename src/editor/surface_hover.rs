//! What is told of a surface: what goes through it, and what each file says of it.

use super::scene::in_force;
use super::words::code;
use super::{Scene, texts};
use crate::decision::Origin;
use crate::gate::tool_permission;
use crate::policy::surfaces::PATH_KEYS;
use crate::policy::{Document, FileKind, Layer, Snapshot};
use crate::rule::{Action, Pattern};
use std::fmt::Write as _;
use std::sync::Arc;

/// The page of the surface, and its verdict by layer.
pub(super) fn about(scene: &Scene<'_>, key: &str) -> String {
    let mut out = texts::surface(key).to_owned();
    out.push('\n');
    for document in layers(scene) {
        let name = document.file.rsplit('/').next().unwrap_or_default();
        let _ = writeln!(out, "- {}: {}", code(name), said(document, key));
    }
    if !PATH_KEYS.contains(&key) && key != "*" && Pattern::text(key).is_exact() {
        let verdict = tool_permission(key, &snapshot(scene));
        let _ = match verdict {
            Action::Deny => writeln!(out, "\nTogether: **deny**, whatever the call."),
            other => writeln!(out, "\nTogether: **{other}**, where no pattern says otherwise."),
        };
    }
    out.truncate(out.trim_end().len());
    out
}

/// The files in the order in which their authority counts.
fn layers<'s>(scene: &Scene<'s>) -> impl Iterator<Item = &'s Document<'s>> {
    scene
        .guards()
        .into_iter()
        .chain(scene.policy())
        .chain(scene.agents())
}

/// What one file says under a key.
fn said(document: &Document<'_>, key: &str) -> String {
    let (mut bare, mut counts) = (None, [0_usize; 3]);
    for entry in in_force(document).filter(|entry| *entry.surface == *key) {
        if entry.pattern.bytes().all(|byte| byte == b'*') {
            bare = Some(entry.action);
            continue;
        }
        let at = match entry.action {
            Action::Allow => 0,
            Action::Ask => 1,
            Action::Deny => 2,
        };
        if let Some(count) = counts.get_mut(at) {
            *count += 1;
        }
    }
    let words = ["allow", "ask", "deny"];
    let patterns: Vec<String> = words
        .into_iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    let patterns = match counts.iter().sum::<usize>() {
        0 => String::new(),
        1 => format!("1 pattern ({})", patterns.join(", ")),
        all => format!("{all} patterns ({})", patterns.join(", ")),
    };
    match (bare, patterns.is_empty()) {
        (None, true) => "nothing".to_owned(),
        (None, false) => patterns,
        (Some(bare), true) => format!("**{bare}**"),
        (Some(bare), false) => format!("**{bare}**, but for {patterns}"),
    }
}

/// The files as they would be in force together.
fn snapshot(scene: &Scene<'_>) -> Snapshot {
    let (home, cwd) = (scene.around.home, scene.around.cwd);
    let layer = |document: &Document<'_>, origin| Arc::new(Layer::of_document(document, origin, home, cwd));
    let mut snapshot = Snapshot {
        cwd: cwd.to_owned(),
        ..Snapshot::default()
    };
    if let Some(guards) = scene.guards() {
        snapshot.guards = layer(guards, Origin::HardGuard);
    }
    if let Some(policy) = scene.policy() {
        snapshot.global = layer(policy, Origin::Global);
        snapshot.yolo = policy.options.yolo_mode;
    }
    for agent in scene.agents() {
        let is_project = if std::ptr::eq(agent, scene.document) {
            scene.around.is_project
        } else {
            // A checkout's files lie below the working folder, where no other does.
            agent.kind == FileKind::Agent && agent.file.starts_with(cwd)
        };
        if is_project {
            snapshot.restrictions.push(layer(agent, Origin::ProjectAgent));
        } else {
            snapshot.agent = Some(layer(agent, Origin::Agent));
        }
    }
    snapshot
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Seen, document, scene};
    use super::super::{Tree, hover};
    use crate::policy::{Document, FileKind};

    /// What is told of `bash` in the policy, with these guards and this agent.
    fn told(policy: &str, guards: &str, agent: &str) -> String {
        let guards = Document::parse("/c/hard-guards.jsonc", FileKind::Guards, guards);
        let agent = Document::parse("/c/agents/dev.md", FileKind::Agent, agent);
        let document = document(policy);
        let seen = Seen::default();
        let agents = [&agent];
        let mut scene = scene(&document, &seen);
        scene.around.guards = Some(&guards);
        scene.agents = &agents;
        let offset = policy.find("bash").unwrap();
        hover(&scene, &Tree::of(&document), offset).unwrap().markdown
    }

    #[test]
    fn a_surface_is_told_by_layer() {
        let said = told(
            r#"{permission: {bash: {"*": "ask", "git *": "allow", "rm *": "deny"}}}"#,
            r#"{permission: {bash: {"dd *": "deny"}}}"#,
            "---\npermission: {bash: allow}\n---\n",
        );
        assert!(
            said.starts_with("# `bash`\n\nCommands, each simple command by itself"),
            "{said}"
        );
        for line in [
            "- `hard-guards.jsonc`: 1 pattern (1 deny)",
            "- `policy.jsonc`: **ask**, but for 2 patterns (1 allow, 1 deny)",
            "- `dev.md`: **allow**",
            "Together: **allow**, where no pattern says otherwise.",
        ] {
            assert!(said.contains(line), "{line} is not in\n{said}");
        }
    }

    #[test]
    fn what_is_said_together_is_what_the_gates_say() {
        #[rustfmt::skip]
        let cases = [
            (r#"{permission: {bash: {"git *": "allow"}}}"#,  "{}",                             "",                                  "**ask**"),
            (r#"{permission: {bash: "deny"}}"#,              "{}",                             "---\npermission: {bash: allow}\n---\n", "**deny**"),
            (r#"{permission: {bash: "allow"}}"#,             r#"{permission: {bash: "deny"}}"#, "",                                 "**deny**"),
            (r#"{permission: {bash: "allow"}}"#,             "{}",                             "---\npermission: {bash: ask}\n---\n", "**ask**"),
        ];
        for (policy, guards, agent, expected) in cases {
            let said = told(policy, guards, agent);
            assert!(said.contains(&format!("Together: {expected}")), "{policy} {said}");
        }
    }
}
