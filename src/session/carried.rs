//! A call of a session in another process, as it came with its facts.

use crate::access::{
    Access, Blame, Descent, Group, Intent, McpFacts, McpOperation, PathFacts, Spelling, prompt::is_agent_name,
};
use crate::authority::Suggestion;
use crate::forwarding::Incoming;
use crate::presentation::{
    AccessFact, AskFacts, Evidence, FactGroup, FactPart, PayloadKind, PromptPayload, RequestFacts,
};
use crate::rule::{Hole, Open};
use crate::shell::{Floor, Sentinel, Span, Standing};
use std::sync::Arc;

/// A call that was put to a session here.
#[derive(Debug)]
pub(super) struct Carried {
    /// The session that is asked.
    pub(super) target: Arc<str>,
    /// The session whose call it is.
    pub(super) requester: Arc<str>,
    /// Its agent.
    pub(super) agent: Option<Arc<str>>,
    /// Its working folder, to be passed on.
    pub(super) cwd: String,
    /// The tool, for the log.
    pub(super) tool: String,
    /// What is to be judged; `None` where the request does not say.
    pub(super) access: Option<Access>,
    /// Of its intents, how many the other session asked about.
    pub(super) asking: usize,
    /// The facts as they came, to be passed on.
    pub(super) facts: Option<Arc<AskFacts>>,
    /// What a human sees.
    pub(super) payload: PromptPayload,
    /// The rules that a session answer would record there.
    pub(super) suggestion: Option<Vec<Suggestion>>,
}

impl Carried {
    /// From a request as it was read, put to a session that works in `cwd`.
    pub(super) fn of(incoming: &Incoming, cwd: Option<&str>) -> Self {
        let agent = incoming.agent_name.as_deref();
        let is_named = agent.is_none_or(is_agent_name);
        // What can't be an agent's name is never looked up as a file, and so nothing is known of its limits.
        let facts = incoming.facts.clone().filter(|_| is_named);
        let agent = agent.filter(|_| is_named);
        let mut payload = match &incoming.payload {
            Some(payload) => payload.clone(),
            None => bare_payload(facts.as_ref()),
        };
        if cwd.is_some_and(|cwd| cwd != incoming.cwd) && !incoming.cwd.is_empty() {
            show_folder(&mut payload, &incoming.cwd);
        }
        payload.request.forwarded = true;
        payload.request.requester = agent.map(str::to_owned);
        let access = facts.as_ref().map(|facts| Access {
            tool: payload.request.tool.clone(),
            unknown_tool: false,
            intents: facts.asking.iter().chain(&facts.beside).map(intent).collect(),
            program: None,
        });
        Self {
            target: incoming.target.as_str().into(),
            requester: incoming.requester.as_str().into(),
            agent: agent.map(Arc::from),
            cwd: incoming.cwd.clone(),
            tool: payload.request.tool.clone(),
            access,
            asking: facts.as_ref().map_or(0, |facts| facts.asking.len()),
            facts: facts.map(Arc::new),
            payload,
            suggestion: incoming.suggestion.clone(),
        }
    }
}

/// Says where the call works: a human takes its paths as they would be here.
fn show_folder(payload: &mut PromptPayload, folder: &str) {
    const LABEL: &str = "working folder";
    if !payload.evidence.iter().any(|piece| piece.label == LABEL) {
        payload.evidence.push(Evidence {
            label: LABEL.to_owned(),
            text: folder.to_owned(),
        });
    }
}

/// What can be shown of a request that brings nothing to show.
fn bare_payload(facts: Option<&AskFacts>) -> PromptPayload {
    let asking = facts.map_or(&[][..], |facts| &facts.asking);
    let first = asking.first();
    let evidence = asking.iter().map(|fact| Evidence {
        label: fact.surface.clone(),
        text: shown(fact),
    });
    PromptPayload {
        kind: PayloadKind::Forwarded,
        request: RequestFacts {
            requester: None,
            forwarded: true,
            tool: first.map_or_else(|| "a tool".to_owned(), |fact| fact.surface.clone()),
            invoked_tool: None,
            surface: first.map_or_else(String::new, |fact| fact.surface.clone()),
            rule: None,
            value: first.map_or_else(String::new, shown),
            span: None,
            executed_unit: None,
            command_context: None,
            gates: Vec::new(),
        },
        evidence: if asking.is_empty() {
            vec![Evidence {
                label: "call".to_owned(),
                text: "the subagent's request does not say what it is about".to_owned(),
            }]
        } else {
            evidence.collect()
        },
        annotations: Vec::new(),
    }
}

fn shown(fact: &AccessFact) -> String {
    if !fact.value.is_empty() {
        return fact.value.clone();
    }
    let first = fact.groups.first().and_then(|group| group.equal.first());
    first.cloned().unwrap_or_default()
}

