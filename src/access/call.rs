//! A tool call → what it accesses.

use super::file_tool::FileTool;
use super::inputs::{self, Paths};
use super::path::{Spelled, Typed, Writer, expand_tilde, spell};
use super::{Access, Context, Group, Intent, Place, ToolPointers};
use crate::decision::{Direction, Gate};
use crate::shell::Standing;
use serde_json::{Map, Value};

/// Fields in which a tool takes a working folder of its own.
pub(super) const WORKDIR_FIELDS: [&str; 4] = ["cwd", "workdir", "working_directory", "workingDirectory"];

/// Whether `tool` is one whose input is known here, so that no runtime may declare it.
pub fn is_built_in(tool: &str) -> bool {
    matches!(tool, "bash" | "mcp" | "skill") || FileTool::named(tool).is_some()
}

/// What the call of `tool` with `input` accesses.
pub fn of_call(tool: &str, input: &Value, ctx: &Context<'_>) -> Access {
    static NOTHING: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    let mut call = Call {
        tool,
        input,
        fields: input.as_object().unwrap_or(&NOTHING),
        declared: ctx.declarations.access(tool),
        ctx,
        intents: Vec::new(),
        program: None,
    };
    call.collect();
    call.finish()
}

/// One call while its intents are collected.
pub(super) struct Call<'c, 'a> {
    pub(super) tool: &'c str,
    pub(super) input: &'c Value,
    pub(super) fields: &'c Map<String, Value>,
    pub(super) declared: Option<&'c ToolPointers>,
    pub(super) ctx: &'c Context<'a>,
    pub(super) intents: Vec<Intent>,
    pub(super) program: Option<crate::shell::Program>,
}

impl Call<'_, '_> {
    fn collect(&mut self) {
        let shell = match self.tool {
            "bash" => Some(None),
            tool => self.ctx.declarations.shell(tool).map(Some),
        };
        if let Some(pointers) = shell {
            self.shell(pointers);
        } else if let Some(file_tool) = FileTool::named(self.tool).filter(|_| !self.is_remote()) {
            self.file(file_tool);
        } else {
            match self.tool {
                "mcp" => self.mcp(),
                "skill" => self.skill(),
                _ => self.other(),
            }
        }
    }

    pub(super) fn is_remote(&self) -> bool {
        self.declared.is_some_and(|declared| declared.remote)
    }

    /// The folders that a relative path of this call may be meant in.
    pub(super) fn places(&self) -> Vec<Place> {
        let mut places = vec![self.ctx.place.clone()];
        for name in WORKDIR_FIELDS {
            if let Some(folder) = self
                .fields
                .get(name)
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
            {
                places.push(self.ctx.place.enter(&expand_tilde(folder, self.ctx)));
            }
        }
        places
    }

    pub(super) fn spell(&self, text: &str, direction: Direction, places: &[Place]) -> Spelled {
        let typed = Typed {
            text,
            writer: Writer::Tool,
            places,
            direction,
        };
        spell(&typed, self.ctx)
    }

    /// Every local path that the input holds.
    pub(super) fn paths(&self) -> Paths {
        if self.is_remote() {
            return Paths::default();
        }
        let mut paths = inputs::paths(self.tool, self.fields, self.ctx);
        // A call that is handed on carries its own input (`mcp__server__tool`, gateways of any name).
        for arguments in self.arguments().0 {
            let inner = inputs::paths(self.tool, &arguments, self.ctx);
            inner.found.iter().for_each(|path| paths.add(path));
            paths.unreadable = paths.unreadable.or(inner.unreadable);
        }
        for pointer in self.declared.iter().flat_map(|declared| &declared.paths) {
            match self.input.pointer(pointer) {
                None | Some(Value::Null) => {
                    paths
                        .unreadable
                        .get_or_insert_with(|| nothing_at(pointer, "a path"));
                }
                Some(value) => paths.add_value(pointer, value),
            }
        }
        paths
    }

    /// A path intent for every path; what stands in the place of one and is none is a shortfall.
    pub(super) fn path_intents(&mut self, paths: &Paths) {
        if paths.found.is_empty() {
            return;
        }
        let places = self.places();
        for path in &paths.found {
            let spelled = self.spell(path, Direction::Both, &places);
            let descent = spelled.descent(Vec::new(), false, true);
            let mut intent = spelled.intent(path, Direction::Both, "a path of the tool's input");
            if let Some(facts) = &mut intent.path {
                facts.descent = descent;
            }
            self.intents.push(intent);
        }
    }

    fn skill(&mut self) {
        let paths = self.paths();
        self.path_intents(&paths);
        let name = ["name", "skill"].iter().find_map(|field| self.fields.get(*field));
        let intent = match name {
            Some(Value::String(name)) if !name.is_empty() => of_skill(name),
            _ => {
                let mut intent = Intent::new(Gate::Skill, "skill", "");
                intent.groups.push(Group::default());
                intent.at_least_ask = Some("it names no skill".to_owned());
                intent
            }
        };
        self.intents.push(intent);
        if let Some(why) = paths.unreadable {
            self.shortfall(why);
        }
    }

    fn shortfall(&mut self, why: String) {
        if let Some(last) = self.intents.last_mut() {
            last.at_least_ask.get_or_insert(why);
        }
    }

    /// Puts the intents in pipeline order, known skill files among them.
    fn finish(mut self) -> Access {
        let skills = of_skill_files(&self.intents, self.ctx);
        self.intents.extend(skills);
        self.intents.sort_by_key(|intent| intent.gate);
        let known = self.ctx.known.tools.as_ref();
        Access {
            tool: self.tool.to_owned(),
            unknown_tool: known.is_some_and(|tools| !tools.iter().any(|tool| tool == self.tool)),
            intents: self.intents,
            program: self.program,
        }
    }
}

/// The skill `name`.
pub(super) fn of_skill(name: &str) -> Intent {
    let mut intent = Intent::new(Gate::Skill, "skill", name);
    intent.groups.push(Group::of_texts([name]));
    intent
}

/// An intent for each known skill whose file one of `intents` reaches.
fn of_skill_files(intents: &[Intent], ctx: &Context<'_>) -> Vec<Intent> {
    let skills = &ctx.known.skills;
    let mut found: Vec<Intent> = Vec::new();
    if skills.is_empty() {
        return found;
    }
    let asked: Vec<&str> = intents
        .iter()
        .filter(|intent| intent.gate == Gate::Skill)
        .map(|intent| intent.blame.value.as_str())
        .collect();
    for intent in intents.iter().filter(|intent| intent.gate == Gate::Path) {
        let spellings = intent.groups.iter().flat_map(|group| {
            let equal = group.equal.iter().map(|spelling| (spelling, false));
            equal.chain(group.tightening.iter().map(|spelling| (spelling, true)))
        });
        for (spelling, likely) in spellings {
            if !spelling.text.starts_with('/') || spelling.open.is_some() {
                continue;
            }
            for name in skills.at(&spelling.text) {
                let known = found.iter().any(|skill| skill.blame.value == *name);
                if known || asked.contains(&name.as_str()) {
                    continue;
                }
                let mut skill = of_skill(name);
                if likely {
                    skill.standing = Standing::Tightening;
                }
                skill.blame.span = intent.blame.span;
                found.push(skill);
            }
        }
    }
    found
}

/// What a pointer that finds nothing comes to, in words.
pub(super) fn nothing_at(pointer: &str, what: &str) -> String {
    format!("`{pointer}` should hold {what} and holds none")
}

#[cfg(test)]
pub(super) mod testing;
#[cfg(test)]
mod tests;
