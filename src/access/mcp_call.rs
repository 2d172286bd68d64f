//! The calls that reach an MCP server: the `mcp` tool, and tools named `mcp__server__tool`.

use super::call::Call;
use super::mcp::{self, Call as Target};
use super::{Context, Intent, McpOperation, inputs};
use serde_json::{Map, Value};
use smallvec::SmallVec;
use std::borrow::Cow;

impl Call<'_, '_> {
    /// The `mcp` tool. Each thing that the input asks for is judged: which of them the client does first is
    /// its own affair.
    pub(super) fn mcp(&mut self) {
        let text = |name: &str| {
            self.fields
                .get(name)
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
        };
        let server = text("server");
        let call = |operation, server, tool| Target {
            operation,
            server,
            tool,
        };
        let mut calls = SmallVec::<[Target<'_>; 2]>::new();
        calls.extend(text("tool").map(|tool| call(McpOperation::Call, server, Some(tool))));
        calls.extend(text("connect").map(|server| call(McpOperation::Connect, Some(server), None)));
        calls.extend(text("describe").map(|tool| call(McpOperation::Describe, server, Some(tool))));
        calls.extend(text("search").map(|_| call(McpOperation::Search, server, None)));
        calls.extend(text("action").map(|_| call(McpOperation::Other, server, None)));
        if calls.is_empty() {
            let operation = if server.is_some() {
                McpOperation::List
            } else {
                McpOperation::Status
            };
            calls.push(call(operation, server, None));
        }
        let known = &self.ctx.known.mcp_servers;
        let mut intents: Vec<Intent> = calls.iter().map(|call| mcp::intent(call, known)).collect();
        let odd = ["tool", "server", "connect", "describe", "search", "action"]
            .into_iter()
            .find(|name| {
                !matches!(
                    self.fields.get(*name),
                    None | Some(Value::Null | Value::String(_))
                )
            });
        let (arguments, unreadable) = self.arguments();
        let mut paths = self.paths();
        // Once more, by the name of the tool that is called.
        for arguments in arguments.iter().filter(|_| !self.is_remote()) {
            let inner = inputs::paths(text("tool").unwrap_or_default(), arguments, self.ctx);
            inner.found.iter().for_each(|path| paths.add(path));
            paths.unreadable = paths.unreadable.or(inner.unreadable);
        }
        let why = odd
            .map(|name| format!("`{name}` is no text"))
            .or(unreadable)
            .or_else(|| paths.unreadable.clone());
        if let (Some(why), Some(first)) = (why, intents.first_mut()) {
            first.at_least_ask = Some(why);
        }
        self.path_intents(&paths);
        if self.intents.is_empty() {
            self.intents = intents;
        } else {
            self.intents.append(&mut intents);
        }
    }

    /// The arguments of an MCP call, each an object or the text of one. A client takes one of the fields;
    /// both are judged.
    pub(super) fn arguments(&self) -> (Vec<Cow<'_, Map<String, Value>>>, Option<String>) {
        let mut found = Vec::new();
        let mut unreadable = None;
        for name in ["arguments", "args"] {
            let fields = match self.fields.get(name) {
                None | Some(Value::Null) => continue,
                Some(Value::String(text)) if text.trim().is_empty() => continue,
                Some(Value::Object(fields)) => Some(Cow::Borrowed(fields)),
                Some(Value::String(text)) => serde_json::from_str(text).ok().map(Cow::Owned),
                Some(_) => None,
            };
            match fields {
                Some(fields) => found.push(fields),
                None => unreadable = Some(format!("`{name}` can't be read")),
            }
        }
        (found, unreadable)
    }

    /// A tool named `mcp__server__tool` is an MCP call as well.
    pub(super) fn as_mcp(&mut self) {
        if !self.tool.starts_with("mcp__") {
            return;
        }
        self.intents.extend(of_mcp_name(self.tool, self.ctx));
    }
}

/// The MCP call that the tool `mcp__server__tool` is; a name that does not part is an MCP call of no known
/// name.
pub(super) fn of_mcp_name(name: &str, ctx: &Context<'_>) -> Option<Intent> {
    let known = &ctx.known.mcp_servers;
    let (written, tool) = mcp::split_name(name, known)?;
    let call = Target {
        operation: McpOperation::Call,
        server: Some(mcp::known_as(written, known)),
        tool: Some(tool),
    };
    let mut intent = mcp::intent(&call, known);
    if let Some(group) = intent.groups.first_mut() {
        group.tightening.extend(mcp::other_splits(name, written));
    }
    Some(intent)
}

#[cfg(test)]
mod tests;
