//! Builtins that change the shell they run in, or keep code for later.

use super::{
    bases::Flow,
    frame::ScriptJob,
    names::Value,
    quiet,
    walker::{Walker, floor},
};
use crate::shell::{Assignment, Folder, HoleKind, RedirectTarget, Sentinel, Span, UnitId, Word};

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
            "source" | "." => self.names.forget_all(),
            "trap" => self.trap(id),
            "alias" => self.alias(id, declared),
            _ => self.alias_call(id, name),
        }
        self.program
            .units
            .get(id)
            .is_some_and(|unit| quiet::is_quiet(unit, name))
    }

    /// The operands of a unit: words that are no options.
    fn operands(&self, id: UnitId) -> Vec<Word> {
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
                Some(Folder::Word(word.clone()))
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

    /// `export`, `declare` and their like; `true` where no name matters.
    fn declare(&mut self, id: UnitId, name: &str, declared: &[(usize, Assignment)]) -> bool {
        let flags: String = self.program.units.get(id).map_or_else(String::new, |unit| {
            unit.words
                .iter()
                .skip(1)
                .filter_map(Word::literal)
                .filter(|text| text.starts_with('-'))
                .collect()
        });
        let exported = name == "export" || flags.contains('x');
        let mut harmless = name != "typeset" && !flags.contains(['f', 'n']);
        for (_, assignment) in declared {
            let append = self.appends_in(assignment);
            let judged = if append {
                format!("{}+", assignment.name)
            } else {
                assignment.name.clone()
            };
            if let Some(found) =
                self.judge_assignment(&judged, Some(&assignment.value), exported, assignment.span)
            {
                self.floor_unit(id, found);
                harmless = false;
            }
            self.assign(assignment, append);
            if flags.contains('i') || flags.contains('n') {
                self.names.set(&assignment.name, Value::Dynamic(HoleKind::Any));
            }
        }
        let Some(unit) = self.program.units.get(id) else {
            return false;
        };
        let mut plain = Vec::new();
        for (index, word) in unit.words.iter().enumerate().skip(1) {
            if declared.binary_search_by_key(&index, |(at, _)| *at).is_ok() {
                continue;
            }
            match word.literal() {
                Some(text) if text.starts_with(['-', '+']) => {}
                Some(text) => plain.push((text, word.span)),
                None => harmless = false,
            }
        }
        for (text, span) in plain {
            // `export 'A=b'` sets it as well.
            let (target, value) = match text.split_once('=') {
                Some((target, value)) => (target.to_owned(), Some(value.to_owned())),
                None => (text.clone(), None),
            };
            let word = value.map(|value| Word {
                span,
                parts: vec![crate::shell::Part::Text {
                    text: value,
                    quoted: true,
                }],
            });
            let sets = word.is_some() || name == "unset" || name == "local";
            let matters = word.is_some() || exported;
            if matters && let Some(found) = self.judge_assignment(&target, word.as_ref(), exported, span) {
                // Exporting a name says nothing of its value, which was judged where it was set.
                if word.is_some() || self.names.get(&target).is_some() {
                    self.floor_unit(id, found);
                }
                harmless = false;
            }
            if name == "unset" && self.judge_assignment(&target, None, true, span).is_some() {
                harmless = false;
            }
            if sets {
                let target = target.split(['[', '+']).next().unwrap_or_default().to_owned();
                self.names.set(&target, Value::Dynamic(HoleKind::Any));
            }
        }
        // An integer or a reference has its value evaluated.
        self.evaluates |= flags.contains(['i', 'n']);
        self.evaluate_operands(id, name);
        harmless
    }

    fn appends_in(&self, assignment: &Assignment) -> bool {
        let end = assignment.span.start + assignment.name.len();
        self.script.slice(end, end + 2) == "+="
    }

    /// `read` and its like set names to what is not known.
    fn sets_operands(&mut self, id: UnitId, name: &str) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let words: Vec<Word> = unit.words.iter().skip(1).cloned().collect();
        let first = words.first().and_then(Word::literal);
        if name == "printf" && first.as_deref() != Some("-v")
            || name == "wait" && first.as_deref() != Some("-p")
        {
            return;
        }
        let span = unit.span;
        let bodies: Vec<Word> = unit
            .redirects
            .iter()
            .filter_map(|redirect| match &redirect.target {
                RedirectTarget::Body(body) => Some(body.clone()),
                _ => None,
            })
            .collect();
        for body in bodies {
            self.keep_code(&body);
        }
        let mut any = false;
        for word in &words {
            match word.literal() {
                None => any = true,
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
                        self.names.set(&target, Value::Dynamic(HoleKind::Any));
                    }
                }
            }
            if name == "printf" && word.literal().as_deref() != Some("-v") {
                break;
            }
        }
        if any && name != "printf" {
            self.names.forget_all();
        }
        self.evaluates |= name == "let";
        self.callback(id, name, &words);
        if name != "wait" {
            self.evaluate_operands(id, name);
        }
    }

    /// `mapfile -C callback` runs it.
    fn callback(&mut self, id: UnitId, name: &str, words: &[Word]) {
        if name != "mapfile" && name != "readarray" {
            return;
        }
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
                    let script = ScriptJob::code(text, code.span);
                    self.run_scripts(id, vec![script], format!("run by {name}"), false);
                }
                None => self.opaque(id, code.span, "what it runs is not known before it runs"),
            }
        }
    }

    fn opaque(&mut self, id: UnitId, span: Span, why: &str) {
        self.floor_unit(id, floor(Sentinel::OpaqueWrapper, span, why));
    }

    // -- code that is kept -------------------------------------------------------------------------------

    fn trap(&mut self, id: UnitId) {
        let operands = self.operands(id);
        let [action, _, ..] = operands.as_slice() else {
            return;
        };
        match action.literal() {
            Some(text) if text.trim().is_empty() || text == "-" => {}
            Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {}
            Some(text) => {
                let script = ScriptJob {
                    later: true,
                    ..ScriptJob::code(text, action.span)
                };
                self.run_scripts(id, vec![script], "run by a trap".to_owned(), false);
            }
            None => self.opaque(id, action.span, "what the trap runs is not known before it runs"),
        }
    }

    fn alias(&mut self, id: UnitId, declared: &[(usize, Assignment)]) {
        let mut scripts = Vec::new();
        for (_, assignment) in declared {
            match assignment.value.literal() {
                Some(text) => {
                    self.keep_alias(&assignment.name, &text);
                    scripts.push(ScriptJob {
                        later: true,
                        ..ScriptJob::code(text, assignment.value.span)
                    });
                }
                None => self.opaque(id, assignment.span, "what the alias stands for is not known"),
            }
        }
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let mut unknown = None;
        let mut kept = Vec::new();
        for (index, word) in unit.words.iter().enumerate().skip(1) {
            if declared.binary_search_by_key(&index, |(at, _)| *at).is_ok() {
                continue;
            }
            match word.literal() {
                Some(text) => {
                    if let Some((name, value)) = text.split_once('=') {
                        kept.push((name.to_owned(), value.to_owned()));
                        scripts.push(ScriptJob {
                            later: true,
                            ..ScriptJob::code(value.to_owned(), word.span)
                        });
                    }
                }
                None => unknown = Some(word.span),
            }
        }
        for (name, value) in kept {
            self.keep_alias(&name, &value);
        }
        if let Some(span) = unknown {
            self.opaque(id, span, "what the alias stands for is not known");
        }
        if !scripts.is_empty() {
            self.run_scripts(id, scripts, "kept by an alias".to_owned(), false);
        }
    }

    fn keep_alias(&mut self, name: &str, value: &str) {
        let values = self.aliases.entry(name.to_owned()).or_default();
        if !values.iter().any(|known| known == value) {
            values.push(value.to_owned());
        }
    }

    /// A command whose name the command made an alias: all that it may stand for, with the operands.
    fn alias_call(&mut self, id: UnitId, name: &str) {
        if self.aliases.is_empty() || self.in_alias {
            return;
        }
        let Some(values) = self.aliases.get(name) else {
            return;
        };
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let rest = unit.text.strip_prefix(name).unwrap_or_default();
        let span = unit.span;
        let size = values.iter().map(String::len).sum::<usize>() + values.len().saturating_mul(rest.len());
        let scripts = values
            .iter()
            .map(|value| ScriptJob {
                alias: true,
                ..ScriptJob::code(format!("{value}{rest}"), span)
            })
            .collect();
        if self.spend(size) {
            self.run_scripts(id, scripts, format!("alias {name}"), false);
        }
    }
}

impl ScriptJob {
    /// Bash code that runs elsewhere.
    pub(super) fn code(text: String, span: Span) -> Self {
        Self {
            text,
            span,
            zsh: false,
            shared: false,
            stdin: false,
            later: false,
            alias: false,
        }
    }
}
