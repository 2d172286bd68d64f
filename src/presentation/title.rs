//! The one line above a prompt.

use super::visible::{fit, visible};
use super::{PayloadKind, PromptPayload};

/// Columns of a title.
const TITLE: usize = 120;

/// Who wants to do what.
pub(super) fn title(payload: &PromptPayload) -> String {
    let request = &payload.request;
    let who = match (&request.requester, request.forwarded) {
        (Some(agent), true) => format!("{agent} (subagent)"),
        (Some(agent), false) => agent.clone(),
        (None, true) => "A subagent".to_owned(),
        (None, false) => "The agent".to_owned(),
    };
    let file_tool = file_tool(&request.tool);
    let what = match payload.kind {
        PayloadKind::Bash => Some("run a command"),
        PayloadKind::Mcp => Some("call an MCP tool"),
        PayloadKind::Skill => Some("use a skill"),
        PayloadKind::Path => file_tool.or(Some("access a path")),
        PayloadKind::Tool | PayloadKind::Forwarded => file_tool,
    };
    let title = match what {
        Some(what) => format!("{who} wants to {what}"),
        None => format!("{who} wants to use {}", request.tool),
    };
    let shown = visible(&title);
    fit(&shown, TITLE).0.into_owned()
}

/// What a built-in file tool does, in words.
pub(super) fn file_tool(name: &str) -> Option<&'static str> {
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
