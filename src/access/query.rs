//! `check {surface, value}` → what it is about.

use super::call::{of_call, of_skill};
use super::file_tool::FileTool;
use super::mcp::{self, Call};
use super::mcp_call::of_mcp_name;
use super::path::{Writer, spell_here};
use super::{Access, Context, Group, Intent, McpOperation};
use crate::decision::{Direction, Gate};
use serde_json::{Map, Value};

/// What a query of `surface` with `value` is about.
///
/// `bash` and declared shell tools: the tool with that command. File tools: the tool with that path. `path`
/// and its directional forms: the path gate alone. `mcp`: one target as a user writes it. `skill`: that
/// skill. Any other: a tool of that name whose value is `value`.
pub fn of_query(surface: &str, value: &str, ctx: &Context<'_>) -> Access {
    if surface == "bash" {
        return of_call(surface, &at_pointer("/command", value), ctx);
    }
    if let Some(shell) = ctx.declarations.shell(surface) {
        return of_call(surface, &at_pointer(&shell.command, value), ctx);
    }
    if FileTool::named(surface).is_some() {
        return of_call(surface, &at_pointer("/path", value), ctx);
    }
    let intents = match surface {
        "path" => vec![path_alone(value, Direction::Both, ctx)],
        "path_read" => vec![path_alone(value, Direction::Read, ctx)],
        "path_write" => vec![path_alone(value, Direction::Write, ctx)],
        "mcp" => vec![mcp_target(value, &ctx.known.mcp_servers)],
        "skill" => vec![of_skill(value)],
        tool => {
            let mut intent = Intent::new(Gate::Tool, tool, value);
            intent.groups.push(Group::of_texts([value]));
            let mut intents = vec![intent];
            intents.extend(of_mcp_name(tool, ctx));
            intents
        }
    };
    Access {
        tool: surface.to_owned(),
        unknown_tool: false,
        intents,
        program: None,
    }
}

fn path_alone(value: &str, direction: Direction, ctx: &Context<'_>) -> Intent {
    let mut intent = spell_here(value, Writer::Tool, direction, ctx).intent(value, direction, "asked about");
    if let Some(facts) = &mut intent.path {
        facts.gate_alone = true;
    }
    intent
}

/// `server:tool`, `server_tool`, a bare tool, a server, or an operation.
fn mcp_target(value: &str, known: &[String]) -> Intent {
    let operations = [
        McpOperation::Call,
        McpOperation::Connect,
        McpOperation::Describe,
        McpOperation::Search,
        McpOperation::List,
        McpOperation::Status,
    ];
    let call = |operation, server, tool| Call {
        operation,
        server,
        tool,
    };
    if let Some(operation) = operations
        .into_iter()
        .find(|operation| operation.as_str() == value)
    {
        return mcp::intent(&call(operation, None, None), known);
    }
    if known.iter().any(|server| server == value) {
        return mcp::intent(&call(McpOperation::List, Some(value), None), known);
    }
    match value.split_once(':') {
        Some((server, tool)) if !server.is_empty() && !tool.is_empty() => {
            mcp::intent(&call(McpOperation::Call, Some(server), Some(tool)), known)
        }
        _ => mcp::intent(&call(McpOperation::Call, None, Some(value)), known),
    }
}

/// The smallest input in which `pointer` (RFC 6901) finds `value`.
fn at_pointer(pointer: &str, value: &str) -> Value {
    pointer
        .rsplit('/')
        .filter(|_| !pointer.is_empty())
        .fold(
            (Value::String(value.to_owned()), pointer.matches('/').count()),
            |(inner, left), name| {
                if left == 0 {
                    return (inner, 0);
                }
                let mut fields = Map::new();
                fields.insert(name.replace("~1", "/").replace("~0", "~"), inner);
                (Value::Object(fields), left - 1)
            },
        )
        .0
}

#[cfg(test)]
mod tests;
