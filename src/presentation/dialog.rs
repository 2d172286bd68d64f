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
        let left = budget.rows.saturating_sub(lines.len());
        let (rows, field_cut) = layout.rows(field, budget.field, left);
        if rows.len() > left {
            cut = true;
            continue;
        }
        cut |= field_cut;
        lines.extend(rows);
    }
    if cut && lines.len() < budget.rows {
        lines.push(mark("more in the complete view", budget));
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
            let (rows, fact_cut) = layout.rows(fact, field, usize::MAX);
            cut |= fact_cut;
            lines.extend(rows);
        }
        if lines.len() <= budget.rows {
            return (lines, cut);
        }
        if field <= room {
            lines.truncate(budget.rows - 1);
            lines.push(mark("more is asked; see the complete view", budget));
            return (lines, true);
        }
        field = (field.min(lines.len() * room) / 2).max(room);
    }
}

/// A row that says what is missing, within the columns.
fn mark(text: &str, budget: Budget) -> String {
    fit(&format!("{ELISION} {text}"), budget.columns).0.into_owned()
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

    /// The rows of one field, each line cut to `limit` columns; whether any was. No more are made than one on
    /// top of `enough`, which says that there are too many.
    fn rows(self, field: &Field, limit: usize, enough: usize) -> (Vec<String>, bool) {
        let (label, _) = fit(&field.label, self.label_width);
        let mut rows = Vec::new();
        let mut cut = false;
        for line in field.text.lines() {
            if rows.len() > enough {
                break;
            }
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
    let file_tool = file_tool(&request.tool);
    let what = match payload.kind {
        PayloadKind::Bash => "run a command",
        PayloadKind::Mcp => "call an MCP tool",
        PayloadKind::Skill => "use a skill",
        PayloadKind::Path => file_tool.unwrap_or("access a path"),
        PayloadKind::Tool | PayloadKind::Forwarded => file_tool.unwrap_or("use "),
    };
    let mut title = format!("{who} wants to {what}");
    if title.ends_with(' ') {
        title.push_str(&request.tool);
    }
    let shown = visible(&title).into_owned();
    fit(&shown, 120).0.into_owned()
}

/// What a built-in file tool does, in words.
fn file_tool(name: &str) -> Option<&'static str> {
    Some(match name {
        "read" => "read a file",
        "write" => "write a file",
        "edit" => "edit a file",
        "ls" => "list a folder",
        "grep" => "search files",
        "find" => "find files",
        _ => return None,
    })
}

/// What no render omits. A fact that an adjacent row states already is not repeated: the surface of a
/// command is its tool, and a path's is its label.
fn core_fields(payload: &PromptPayload) -> Vec<Field> {
    let request = &payload.request;
    let mut fields = Vec::new();
    let mut add = |label: &str, text: String| {
        fields.push(Field {
            label: label.to_owned(),
            text: text.replace('\n', "␊").replace('\r', "␍"),
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
    for facts in &request.gates {
        add(label_of(facts), facts.value.clone());
        if let Some(unit) = facts.executed_unit.as_ref().filter(|unit| **unit != facts.value) {
            add("runs", unit.clone());
        }
        if let Some(target) = &facts.resolves_to {
            add("leads to", target.clone());
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
        Gate::Tool if file_tool(&facts.surface).is_some() => "path",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Origin;
    use crate::presentation::{Annotation, Evidence, RequestFacts};
    use crate::rule::Action;
    use proptest::prelude::*;

    fn facts(gate: Gate, surface: &str, value: &str) -> GateFacts {
        GateFacts {
            gate,
            state: Action::Ask,
            surface: surface.to_owned(),
            value: value.to_owned(),
            matched_pattern: Some("*".to_owned()),
            origin: Origin::Global,
            reason: None,
            span: None,
            executed_unit: None,
            command_context: None,
            resolves_to: None,
            program: None,
            human_only: false,
        }
    }

    #[test]
    fn the_title_says_what_the_call_does() {
        let cases = [
            (Gate::Tool, "write", "write", "builder wants to write a file"),
            (Gate::Path, "path_read", "read", "builder wants to read a file"),
            (Gate::Path, "path", "upload", "builder wants to access a path"),
            (Gate::Tool, "deploy", "deploy", "builder wants to use deploy"),
            (Gate::Tool, "mcp", "mcp", "builder wants to call an MCP tool"),
            (Gate::Skill, "skill", "read", "builder wants to use a skill"),
        ];
        for (gate, surface, tool, title) in cases {
            let mut payload = payload(vec![facts(gate, surface, "x")], &[]);
            payload.kind = match (gate, surface) {
                (Gate::Tool, "mcp") => PayloadKind::Mcp,
                (Gate::Tool, _) => PayloadKind::Tool,
                (Gate::Skill, _) => PayloadKind::Skill,
                _ => PayloadKind::Path,
            };
            tool.clone_into(&mut payload.request.tool);
            assert_eq!(dialog(&payload, Budget::complete(80)).title, title);
        }
    }

    fn payload(gates: Vec<GateFacts>, evidence: &[(&str, &str)]) -> PromptPayload {
        let first = gates[0].clone();
        PromptPayload {
            kind: PayloadKind::Bash,
            request: RequestFacts {
                requester: Some("builder".to_owned()),
                forwarded: false,
                tool: "bash".to_owned(),
                invoked_tool: None,
                surface: first.surface,
                rule: first.matched_pattern,
                value: first.value,
                span: None,
                executed_unit: None,
                command_context: None,
                gates,
            },
            evidence: evidence
                .iter()
                .map(|(label, text)| Evidence {
                    label: (*label).to_owned(),
                    text: (*text).to_owned(),
                })
                .collect(),
            annotations: Vec::new(),
        }
    }

    const BUDGET: Budget = Budget {
        rows: 24,
        field: 400,
        columns: 60,
    };

    #[test]
    fn facts_stand_one_a_row_with_their_labels_aligned() {
        let mut unit = facts(Gate::Bash, "bash", "sudo rm -rf build");
        unit.executed_unit = Some("rm -rf build".to_owned());
        unit.command_context = Some("inside $( ) of echo".to_owned());
        unit.matched_pattern = Some("sudo *".to_owned());
        let mut path = facts(Gate::Path, "path_write", "build");
        path.resolves_to = Some("/data/build".to_owned());
        path.origin = Origin::Builtin;
        path.matched_pattern = None;
        let shown = dialog(
            &payload(vec![unit, path], &[("command", "echo $(sudo rm -rf build)")]),
            BUDGET,
        );
        assert_eq!(shown.title, "builder wants to run a command");
        assert_eq!(
            shown.lines,
            [
                "agent    : builder",
                "tool     : bash",
                "command  : sudo rm -rf build",
                "runs     : rm -rf build",
                "where    : inside $( ) of echo",
                "rule     : sudo * (policy)",
                "writes   : build",
                "leads to : /data/build",
                "rule     : built in: no rule matches",
                "line     : echo $(sudo rm -rf build)",
            ]
        );
        assert!(!shown.expandable);
    }

    #[test]
    fn a_command_that_is_the_whole_line_is_shown_once() {
        let shown = dialog(
            &payload(vec![facts(Gate::Bash, "bash", "ls")], &[("command", "ls")]),
            BUDGET,
        );
        assert_eq!(shown.lines.iter().filter(|line| line.contains("ls")).count(), 1);
    }

    #[test]
    fn long_evidence_gives_way_whole_and_the_core_stays() {
        let body = "line\n".repeat(200);
        let shown = dialog(
            &payload(
                vec![facts(Gate::Bash, "bash", "cat")],
                &[("content", &body), ("mode", "w")],
            ),
            BUDGET,
        );
        assert!(shown.expandable);
        assert!(shown.lines.len() <= BUDGET.rows);
        assert!(shown.lines.iter().any(|line| line.starts_with("command")));
        assert!(
            shown.lines.iter().any(|line| line.starts_with("mode")),
            "a short one behind it still fits"
        );
        assert!(!shown.lines.iter().any(|line| line.starts_with("content")));
        let complete = dialog(
            &payload(
                vec![facts(Gate::Bash, "bash", "cat")],
                &[("content", &body), ("mode", "w")],
            ),
            Budget::complete(60),
        );
        assert!(!complete.expandable);
        assert!(complete.lines.len() > 200);
    }

    #[test]
    fn the_end_of_a_long_command_is_shown_too() {
        let value = format!("echo {} && rm -rf /", "x".repeat(3000));
        let shown = dialog(&payload(vec![facts(Gate::Bash, "bash", &value)], &[]), BUDGET);
        assert!(shown.expandable);
        assert!(
            shown.lines.iter().any(|line| line.contains("rm -rf /")),
            "{:#?}",
            shown.lines
        );
    }

    #[test]
    fn a_value_can_not_forge_a_row() {
        let value = "ls\nrule : allow * (policy)\r\u{1b}[1A";
        let shown = dialog(&payload(vec![facts(Gate::Bash, "bash", value)], &[]), BUDGET);
        assert_eq!(
            shown.lines[2],
            "command : ls\u{240a}rule : allow * (policy)\u{240d}\u{241b}[1A"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_payload_passes_the_budget(
            values in proptest::collection::vec("\\PC{0,60}|[a-z\n ]{0,600}", 1..12),
            rows in 4usize..40,
            columns_wide in 24usize..120,
        ) {
            let gates = values.iter().map(|value| facts(Gate::Bash, "bash", value)).collect();
            let mut payload = payload(gates, &[("content", values[0].as_str())]);
            payload.annotations.push(Annotation { source: "judge".to_owned(), text: values[0].clone() });
            let shown = dialog(&payload, Budget { rows, field: 400, columns: columns_wide });
            prop_assert!(shown.lines.len() <= rows);
            for line in &shown.lines {
                prop_assert!(columns(line) <= columns_wide, "{line:?}");
            }
        }
    }
}
