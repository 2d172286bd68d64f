//! Lists, pipelines, compound commands, functions and substitutions: which folder and which values hold
//! where.

use super::{
    bases::Flow,
    frame::{CompoundState, Frame, FunctionState, Item, List, Pipeline, Redirects, Scope, Substituted, Then},
    names::Value,
    walker::{Function, Walker},
};
use crate::shell::{
    Folder, HoleKind, Part, Word,
    syntax::{Compound, Event, Form, Kind, MarkKind, Section},
};

impl Walker<'_> {
    // -- lists -------------------------------------------------------------------------------------------

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

    // -- pipelines ---------------------------------------------------------------------------------------

    pub(super) fn begin_pipeline(&mut self, piped: bool, negated: bool) {
        let (entry, mark, outer_piped) = (self.here, self.names.mark(), self.piped);
        self.frames.push(Frame::Pipeline(Pipeline {
            entry,
            mark,
            piped,
            negated,
            outer_piped,
        }));
    }

    pub(super) fn next_stage(&mut self) {
        let Some(Frame::Pipeline(pipeline)) = self.frames.last() else {
            return;
        };
        let (mark, entry) = (pipeline.mark, pipeline.entry);
        self.names.take_back(mark);
        self.here = entry;
        self.piped = true;
    }

    pub(super) fn end_pipeline(&mut self) {
        let Some(Frame::Pipeline(pipeline)) = self.frames.pop() else {
            return;
        };
        self.piped = pipeline.outer_piped;
        if pipeline.piped {
            self.names.take_back(pipeline.mark);
            self.flow = Flow::still(pipeline.entry);
        } else if pipeline.negated {
            self.flow = Flow {
                ok: self.flow.fail,
                fail: self.flow.ok,
            };
        }
    }

    // -- compound commands -------------------------------------------------------------------------------

    pub(super) fn begin_compound(&mut self, index: usize, kind: Compound) {
        self.frames.push(Frame::Compound(Box::new(CompoundState {
            kind,
            event: index,
            units: self.program.units.len(),
            entry: self.here,
            redirects: Redirects::default(),
            enclosing: 0,
            mark: 0,
            joined: Flow::dead(),
            otherwise: None,
            changes: Vec::new(),
            exhaustive: false,
            moves: false,
            variable: None,
            words: Vec::new(),
            has_items: false,
            functions: self.functions.len(),
            outer_piped: self.piped,
        })));
        let body = self.event_at(index).map_or(index, |event| event.pair as usize);
        let end = self.event_at(body).map_or(body, |event| event.pair as usize);
        if body + 1 < end {
            self.call(body + 1, end, Then::Compound);
        } else {
            self.enter_compound();
        }
    }

    /// The redirections of the compound on top have been read: what follows is its body.
    pub(super) fn enter_compound(&mut self) {
        let Some(Frame::Compound(mut state)) = self.frames.pop() else {
            return;
        };
        state.enclosing = state.redirects.list.len();
        self.enclosing.extend(state.redirects.list.iter().cloned());
        self.opening.append(&mut state.redirects.list);
        state.mark = self.names.mark();
        match state.kind {
            Compound::While | Compound::For | Compound::ArithmeticFor => {
                let end = self.event_at(state.event).map_or(0, |event| event.pair as usize);
                state.moves = self.moves_between(state.event, end);
                self.widen_between(state.event, end);
                if state.moves {
                    self.here = self.unknown_base(self.here);
                }
                self.uncertain += 1;
            }
            Compound::If | Compound::Case => self.uncertain += 1,
            _ => {}
        }
        self.flow = Flow::still(self.here);
        self.frames.push(Frame::Compound(state));
    }

    pub(super) fn section(&mut self, section: Section) {
        let Some(Frame::Compound(mut state)) = self.frames.pop() else {
            return;
        };
        match section {
            Section::Then => {
                // What the first condition set holds in every branch; what a later one set may not.
                if !state.changes.is_empty() {
                    self.names.maybe(state.mark);
                }
                state.otherwise = self.flow.fail;
                self.here = self.flow.ok.or(self.flow.fail).unwrap_or(state.entry);
                state.mark = self.names.mark();
            }
            Section::Elif | Section::Else => {
                self.end_branch(&mut state);
                self.here = state.otherwise.unwrap_or(state.entry);
                state.exhaustive = section == Section::Else;
            }
            Section::Do => {
                if let Some(name) = state.variable.clone() {
                    let value = items_value(&state);
                    for word in &state.words {
                        self.keep_code(word);
                    }
                    self.assign_loop(&name, &value);
                }
                self.here = self.flow.ok.or(self.flow.fail).unwrap_or(state.entry);
            }
            Section::Arm => {
                self.here = match self.after(state.joined) {
                    // An arm may be fallen into from the one before.
                    Some(base) => self.join(base, state.entry),
                    None => state.entry,
                };
                state.mark = self.names.mark();
            }
            Section::ArmEnd => {
                state.joined = self.join_flows(state.joined, self.flow);
                self.names.maybe(state.mark);
            }
        }
        self.flow = Flow::still(self.here);
        self.frames.push(Frame::Compound(state));
    }

    fn end_branch(&mut self, state: &mut CompoundState) {
        state.joined = self.join_flows(state.joined, self.flow);
        let changes = self.names.take_back(state.mark);
        state.changes.push(changes);
    }

    /// The closing word; `event` is its event, whose pair ends the redirections.
    pub(super) fn end_compound(&mut self, event: Event) {
        let Some(Frame::Compound(mut state)) = self.frames.pop() else {
            return;
        };
        self.pc = event.pair as usize + 1;
        self.enclosing
            .truncate(self.enclosing.len().saturating_sub(state.enclosing));
        match state.kind {
            Compound::Subshell => {
                self.names.take_back(state.mark);
                self.forget_functions(state.functions);
                self.flow = Flow::still(state.entry);
            }
            Compound::Group => {}
            Compound::If => {
                self.uncertain = self.uncertain.saturating_sub(1);
                self.end_branch(&mut state);
                let missing = Flow {
                    ok: state.otherwise,
                    fail: None,
                };
                let joined = state.joined;
                self.flow = if state.exhaustive {
                    joined
                } else {
                    self.join_flows(joined, missing)
                };
                self.names
                    .merge(std::mem::take(&mut state.changes), state.exhaustive);
            }
            Compound::Case => {
                self.uncertain = self.uncertain.saturating_sub(1);
                let joined = state.joined;
                self.flow = self.join_flows(
                    joined,
                    Flow {
                        ok: Some(state.entry),
                        fail: None,
                    },
                );
            }
            Compound::While | Compound::For | Compound::ArithmeticFor => {
                self.uncertain = self.uncertain.saturating_sub(1);
                self.names.maybe(state.mark);
                let base = if state.moves {
                    self.unknown_base(state.entry)
                } else {
                    state.entry
                };
                self.flow = Flow::still(base);
            }
            Compound::Condition | Compound::Arithmetic => {
                self.flow = Flow::still(state.entry);
                self.evaluate_test(&state.words);
            }
        }
        self.piped = state.outer_piped;
        // Redirections of a compound that runs no command open their files all the same.
        if state.enclosing > 0 && self.program.units.len() == state.units && !self.opening.is_empty() {
            let redirects = std::mem::take(&mut self.opening);
            self.redirect_unit(redirects, state.entry);
        }
    }

    pub(super) fn loop_variable(&mut self, event: Event) {
        let name = self.text_of(&event).to_owned();
        if let Some(Frame::Compound(state)) = self.frames.last_mut() {
            state.variable = Some(name);
        }
    }

    pub(super) fn descriptor_variable(&mut self, event: Event) {
        let name = self.text_of(&event).to_owned();
        self.names.set(&name, Value::Dynamic(HoleKind::Digits));
    }

    // -- functions ---------------------------------------------------------------------------------------

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

    // -- substitutions and coprocesses -------------------------------------------------------------------

    pub(super) fn begin_substitution(&mut self, index: usize, event: Event, form: Form, quoted: bool) {
        let owner = self.owner();
        let shape = match form {
            Form::Dollar => "$( )",
            Form::Backquote => "backquotes",
            Form::Input => "<( )",
            Form::Output => ">( )",
            Form::Function => "${ }",
        };
        let span = self.script.span_of(&event);
        self.enter_context(format!("inside {shape} of {owner}"), span);
        self.begin_scope(Some(Substituted { quoted, event: index }));
        if form == Form::Output {
            self.piped = true;
        }
    }

    /// What a substitution belongs to, in words.
    fn owner(&self) -> String {
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Simple(simple) => {
                    let name = simple
                        .words
                        .first()
                        .and_then(Word::literal)
                        .filter(|name| name.len() <= 64);
                    return match name {
                        Some(name) => name,
                        None if simple.command => "a command".to_owned(),
                        None => "an assignment".to_owned(),
                    };
                }
                Frame::Compound(state) => {
                    return match state.kind {
                        Compound::For => "a loop",
                        Compound::Case => "a case",
                        _ => "a condition",
                    }
                    .to_owned();
                }
                _ => {}
            }
        }
        "a command".to_owned()
    }

    pub(super) fn begin_scope(&mut self, substitution: Option<Substituted>) {
        self.frames.push(Frame::Scope(Box::new(Scope {
            entry: self.here,
            mark: self.names.mark(),
            functions: self.functions.len(),
            enclosing: std::mem::take(&mut self.enclosing),
            units: self.program.units.len(),
            flow: self.flow,
            substitution,
            opening: std::mem::take(&mut self.opening),
            piped: self.piped,
        })));
    }

    pub(super) fn end_scope(&mut self) {
        let Some(Frame::Scope(scope)) = self.frames.pop() else {
            return;
        };
        self.leave_scope(*scope);
    }

    fn leave_scope(&mut self, scope: Scope) {
        self.names.take_back(scope.mark);
        self.forget_functions(scope.functions);
        self.here = scope.entry;
        self.enclosing = scope.enclosing;
        self.opening = scope.opening;
        self.piped = scope.piped;
        // Behind a substitution the command around it goes on; a coprocess is a command of its own.
        self.flow = if scope.substitution.is_some() {
            scope.flow
        } else {
            Flow::still(scope.entry)
        };
    }

    pub(super) fn end_substitution(&mut self) {
        let Some(Frame::Scope(scope)) = self.frames.pop() else {
            return;
        };
        self.contexts.pop();
        let substituted = scope.substitution;
        let units = scope.units;
        self.leave_scope(*scope);
        let Some(substituted) = substituted else { return };
        let Some(Event {
            kind: Kind::Substitution { form, .. },
            ..
        }) = self.event_at(substituted.event)
        else {
            return;
        };
        let part = match form {
            Form::Input | Form::Output => Part::Pipe,
            _ => match self.heredoc_text(substituted, units) {
                Some(text) if substituted.quoted => Part::Text { text, quoted: true },
                Some(text) => Part::Values {
                    values: vec![text],
                    quoted: false,
                },
                None if substituted.quoted => Part::Hole(HoleKind::NoBlank),
                None => Part::Hole(HoleKind::Any),
            },
        };
        self.add_part(part, true);
    }

    /// The text of `$(cat <<'EOF' …)`: one unit, a `cat` of nothing but a literal heredoc.
    fn heredoc_text(&self, substituted: Substituted, units: usize) -> Option<String> {
        let [unit] = self.program.units.get(units..)? else {
            return None;
        };
        let opened = self.event_at(substituted.event)?;
        // Nothing but a list of one item of one command stands between the parentheses.
        let shape = self
            .script
            .events
            .get(substituted.event + 1..opened.pair as usize)?;
        let [
            Event { kind: Kind::List, .. },
            Event {
                kind: Kind::Item { background: false },
                ..
            },
            Event {
                kind: Kind::Pipeline { piped: false, .. },
                ..
            },
            Event {
                kind: Kind::Simple { command: true, .. },
                pair,
                ..
            },
            ..,
        ] = shape
        else {
            return None;
        };
        let rest = self.script.events.get(*pair as usize + 1..opened.pair as usize)?;
        let single = rest.iter().all(|event| {
            !matches!(
                event.kind,
                Kind::And | Kind::Or | Kind::Item { .. } | Kind::Simple { .. } | Kind::Compound(_)
            )
        });
        if !single {
            return None;
        }
        let text = super::quiet::literal_cat(&unit.words, &unit.assignments, &unit.redirects)?;
        Some(text.trim_end_matches('\n').to_owned())
    }

    /// Enters a folder from here, and says where the line goes on.
    pub(super) fn moved(&mut self, folder: Folder) -> Flow {
        let disturbed = self.is_disturbed();
        let entered = self.enter(self.here, folder, disturbed);
        Flow {
            ok: Some(entered),
            fail: Some(self.here),
        }
    }
}

/// What the words of a `for` give its variable.
fn items_value(state: &CompoundState) -> Value {
    if !state.has_items {
        return Value::Dynamic(HoleKind::Any);
    }
    let mut texts: Vec<String> = Vec::new();
    for word in &state.words {
        match word.parts.as_slice() {
            [Part::Values { values, quoted }] => {
                for value in values {
                    if *quoted {
                        texts.push(value.clone());
                    } else if value.contains(['*', '?', '[']) {
                        return Value::Dynamic(HoleKind::Any);
                    } else {
                        texts.extend(value.split_ascii_whitespace().map(str::to_owned));
                    }
                }
            }
            _ => match word.literal() {
                Some(text) => texts.push(text),
                None if state.words.len() == 1 => return Value::of_word(word),
                None => return Value::Dynamic(HoleKind::Any),
            },
        }
    }
    Value::texts(texts)
}
