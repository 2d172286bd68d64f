//! Any other tool: it is matched by its value.

use super::call::{Call, nothing_at};
use super::{Group, Intent, Spelling};
use crate::decision::{Direction, Gate};
use serde_json::Value;
use std::borrow::Cow;

/// Fields that are the value of a tool that declares none.
const VALUE_FIELDS: [&str; 4] = ["path", "url", "query", "name"];

impl Call<'_, '_> {
    /// Any other tool: by its value, and by every path of its input.
    pub(super) fn other(&mut self) {
        let paths = self.paths();
        self.path_intents(&paths);
        let mut intent = self.by_value();
        intent.at_least_ask = intent.at_least_ask.or(paths.unreadable);
        self.intents.push(intent);
        self.as_mcp();
    }

    fn by_value(&self) -> Intent {
        if let Some(pointer) = self.declared.and_then(|declared| declared.value.as_deref()) {
            if let Some(text) = self.input.pointer(pointer).and_then(plain_text) {
                return self.of_value(&text, false);
            }
            let mut intent = self.valueless();
            intent.at_least_ask = Some(nothing_at(pointer, "a value"));
            return intent;
        }
        let mut values = VALUE_FIELDS.iter().filter_map(|name| {
            let value = self.fields.get(*name)?.as_str()?;
            Some((*name, value))
        });
        match (values.next(), values.next()) {
            (Some((name, value)), None) => self.of_value(value, name == "path" && !self.is_remote()),
            _ => self.valueless(),
        }
    }

    fn valueless(&self) -> Intent {
        let mut intent = Intent::new(Gate::Tool, self.tool, "");
        intent.groups.push(Group::default());
        intent
    }

    /// The tool by its value. A path that says in a roundabout way what it names (`src/../x`) must not earn
    /// an allow by how it looks: it goes by the groups of a path, and what was typed tightens.
    fn of_value(&self, value: &str, is_path: bool) -> Intent {
        let mut intent = Intent::new(Gate::Tool, self.tool, value);
        if !is_path {
            intent.groups.push(Group::of_texts([value]));
            return intent;
        }
        let spelled = self.spell(value, Direction::Both, &self.places());
        intent.at_least_ask = spelled.doubt.map(|doubt| doubt.why().to_owned());
        intent.groups = spelled.groups;
        if let Some(first) = intent.groups.first_mut()
            && !first.equal.iter().any(|spelling| spelling.text == value)
        {
            first.tightening.push(Spelling::text(value));
        }
        intent
    }
}

/// A text, or a number as it prints.
fn plain_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests;