/// The intent that a fact stands for. Nothing is looked up: what it does not say is not known.
fn intent(fact: &AccessFact) -> Intent {
    let descent = fact.descent.as_ref().map(|descent| Descent {
        roots: descent.roots.clone(),
        excludes: descent.excludes.clone(),
        skips_hidden: descent.skips_hidden,
        unproven: descent.unproven,
    });
    let is_path = fact.direction.is_some() || fact.surface == "path";
    Intent {
        gate: fact.gate,
        surface: fact.surface.clone(),
        direction: fact.direction,
        groups: fact.groups.iter().map(group).collect(),
        blame: Blame {
            value: shown(fact).into(),
            span: None,
        },
        standing: Standing::Full,
        floors: floors(fact),
        at_least_ask: fact.at_least_ask.clone(),
        path: is_path.then(|| PathFacts {
            token: shown(fact),
            canonical: fact.boundary_value.clone(),
            leaves_alone: fact.leaves_alone,
            descent,
            ..PathFacts::default()
        }),
        unit: None,
        mcp: fact.mcp.as_ref().map(|mcp| McpFacts {
            operation: operation(&mcp.operation),
            server: mcp.server.clone(),
        }),
    }
}

fn operation(name: &str) -> McpOperation {
    [
        McpOperation::Call,
        McpOperation::Connect,
        McpOperation::Describe,
        McpOperation::Search,
        McpOperation::List,
        McpOperation::Status,
    ]
    .into_iter()
    .find(|operation| operation.as_str() == name)
    .unwrap_or(McpOperation::Other)
}

fn group(fact: &FactGroup) -> Group {
    let spelling = |text: &String| Spelling {
        text: text.as_str().into(),
        open: fact
            .open
            .iter()
            .find(|open| open.spelling == *text)
            .map(|open| parts(&open.parts)),
    };
    let spellings = |texts: &[String]| -> Vec<Spelling> { texts.iter().map(spelling).collect() };
    Group {
        equal: spellings(&fact.equal),
        tightening: spellings(&fact.tightening),
        fallback: fact.fallback.iter().map(|tier| spellings(tier).into()).collect(),
        never_allow: fact.never_allow.clone(),
        poses: fact.poses.clone(),
    }
}

fn parts(parts: &[FactPart]) -> Open {
    let mut open = Open::new();
    for part in parts {
        match part {
            FactPart::Text(text) => open.push_text(text),
            FactPart::Any => open.push_hole(Hole::Any),
            FactPart::NoBlank => open.push_hole(Hole::NoBlank),
            FactPart::Digits => open.push_hole(Hole::Digits),
        }
    }
    open
}

const NOWHERE: Span = Span { start: 0, end: 0 };

/// What holds an allow back. A writer that knows the sentinel alone does not say which programs release it:
/// then a wrapper is released by its own name, as far as it is no shell, and nothing else is.
fn floors(fact: &AccessFact) -> Vec<Floor> {
    let mut floors: Vec<Floor> = fact
        .sentinels
        .iter()
        .map(|said| Floor {
            sentinel: sentinel(&said.pattern),
            span: NOWHERE,
            why: said.why.clone(),
            released_by: said.released_by.clone(),
        })
        .collect();
    if let Some(pattern) = &fact.sentinel
        && !fact.sentinels.iter().any(|said| said.pattern == *pattern)
    {
        let sentinel = sentinel(pattern);
        let program = fact
            .groups
            .first()
            .and_then(|group| group.equal.first())
            .and_then(|text| text.split_whitespace().next())
            .filter(|program| !is_shell(program));
        let is_wrapper = matches!(sentinel, Sentinel::OpaqueWrapper | Sentinel::IndirectionWrapper);
        floors.push(Floor {
            sentinel,
            span: NOWHERE,
            why: "the subagent's sidecar could not establish it".to_owned(),
            released_by: program
                .filter(|_| is_wrapper)
                .map(str::to_owned)
                .into_iter()
                .collect(),
        });
    }
    floors
}

fn is_shell(program: &str) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program);
    matches!(
        name,
        "sh" | "bash" | "dash" | "zsh" | "ksh" | "fish" | "eval" | "source" | "."
    )
}

/// One that is not known here is one that nothing releases.
fn sentinel(pattern: &str) -> Sentinel {
    [
        Sentinel::OpaqueWrapper,
        Sentinel::IndirectionWrapper,
        Sentinel::DynamicCommand,
        Sentinel::EnvironmentOverride,
    ]
    .into_iter()
    .find(|sentinel| sentinel.pattern() == pattern)
    .unwrap_or(Sentinel::Unparseable)
}
