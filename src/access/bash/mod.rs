//! A command line → what it accesses: one intent for each unit, one for each path that a unit names.

mod bases;
mod globs;
#[cfg(test)]
mod growth;
#[cfg(test)]
mod looks;
mod made;
mod paths;
mod payload;
mod units;
mod urls;
mod words;

use super::{Context, Group, Intent, Place};
use crate::decision::Gate;
use crate::shell::{Program, Span, Standing};

/// What a command line accesses.
#[derive(Clone, Debug)]
pub struct Commands {
    /// The command, lowered.
    pub program: Program,
    /// Its skill, path and bash intents, in any order.
    pub intents: Vec<Intent>,
}

/// What `command`, started in `place`, accesses.
pub fn access(command: &str, place: &Place, ctx: &Context<'_>) -> Commands {
    let program = crate::shell::analyze(command, &ctx.declarations.programs);
    let intents = project(&program, command, place, ctx);
    Commands { program, intents }
}

/// The intents of `program`, which came of `command`.
fn project(program: &Program, command: &str, place: &Place, ctx: &Context<'_>) -> Vec<Intent> {
    let mut paths = paths::Paths::new(program, command, place, ctx);
    let executed = units::Executed::of(program);
    let mut intents = Vec::with_capacity(program.units.len() * 2 + 1);
    for (id, unit) in program.units.iter().enumerate() {
        paths.unit(id, unit);
        intents.push(units::intent(id, unit, &executed, ctx));
    }
    whole(program, command, &mut intents);
    let mut found = paths.finish();
    found.extend(intents);
    found
}

/// What could not be established of the command as a whole floors every unit that stands for it; where
/// there is none, the command itself stands for it.
fn whole(program: &Program, command: &str, intents: &mut Vec<Intent>) {
    if program.floors.is_empty() {
        return;
    }
    let mut stands = false;
    for intent in intents
        .iter_mut()
        .filter(|intent| intent.standing == Standing::Full)
    {
        intent.floors.extend(program.floors.iter().cloned());
        stands = true;
    }
    if !stands {
        let mut intent = Intent::new(Gate::Bash, "bash", command.trim());
        intent.blame.span = Some(Span {
            start: 0,
            end: command.len(),
        });
        intent.floors.clone_from(&program.floors);
        intent.groups.push(Group::of_texts([command.trim()]));
        intents.push(intent);
    }
}
