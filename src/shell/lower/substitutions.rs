//! Substitutions and coprocesses: scopes of their own.

use super::{
    bases::Flow,
    frame::{Frame, Scope, Substituted},
    names::Value,
    walker::Walker,
};
use crate::shell::{
    HoleKind, Part, Word,
    syntax::{Compound, Event, Form, Kind},
};

impl Walker<'_> {
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

    /// `coproc NAME …` sets the name to its descriptors.
    pub(super) fn coprocess_name(&mut self, event: &Event) {
        let name = self.text_of(event).split_ascii_whitespace().nth(1);
        if let Some(name) = name.filter(|name| self.names.get(name).is_some()) {
            let name = name.to_owned();
            self.names.set(&name, Value::Dynamic(HoleKind::Any));
        }
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
}
