//! What is wrong with a file as a whole: guards that guard nothing, a project's file that tries to loosen, authorizers
//! that nobody is.

use super::finding::{Finding, quoted, warning};
use super::ground::{Ground, Ruled, covering, meeting};
use super::{Run, code};
use crate::policy::{FileKind, Node, Value};
use crate::rule::{Action, Rule};

/// The built-in authorizer.
const AUTO_REVIEW: &str = "auto-review";

pub(super) fn findings(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    match ground.document.kind {
        FileKind::Guards => guards(ground, run),
        FileKind::Policy => authorizers(ground, run),
        FileKind::Agent if run.around.is_project => project(ground, run),
        FileKind::Agent => {}
    }
}

fn allows(ruled: &Ruled) -> impl Iterator<Item = &Rule> {
    let all = ruled.surface.rules().iter();
    all.filter(|rule| rule.action == Action::Allow)
}

/// A guard that allows only carves an exception out of one that denies.
fn guards(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    for ruled in &ground.surfaces {
        for rule in allows(ruled) {
            let denied = |key: &str| {
                ground.under(key).is_some_and(|other| {
                    meeting(&other.surface, rule).any(|(other, _)| other.action == Action::Deny)
                })
            };
            if denied(&ruled.key) || (ruled.paths && denied("path")) || !run.may_go_on() {
                continue;
            }
            let Some(entry) = ground.entry(rule) else { continue };
            run.say(Finding::new(
                ground.document,
                warning(code::GUARD_WITHOUT_DENY),
                entry.key_span,
                format!("`{}` guards nothing: no guard under \"{}\" denies anything of it", entry.pattern, ruled.key),
                "An allow here approves nothing; it only excepts something from a wider deny of this file. Allow it in \
                 policy.jsonc, or remove it.",
            ));
        }
    }
}

/// The file of a checkout only tightens: its allows count only as exceptions to its own rules.
fn project(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    for ruled in &ground.surfaces {
        for rule in allows(ruled) {
            if covering(&ruled.surface, rule).any(|other| other.action != Action::Allow) || !run.may_go_on() {
                continue;
            }
            let Some(entry) = ground.entry(rule) else { continue };
            run.say(Finding::new(
                ground.document,
                warning(code::PROJECT_FILE_LOOSENS),
                entry.key_span,
                format!("this allow of `{}` counts for nothing: a project's file only tightens", entry.pattern),
                "It came with the checkout, and whoever wrote that may not speak for you. Allow it in policy.jsonc or in \
                 your own file of this agent.",
            ));
        }
    }
}

fn authorizers(ground: &Ground<'_, '_>, run: &mut Run<'_, '_>) {
    let Some(root) = &ground.document.root else { return };
    let field = |name: &str| root.members().iter().find(|member| member.key == name);
    let Some(chain) = field("authorizerChain") else {
        return;
    };
    let Value::Array(names) = &chain.value.value else {
        return;
    };
    let is_called = |node: &Node<'_>, name: &str| node.as_str() == Some(name);
    for node in names {
        let Some(name) = node.as_str() else { continue };
        let folded: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
        if name != AUTO_REVIEW
            && matches!(
                folded.to_lowercase().as_str(),
                "autoreview" | "autoreviewer" | "reviewer"
            )
        {
            run.say(
                Finding::new(
                    ground.document,
                    warning(code::UNKNOWN_AUTHORIZER),
                    node.span,
                    format!("`{name}` is asked only if a client registers that name"),
                    format!("The built-in reviewer is named `{AUTO_REVIEW}`."),
                )
                .or_write(format!("Write `{AUTO_REVIEW}`"), node.span, quoted(AUTO_REVIEW)),
            );
        }
    }
    if let Some(node) = names.iter().find(|node| is_called(node, AUTO_REVIEW))
        && field("autoReview").is_none()
    {
        run.say(Finding::new(
            ground.document,
            warning(code::REVIEWER_WITHOUT_MODEL),
            node.span,
            "the reviewer has no model, and defers every time",
            "Add \"autoReview\": {\"provider\": …, \"model\": …}.",
        ));
    }
}
