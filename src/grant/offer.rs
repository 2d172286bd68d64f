//! Offers and their check.

use super::never;
use super::widths::{Part, parts};
use crate::access::{Access, Files};
use crate::gate::{GrantRule, JudgeOptions, Verdict, judge};
use crate::policy::Snapshot;
use crate::rule::{Action, Pattern};

/// One rule that a session answer would record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Proposal {
    /// The surface: `bash`, a tool's name, `mcp`, `skill`, `path_read`, `path_write`, `path` (both).
    pub surface: String,
    /// The pattern.
    pub pattern: String,
}

/// What may be offered for a call: one proposal for each rule that would be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The suggestion.
    pub patterns: Vec<Proposal>,
    /// Other widths, each of the same length and order.
    pub alternatives: Vec<Vec<Proposal>>,
}

/// The call that is asked about, and what is in force for it.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// What it accesses.
    pub access: &'a Access,
    /// The verdict on it; its `asks` say what has to be answered.
    pub verdict: &'a Verdict,
    /// What is in force.
    pub policy: &'a Snapshot,
    /// The grants in scope.
    pub grants: &'a [GrantRule],
    /// The file system.
    pub files: &'a dyn Files,
    /// The active agent.
    pub agent: Option<&'a str>,
    /// The home folder.
    pub home: &'a str,
}

/// Why patterns record nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// Widths that are offered at most, the suggestion included.
const WIDTHS: usize = 4;
/// Rules that one answer records at most; nobody reads a longer list.
const RULES: usize = 32;

/// What may be offered. `None` where nothing may: an ask for a human alone, a command that was not
/// fully understood, a program whose grant would open everything.
pub fn suggest(setting: &Setting<'_>) -> Option<Offer> {
    let parts = needed(setting)?;
    let mut offers: Vec<Vec<Proposal>> = Vec::new();
    for level in 0..WIDTHS {
        let offer: Option<Vec<Proposal>> = parts.iter().map(|part| part.at(level)).collect();
        let Some(offer) = offer.filter(|offer| !offers.contains(offer)) else {
            continue;
        };
        let plain = |proposal: &Proposal| (None, proposal.pattern.clone());
        let edited: Vec<_> = offer.iter().map(plain).collect();
        if check(setting, &parts, &edited).is_ok() {
            offers.push(offer);
        }
    }
    let mut offers = offers.into_iter();
    Some(Offer {
        patterns: offers.next()?,
        alternatives: offers.collect(),
    })
}

/// Checks patterns that came back with an answer: as many as were offered, in the same order, each under the
/// surface it was offered for (a bare string has none), none of a kind that is never offered; and together
/// they make this very call an allow. What is returned may be recorded as it is.
pub fn validate(
    setting: &Setting<'_>,
    patterns: &[(Option<String>, String)],
) -> Result<Vec<GrantRule>, Refusal> {
    let Some(parts) = needed(setting) else {
        return Err(Refusal("nothing may be recorded for this call".to_owned()));
    };
    check(setting, &parts, patterns)
}

/// The rules that would have to be recorded, each once.
fn needed(setting: &Setting<'_>) -> Option<Vec<Part>> {
    let verdict = setting.verdict;
    let unread = setting
        .access
        .program
        .as_ref()
        .is_some_and(|program| !program.floors.is_empty());
    if verdict.state != Action::Ask || verdict.human_only || unread {
        return None;
    }
    let mut needed: Vec<Part> = Vec::new();
    for ask in &verdict.asks {
        for part in parts(ask, setting.access, &setting.policy.cwd)? {
            if !needed.contains(&part) {
                needed.push(part);
            }
        }
    }
    (!needed.is_empty() && needed.len() <= RULES).then_some(needed)
}

fn check(
    setting: &Setting<'_>,
    parts: &[Part],
    patterns: &[(Option<String>, String)],
) -> Result<Vec<GrantRule>, Refusal> {
    if patterns.len() != parts.len() {
        return Err(Refusal(format!(
            "{} patterns were offered, {} came back",
            parts.len(),
            patterns.len()
        )));
    }
    let mut rules = Vec::with_capacity(parts.len());
    for (part, (surface, pattern)) in parts.iter().zip(patterns) {
        if surface.as_ref().is_some_and(|surface| *surface != part.surface) {
            return Err(Refusal(format!("`{pattern}` was offered for `{}`", part.surface)));
        }
        let rule = rule(setting, &part.surface, pattern);
        if let Some(why) = refused(setting, part, &rule) {
            return Err(Refusal(format!("`{pattern}` may not be recorded: {why}")));
        }
        rules.push(rule);
    }
    let mut grants = setting.grants.to_vec();
    grants.extend(rules.iter().cloned());
    let options = JudgeOptions {
        trace: false,
        asks_nobody: false,
        agent: setting.agent,
    };
    let verdict = judge(setting.access, setting.policy, &grants, setting.files, options);
    if verdict.state != Action::Allow {
        return Err(Refusal(format!(
            "with it this very call is still {}",
            match verdict.state {
                Action::Deny => "denied",
                _ => "asked about",
            }
        )));
    }
    Ok(rules)
}

/// The rule of a pattern under a surface.
pub(super) fn rule(setting: &Setting<'_>, surface: &str, pattern: &str) -> GrantRule {
    let compiled = if is_path_surface(setting, surface) {
        Pattern::path(pattern, setting.home, &setting.policy.cwd)
    } else {
        Pattern::text(pattern)
    };
    GrantRule {
        surface: surface.to_owned(),
        pattern: compiled,
        agent: setting.agent.map(str::to_owned),
    }
}

/// Whether a surface's patterns are paths: the path gate's, and those of tools matched by path.
fn is_path_surface(setting: &Setting<'_>, surface: &str) -> bool {
    let intents = setting.access.intents.iter();
    surface.starts_with("path")
        || intents
            .filter(|intent| intent.surface == surface)
            .any(|intent| intent.direction.is_some())
}

fn refused(setting: &Setting<'_>, part: &Part, rule: &GrantRule) -> Option<&'static str> {
    let source = rule.pattern.source();
    // Of a tool without a value nothing narrower can be said.
    if part.patterns.iter().any(|offered| offered == "*") && source == "*" {
        return None;
    }
    refused_on(setting, &part.surface, rule)
}

/// Why a rule is of a kind that is never offered.
pub(super) fn refused_on(setting: &Setting<'_>, surface: &str, rule: &GrantRule) -> Option<&'static str> {
    let source = rule.pattern.source();
    match surface {
        "bash" => never::command(source),
        "mcp" => never::target(source),
        surface if is_path_surface(setting, surface) => {
            never::path(&rule.pattern, &setting.policy.cwd, setting.home)
        }
        _ => never::value(source),
    }
}
