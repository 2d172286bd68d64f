//! `set` and `shopt`: options that change how what follows is read, and those that floor.

use super::walker::{Walker, floor};
use crate::shell::{Sentinel, UnitId, Word};

/// Options of the shell that matter to what comes later. None is ever taken back: where it is switched off
/// again, what follows is only known less well.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    /// `lastpipe`: the last stage of a pipeline runs in the shell itself.
    pub(super) last_stage: bool,
    /// Globs match more than they do by themselves (`dotglob`, `nocaseglob`, `globstar`).
    pub(super) wide_globs: bool,
    /// `allexport`: whatever is assigned reaches other programs.
    pub(super) exports: bool,
    /// `cdable_vars`: the operand of `cd` may be the name of a variable.
    pub(super) loose_folders: bool,
}

/// What an option does to the reading of what follows.
enum Effect {
    None,
    Exports,
    /// Words are taken as something else than what they look like.
    Bends,
}

/// The options of `set -o` (bash(1), The Set Builtin).
fn named(name: &str) -> Effect {
    match name {
        "keyword" | "history" | "histexpand" => Effect::Bends,
        "allexport" => Effect::Exports,
        _ => Effect::None,
    }
}

impl Walker<'_> {
    /// `set` with options: `-k` takes assignments anywhere in a command, `-H` expands `!` in what follows.
    pub(super) fn set_options(&mut self, id: UnitId) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let span = unit.span;
        let mut effects = Vec::new();
        let mut unknown = false;
        let mut words = unit.words.iter().skip(1);
        while let Some(word) = words.next() {
            let Some(text) = word.literal() else {
                // `set $x` may switch on any option, but for text that follows `--` or an operand.
                unknown = true;
                break;
            };
            let Some(letters) = text.strip_prefix('-').or_else(|| text.strip_prefix('+')) else {
                break;
            };
            if text == "--" || text == "-" {
                break;
            }
            for letter in letters.bytes() {
                match letter {
                    b'k' | b'H' => effects.push(Effect::Bends),
                    b'a' => effects.push(Effect::Exports),
                    b'o' => match words.next().map(Word::literal) {
                        Some(Some(name)) => effects.push(named(&name)),
                        Some(None) => unknown = true,
                        None => {}
                    },
                    _ => {}
                }
            }
        }
        for effect in effects {
            match effect {
                Effect::None => {}
                Effect::Exports => self.options.exports = true,
                Effect::Bends => unknown = true,
            }
        }
        if unknown {
            let found = floor(
                Sentinel::EnvironmentOverride,
                span,
                "it changes how the words that follow are taken",
            );
            self.floor_unit(id, found);
        }
    }

    /// `shopt -s`.
    pub(super) fn shell_options(&mut self, id: UnitId) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let span = unit.span;
        let mut sets = false;
        let mut bends = false;
        let mut options = self.options;
        for word in unit.words.iter().skip(1) {
            let Some(text) = word.literal() else {
                bends = true;
                continue;
            };
            if let Some(letters) = text.strip_prefix('-') {
                sets |= letters.contains('s');
                continue;
            }
            match text.as_str() {
                "lastpipe" => options.last_stage = true,
                "dotglob" | "nocaseglob" | "globstar" => options.wide_globs = true,
                "cdable_vars" => options.loose_folders = true,
                name => match named(name) {
                    Effect::None => {}
                    Effect::Exports => options.exports = true,
                    Effect::Bends => bends = true,
                },
            }
        }
        if !sets {
            return;
        }
        self.options = options;
        if bends {
            let found = floor(
                Sentinel::EnvironmentOverride,
                span,
                "it changes how the words that follow are taken",
            );
            self.floor_unit(id, found);
        }
    }
}
