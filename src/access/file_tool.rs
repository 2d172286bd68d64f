//! The built-in file tools and what a call of one accesses.

use super::call::Call;
use super::{Group, Intent};
use crate::decision::{Direction, Gate};
use serde_json::Value;

/// A file tool: its surface is matched by path.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileTool {
    name: &'static str,
    direction: Direction,
    /// Without a path it means the working folder.
    defaults_to_cwd: bool,
    /// It goes on below a directory.
    descends: bool,
}

/// The built-in file tools (pi's tool set: read, write, edit, grep, find, ls). Their grep and find look into
/// dot entries, too.
const FILE_TOOLS: [FileTool; 6] = [
    FileTool::new("read", Direction::Read),
    FileTool::new("write", Direction::Write),
    FileTool::new("edit", Direction::Write),
    FileTool::new("ls", Direction::Read).in_cwd(),
    FileTool::new("grep", Direction::Read).in_cwd().descending(),
    FileTool::new("find", Direction::Read).in_cwd().descending(),
];

impl FileTool {
    const fn new(name: &'static str, direction: Direction) -> Self {
        Self {
            name,
            direction,
            defaults_to_cwd: false,
            descends: false,
        }
    }

    const fn in_cwd(mut self) -> Self {
        self.defaults_to_cwd = true;
        self
    }

    const fn descending(mut self) -> Self {
        self.descends = true;
        self
    }

    /// The file tool of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        FILE_TOOLS.into_iter().find(|tool| tool.name == name)
    }
}

impl Call<'_, '_> {
    pub(super) fn file(&mut self, tool: FileTool) {
        let mut paths = self.paths();
        let unreadable = paths.unreadable.take();
        if paths.found.is_empty() && unreadable.is_none() && tool.defaults_to_cwd {
            paths.add(".");
        }
        let places = self.places();
        for path in &paths.found {
            let spelled = self.spell(path, tool.direction, &places);
            let descent = if tool.descends {
                spelled.descent(self.excludes(), false, false)
            } else {
                None
            };
            let mut intent = spelled.intent(path, tool.direction, tool.name);
            if let Some(facts) = &mut intent.path {
                facts.descent = descent;
                facts.leaves_alone = tool.direction == Direction::Read;
            }
            let mut own = intent.clone();
            own.gate = Gate::Tool;
            tool.name.clone_into(&mut own.surface);
            self.intents.push(intent);
            self.intents.push(own);
        }
        if unreadable.is_some() || paths.found.is_empty() {
            let mut intent = Intent::new(Gate::Tool, tool.name, "");
            intent.direction = Some(tool.direction);
            intent.groups.push(Group::default());
            intent.at_least_ask = Some(unreadable.unwrap_or_else(|| "it names no path".to_owned()));
            self.intents.push(intent);
        }
    }

    /// What the grep tool is told to leave out: `glob: "!…"` (ripgrep's `-g`).
    fn excludes(&self) -> Vec<String> {
        let glob = self
            .fields
            .get("glob")
            .and_then(Value::as_str)
            .filter(|_| self.tool == "grep");
        glob.and_then(|glob| glob.strip_prefix('!'))
            .map(str::to_owned)
            .into_iter()
            .collect()
    }
}

#[cfg(test)]
mod tests;
