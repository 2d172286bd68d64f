//! What is put to a human: the facts, the prompt, the choices, the word to those who listen.

use super::carried::Carried;
use super::inner::Inner;
use super::judging::{Ground, Judged, Subject};
use super::pending::Pending;
use super::resolution::{Findings, Ids, hidden};
use super::{PromptEvent, Tier};
use crate::access::Group;
use crate::authority::{Choice, Prompt, PromptOption, Suggestion};
use crate::decision::Gate;
use crate::gate::JudgeOptions;
use crate::grant::{Offer, Proposal};
use crate::policy::Options;
use crate::presentation::{
    self, Budget, CallFacts, Explanation, Extent, PromptPayload, broadcast_facts, dialog,
};
use crate::record::{clean, clean_text, hide_said};
use serde_json::Value;
use std::sync::Arc;

/// What is asked for.
pub(super) enum Call {
    /// A call of a session of this process.
    Own {
        tool: String,
        input: Value,
        /// Its own working folder, where it is not the session's.
        folder: Option<String>,
    },
    /// One of a session in another process.
    Carried(Arc<Carried>),
}

impl Call {
    pub(super) fn subject(&self) -> Subject<'_> {
        match self {
            Self::Own { tool, input, .. } => Subject::Call { tool, input },
            Self::Carried(carried) => Subject::Carried(carried),
        }
    }

    /// The call of another process.
    pub(super) fn carried(&self) -> Option<&Carried> {
        match self {
            Self::Own { .. } => None,
            Self::Carried(carried) => Some(carried),
        }
    }
}

/// What a human was told, and what it was told about: an approval counts for this and nothing else.
#[derive(PartialEq)]
pub(super) struct Facts {
    asks: Vec<Asked>,
    pub(super) human_only: bool,
}

#[derive(PartialEq)]
struct Asked {
    gate: Gate,
    surface: String,
    value: String,
    pattern: Option<String>,
    groups: Vec<Group>,
}

impl Facts {
    pub(super) fn of(judged: &Judged, human_only: bool) -> Self {
        let asks = judged.verdict.asks.iter().map(|ask| Asked {
            gate: ask.verdict.gate,
            surface: ask.verdict.surface.clone(),
            value: ask.verdict.value.clone(),
            pattern: ask.verdict.matched_pattern.clone(),
            groups: ask.intent.groups.clone(),
        });
        Self {
            asks: asks.collect(),
            human_only,
        }
    }
}

/// All that can be said of a verdict, and what may be offered where it asks.
pub(super) fn findings(
    inner: &Inner,
    ids: &Ids,
    call: &Call,
    (ground, judged): (&Ground, &Judged),
    offer: Option<&Offer>,
) -> Arc<Findings> {
    let explanation = Explanation::of_call(&judged.verdict, &judged.access);
    let payload = payload(ids, call, judged, &explanation);
    Arc::new(Findings {
        explanation,
        payload,
        grounds: kept_grounds(inner, call, ground, judged),
        suggested: offer
            .map(|offer| suggestions(&offer.patterns))
            .unwrap_or_default(),
    })
}

/// The rules that were considered, for the log. Of a call with very many parts none: they are found in the call, and
/// `explain` says the rest.
fn kept_grounds(inner: &Inner, call: &Call, ground: &Ground, judged: &Judged) -> Vec<presentation::Ground> {
    const PARTS: usize = 200;
    if !inner.is_logged() || judged.access.intents.len() > PARTS {
        return Vec::new();
    }
    let options = JudgeOptions {
        trace: true,
        ..JudgeOptions::default()
    };
    let traced = inner.judge(call.subject(), ground, options);
    if traced.verdict.state != judged.verdict.state || traced.verdict.deciding != judged.verdict.deciding {
        // Something changed in between: what was found now is not what decided.
        return Vec::new();
    }
    presentation::grounds(&traced.verdict, Extent::LOG)
}

/// Proposals as they go to the client and the log.
fn suggestions(proposals: &[Proposal]) -> Vec<Suggestion> {
    let plain = |proposal: &Proposal| Suggestion {
        surface: proposal.surface.clone(),
        pattern: proposal.pattern.clone(),
    };
    proposals.iter().map(plain).collect()
}

