//! Builtins that change the shell they run in, or keep code for later.

use super::{bases::Flow, frame::ScriptJob, names::Value, operands::named_operands, quiet, walker::Walker};
use crate::shell::{Assignment, Folder, HoleKind, Part, RedirectOp, RedirectTarget, UnitId, Word};

impl Walker<'_> {
    /// What a builtin does here. `true` where the command takes a verdict only from a rule beyond `*`.
    pub(super) fn builtin(&mut self, id: UnitId, name: &str, declared: &[(usize, Assignment)]) -> bool {
        match name {
            "cd" | "pushd" => self.change_folder(id),
            "popd" => {
                self.flow = Flow {
                    ok: Some(self.unknown_base(self.here)),
                    fail: Some(self.here),
                }
            }
            "exit" | "return" | "break" | "continue" => self.flow = Flow::dead(),
            "false" => {
                self.flow = Flow {
                    ok: None,
                    fail: Some(self.here),
                }
            }
            "true" | ":" => {
                self.flow = Flow {
                    ok: Some(self.here),
                    fail: None,
                }
            }
            "export" | "unset" | "local" | "declare" | "readonly" | "typeset" => {
                return self.declare(id, name, declared);
            }
            "read" | "mapfile" | "readarray" | "getopts" | "printf" | "let" | "wait" => {
                self.sets_operands(id, name);
            }
            "[" | "test" => self.test_operands(id, name),
            "source" | "." => {
                self.names.forget_all();
                // It may define or take away any function.
                self.doubt_functions(None);
            }
            "trap" => self.trap(id),
            "alias" => self.alias(id, declared),
            "set" => self.set_options(id),
            "shopt" => self.shell_options(id),
            "compgen" | "complete" => self.completion(id, name),
            "fc" | "history" => self.history(id, name),
            "bind" => self.key_bindings(id),
            "jobs" => self.job_command(id),
            "exec" => self.replaced_input(id),
            _ => self.alias_call(id, name),
        }
        self.program
            .units
            .get(id)
            .is_some_and(|unit| quiet::is_quiet(unit, name))
    }

    /// The operands of a unit: words that are no options.
    pub(super) fn operands(&self, id: UnitId) -> Vec<Word> {
        let Some(unit) = self.program.units.get(id) else {
            return Vec::new();
        };
        let mut operands = Vec::new();
        let mut options = true;
        for word in unit.words.iter().skip(1) {
            match word.literal() {
                Some(text) if options && text == "--" => options = false,
                Some(text) if options && text.len() > 1 && text.starts_with(['-', '+']) => {}
                _ => {
                    options = false;
                    operands.push(word.clone());
                }
            }
        }
        operands
    }

    // -- folders -----------------------------------------------------------------------------------------

    fn change_folder(&mut self, id: UnitId) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let is_cd = unit.words.first().and_then(Word::literal).as_deref() == Some("cd");
        let operands = self.operands(id);
        let folder = match operands.as_slice() {
            [] if is_cd => Some(Folder::Home),
            [word] if !matches!(word.literal(), Some(text) if text == "-" || text.is_empty()) => {
                let anchored = word.literal().is_some_and(|text| {
                    text.starts_with('/') || text.starts_with("./") || text.starts_with("../")
                });
                (anchored || !self.options.loose_folders).then(|| Folder::Word(word.clone()))
            }
            _ => None,
        };
        let rotates = !is_cd
            && self.program.units.get(id).is_some_and(|unit| {
                unit.words
                    .iter()
                    .skip(1)
                    .filter_map(Word::literal)
                    .any(|text| text.starts_with(['+', '-']))
            });
        self.flow = match folder {
            Some(folder) if !rotates => self.moved(folder),
            _ => Flow {
                ok: Some(self.unknown_base(self.here)),
                fail: Some(self.here),
            },
        };
    }

    // -- names -------------------------------------------------------------------------------------------

    /// `read` and its like set names to what is not known.
    fn sets_operands(&mut self, id: UnitId, name: &str) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let words: Vec<Word> = named_operands(name, &unit.words);
        let span = unit.span;
        self.evaluation.flows |= !words.is_empty() || matches!(name, "read" | "mapfile" | "readarray");
        let mut any = false;
        for word in &words {
            let word = &*word.joined_front();
            let lead = match word.parts.first() {
                Some(Part::Text { text, .. }) => Some(text.clone()),
                _ => None,
            };
            any |= word.literal().is_none();
            match lead {
                None => {}
                Some(text) => {
                    // Numbers, prompts and formats are no names; setting them does no harm.
                    let end = text
                        .bytes()
                        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                        .count();
                    let target = text.get(..end).unwrap_or_default().to_owned();
                    if target.bytes().next().is_some_and(|byte| !byte.is_ascii_digit()) {
                        if let Some(found) = self.judge_assignment(&target, None, false, span) {
                            self.floor_unit(id, found);
                        }
                        self.evaluated_name(&target);
                        self.names.set(&target, Value::Dynamic(HoleKind::Any));
                    }
                }
            }
        }
        if any {
            self.names.forget_all();
        }
        self.evaluation.values |= name == "let";
        self.callback(id, name);
        self.evaluate_words(id, name, &words);
        if name == "printf" {
            self.printed_text(id, !words.is_empty());
        }
    }

    /// `printf -v` gives its operands to a variable; `%n` gives a number to one that an operand names.
    fn printed_text(&mut self, id: UnitId, kept: bool) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let words: Vec<Word> = unit.words.iter().skip(1).cloned().collect();
        let counts = words.iter().filter_map(Word::literal).any(|text| {
            text.split('%').skip(1).any(|rest| {
                rest.trim_start_matches(|flag: char| "0123456789.*-+ #'hlLjzt".contains(flag))
                    .starts_with('n')
            })
        });
        for word in &words {
            if kept {
                self.keep_code(word);
            }
            if counts && let Some(text) = word.literal().filter(|text| self.names.get(text).is_some()) {
                self.names.set(&text, Value::Dynamic(HoleKind::Any));
            }
        }
    }

    /// `mapfile -C callback` runs it.
    fn callback(&mut self, id: UnitId, name: &str) {
        if name != "mapfile" && name != "readarray" {
            return;
        }
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let words: Vec<Word> = unit.words.iter().skip(1).cloned().collect();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(text) = word.literal() else { continue };
            // Options may stand in one word: `-t` takes no value, the others take what is left of it or the
            // next word (<https://www.gnu.org/software/bash/manual/bash.html#index-mapfile>).
            let Some(cluster) = text
                .strip_prefix('-')
                .map(|letters| letters.trim_start_matches('t'))
            else {
                continue;
            };
            let taken = text.len() - cluster.len() + 1;
            let glued = cluster.len() > 1;
            match cluster.chars().next() {
                Some('C') => {}
                Some('d' | 'n' | 'O' | 's' | 'u' | 'c') if !glued => {
                    words.next();
                    continue;
                }
                _ => continue,
            }
            let code = if glued {
                Some(word.clone())
            } else {
                words.next().cloned()
            };
            let Some(code) = code else { return };
            match code.literal() {
                Some(text) => {
                    let text = if glued {
                        text.get(taken..).unwrap_or_default().to_owned()
                    } else {
                        text
                    };
                    // The index and the line follow it.
                    let text = format!("{text} \"$MAPFILE_INDEX\" \"$MAPFILE_LINE\"");
                    let script = ScriptJob {
                        later: true,
                        ..ScriptJob::code(text, code.span)
                    };
                    self.run_scripts(id, vec![script], format!("run by {name}"));
                }
                None => self.opaque(id, code.span, "what it runs is not known before it runs"),
            }
        }
    }

    /// `exec <file` in a script that comes on standard input: the rest of the script comes from there.
    fn replaced_input(&mut self, id: UnitId) {
        let Some(unit) = self.program.units.get(id).filter(|_| self.stdin_script) else {
            return;
        };
        let replaced = unit.redirects.iter().any(|redirect| match redirect.op {
            RedirectOp::Read | RedirectOp::ReadWrite | RedirectOp::Here => true,
            RedirectOp::Duplicate => {
                let text = self.script.slice(redirect.span.start, redirect.span.end);
                text.contains('<')
                    || matches!(&redirect.target, RedirectTarget::Descriptor(text) if text == "-")
            }
            _ => false,
        });
        if replaced && unit.words.len() == 1 {
            let span = unit.span;
            self.opaque(id, span, "the rest of the script comes from elsewhere");
        }
    }
}
