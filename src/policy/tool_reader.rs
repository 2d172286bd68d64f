//! What a policy declares of a tool, read from its tree: `shellTools` and `toolAccess`.

use super::fields::{Fields, wrong_type, wrong_value};
use super::node::{Node, Value};
use super::options::{Pointers, ShellAccess, ShellTool, ToolAccess};
use super::problem::Findings;

pub(super) fn shell_tool(name: &str, node: &Node<'_>, findings: &mut Findings) -> Option<ShellTool> {
    let what = format!("the shell tool `{name}`");
    let mut fields = Fields::of(&what, node, &["commandArgument", "workdirArgument"], findings)?;
    let workdir_named = fields.get("workdirArgument").is_some();
    let workdir_argument = fields.text("workdirArgument");
    let command_argument = fields.needed_text("commandArgument")?;
    (workdir_argument.is_some() || !workdir_named).then_some(ShellTool {
        command_argument,
        workdir_argument,
    })
}

/// The parts of an access; `registerTool` has all but the last one level deeper, under `access`, and both
/// ways are taken.
const ACCESS: [&str; 6] = ["path", "value", "remote", "shell", "evidence", "access"];

pub(super) fn tool_access(name: &str, node: &Node<'_>, findings: &mut Findings) -> Option<ToolAccess> {
    let what = format!("the access of `{name}`");
    let mut access = ToolAccess::default();
    let mut fields = Fields::of(&what, node, &ACCESS, findings)?;
    read_access(&mut fields, &mut access)?;
    if let Some(node) = fields.get("evidence") {
        access.evidence = evidence_of(node, fields.findings())?;
    }
    if let Some(inner) = fields.get("access") {
        let names = ACCESS.get(..4).unwrap_or(&[]);
        let mut fields = Fields::of("`access`", inner, names, findings)?;
        read_access(&mut fields, &mut access)?;
    }
    Some(access)
}

fn read_access(fields: &mut Fields<'_, '_, '_>, access: &mut ToolAccess) -> Option<()> {
    if let Some(node) = fields.get("path") {
        access.path = Some(pointers(node, fields.findings())?);
    }
    if let Some(node) = fields.get("value") {
        access.value = Some(pointer(node, fields.findings())?);
    }
    if fields.get("remote").is_some() {
        access.remote = fields.flag("remote")?;
    }
    if let Some(node) = fields.get("shell") {
        access.shell = Some(shell_access(node, fields.findings())?);
    }
    Some(())
}

fn shell_access(node: &Node<'_>, findings: &mut Findings) -> Option<ShellAccess> {
    let mut fields = Fields::of("`shell`", node, &["command", "workdir"], findings)?;
    let workdir = match fields.get("workdir") {
        Some(node) => Some(pointer(node, fields.findings())?),
        None => None,
    };
    fields.needed_text("command")?;
    let command = fields.get("command")?;
    let command = pointer(command, fields.findings())?;
    Some(ShellAccess { command, workdir })
}

fn evidence_of(node: &Node<'_>, findings: &mut Findings) -> Option<Vec<(String, String)>> {
    let Value::Array(items) = &node.value else {
        wrong_type(findings, "`evidence`", node, "an array");
        return None;
    };
    let mut evidence = Vec::new();
    for item in items {
        let mut fields = Fields::of("`evidence`", item, &["label", "pointer"], findings)?;
        let label = fields.needed_text("label")?;
        let Some(node) = fields.get("pointer") else {
            fields.needed_text("pointer");
            return None;
        };
        evidence.push((label, pointer(node, fields.findings())?));
    }
    Some(evidence)
}

fn pointers(node: &Node<'_>, findings: &mut Findings) -> Option<Pointers> {
    match &node.value {
        Value::Array(items) => {
            let read: Option<Vec<_>> = items.iter().map(|item| pointer(item, findings)).collect();
            read.map(Pointers)
        }
        _ => pointer(node, findings).map(|pointer| Pointers(vec![pointer])),
    }
}

/// A JSON Pointer (RFC 6901).
fn pointer(node: &Node<'_>, findings: &mut Findings) -> Option<String> {
    let Some(text) = node.as_str() else {
        wrong_type(findings, "a pointer", node, "a string");
        return None;
    };
    let escapes_read = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    if !(text.is_empty() || text.starts_with('/')) || !escapes_read {
        wrong_value(
            findings,
            "a pointer",
            node,
            "a JSON Pointer, such as \"/path\" or \"/items/0/name\"",
        );
        return None;
    }
    Some(text.to_owned())
}
