//! Function definitions: a body is walked once, where it stands, with every value that it may see.

use super::{
    bases::Flow,
    frame::{Frame, FunctionState},
    walker::{Function, Walker},
};
use crate::shell::syntax::{Event, MarkKind};

impl Walker<'_> {
    pub(super) fn begin_function(&mut self, index: usize, event: Event) {
        let name = self
            .event_at(index + 1)
            .map(|name| self.text_of(&name).to_owned())
            .unwrap_or_default();
        self.pc = index + 2;
        let end = event.pair as usize;
        let moves = self.moves_between(index, end);
        let certain = self.uncertain == 0;
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
