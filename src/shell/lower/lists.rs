//! Lists and pipelines: which folder and which values hold behind an operator.

use super::{
    bases::Flow,
    frame::{Frame, Item, List, Pipeline},
    names::Value,
    walker::Walker,
};
use crate::shell::HoleKind;

impl Walker<'_> {
    pub(super) fn begin_list(&mut self) {
        self.flow = Flow::still(self.here);
        self.frames.push(Frame::List(List { dead: false }));
    }

    pub(super) fn end_list(&mut self) {
        if let Some(Frame::List(list)) = self.frames.pop()
            && list.dead
        {
            self.flow = Flow::dead();
        }
    }

    pub(super) fn begin_item(&mut self, background: bool) {
        let (entry, mark) = (self.here, self.names.mark());
        if background {
            self.uncertain += 1;
        }
        self.frames.push(Frame::Item(Item {
            entry,
            mark,
            background,
            left: None,
            maybe: None,
        }));
    }

    /// `&&` or `||`
    pub(super) fn connect(&mut self, and: bool) {
        let Some(Frame::Item(mut item)) = self.frames.pop() else {
            return;
        };
        let flow = self.joined_item(&mut item);
        match item.maybe {
            // What stood between an `&&` and this `||` may not have run.
            Some(mark) if !and => self.names.maybe(mark),
            Some(_) => {}
            None => {
                self.uncertain += 1;
                item.maybe = Some(self.names.mark());
            }
        }
        let next = if and { flow.ok } else { flow.fail };
        self.here = next.or(flow.ok).or(flow.fail).unwrap_or(item.entry);
        item.left = Some((flow, and));
        self.frames.push(Frame::Item(item));
    }

    /// The flow of what has been walked of an item.
    fn joined_item(&mut self, item: &mut Item) -> Flow {
        let right = self.flow;
        match item.left.take() {
            None => right,
            // The right-hand side never runs where the left one does not come to it.
            Some((left, true)) => {
                let ok = if left.ok.is_some() { right.ok } else { None };
                let fail = if left.ok.is_some() {
                    self.join_options(left.fail, right.fail)
                } else {
                    left.fail
                };
                Flow { ok, fail }
            }
            Some((left, false)) => {
                let fail = if left.fail.is_some() { right.fail } else { None };
                let ok = if left.fail.is_some() {
                    self.join_options(left.ok, right.ok)
                } else {
                    left.ok
                };
                Flow { ok, fail }
            }
        }
    }

    /// Something runs in the background: from here on `$!` is its number.
    pub(super) fn runs_behind(&mut self) {
        self.names.set("!", Value::Dynamic(HoleKind::Digits));
    }

    pub(super) fn end_item(&mut self) {
        let Some(Frame::Item(mut item)) = self.frames.pop() else {
            return;
        };
        let flow = self.joined_item(&mut item);
        if let Some(mark) = item.maybe {
            self.uncertain = self.uncertain.saturating_sub(1);
            self.names.maybe(mark);
        }
        if item.background {
            self.uncertain = self.uncertain.saturating_sub(1);
            self.names.take_back(item.mark);
            self.runs_behind();
            self.flow = Flow::still(item.entry);
            self.here = item.entry;
            return;
        }
        self.flow = flow;
        match self.after(flow) {
            Some(base) => self.here = base,
            None => {
                if let Some(Frame::List(list)) = self.frames.last_mut() {
                    list.dead = true;
                }
            }
        }
    }

    pub(super) fn begin_pipeline(&mut self, piped: bool, negated: bool) {
        let (entry, mark, outer_piped) = (self.here, self.names.mark(), self.piped);
        self.frames.push(Frame::Pipeline(Pipeline {
            entry,
            mark,
            piped,
            negated,
            outer_piped,
            functions: self.functions.len(),
        }));
    }

    pub(super) fn next_stage(&mut self) {
        let Some(Frame::Pipeline(pipeline)) = self.frames.last() else {
            return;
        };
        let (mark, entry, functions) = (pipeline.mark, pipeline.entry, pipeline.functions);
        self.names.take_back(mark);
        self.forget_functions(functions);
        self.here = entry;
        self.piped = true;
    }

    pub(super) fn end_pipeline(&mut self) {
        let Some(Frame::Pipeline(pipeline)) = self.frames.pop() else {
            return;
        };
        self.piped = pipeline.outer_piped;
        if pipeline.piped {
            // The last stage runs in this shell where `lastpipe` is set.
            if self.options.last_stage {
                self.names.maybe(pipeline.mark);
            } else {
                self.names.take_back(pipeline.mark);
            }
            self.forget_functions(pipeline.functions);
            self.flow = Flow::still(pipeline.entry);
        } else if pipeline.negated {
            self.flow = Flow {
                ok: self.flow.fail,
                fail: self.flow.ok,
            };
        }
    }
}
