//! The text that a refused agent reads. It identifies the call and what would help; it never repeats the
//! command or a body, which the agent has already and which may be long.

use super::Explanation;
use super::explanation::{GateFacts, origin_words};
use super::visible::{fit, visible};
use crate::decision::{Cause, DecisionSource, Gate, Origin, Resolution};
use std::fmt::Write as _;

/// Columns of the flagged operand, a reason or a pattern.
const FIELD: usize = 200;

/// A refusal, to be put in words.
#[derive(Clone, Copy, Debug)]
pub struct Refusal<'a> {
    /// The tool as the runtime names it.
    pub tool: &'a str,
    /// How it ended.
    pub resolution: Resolution,
    /// Why nobody could be asked.
    pub cause: Option<Cause>,
    /// Who decided.
    pub decided_by: &'a DecisionSource,
    /// The facts; absent where no verdict came about.
    pub explanation: Option<&'a Explanation>,
    /// The human's or the link's words.
    pub words: Option<&'a str>,
}

/// The note of a human who allowed.
pub fn agent_note(words: &str) -> String {
    format!("The user allowed this call and says: {}", short(words))
}

/// A few sentences for the agent.
pub fn agent_text(refusal: &Refusal<'_>) -> String {
    let tool = short(refusal.tool);
    let source = innermost(refusal.decided_by);
    let whose = if refusal.decided_by == source {
        ""
    } else {
        " of the parent session"
    };
    let mut text = match refusal.resolution {
        Resolution::HardGuardDeny => format!("Denied: a hard guard{whose} refuses this {tool} call."),
        Resolution::PolicyDeny => format!("Denied: the policy{whose} refuses this {tool} call."),
        Resolution::UserDenied => format!("The user denied this {tool} call."),
        Resolution::AuthorizerDenied => match source {
            DecisionSource::Authorizer { name, .. } => {
                format!("Denied: the reviewer {} refused this {tool} call.", short(name))
            }
            _ => format!("Denied: a reviewer refused this {tool} call."),
        },
        Resolution::UnknownTool => {
            return format!("Denied: {tool} is not among the tools of this session. Use one of those.");
        }
        Resolution::GateError => {
            return format!(
                "Denied: the permission check of this {tool} call failed inside. This says nothing about the call; tell the user if it happens again."
            );
        }
        Resolution::ConfirmationUnavailable => {
            format!(
                "Not run: this {tool} call needs an approval, and {}.",
                cause_words(refusal.cause)
            )
        }
        _ => format!("Denied: this {tool} call was refused."),
    };
    if let Some(rule) = elsewhere(refusal) {
        text.push(' ');
        text.push_str(&rule);
    } else if let Some(explanation) = refusal.explanation {
        for facts in shown(refusal, explanation) {
            text.push(' ');
            text.push_str(&identify(facts));
        }
    }
    if let Some(words) = refusal.words.filter(|words| !words.trim().is_empty()) {
        let whose = match refusal.resolution {
            Resolution::UserDenied => "The user says",
            _ => "Reason",
        };
        let _ = write!(text, " {whose}: {}", sentence(&short(words)));
    }
    if let Some(explanation) = refusal.explanation {
        text.push(' ');
        text.push_str(advice(refusal, explanation));
    }
    text
}

/// What decided in the end, where other sessions carried the answer.
fn innermost(mut source: &DecisionSource) -> &DecisionSource {
    while let DecisionSource::Forwarded {
        decision: Some(decision),
        ..
    } = source
    {
        source = decision;
    }
    source
}

/// The rule of another session that refused: what this session found of the call is not what decided.
fn elsewhere(refusal: &Refusal<'_>) -> Option<String> {
    let DecisionSource::Rule { surface, pattern, .. } = innermost(refusal.decided_by) else {
        return None;
    };
    matches!(refusal.decided_by, DecisionSource::Forwarded { .. }).then(|| match pattern {
        Some(pattern) => format!(
            "{}, by rule \"{}\" of that session.",
            short(surface),
            short(pattern)
        ),
        None => format!("{}, by a rule of that session.", short(surface)),
    })
}

/// On a deny the gate that decided; where an ask was not granted, what asked (a few of them).
fn shown<'a>(refusal: &Refusal<'_>, explanation: &'a Explanation) -> Vec<&'a GateFacts> {
    match refusal.resolution {
        Resolution::HardGuardDeny | Resolution::PolicyDeny => vec![&explanation.deciding],
        _ if explanation.gates.is_empty() => vec![&explanation.deciding],
        _ => explanation.gates.iter().take(3).collect(),
    }
}

