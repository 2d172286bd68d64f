//! The check of rules that are to be recorded for a whole session on an ask of another one.

use super::Refusal;
use super::offer::{Setting, refused_on, rule};
use crate::gate::{GrantRule, JudgeOptions, judge_facts};
use crate::rule::Action;

/// Checks rules for the facts in `setting`, of which the first `asking` were asked about: each stands under a
/// surface of theirs, none is of a kind that is never offered, and together they make this very call an allow.
/// What is returned may be recorded as it is.
pub fn validate_facts(
    setting: &Setting<'_>,
    asking: usize,
    patterns: &[(String, String)],
) -> Result<Vec<GrantRule>, Refusal> {
    if setting.verdict.human_only {
        return Err(Refusal("only a human may answer, call by call".to_owned()));
    }
    let mut rules = Vec::with_capacity(patterns.len());
    for (surface, pattern) in patterns {
        let asked = setting.access.intents.iter().take(asking);
        let concerns = |name: &str| match name {
            "path" => surface.starts_with("path"),
            name => name == surface,
        };
        if !asked.clone().any(|intent| concerns(&intent.surface)) {
            return Err(Refusal(format!("nothing of `{surface}` is asked about")));
        }
        let rule = rule(setting, surface, pattern);
        let nameless = asked
            .filter(|intent| concerns(&intent.surface))
            .all(|intent| intent.groups.iter().all(|group| group.equal.is_empty()));
        if !(nameless && pattern == "*")
            && let Some(why) = refused_on(setting, surface, &rule)
        {
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
    let verdict = judge_facts(
        setting.access,
        asking,
        setting.policy,
        &grants,
        setting.files,
        options,
    );
    if verdict.state == Action::Allow {
        Ok(rules)
    } else {
        Err(Refusal("with it this very call is not allowed yet".to_owned()))
    }
}
