//! The bounded render for a human: one fact a row, labels aligned, long fields cut in the middle, evidence
//! as far as the rows go.

use super::visible::{ELISION, columns, fit, visible, wrap};
use super::{GateFacts, PayloadKind, PromptPayload};
use crate::decision::Gate;
use std::fmt::Write as _;

/// How much a render may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Rows in all (`promptMaxRows`).
    pub rows: usize,
    /// Columns of one field before it is cut (`promptFieldMaxWidth`).
    pub field: usize,
    /// Columns of a row.
    pub columns: usize,
}

impl Budget {
    /// No bounds but the width of the screen: the complete view.
    #[must_use]
    pub fn complete(columns: usize) -> Self {
        Self {
            rows: usize::MAX,
            field: usize::MAX,
            columns,
        }
    }
}

/// A rendered prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialog {
    /// One line.
    pub title: String,
    /// The rows, each within the budget's columns.
    pub lines: Vec<String>,
    /// Whether anything was cut or left out.
    pub expandable: bool,
}

/// One labelled fact; a text of several lines takes a row for each.
struct Field {
    label: String,
    text: String,
}

/// Renders the payload. Request facts are cut but never omitted, except that of many asks the last may give
/// way to a mark; evidence and annotations are shown whole or not at all.
pub fn dialog(payload: &PromptPayload, budget: Budget) -> Dialog {
    let budget = Budget {
        rows: budget.rows.max(4),
        field: budget.field.max(8),
        columns: budget.columns.max(24),
    };
    let core = core_fields(payload);
    let extra = extra_fields(payload);
    let label_width = core
        .iter()
        .chain(&extra)
        .map(|field| columns(&field.label))
        .max()
        .unwrap_or(0)
        .min(budget.columns / 3);
    let layout = Layout {
        label_width,
        columns: budget.columns,
    };

    let (mut lines, mut cut) = fit_core(&core, layout, budget);
    for field in &extra {
        let (rows, field_cut) = layout.rows(field, budget.field);
        if lines.len() + rows.len() > budget.rows {
            cut = true;
            continue;
        }
        cut |= field_cut;
        lines.extend(rows);
    }
    if cut && lines.len() < budget.rows {
        lines.push(format!("{ELISION} more in the complete view"));
    }
    Dialog {
        title: title(payload),
        lines,
        expandable: cut,
    }
}

/// The core under the widest field that keeps it within the rows; where even one row a field is too many,
/// the first ones and a mark.
fn fit_core(core: &[Field], layout: Layout, budget: Budget) -> (Vec<String>, bool) {
    let room = layout.room();
    let mut field = budget.field;
    loop {
        let mut lines = Vec::new();
        let mut cut = false;
        for fact in core {
            let (rows, fact_cut) = layout.rows(fact, field);
            cut |= fact_cut;
            lines.extend(rows);
        }
        if lines.len() <= budget.rows {
            return (lines, cut);
        }
        if field <= room {
            lines.truncate(budget.rows - 1);
            lines.push(format!("{ELISION} more is asked; see the complete view"));
            return (lines, true);
        }
        field = (field.min(lines.len() * room) / 2).max(room);
    }
}

#[derive(Clone, Copy)]
struct Layout {
    label_width: usize,
    columns: usize,
}

impl Layout {
    /// Columns for the text beside a label and ` : `.
    fn room(self) -> usize {
        self.columns.saturating_sub(self.label_width + 3).max(8)
    }

    /// The rows of one field, the text cut to `limit` columns; whether it was cut.
    fn rows(self, field: &Field, limit: usize) -> (Vec<String>, bool) {
        let (label, _) = fit(&field.label, self.label_width);
        let mut rows = Vec::new();
        let mut cut = false;
        for line in field.text.lines() {
            let shown = visible(line);
            let (shown, line_cut) = fit(&shown, limit);
            cut |= line_cut;
            for part in wrap(&shown, self.room()) {
                let mut row = String::new();
                let (name, mark) = if rows.is_empty() {
                    (&*label, ':')
                } else {
                    ("", ' ')
                };
                let pad = self.label_width - columns(name).min(self.label_width);
                let _ = write!(row, "{name}{:pad$} {mark} {part}", "");
                row.truncate(row.trim_end().len());
                rows.push(row);
            }
        }
        if rows.is_empty() {
            let pad = self.label_width - columns(&label).min(self.label_width);
            rows.push(format!("{label}{:pad$} : ''", ""));
        }
        (rows, cut)
    }
}