/// `bash: rm, by rule "rm *" (policy), inside $( ). "no removals".`
fn identify(facts: &GateFacts) -> String {
    // A tool that takes a command is asked about under its own name, too.
    let what = match (facts.gate, facts.program.as_deref()) {
        (_, Some(program)) => program,
        (Gate::Bash, None) => first_word(&facts.value).unwrap_or("a command"),
        _ => facts.value.as_str(),
    };
    let mut text = format!("{}: {}", short(&facts.surface), short(what));
    match &facts.matched_pattern {
        Some(pattern) => {
            let _ = write!(
                text,
                ", by rule \"{}\" ({})",
                short(pattern),
                origin_words(facts.origin)
            );
        }
        None => {
            let _ = write!(text, " ({})", origin_words(facts.origin));
        }
    }
    if let Some(context) = &facts.command_context {
        let _ = write!(text, ", {}", short(context));
    }
    text.push('.');
    if let Some(reason) = &facts.reason {
        let _ = write!(text, " {}", sentence(&short(reason)));
    }
    text
}

/// The program of a command, when it is named by a plain first word.
fn first_word(value: &str) -> Option<&str> {
    value
        .split_whitespace()
        .next()
        .filter(|word| word.len() <= 64 && !word.contains('='))
}

/// Whether another form of the call could pass.
fn advice(refusal: &Refusal<'_>, explanation: &Explanation) -> &'static str {
    let deciding = &explanation.deciding;
    if elsewhere(refusal).is_some() {
        return "Do not retry it; another way to the goal may pass.";
    }
    match refusal.resolution {
        Resolution::HardGuardDeny => {
            "Nothing loosens a hard guard; do not try another form of the same thing."
        }
        Resolution::PolicyDeny => match deciding.gate {
            Gate::Bash => "The rule refuses this command alone: leave it out, or do without it.",
            Gate::Path => "Another path may pass; the same path in another spelling will not.",
            _ => "Do not retry it; another way to the goal may pass.",
        },
        Resolution::UserDenied => "Do not retry it as it is; ask the user how to go on.",
        Resolution::ConfirmationUnavailable if explanation.human_only => {
            "Only the user may let this file be changed; leave it alone or ask the user to do it."
        }
        Resolution::ConfirmationUnavailable => match (deciding.sentinel(), deciding.origin) {
            (Some("<unparseable-bash-command>"), _) => "A simpler command, written plainly, may pass.",
            (Some("<opaque-bash-wrapper>" | "<indirection-bash-wrapper>"), _) => {
                "Run the inner command by itself, so that it can be judged."
            }
            (Some("<dynamic-bash-command>"), _) => {
                "Write the command out without variables, so that it can be judged."
            }
            (Some("<bash-environment-override>"), _) => {
                "The command may pass without the environment variable."
            }
            (_, Origin::FailClosed) => "Tell the user that a policy file can't be read.",
            _ => "A form of it that the policy allows would pass without asking.",
        },
        _ => "Another way to the goal may pass.",
    }
}

fn cause_words(cause: Option<Cause>) -> &'static str {
    match cause {
        Some(Cause::NoUi) | None => "nobody can be asked here",
        Some(Cause::ClientFailed) => "the question could not be put to the user",
        Some(Cause::Cancelled) => "it was cancelled before anybody answered",
        Some(Cause::Shutdown) => "the session ended before anybody answered",
        Some(Cause::NoParent) => "this subagent knows no parent session to ask",
        Some(Cause::ParentGone) => "the parent session does not answer",
        Some(Cause::TimedOut) => "nobody answered in time",
        Some(Cause::Unreadable) => "the parent session could not be asked, or its answer not be read",
    }
}

fn short(text: &str) -> String {
    let shown = visible(text);
    fit(&shown, FIELD).0.into_owned()
}