fn payload(ids: &Ids, call: &Call, judged: &Judged, explanation: &Explanation) -> PromptPayload {
    let (tool, input, folder) = match call {
        Call::Own { tool, input, folder } => (tool, input, folder.as_deref()),
        // What a human sees was fixed where the call was made.
        Call::Carried(carried) => return carried.payload.clone(),
    };
    let command = judged.in_force.command_of(tool, input);
    let facts = CallFacts {
        agent_name: ids.agent_name.as_deref(),
        forwarded: ids.forwarding.is_some(),
        tool,
        command: command.as_deref(),
        folder,
        input,
        declared: judged.in_force.evidence.get(tool).map_or(&[][..], Vec::as_slice),
    };
    PromptPayload::of(&facts, explanation)
}

/// Tells whoever listens that a human is about to be asked.
pub(super) fn announce(inner: &Inner, pending: &Pending) {
    pending.is_announced();
    if inner.config.tier != Tier::Runtime {
        return;
    }
    let Some(findings) = pending.findings() else {
        return;
    };
    let width = inner.recorder.width();
    let ids = &pending.ids;
    let deciding = &findings.explanation.deciding;
    let mut request = broadcast_facts(&findings.payload);
    if let Some(command) = findings.payload.command() {
        hide_said(&mut request, command);
    }
    inner.events.ui_prompt(&PromptEvent {
        request_id: ids.request_id,
        session_id: ids.session_id.clone(),
        tool_call_id: ids.tool_call_id.clone(),
        agent_name: ids.agent_name.clone(),
        source: ids.source.as_str(),
        request: clean(request, width),
        surface: deciding.surface.clone(),
        value: clean_text(&hidden(Some(&findings), &deciding.value), width),
        forwarding: ids.forwarding.clone(),
    });
}

/// How much of a prompt a human is shown at once.
pub(super) fn budget(inner: &Inner, options: &Options) -> Budget {
    let wide = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    Budget {
        rows: wide(options.prompt_max_rows),
        field: wide(options.prompt_field_max_width),
        columns: wide(inner.config.prompt_columns),
    }
}

pub(super) fn prompt(
    inner: &Inner,
    ids: &Ids,
    payload: &PromptPayload,
    judged: &Judged,
    offer: Option<&Offer>,
    serving: bool,
) -> Prompt {
    let rendered = dialog(payload, budget(inner, &judged.in_force.snapshot.options));
    Prompt {
        request_id: ids.request_id,
        session_id: ids.session_id.clone(),
        tool_call_id: ids.tool_call_id.clone(),
        agent_name: ids.agent_name.clone(),
        title: rendered.title,
        payload: serde_json::to_value(payload).unwrap_or_default(),
        lines: rendered.lines,
        expandable: rendered.expandable,
        options: choices(ids.forwarding.is_some(), offer, serving),
        forwarding: ids.forwarding.clone(),
    }
}

/// The choices, in their fixed order. `serving`: what is offered may be recorded for the whole session too.
fn choices(forwarded: bool, offer: Option<&Offer>, serving: bool) -> Vec<PromptOption> {
    let plain = |choice, label: &str| PromptOption {
        choice,
        label: label.to_owned(),
        patterns: Vec::new(),
        alternatives: Vec::new(),
    };
    let mut options = vec![plain(Choice::Approve, "Allow once")];
    if let Some(offer) = offer {
        let session = |choice, whom: &str| PromptOption {
            choice,
            label: format!("Allow for {whom}"),
            patterns: suggestions(&offer.patterns),
            alternatives: offer
                .alternatives
                .iter()
                .map(|width| suggestions(width))
                .collect(),
        };
        if forwarded {
            options.push(session(Choice::ApproveForSession, "this subagent's session"));
            if serving {
                options.push(session(
                    Choice::ApproveForServingSession,
                    "the whole session and its subagents",
                ));
            }
        } else {
            options.push(session(Choice::ApproveForSession, "this session"));
        }
    }
    options.push(plain(Choice::Deny, "Deny"));
    options.push(plain(Choice::DenyWithReason, "Deny with a reason"));
    options
}
