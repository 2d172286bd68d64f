//! Assignments by any means: what they make of a name, and what the tables say of them.

use super::{
    commands::extend_segments,
    frame::Frame,
    names::Value,
    walker::{Walker, floor},
};
use crate::shell::{
    Assignment, Floor, HoleKind, Part, Sentinel, Span, Word,
    grammar::{
        Dialect,
        environment::{self, Place},
    },
    syntax::Role,
};

impl Walker<'_> {
    /// A word of the form `name=value` has ended.
    pub(super) fn take_assignment(
        &mut self,
        stretch: (usize, usize),
        equals: usize,
        append: bool,
        value: Word,
        role: Role,
    ) {
        let name = self.script.slice(stretch.0, equals).to_owned();
        let span = self.script.span(stretch.0, stretch.1);
        let assignment = Assignment { name, value, span };
        let Some(Frame::Simple(simple)) = self.frames.last_mut() else {
            return;
        };
        if role != Role::Plain {
            return;
        }
        if !simple.words.is_empty() {
            // An operand of `export`, `declare` and their like: a word, and an assignment.
            extend_segments(simple, stretch);
            let mut parts = vec![Part::Text {
                text: format!("{}{}", assignment.name, if append { "+=" } else { "=" }),
                quoted: false,
            }];
            parts.extend(assignment.value.parts.iter().cloned());
            simple.declared.push((simple.words.len(), assignment));
            simple.words.push(Word { span, parts });
            return;
        }
        let command = simple.command;
        let unit = simple.unit;
        let redirected = !simple.redirects.list.is_empty();
        simple.assignments.push(assignment.clone());
        if command {
            self.evaluation.flows |= assignment.value.is_dynamic();
            self.keep_code(&assignment.value);
        } else {
            self.assign(&assignment, append);
            if redirected {
                // Targets in front of it are expanded with what it sets.
                self.floor_here(floor(
                    Sentinel::DynamicCommand,
                    span,
                    "a redirection stands in front of an assignment",
                ));
            }
        }
        let judged = if append {
            format!("{}+", assignment.name)
        } else {
            assignment.name.clone()
        };
        if let Some(found) = self.judge_assignment(
            &judged,
            Some(&assignment.value),
            command || self.options.exports,
            span,
        ) {
            match unit.filter(|_| command) {
                Some(unit) => self.floor_unit(unit, found),
                None => self.program.floors.push(found),
            }
        }
        self.evaluated_assignment(&assignment);
    }

    /// Whether the assignment that ends is an operand of `export` and its like.
    pub(super) fn declares_operand(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Simple(simple)) if !simple.words.is_empty())
    }

    /// What the environment tables say of an assignment.
    pub(super) fn judge_assignment(
        &self,
        name: &str,
        value: Option<&Word>,
        exported: bool,
        span: Span,
    ) -> Option<Floor> {
        let place = self.place();
        let mut found = environment::judge(name, value, exported, &place)?;
        if found.span == Span::default() {
            found.span = span;
        }
        Some(found)
    }

    pub(super) fn place(&self) -> Place<'_> {
        Place {
            cwd: &self.declared.cwd,
            moved: self.here != 0,
            source: self.script.slice(0, self.script.length),
        }
    }

    /// A variable takes a value.
    pub(super) fn assign(&mut self, assignment: &Assignment, append: bool) {
        self.evaluation.flows |= assignment.value.is_dynamic();
        self.keep_code(&assignment.value);
        if let Some((name, _)) = assignment.name.split_once('[') {
            let name = name.to_owned();
            return self.names.set(&name, Value::Dynamic(HoleKind::Any));
        }
        let value = Value::of_word(&assignment.value);
        let value = match self.names.get(&assignment.name) {
            // To `dash(1)` it is no assignment.
            Some(_) if append && self.dialect == Dialect::Posix => Value::Dynamic(HoleKind::Any),
            Some(old) if append => old.append(&value),
            None if append => Value::Dynamic(HoleKind::Any),
            _ => value,
        };
        if append {
            self.keep_value(&value, assignment.value.span);
        }
        self.names.set(&assignment.name, value);
    }

    /// The variable of a loop takes a value.
    pub(super) fn assign_loop(&mut self, name: &str, value: &Value) {
        let word = match value {
            Value::Texts(texts) if texts.len() == 1 => texts.first().map(|text| Word {
                span: Span::default(),
                parts: vec![Part::Text {
                    text: text.clone(),
                    quoted: true,
                }],
            }),
            _ => None,
        };
        if let Some(found) = self.judge_assignment(name, word.as_ref(), false, Span::default()) {
            self.program.floors.push(found);
        }
        self.evaluated_name(name);
        self.evaluation.flows |= matches!(value, Value::Dynamic(_));
        self.names.set(name, value.clone());
    }

    /// A variable takes a value that is not known.
    pub(super) fn assign_unknown(&mut self, name: &str, span: Span) {
        if let Some(found) = self.judge_assignment(name, None, false, span) {
            self.program.floors.push(found);
        }
        self.evaluated_name(name);
        self.evaluation.flows = true;
        if !name.is_empty() {
            self.names.set(name, Value::Dynamic(HoleKind::Any));
        }
    }
}