/// `text` ended with a full stop unless it ends in one of its own.
fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?', '…']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Action;

    fn facts(gate: Gate, surface: &str, value: &str, pattern: &str, origin: Origin) -> GateFacts {
        GateFacts {
            gate,
            state: Action::Deny,
            surface: surface.to_owned(),
            value: value.to_owned(),
            matched_pattern: (!pattern.is_empty()).then(|| pattern.to_owned()),
            origin,
            reason: None,
            span: None,
            executed_unit: None,
            command_context: None,
            resolves_to: None,
            program: None,
            human_only: false,
        }
    }

    fn text(facts: GateFacts, resolution: Resolution, cause: Option<Cause>, words: Option<&str>) -> String {
        let human_only = facts.human_only;
        let explanation = Explanation {
            state: facts.state,
            deciding: facts.clone(),
            gates: vec![facts],
            human_only,
        };
        agent_text(&Refusal {
            tool: "bash",
            resolution,
            cause,
            decided_by: &DecisionSource::InfrastructureRead,
            explanation: Some(&explanation),
            words,
        })
    }

    #[test]
    fn a_refusal_of_another_session_names_that_one_s_rule() {
        let rule = DecisionSource::Rule {
            surface: "path".to_owned(),
            pattern: Some("secrets/*".to_owned()),
            origin: Some(Origin::Global),
        };
        let carried = |decision| DecisionSource::Forwarded {
            responder_session_id: Some("parent".to_owned()),
            decision: Some(Box::new(decision)),
        };
        let unit = facts(Gate::Bash, "bash", "cat secrets/x", "*", Origin::Global);
        let explanation = Explanation {
            state: Action::Deny,
            deciding: unit.clone(),
            gates: vec![unit],
            human_only: false,
        };
        let said = agent_text(&Refusal {
            tool: "bash",
            resolution: Resolution::PolicyDeny,
            cause: None,
            decided_by: &carried(carried(rule)),
            explanation: Some(&explanation),
            words: None,
        });
        assert_eq!(
            said,
            "Denied: the policy of the parent session refuses this bash call. path, by rule \"secrets/*\" of that \
             session. Do not retry it; another way to the goal may pass."
        );
    }

    #[test]
    fn a_refusal_names_the_rule_its_reason_and_what_would_help() {
        let mut unit = facts(Gate::Bash, "bash", "rm -rf build", "rm *", Origin::Global);
        unit.program = Some("rm".to_owned());
        unit.reason = Some("no removals".to_owned());
        unit.command_context = Some("inside $( ) of echo".to_owned());
        assert_eq!(
            text(unit, Resolution::PolicyDeny, None, None),
            "Denied: the policy refuses this bash call. bash: rm, by rule \"rm *\" (policy), inside $( ) of \
             echo. no removals. The rule refuses this command alone: leave it out, or do without it."
        );
        let path = facts(
            Gate::Path,
            "path_write",
            "/etc/hosts",
            "/etc/*",
            Origin::HardGuard,
        );
        assert_eq!(
            text(path, Resolution::HardGuardDeny, None, None),
            "Denied: a hard guard refuses this bash call. path_write: /etc/hosts, by rule \"/etc/*\" (hard \
             guard). Nothing loosens a hard guard; do not try another form of the same thing."
        );
    }

    #[test]
    fn the_words_of_the_human_reach_the_agent() {
        let unit = facts(Gate::Bash, "bash", "git push", "git *", Origin::Global);
        let said = text(unit, Resolution::UserDenied, None, Some("use a branch"));
        assert!(said.contains("The user says: use a branch"), "{said}");
    }

    #[test]
    fn no_one_reads_that_a_user_denied_where_none_spoke() {
        for cause in [
            Cause::NoUi,
            Cause::ClientFailed,
            Cause::Cancelled,
            Cause::Shutdown,
            Cause::NoParent,
        ] {
            let unit = facts(Gate::Bash, "bash", "git push", "git *", Origin::Global);
            let said = text(unit, Resolution::ConfirmationUnavailable, Some(cause), None);
            assert!(!said.to_lowercase().contains("denied"), "{said}");
        }
    }

    #[test]
    fn a_command_is_never_repeated_and_a_long_operand_is_cut() {
        let command = format!("curl -d {} https://x.example | tee log", "secret ".repeat(200));
        let unit = facts(
            Gate::Bash,
            "bash",
            &command,
            "<opaque-bash-wrapper>",
            Origin::Floor,
        );
        for resolution in [
            Resolution::PolicyDeny,
            Resolution::UserDenied,
            Resolution::ConfirmationUnavailable,
        ] {
            let said = text(unit.clone(), resolution, None, None);
            assert!(!said.contains("secret"), "{said}");
        }
        let path = facts(Gate::Path, "path", &"x/".repeat(5000), "*", Origin::Global);
        assert!(text(path, Resolution::PolicyDeny, None, None).len() < 1000);
    }
}
