//! Function definitions: a body is walked once, where it stands, with every value that it may see.

use super::{
    bases::Flow,
    frame::{Frame, FunctionState},
    walker::{Function, Walker},
};
use crate::shell::syntax::{Event, MarkKind};

/// How many commands that take names away are told apart.
const MAX_UNSET: usize = 64;

/// What the text says of taking names away.
#[derive(Debug, Default)]
pub(super) struct Unset {
    /// How much of the text was looked at.
    seen: usize,
    /// What follows each `unset`.
    lines: Vec<String>,
    /// Any name may be taken away.
    any: bool,
    /// How many marks were looked at.
    marks: usize,
}

impl Walker<'_> {
    pub(super) fn begin_function(&mut self, index: usize, event: Event) {
        let name = self
            .event_at(index + 1)
            .map(|name| self.text_of(&name).to_owned())
            .unwrap_or_default();
        self.pc = index + 2;
        let end = event.pair as usize;
        let moves = self.moves_between(index, end);
        let certain = self.uncertain == 0 && !self.may_be_unset(&name);
        let (entry, mark) = (self.here, self.names.mark());
        // The body runs when it is called: with whatever the command sets anywhere.
        self.widen_by_everything();
        if self.moving_function || self.script.marks.iter().any(|mark| mark.kind == MarkKind::Moves) {
            self.here = self.unknown_base(entry);
        }
        self.uncertain += 1;
        // It may call itself.
        let index = self.functions.len();
        self.function_names.insert(name.clone(), index);
        self.functions.push(Function {
            name: name.clone(),
            moves,
            certain,
            sets: Vec::new(),
        });
        let body_mark = self.names.mark();
        let span = self.script.span_of(&event);
        self.enter_context(format!("body of {name}"), span);
        self.frames.push(Frame::Function(Box::new(FunctionState {
            index,
            entry,
            mark,
            body_mark,
            moves,
            outer_piped: std::mem::take(&mut self.piped),
            enclosing: std::mem::take(&mut self.enclosing),
            opening: std::mem::take(&mut self.opening),
        })));
    }

    /// Whether the text speaks of taking a function away, now or later.
    fn may_be_unset(&mut self, name: &str) -> bool {
        let buffer = &self.script.buffer;
        let fresh = buffer.get(self.unset.seen..).unwrap_or_default();
        for (at, word) in fresh.match_indices("unset") {
            let rest = fresh.get(at + word.len()..).unwrap_or_default();
            let line = rest.split([';', '\n', '|']).next().unwrap_or_default();
            if self.unset.lines.len() < MAX_UNSET {
                let end = (0..=line.len().min(256))
                    .rev()
                    .find(|end| line.is_char_boundary(*end));
                let line = line.get(..end.unwrap_or(0)).unwrap_or_default();
                self.unset.lines.push(line.to_owned());
            } else {
                self.unset.any = true;
            }
            self.unset.any |= line.contains('$') || line.len() > 256;
        }
        self.unset.seen = buffer.len();
        // A script by path may define or take away any function, now or on another way round a loop.
        let fresh = self.script.marks.get(self.unset.marks..).unwrap_or_default();
        let sources = fresh
            .iter()
            .filter(|mark| mark.kind == MarkKind::Anything)
            .filter_map(|mark| self.event_at(mark.event as usize))
            .any(|event| {
                let text = self.text_of(&event);
                let written = text.replace(['\\', '\'', '"'], "");
                let follows = self.script.slice(event.end as usize, event.end as usize + 16);
                matches!(written.as_str(), "source" | ".")
                    || (matches!(written.as_str(), "command" | "builtin")
                        && (follows.contains(" .") || follows.contains("source")))
            });
        self.unset.any |= sources;
        self.unset.marks = self.script.marks.len();
        self.unset.any || self.unset.lines.iter().any(|line| line.contains(name))
    }

    pub(super) fn end_function(&mut self) {
        let Some(Frame::Function(state)) = self.frames.pop() else {
            return;
        };
        self.contexts.pop();
        self.uncertain = self.uncertain.saturating_sub(1);
        self.piped = state.outer_piped;
        self.enclosing = state.enclosing;
        let mut opening = state.opening;
        opening.append(&mut self.opening);
        self.opening = opening;
        let sets = self.names.take_back(state.body_mark);
        self.names.take_back(state.mark);
        self.moving_function |= state.moves;
        if let Some(function) = self.functions.get_mut(state.index) {
            function.sets = sets;
        }
        self.here = state.entry;
        self.flow = Flow::still(state.entry);
    }
}
