//! A tool call → what it accesses.

use super::{Access, Context};
use serde_json::Value;

/// What the call of `tool` with `input` accesses.
pub fn of_call(tool: &str, input: &Value, ctx: &Context<'_>) -> Access {
    let _ = (input, ctx);
    Access {
        tool: tool.to_owned(),
        unknown_tool: false,
        intents: Vec::new(),
        program: None,
    }
}

/// What a query of `surface` with `value` is about (`check {surface, value}`).
pub fn of_query(surface: &str, value: &str, ctx: &Context<'_>) -> Access {
    let _ = (value, ctx);
    Access {
        tool: surface.to_owned(),
        unknown_tool: false,
        intents: Vec::new(),
        program: None,
    }
}
