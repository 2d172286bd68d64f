//! A command line → what it accesses.

use super::{Context, Intent, Place};
use crate::decision::Gate;
use crate::shell::Program;

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
    let _ = (place, ctx);
    let mut intent = Intent::new(Gate::Bash, "bash", command);
    intent.groups.push(super::Group::of_texts([command]));
    intent.at_least_ask = Some("the command was not analysed".to_owned());
    Commands {
        program: Program::default(),
        intents: vec![intent],
    }
}
