//! `export`, `declare` and their like: what they set, and what the attributes of a name do to it.

use super::{names::Value, walker::Walker};
use crate::shell::{Assignment, HoleKind, Part, UnitId, Word};

impl Walker<'_> {
    /// `export`, `declare` and their like; `true` where no name matters.
    pub(super) fn declare(&mut self, id: UnitId, name: &str, declared: &[(usize, Assignment)]) -> bool {
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
        for (at, assignment) in declared {
            let append = self.appends_at(id, *at, assignment);
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
            self.evaluated_name(&assignment.name);
            self.take_attributes(name, &flags, &assignment.name);
        }
        let Some(unit) = self.program.units.get(id) else {
            return false;
        };
        let mut plain = Vec::new();
        let mut unknown = false;
        for (index, word) in unit.words.iter().enumerate().skip(1) {
            if declared.binary_search_by_key(&index, |(at, _)| *at).is_ok() {
                continue;
            }
            match word.literal() {
                Some(text) if text.starts_with(['-', '+']) => {}
                Some(text) => plain.push((text, word.span)),
                None => {
                    harmless = false;
                    unknown = true;
                }
            }
        }
        if unknown {
            // `declare "$name=value"` may set any name, and have any attribute.
            self.names.forget_all();
            self.doubt_functions(None);
            self.evaluation.values = true;
            if flags.contains(['i', 'n', 'u', 'l', 'c', 'r']) {
                self.names.cast_off();
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
                parts: vec![Part::Text {
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
            let target = target.split(['[', '+']).next().unwrap_or_default().to_owned();
            self.evaluated_name(&target);
            self.take_attributes(name, &flags, &target);
            if sets {
                self.names.set(&target, Value::Dynamic(HoleKind::Any));
            }
            if name == "unset" {
                self.doubt_functions(Some(&target));
            }
        }
        self.declared_code(id, name, declared);
        harmless
    }

    /// What the attributes of a name do to what it takes.
    fn take_attributes(&mut self, command: &str, flags: &str, name: &str) {
        let declares = matches!(command, "declare" | "typeset" | "local");
        if command == "readonly" || flags.contains('r') {
            self.names.freeze(name);
        }
        if declares && flags.contains('n') {
            // From here on a name may stand for another one.
            self.evaluation.values = true;
            self.names.cast_off();
        }
        if flags.contains('i') {
            self.evaluation.values = true;
        }
        if flags.contains(['i', 'u', 'l', 'c']) {
            self.names.let_drift(name);
            self.names.set(name, Value::Dynamic(HoleKind::Any));
        }
    }

    /// Operands of `declare` and its like: names are evaluated, values where they are arrays, the others
    /// where something evaluates the variable.
    fn declared_code(&mut self, id: UnitId, name: &str, declared: &[(usize, Assignment)]) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let (mut evaluated, mut kept) = (Vec::new(), Vec::new());
        for (index, word) in unit.words.iter().enumerate().skip(1) {
            if declared.binary_search_by_key(&index, |(at, _)| *at).is_ok() {
                continue;
            }
            let value = word.literal().and_then(|text| {
                let (target, value) = text.split_once('=')?;
                Some((target.contains(['$', '`', '[']), value.starts_with('(')))
            });
            match value {
                Some((false, false)) => kept.push(word.clone()),
                _ => evaluated.push(word.clone()),
            }
        }
        for word in kept {
            self.keep_code(&word);
        }
        self.evaluate_words(id, name, &evaluated);
    }

    /// Whether the operand at an index appends; it begins with the name and the operator. The text that it was read
    /// from need not be the command's own.
    fn appends_at(&self, id: UnitId, at: usize, assignment: &Assignment) -> bool {
        let word = self.program.units.get(id).and_then(|unit| unit.words.get(at));
        matches!(
            word.and_then(|word| word.parts.first()),
            Some(Part::Text { text, .. }) if text.strip_prefix(assignment.name.as_str()) == Some("+=")
        )
    }
}
