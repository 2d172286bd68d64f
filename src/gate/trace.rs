//! The explanation of a verdict: every rule that matched, with its rank and what became of it.

use super::covering::{Candidate, Exceptions};
use super::intent::{Bench, Judged, groups, pools};
use super::layer::{Pool, Thing, resolve_group};
use super::{Trace, TraceIntent, TraceRule};
use crate::access::{Access, Group, Intent};
use crate::decision::{Gate, Origin};
use crate::policy::{Layer, Snapshot};
use crate::rule::{Action, Pattern, Rule, Surface};
use foldhash::HashSet;
use std::sync::Arc;

/// Explains every intent of a call, judged or silent.
pub(super) fn explain(access: &Access, bench: &Bench<'_>, judged: &[&Judged<'_>]) -> Trace {
    let mut trace = Trace::default();
    for intent in &access.intents {
        let verdicts = judged.iter().filter(|judged| std::ptr::eq(judged.intent, intent));
        let protected = judged
            .iter()
            .filter(|judged| std::ptr::eq(judged.intent, intent) && judged.gate == Gate::ProtectedWrite)
            .find_map(|judged| judged.ruling.rule);
        let strictest = verdicts.reduce(|best, next| if next.state() > best.state() { next } else { best });
        let mut explained = explain_intent(intent, bench, strictest.copied());
        explained.rules.extend(protected.map(|rule| TraceRule {
            surface: rule.surface.to_string(),
            pattern: rule.pattern.source().to_owned(),
            action: rule.action,
            origin: Origin::ProtectedWrite,
            rank: rank(&rule.pattern),
            spelling: intent.blame.value.as_str().to_owned(),
            certain: true,
            decided: true,
            outcome: "protected: for a human alone".to_owned(),
        }));
        trace.intents.push(explained);
    }
    let elsewhere = judged.iter().filter(|judged| {
        !access
            .intents
            .iter()
            .any(|intent| std::ptr::eq(judged.intent, intent))
    });
    for judged in elsewhere {
        trace
            .intents
            .push(explain_intent(judged.intent, bench, Some(judged)));
    }
    trace
}

fn explain_intent(intent: &Intent, bench: &Bench<'_>, judged: Option<&Judged<'_>>) -> TraceIntent {
    let mut rules = Vec::new();
    for pool in pools(intent) {
        for group in groups(intent) {
            for layer in layers(bench.policy) {
                explain_group(layer, pool, group, bench.policy, judged, &mut rules);
            }
        }
    }
    runner_up(&mut rules);
    TraceIntent {
        intent: Arc::new(intent.clone()),
        verdict: judged.map(Judged::verdict),
        rules,
        rewrites: judged.map(|judged| rewrites(intent, judged)).unwrap_or_default(),
    }
}

/// Says of the best of the rules that lost that it is the runner-up.
fn runner_up(rules: &mut [TraceRule]) {
    let decided = |rule: &TraceRule| rule.outcome.starts_with("decided");
    if !rules.iter().any(decided) {
        return;
    }
    if let Some(rule) = rules.iter_mut().find(|rule| !decided(rule)) {
        rule.outcome.insert_str(0, "runner-up: ");
    }
}

fn layers(policy: &Snapshot) -> impl Iterator<Item = &Layer> {
    [&policy.guards, &policy.global]
        .into_iter()
        .chain(&policy.agent)
        .chain(&policy.restrictions)
        .map(AsRef::as_ref)
}

fn explain_group(
    layer: &Layer,
    pool: Pool<'_>,
    group: &Group,
    policy: &Snapshot,
    judged: Option<&Judged<'_>>,
    out: &mut Vec<TraceRule>,
) {
    let thing = Thing::new(&group.equal);
    let winner = resolve_group(layer, pool, group, &thing, &policy.cwd);
    let winner = winner.map(|hit| (hit.rule, hit.lurking));
    let mut spoken = false;
    for (surface, directional) in surfaces(layer, pool) {
        let matching = matching(surface, &thing);
        let candidates: Vec<Candidate<'_>> = matching
            .iter()
            .map(|matched| Candidate {
                rule: matched.rule,
                directional,
            })
            .collect();
        let exceptions = pool
            .is_path_like()
            .then(|| Exceptions::new(&candidates, &policy.cwd));
        for (at, matched) in matching.into_iter().enumerate() {
            let rule = matched.rule;
            let decided = is_deciding(rule, layer, judged);
            let outcome = if decided {
                "decided".to_owned()
            } else if winner.is_some_and(|(best, _)| std::ptr::eq(best, rule)) {
                format!("the word of {}, which did not decide", origin_word(layer.origin))
            } else if winner.is_some_and(|(_, lurking)| lurking.is_some_and(|it| std::ptr::eq(it, rule))) {
                "could match".to_owned()
            } else if spoken && !matches!(pool, Pool::Path(_)) {
                "less specific: another key speaks first".to_owned()
            } else {
                lost(at, exceptions.as_ref())
            };
            out.push(TraceRule {
                certain: matched.certain,
                decided,
                ..entry(rule, layer, matched.spelling, outcome)
            });
        }
        spoken |= !candidates.is_empty();
    }
    for spelling in &group.tightening {
        let alone = Thing::new([spelling]);
        for (surface, _) in surfaces(layer, pool) {
            for Matched { rule, spelling, .. } in matching(surface, &alone) {
                if rule.pattern.is_bare_star() {
                    continue;
                }
                let decided = rule.action != Action::Allow && is_deciding(rule, layer, judged);
                let outcome = if decided {
                    "decided: tightening only"
                } else {
                    "tightening only"
                };
                out.push(TraceRule {
                    decided,
                    ..entry(rule, layer, spelling, outcome.to_owned())
                });
            }
        }
    }
}

