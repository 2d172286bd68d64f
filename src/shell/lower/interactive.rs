//! Builtins of the interactive shell that run or keep code: completion, history, key bindings, jobs.
//!
//! Source: bash(1), "Programmable Completion Builtins", "History Builtins", `bind`, `jobs`.

use super::{
    frame::{Job, ScriptJob},
    walker::{Walker, floor},
};
use crate::shell::{Part, Sentinel, Span, UnitId, Word};

/// An option with its value.
struct Valued {
    letter: u8,
    value: Word,
}

/// The options of a command that take a value, where `valued` lists their letters; `None` where some word is
/// not known.
fn options(words: &[Word], valued: &[u8]) -> (Vec<Valued>, bool) {
    let mut found = Vec::new();
    let mut unknown = false;
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let word = &*word.joined_front();
        let Some(Part::Text { text: lead, .. }) = word.parts.first() else {
            unknown = true;
            continue;
        };
        if lead == "--" {
            break;
        }
        let Some(letters) = lead.strip_prefix('-') else {
            continue;
        };
        let at = letters.bytes().position(|letter| valued.contains(&letter));
        let Some((at, letter)) = at.and_then(|at| Some((at, letters.as_bytes().get(at).copied()?))) else {
            continue;
        };
        let rest = letters.get(at + 1..).unwrap_or_default();
        let value = if rest.is_empty() && word.parts.len() == 1 {
            words.next().cloned()
        } else {
            let mut value = word.clone();
            if let Some(Part::Text { text, .. }) = value.parts.first_mut() {
                rest.clone_into(text);
            }
            Some(value)
        };
        if let Some(value) = value {
            found.push(Valued { letter, value });
        }
    }
    (found, unknown)
}

impl Walker<'_> {
    /// `compgen` and `complete`: `-C` is a command, `-W` is expanded, `-F` is a function.
    pub(super) fn completion(&mut self, id: UnitId, name: &str) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let (found, unknown) = options(&unit.words, b"ACFGSPVWXo");
        let mut jobs = Vec::new();
        let mut opaque: Option<Span> = unknown.then_some(unit.span);
        let mut calls = false;
        for Valued { letter, value } in found {
            match (letter, value.literal()) {
                (b'C', Some(text)) => {
                    // The command, the word and the one before follow it.
                    let text = format!("{text} \"$COMP_COMMAND\" \"$COMP_WORD\" \"$COMP_BEFORE\"");
                    jobs.push(Job::Script(ScriptJob::code(text, value.span)));
                }
                (b'W', Some(text)) => jobs.push(Job::Script(ScriptJob::expansion(text, value.span))),
                (b'F', Some(_)) => calls = true,
                (b'C' | b'F' | b'W', None) => opaque = Some(value.span),
                _ => {}
            }
        }
        if calls {
            // The function may set any name.
            self.names.forget_all();
        }
        if let Some(span) = opaque {
            self.opaque(id, span, "what it runs is not known before it runs");
        }
        self.run_jobs(id, jobs, format!("run by {name}"));
    }

    /// `fc` runs what the history holds, and an editor; `history -s` puts something there.
    pub(super) fn history(&mut self, id: UnitId, name: &str) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let span = unit.span;
        let words = &unit.words;
        let has = |letter: char| {
            words
                .iter()
                .skip(1)
                .filter_map(Word::literal)
                .any(|text| text.starts_with('-') && text.contains(letter))
        };
        if name == "history" {
            if !has('s') {
                return;
            }
            let operands = self.operands(id);
            let mut text = String::new();
            for word in &operands {
                match word.literal() {
                    Some(piece) => {
                        if !text.is_empty() {
                            text.push(' ');
                        }
                        text.push_str(&piece);
                    }
                    None => return self.opaque(id, word.span, "what it keeps is not known before it runs"),
                }
            }
            let script = ScriptJob {
                later: true,
                ..ScriptJob::code(text, span)
            };
            return self.run_jobs(id, vec![Job::Script(script)], "kept by history".to_owned());
        }
        if has('l') && !has('s') && !has('e') {
            return;
        }
        let (found, _) = options(words, b"e");
        let jobs = found
            .into_iter()
            .filter_map(|option| {
                Some(Job::Script(ScriptJob::code(
                    option.value.literal()?,
                    option.value.span,
                )))
            })
            .collect();
        self.names.forget_all();
        self.opaque(id, span, "runs what the history holds");
        self.run_jobs(id, jobs, "run by fc".to_owned());
    }

    /// `bind` with anything but a list of what is bound: keys that run commands.
    pub(super) fn key_bindings(&mut self, id: UnitId) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let span = unit.span;
        let lists = unit.words.len() > 1
            && unit.words.iter().skip(1).all(|word| {
                word.literal().is_some_and(|text| {
                    text.strip_prefix('-').is_some_and(|letters| {
                        !letters.is_empty() && letters.bytes().all(|letter| b"lpPsSvVX".contains(&letter))
                    })
                })
            });
        if lists || unit.words.len() == 1 {
            return;
        }
        let jobs = unit
            .words
            .iter()
            .skip(1)
            .filter_map(|word| {
                let text = word.literal()?;
                let (_, bound) = text.split_once(':')?;
                let code = bound.trim().trim_matches(['"', '\'']).to_owned();
                let script = ScriptJob {
                    later: true,
                    ..ScriptJob::code(code, word.span)
                };
                Some(Job::Script(script))
            })
            .collect();
        self.opaque(id, span, "keys may run anything");
        self.run_jobs(id, jobs, "bound to a key".to_owned());
    }

    /// `jobs -x` runs the command that follows.
    pub(super) fn job_command(&mut self, id: UnitId) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let runs = unit.words.get(1).is_some_and(|word| match word.literal() {
            Some(text) => text.starts_with('-') && text.contains('x'),
            None => true,
        });
        let rest: Vec<Word> = unit.words.iter().skip(2).cloned().collect();
        if runs && !rest.is_empty() {
            self.run_jobs(id, vec![Job::Words(rest.into())], "run by jobs".to_owned());
        }
    }

    /// A floor: what a unit runs is not known.
    pub(super) fn opaque(&mut self, id: UnitId, span: Span, why: &str) {
        self.floor_unit(id, floor(Sentinel::OpaqueWrapper, span, why));
    }
}