fn title(payload: &PromptPayload) -> String {
    let request = &payload.request;
    let who = match (&request.requester, request.forwarded) {
        (Some(agent), true) => format!("{agent} (subagent)"),
        (Some(agent), false) => agent.clone(),
        (None, true) => "A subagent".to_owned(),
        (None, false) => "The agent".to_owned(),
    };
    let what = match payload.kind {
        PayloadKind::Bash => "run a command".to_owned(),
        PayloadKind::Path => "access a path".to_owned(),
        PayloadKind::Mcp => "call an MCP tool".to_owned(),
        PayloadKind::Skill => "use a skill".to_owned(),
        PayloadKind::Tool | PayloadKind::Forwarded => format!("use {}", request.tool),
    };
    let title = format!("{who} wants to {what}");
    let shown = visible(&title).into_owned();
    fit(&shown, 120).0.into_owned()
}

/// What no render omits. A fact that an adjacent row states already is not repeated: the surface of a
/// command is its tool, and a path's is its label.
fn core_fields(payload: &PromptPayload) -> Vec<Field> {
    let request = &payload.request;
    let mut fields = Vec::new();
    let mut add = |label: &str, text: String| {
        fields.push(Field {
            label: label.to_owned(),
            text: text.replace(['\n', '\r'], "␊"),
        });
    };
    if let Some(agent) = &request.requester {
        add(
            "agent",
            if request.forwarded {
                format!("{agent} (subagent)")
            } else {
                agent.clone()
            },
        );
    } else if request.forwarded {
        add("agent", "a subagent".to_owned());
    }
    match &request.invoked_tool {
        Some(invoked) => add("tool", format!("{} ({invoked})", request.tool)),
        None => add("tool", request.tool.clone()),
    }
    let several = request.gates.len() > 1;
    for facts in &request.gates {
        add(label_of(facts), facts.value.clone());
        if let Some(unit) = facts.executed_unit.as_ref().filter(|unit| **unit != facts.value) {
            add("runs", unit.clone());
        }
        if let Some(context) = &facts.command_context {
            add("where", context.clone());
        }
        let mut rule = facts.rule_words();
        if facts.human_only && !rule.contains("protected write") {
            rule.push_str("; protected write");
        }
        add("rule", rule);
        if let Some(reason) = &facts.reason {
            add("why", reason.clone());
        }
    }
    if request.gates.is_empty() {
        add("value", request.value.clone());
    }
    // With a single ask the order reads "what, which rule"; with several each rule follows its value, which
    // the same loop gives.
    let _ = several;
    fields
}

fn label_of(facts: &GateFacts) -> &str {
    match facts.gate {
        Gate::Bash => "command",
        Gate::Skill => "skill",
        Gate::Path => match facts.surface.as_str() {
            "path_read" => "reads",
            "path_write" => "writes",
            _ => "path",
        },
        Gate::ProtectedWrite => "writes",
        Gate::Tool if facts.surface == "mcp" => "target",
        Gate::Tool => "value",
    }
}

fn extra_fields(payload: &PromptPayload) -> Vec<Field> {
    let shown: Vec<&str> = payload
        .request
        .gates
        .iter()
        .map(|facts| facts.value.as_str())
        .collect();
    let annotations = payload.annotations.iter().map(|note| Field {
        label: note.source.clone(),
        text: note.text.clone(),
    });
    let evidence = payload
        .evidence
        .iter()
        // A value that is the whole of a field is on the screen already.
        .filter(|piece| !shown.contains(&piece.text.as_str()))
        .map(|piece| Field {
            label: if piece.label == "command" {
                "line".to_owned()
            } else {
                piece.label.clone()
            },
            text: piece.text.clone(),
        });
    annotations.chain(evidence).map(clean_label).collect()
}

fn clean_label(mut field: Field) -> Field {
    field.label = visible(&field.label).into_owned();
    field
}