fn surfaces<'a>(layer: &'a Layer, pool: Pool<'a>) -> Vec<(&'a Surface, bool)> {
    match pool {
        Pool::Named(name) | Pool::NamedPaths(name) => layer
            .rules
            .surfaces(name)
            .map(|surface| (surface, true))
            .collect(),
        Pool::Path(way) => [("path", false), (way.key(), true)]
            .into_iter()
            .filter_map(|(key, directional)| Some((layer.rules.surface(key)?, directional)))
            .collect(),
    }
}

/// A rule that matches, or for an unknown part could.
struct Matched<'a> {
    rule: &'a Rule,
    /// The spelling it matches.
    spelling: &'a str,
    /// Whether it does whatever is unknown.
    certain: bool,
}

/// Each rule that matches, or for an unknown part could, with the spelling it matches.
fn matching<'a>(surface: &'a Surface, thing: &Thing<'a>) -> Vec<Matched<'a>> {
    let mut known: HashSet<*const Rule> = HashSet::default();
    let mut found: Vec<Matched<'_>> = Vec::new();
    for text in &thing.texts {
        for rule in surface.all(&[text]) {
            if known.insert(std::ptr::from_ref(rule)) {
                found.push(Matched {
                    rule,
                    spelling: text,
                    certain: true,
                });
            }
        }
    }
    for open in &thing.opens {
        for rule in surface.possible(open) {
            if known.insert(std::ptr::from_ref(rule)) {
                found.push(Matched {
                    rule,
                    spelling: thing.texts.first().copied().unwrap_or(""),
                    certain: rule.patterns().any(|pattern| pattern.matches_every(open)),
                });
            }
        }
    }
    found.sort_by_cached_key(|matched| std::cmp::Reverse((matched.rule.pattern.rank(), matched.rule.order)));
    found
}

fn is_deciding(rule: &Rule, layer: &Layer, judged: Option<&Judged<'_>>) -> bool {
    judged.is_some_and(|judged| {
        judged.ruling.origin == layer.origin
            && judged.ruling.rule.is_some_and(|best| std::ptr::eq(best, rule))
    })
}

/// Why the rule at an index, which matches, does not speak for its file.
fn lost(at: usize, exceptions: Option<&Exceptions<'_, '_>>) -> String {
    match exceptions.map(|exceptions| exceptions.to(at)) {
        None => "less specific".to_owned(),
        Some(Some(exception)) => format!("set aside: {} is narrower", exception.pattern.source()),
        Some(None) => "less restrictive, or less specific".to_owned(),
    }
}

fn entry(rule: &Rule, layer: &Layer, spelling: &str, outcome: String) -> TraceRule {
    TraceRule {
        surface: rule.surface.to_string(),
        pattern: rule.pattern.source().to_owned(),
        action: rule.action,
        origin: layer.origin,
        rank: rank(&rule.pattern),
        spelling: spelling.to_owned(),
        certain: false,
        decided: false,
        outcome,
    }
}

/// A pattern's rank in words.
fn rank(pattern: &Pattern) -> String {
    let rank = pattern.rank();
    if rank.exact {
        return format!("exact, {} characters", rank.literals);
    }
    format!("{} literal characters, {} *", rank.literals, rank.stars.0)
}

const fn origin_word(origin: Origin) -> &'static str {
    match origin {
        Origin::HardGuard => "the guards",
        Origin::Agent => "the agent's file",
        Origin::ProjectAgent => "the project's agent file",
        _ => "the policy",
    }
}

fn rewrites(intent: &Intent, judged: &Judged<'_>) -> Vec<String> {
    let mut words = Vec::new();
    let ruling = &judged.ruling;
    match ruling.origin {
        Origin::Floor => match ruling.pattern {
            Some(sentinel) => words.push(format!("floored by {sentinel}")),
            None => words.extend(
                intent
                    .at_least_ask
                    .iter()
                    .map(|why| format!("at least ask: {why}")),
            ),
        },
        Origin::FailClosed => {
            words.extend(ruling.reason.iter().map(|why| format!("fail-closed: {why}")));
        }
        Origin::Session => {
            words.extend(
                ruling
                    .pattern
                    .iter()
                    .map(|grant| format!("answered by the grant {grant}")),
            );
        }
        Origin::Yolo => words.push("answered by yolo".to_owned()),
        _ => {}
    }
    words
}
