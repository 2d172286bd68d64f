//! Compound commands: which folder and which values hold in a branch, a round, a subshell, and after it.

use super::{
    bases::Flow,
    frame::{CompoundState, Frame, Redirects, Then},
    names::Value,
    walker::Walker,
};
use crate::shell::{
    Folder, HoleKind, Part, Word,
    syntax::{Compound, Event, Section},
};
use std::rc::Rc;

impl Walker<'_> {
    pub(super) fn begin_compound(&mut self, index: usize, kind: Compound) {
        self.frames.push(Frame::Compound(Box::new(CompoundState {
            kind,
            event: index,
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
                    let value = match items_globs(&state) {
                        Some(words) if !self.options.wide_globs => Value::Globs {
                            words,
                            base: state.entry,
                        },
                        _ => items_value(&state),
                    };
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
                self.test_files(&state.words);
                self.evaluate_test(&state.words);
            }
        }
        self.piped = state.outer_piped;
        // Redirections that no command has taken open their files all the same: a compound that runs none, or none
        // but in substitutions, which are scopes of their own.
        if state.enclosing > 0 && !self.opening.is_empty() {
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

/// Words of a `for` that are followed one by one.
const MAX_ITEMS: usize = 16;

/// What a `for` ranges over, where it is literal text and globs.
fn items_globs(state: &CompoundState) -> Option<Rc<[Rc<[Part]>]>> {
    let words = state.words.as_slice();
    let known = |word: &Word| {
        word.parts.len() <= MAX_ITEMS
            && word
                .parts
                .iter()
                .all(|part| matches!(part, Part::Text { .. } | Part::Glob(_)))
    };
    let globs = words.len() <= MAX_ITEMS && words.iter().any(Word::has_glob) && words.iter().all(known);
    (globs && state.has_items && !state.moves)
        .then(|| words.iter().map(|word| word.parts.as_slice().into()).collect())
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
