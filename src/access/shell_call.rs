//! The call of a tool that runs a shell command: `bash`, and what is declared to be one.

use super::call::{Call, WORKDIR_FIELDS, nothing_at};
use super::path::expand_tilde;
use super::{Group, Intent, ShellPointers, bash};
use crate::decision::{Direction, Gate};
use crate::shell::Standing;
use serde_json::Value;

impl Call<'_, '_> {
    pub(super) fn shell(&mut self, pointers: Option<&ShellPointers>) {
        let paths = self.paths();
        let named = self.working_folder(pointers);
        let mut place = self.ctx.place.clone();
        let mut shortfall = paths.unreadable.clone();
        match named {
            Ok(Some(folder)) if self.is_remote() => place = place.enter(&folder),
            Ok(Some(folder)) => {
                let spelled = self.spell(&folder, Direction::Read, std::slice::from_ref(&self.ctx.place));
                let mut intent = spelled.intent(&folder, Direction::Read, "working folder");
                if let Some(facts) = &mut intent.path {
                    facts.leaves_alone = true;
                }
                self.intents.push(intent);
                place = place.enter(&expand_tilde(&folder, self.ctx));
            }
            Ok(None) => {}
            Err(why) => shortfall = Some(why),
        }
        self.path_intents(&paths);
        match self.command(pointers) {
            Ok(command) => {
                let mut commands = bash::access(&command, &place, self.ctx);
                if self.is_remote() {
                    commands.intents.retain(|intent| intent.gate != Gate::Path);
                }
                if pointers.is_some() {
                    self.own_surface(&commands.intents);
                }
                self.intents.append(&mut commands.intents);
                self.program = Some(commands.program);
            }
            Err(why) => shortfall = Some(why),
        }
        if let Some(why) = shortfall {
            let mut intent = Intent::new(Gate::Bash, "bash", "");
            intent.groups.push(Group::default());
            intent.at_least_ask = Some(why);
            self.intents.push(intent);
        }
    }

    /// A tool that runs commands is judged by them under `bash`; what stands under its own name counts as
    /// well, unit by unit.
    fn own_surface(&mut self, commands: &[Intent]) {
        for unit in commands.iter().filter(|intent| intent.gate == Gate::Bash) {
            let mut own = unit.clone();
            own.gate = Gate::Tool;
            self.tool.clone_into(&mut own.surface);
            own.floors.clear();
            own.at_least_ask = None;
            if own.standing == Standing::Full {
                own.standing = Standing::Quiet;
            }
            self.intents.push(own);
        }
    }

    /// The command: a text, or a list of words that is run as it is.
    fn command(&self, pointers: Option<&ShellPointers>) -> Result<String, String> {
        let pointer = pointers.map_or("/command", |pointers| pointers.command.as_str());
        let found = match pointers {
            None => self.fields.get("command"),
            Some(_) => self.input.pointer(pointer),
        };
        match found {
            Some(Value::String(command)) => Ok(command.clone()),
            Some(Value::Array(words)) if !words.is_empty() => words
                .iter()
                .map(|word| word.as_str().map(quoted))
                .collect::<Option<Vec<_>>>()
                .map(|words| words.join(" "))
                .ok_or_else(|| format!("`{pointer}` holds something that is no command")),
            None | Some(Value::Null) => Err(nothing_at(pointer, "a command")),
            Some(_) => Err(format!("`{pointer}` holds something that is no command")),
        }
    }

    fn working_folder(&self, pointers: Option<&ShellPointers>) -> Result<Option<String>, String> {
        let mut values = Vec::new();
        match pointers {
            Some(pointers) => {
                let found = pointers
                    .workdir
                    .as_deref()
                    .map(|pointer| self.input.pointer(pointer));
                values.extend(found.flatten());
            }
            None => values.extend(WORKDIR_FIELDS.iter().filter_map(|name| self.fields.get(*name))),
        }
        let mut folder: Option<&str> = None;
        for value in values {
            match value {
                Value::Null => {}
                Value::String(text) if text.is_empty() => {}
                Value::String(text) if folder.is_none_or(|folder| folder == text) => folder = Some(text),
                Value::String(_) => return Err("it names two working folders".to_owned()),
                _ => return Err("its working folder is no text".to_owned()),
            }
        }
        Ok(folder.map(str::to_owned))
    }
}

/// A word of a command, so quoted that a shell reads it as it is; plain words stay plain. A `=` is not plain: in
/// front of a command it would make an assignment of a program's name.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:@%+,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests;
