//! The request facts as labelled texts: what no render omits.

use super::rows::Field;
use super::title::file_tool;
use super::{GateFacts, PromptPayload, RequestFacts};
use crate::decision::Gate;

/// The facts of a request.
pub(super) struct Core {
    /// Who asks, with which tool.
    pub(super) head: Vec<Field>,
    /// What asks, the one to blame first: a list of facts for each.
    pub(super) asks: Vec<Vec<Field>>,
}

impl Core {
    /// Reads them off `payload`. A fact that an adjacent row states is not repeated: the surface of a command is
    /// its tool, a path's is its label, and of several things under one rule the rule stands behind the last.
    pub(super) fn of(payload: &PromptPayload) -> Self {
        let request = &payload.request;
        Self {
            head: head(request),
            asks: if request.gates.is_empty() {
                vec![alone(request)]
            } else {
                gates(&request.gates)
            },
        }
    }

    /// Every fact in its order.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.head.iter().chain(self.asks.iter().flatten())
    }
}

fn head(request: &RequestFacts) -> Vec<Field> {
    let mut fields = Vec::new();
    match (&request.requester, request.forwarded) {
        (Some(agent), true) => fields.push(Field::new("agent", format!("{agent} (subagent)"))),
        (Some(agent), false) => fields.push(Field::new("agent", agent)),
        (None, true) => fields.push(Field::new("agent", "a subagent")),
        (None, false) => {}
    }
    let target_is_shown = || {
        request
            .gates
            .iter()
            .any(|gate| Some(&gate.value) == request.invoked_tool.as_ref())
    };
    fields.push(match &request.invoked_tool {
        Some(invoked) if !target_is_shown() => Field::new("tool", format!("{} ({invoked})", request.tool)),
        _ => Field::new("tool", &request.tool),
    });
    fields
}

/// Of a request that does not say what asks: its own facts.
fn alone(request: &RequestFacts) -> Vec<Field> {
    let mut fields = Vec::new();
    if !request.surface.is_empty() && request.surface != request.tool {
        fields.push(Field::new("surface", &request.surface));
    }
    fields.push(Field::new("value", &request.value));
    if let Some(unit) = request
        .executed_unit
        .as_ref()
        .filter(|unit| **unit != request.value)
    {
        fields.push(Field::new("runs", unit));
    }
    if let Some(context) = &request.command_context {
        fields.push(Field::new("where", context));
    }
    if let Some(rule) = &request.rule {
        fields.push(Field::new("rule", rule));
    }
    fields
}

fn gates(gates: &[GateFacts]) -> Vec<Vec<Field>> {
    let mut asks = Vec::new();
    let mut before: Option<&GateFacts> = None;
    for (at, facts) in gates.iter().enumerate() {
        let mut fields = Vec::new();
        let same_thing = before.is_some_and(|before| {
            before.value == facts.value
                && label(before) == label(facts)
                && before.resolves_to == facts.resolves_to
        });
        if !same_thing {
            fields.push(Field::new(label(facts), &facts.value));
            if let Some(unit) = facts.executed_unit.as_ref().filter(|unit| **unit != facts.value) {
                fields.push(Field::new("runs", unit));
            }
            if let Some(target) = &facts.resolves_to {
                fields.push(Field::new("leads to", target));
            }
        }
        if let Some(context) = &facts.command_context
            && before.and_then(|before| before.command_context.as_ref()) != Some(context)
        {
            fields.push(Field::new("where", context));
        }
        // Under one rule with what comes next, it is said there.
        let next = gates.get(at + 1).map(rule);
        if next.as_ref() != Some(&rule(facts)) {
            let (words, reason) = rule(facts);
            fields.push(Field::new("rule", words));
            if let Some(reason) = reason {
                fields.push(Field::new("why", reason));
            }
        }
        if !fields.is_empty() {
            asks.push(fields);
        }
        before = Some(facts);
    }
    asks
}

/// Which rule asks, and the operator's words or why it could not be established.
fn rule(facts: &GateFacts) -> (String, Option<&str>) {
    let mut words = facts.rule_words();
    if facts.human_only && !words.contains("protected write") {
        words.push_str("; protected write");
    }
    (words, facts.reason.as_deref())
}

/// The label of a gate's value, which states the surface.
pub(super) fn label(facts: &GateFacts) -> &str {
    match facts.gate {
        Gate::Bash => "command",
        Gate::Skill => "skill",
        Gate::Path => match facts.surface.as_str() {
            "path_read" => "reads",
            "path_write" => "writes",
            _ => "path",
        },
        Gate::ProtectedWrite => "writes",
        Gate::Tool if facts.surface == "mcp" => "mcp",
        Gate::Tool if file_tool(&facts.surface).is_some() => "path",
        Gate::Tool => "value",
    }
}
