//! The complete facts of an ask, as they go to a human, a link, a reviewer or a parent's sidecar.

use super::evidence::evidence;
use super::{Explanation, GateFacts};
use crate::decision::Gate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What kind of ask it is, by the gate that asks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PayloadKind {
    /// A command.
    Bash,
    /// A tool by name or value.
    Tool,
    /// A path.
    Path,
    /// An MCP target.
    Mcp,
    /// A skill.
    Skill,
    /// An ask that arrived from another session without facts of its own.
    Forwarded,
}

/// The facts that no renderer omits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestFacts {
    /// The agent that asks; null for none.
    pub requester: Option<String>,
    /// Whether the ask comes from another session.
    pub forwarded: bool,
    /// The tool: `bash` for every tool that takes a command, else as the runtime names it.
    pub tool: String,
    /// What was invoked under that tool: the runtime's own name of a shell tool, or an MCP target.
    pub invoked_tool: Option<String>,
    /// The surface (for the path gate the deciding rule's key).
    pub surface: String,
    /// The pattern or sentinel that asks; null for the built-in ask.
    pub rule: Option<String>,
    /// The unit, path or target to blame.
    pub value: String,
    /// Where in the command it stands, `[start, end)` in bytes.
    pub span: Option<(usize, usize)>,
    /// What a wrapper or runner really runs.
    pub executed_unit: Option<String>,
    /// Where in the command it runs, in words.
    pub command_context: Option<String>,
    /// Everything that asks, in pipeline order.
    pub gates: Vec<GateFacts>,
}

/// A labelled piece of the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// What it is.
    pub label: String,
    /// The whole text.
    pub text: String,
}

/// A link's remark on the ask. None of it was written by a human, and none of it is a fact of the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotation {
    /// Which link.
    pub source: String,
    /// What it says.
    pub text: String,
    /// Always true: so that whoever shows it says so.
    #[serde(default = "yes")]
    pub model_generated: bool,
}

fn yes() -> bool {
    true
}

impl Annotation {
    /// The remark `text` of `source`.
    pub fn new(source: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            text: text.into(),
            model_generated: true,
        }
    }
}

/// The complete facts of an ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptPayload {
    /// What kind.
    pub kind: PayloadKind,
    /// What no renderer omits.
    pub request: RequestFacts,
    /// What a renderer shows as far as its budget goes.
    pub evidence: Vec<Evidence>,
    /// Remarks of links and reviewers.
    pub annotations: Vec<Annotation>,
}

/// What the payload needs of a call beside its verdict.
#[derive(Clone, Copy, Debug)]
pub struct CallFacts<'a> {
    /// The agent.
    pub agent_name: Option<&'a str>,
    /// Whether the ask comes from another session (an in-process child's too).
    pub forwarded: bool,
    /// The tool as the runtime names it.
    pub tool: &'a str,
    /// The command, where the tool takes one.
    pub command: Option<&'a str>,
    /// The call's own working folder, where it is not the session's.
    pub folder: Option<&'a str>,
    /// The tool's input.
    pub input: &'a Value,
    /// Evidence that a registration names: label and JSON Pointer.
    pub declared: &'a [(String, String)],
}

impl PromptPayload {
    /// The whole command, of a call that is one.
    pub fn command(&self) -> Option<&str> {
        super::blamed::command_of(self)
    }

    /// The facts of a call and its verdict.
    pub fn of(call: &CallFacts<'_>, explanation: &Explanation) -> Self {
        let deciding = &explanation.deciding;
        let kind = kind_of(deciding);
        let (tool, invoked_tool) = if call.command.is_some() {
            ("bash", (call.tool != "bash").then(|| call.tool.to_owned()))
        } else {
            let target = explanation.gates.iter().find(|facts| facts.surface == "mcp");
            (call.tool, target.map(|facts| facts.value.clone()))
        };
        Self {
            kind,
            request: RequestFacts {
                requester: call.agent_name.map(str::to_owned),
                forwarded: call.forwarded,
                tool: tool.to_owned(),
                invoked_tool,
                surface: deciding.surface.clone(),
                rule: deciding.matched_pattern.clone(),
                value: deciding.value.clone(),
                span: deciding.span,
                executed_unit: deciding.executed_unit.clone(),
                command_context: deciding.command_context.clone(),
                gates: explanation.gates.clone(),
            },
            evidence: evidence(call, explanation),
            annotations: Vec::new(),
        }
    }
}

fn kind_of(deciding: &GateFacts) -> PayloadKind {
    match deciding.gate {
        Gate::Skill => PayloadKind::Skill,
        Gate::Path | Gate::ProtectedWrite => PayloadKind::Path,
        Gate::Bash => PayloadKind::Bash,
        Gate::Tool if deciding.surface == "mcp" => PayloadKind::Mcp,
        Gate::Tool => PayloadKind::Tool,
    }
}
