//! Simple commands and redirections → units.

use super::{
    bases::Flow,
    frame::{Frame, Simple, Then},
    names::Value,
    quiet,
    walker::{Walker, floor},
};
use crate::shell::{
    Assignment, BaseId, Floor, HoleKind, Part, Redirect, RedirectOp, RedirectTarget, Sentinel, Span,
    Standing, Unit, UnitId, Word,
    grammar::environment::{self, Place},
    syntax::{Event, Role},
};

impl Walker<'_> {
    pub(super) fn begin_simple(&mut self, command: bool, redirects: bool) {
        let unit = (command || redirects).then(|| self.new_unit());
        self.frames.push(Frame::Simple(Box::new(Simple {
            unit,
            command,
            words: Vec::new(),
            declared: Vec::new(),
            assignments: Vec::new(),
            redirects: super::frame::Redirects::default(),
            segments: Vec::new(),
            broken: false,
            expanded: false,
            entry: self.here,
        })));
    }

    /// A unit whose words are not known yet; it takes the redirections of the compounds that begin with it.
    pub(super) fn new_unit(&mut self) -> UnitId {
        let id = self.program.units.len();
        if let Some(wrapper) = self.wrapper
            && let Some(wraps) = self
                .program
                .units
                .get_mut(wrapper)
                .and_then(|unit| unit.wraps.as_mut())
        {
            wraps.inner.push(id);
        }
        self.program.units.push(Unit {
            span: Span::default(),
            text: String::new(),
            words: Vec::new(),
            assignments: Vec::new(),
            redirects: std::mem::take(&mut self.opening),
            context: self.context_here(),
            standing: self.standing,
            base: self.here,
            floors: Vec::new(),
            wraps: None,
            wrapped_by: self.wrapper,
            appends: self.appends,
        });
        id
    }

    /// A unit for redirections that stand without a command.
    pub(super) fn redirect_unit(&mut self, redirects: Vec<Redirect>, base: BaseId) {
        let start = redirects
            .iter()
            .map(|redirect| redirect.span.start)
            .min()
            .unwrap_or(0);
        let end = redirects
            .iter()
            .map(|redirect| redirect.span.end)
            .max()
            .unwrap_or(start);
        let text = self.script.slice(start, end).trim().to_owned();
        let id = self.new_unit();
        if let Some(unit) = self.program.units.get_mut(id) {
            unit.span = Span { start, end };
            unit.text = text;
            unit.redirects = redirects;
            unit.base = base;
        }
    }

    // -- what comes in -----------------------------------------------------------------------------------

    pub(super) fn begin_redirect(&mut self, event: Event, op: RedirectOp, heredoc: Option<u32>) {
        let start = event.start as usize;
        match self.frames.last_mut() {
            Some(Frame::Simple(simple)) => {
                simple.broken = true;
                simple.redirects.open = Some((op, start));
            }
            Some(Frame::Call(_)) => {
                // The redirections of a compound: the frame of the compound lies below.
                let below = self.frames.len().saturating_sub(2);
                if let Some(Frame::Compound(state)) = self.frames.get_mut(below) {
                    state.redirects.open = Some((op, start));
                }
            }
            _ => return,
        }
        let Some(heredoc) = heredoc
            .and_then(|index| self.script.heredocs.get(index as usize))
            .copied()
        else {
            return;
        };
        let end = event.end as usize;
        if let Some((body, body_end)) = heredoc.body {
            self.heredoc_end = end;
            self.call(body as usize, body_end as usize, Then::Body);
        } else {
            let span = self.script.span(start, end);
            self.take_redirect(
                end,
                Word {
                    span,
                    parts: vec![Part::Hole(HoleKind::Any)],
                },
            );
        }
    }

    /// The body of a heredoc has been read.
    pub(super) fn take_body(&mut self, body: Option<Word>) {
        let end = self.heredoc_end;
        let body = body.unwrap_or(Word {
            span: Span::default(),
            parts: vec![Part::Hole(HoleKind::Any)],
        });
        self.take_redirect(end, body);
    }

    /// The target of the redirection that is open.
    fn take_redirect(&mut self, end: usize, word: Word) {
        let base = self.here;
        let below = self.frames.len().saturating_sub(2);
        let redirects = match self.frames.last() {
            Some(Frame::Simple(_)) => self.frames.len().saturating_sub(1),
            _ => below,
        };
        let script = &self.script;
        let redirects = match self.frames.get_mut(redirects) {
            Some(Frame::Simple(simple)) => &mut simple.redirects,
            Some(Frame::Compound(state)) => &mut state.redirects,
            _ => return,
        };
        let Some((op, start)) = redirects.open.take() else {
            return;
        };
        let target = match op {
            RedirectOp::Here => RedirectTarget::Body(word),
            RedirectOp::Duplicate => match word.literal() {
                Some(text) => RedirectTarget::Descriptor(text),
                None => RedirectTarget::Descriptor(script.slice(start, end).to_owned()),
            },
            _ => RedirectTarget::File(word),
        };
        redirects.list.push(Redirect {
            op,
            target,
            span: script.span(start, end),
            base,
        });
    }

    /// A word has ended.
    pub(super) fn take_word(
        &mut self,
        stretch: (usize, usize),
        word: Word,
        role: Role,
        expanded: bool,
        again: bool,
    ) {
        match role {
            Role::Body => {
                if let Some(Frame::Call(call)) = self.frames.last_mut() {
                    call.body = Some(word);
                }
            }
            Role::Target => {
                if again {
                    // Braces that make several targets are an error in bash; each is looked at.
                    self.repeat_redirect(word);
                } else {
                    self.take_redirect(stretch.1, word);
                }
            }
            Role::Item | Role::Whole => {
                if let Some(Frame::Compound(state)) = self.frames.last_mut() {
                    state.has_items |= role == Role::Item;
                    state.words.push(word);
                }
            }
            Role::Plain => {
                if let Some(Frame::Simple(simple)) = self.frames.last_mut() {
                    if simple.words.is_empty() {
                        simple.expanded = expanded;
                    }
                    if !again {
                        extend_segments(simple, stretch);
                    }
                    simple.words.push(word);
                }
            }
        }
    }

    fn repeat_redirect(&mut self, word: Word) {
        let top = self.frames.len().saturating_sub(1);
        let at = if matches!(self.frames.last(), Some(Frame::Call(_))) { top.saturating_sub(1) } else { top };
        let redirects = match self.frames.get_mut(at) {
            Some(Frame::Simple(simple)) => &mut simple.redirects,
            Some(Frame::Compound(state)) => &mut state.redirects,
            _ => return,
        };
        if let Some(mut redirect) = redirects.list.last().cloned() {
            redirect.target = RedirectTarget::File(word);
            redirects.list.push(redirect);
        }
    }

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
        simple.assignments.push(assignment.clone());
        if !command {
            self.assign(&assignment, append);
        }
        let judged = if append {
            format!("{}+", assignment.name)
        } else {
            assignment.name.clone()
        };
        if let Some(found) = self.judge_assignment(&judged, Some(&assignment.value), command, span) {
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

    // -- names -------------------------------------------------------------------------------------------

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
        self.keep_code(&assignment.value);
        if let Some((name, _)) = assignment.name.split_once('[') {
            let name = name.to_owned();
            return self.names.set(&name, Value::Dynamic(HoleKind::Any));
        }
        let value = Value::of_word(&assignment.value);
        let value = match self.names.get(&assignment.name) {
            Some(old) if append => old.append(&value),
            None if append => Value::Dynamic(HoleKind::Any),
            _ => value,
        };
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
        self.names.set(name, value.clone());
    }

    /// A variable takes a value that is not known.
    pub(super) fn assign_unknown(&mut self, name: &str, span: Span) {
        if let Some(found) = self.judge_assignment(name, None, false, span) {
            self.program.floors.push(found);
        }
        if !name.is_empty() {
            self.names.set(name, Value::Dynamic(HoleKind::Any));
        }
    }

    // -- the end of a command ----------------------------------------------------------------------------

    pub(super) fn end_simple(&mut self) {
        let Some(Frame::Simple(simple)) = self.frames.pop() else {
            return;
        };
        self.flow = Flow::still(simple.entry);
        let Some(id) = simple.unit else { return };
        let mut simple = *simple;
        if !simple.command {
            return self.finish_redirects(id, simple);
        }
        let (span, text) = self.text_of_segments(&simple.segments);
        let handed = std::mem::take(&mut simple.words);
        let mut floors = Vec::new();
        if let Some(why) = dynamic_word(&handed, simple.expanded) {
            let at = handed.first().map_or(span, |word| word.span);
            floors.push(floor(Sentinel::DynamicCommand, at, why));
        }
        if let Some(unit) = self.program.units.get_mut(id) {
            unit.span = span;
            unit.text = text;
            unit.words = handed;
            unit.assignments = std::mem::take(&mut simple.assignments);
            // Its own redirections first, then those of the compounds that begin with it.
            let around = std::mem::replace(&mut unit.redirects, std::mem::take(&mut simple.redirects.list));
            unit.redirects.extend(around);
            unit.floors.append(&mut floors);
        }
        self.complete(id, &simple.declared);
        self.advance_jobs();
    }

    fn finish_redirects(&mut self, id: UnitId, mut simple: Simple) {
        let redirects = std::mem::take(&mut simple.redirects.list);
        let start = redirects
            .iter()
            .map(|redirect| redirect.span.start)
            .min()
            .unwrap_or(0);
        let end = redirects
            .iter()
            .map(|redirect| redirect.span.end)
            .max()
            .unwrap_or(start);
        let text = self.script.slice(start, end).trim().to_owned();
        let assignments = std::mem::take(&mut simple.assignments);
        if let Some(unit) = self.program.units.get_mut(id) {
            unit.span = Span { start, end };
            unit.text = text;
            unit.assignments = assignments;
            let around = std::mem::replace(&mut unit.redirects, redirects);
            unit.redirects.extend(around);
        }
    }

    /// The source text of stretches of the buffer, and where it stands.
    fn text_of_segments(&mut self, segments: &[(usize, usize)]) -> (Span, String) {
        let start = segments.first().map_or(0, |segment| segment.0);
        let end = segments.last().map_or(start, |segment| segment.1);
        let span = self.script.span(start, end);
        let length: usize = segments.iter().map(|(start, end)| end - start + 1).sum();
        if !self.spend(length) {
            return (span, String::new());
        }
        let mut text = String::with_capacity(length);
        for (start, end) in segments {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.script.slice(*start, *end));
        }
        if text.contains("\\\n") {
            text = text.replace("\\\n", "");
        }
        (span, text)
    }

    /// A unit has its words: what it does to the shell, what it runs, how it stands.
    pub(super) fn complete(&mut self, id: UnitId, declared: &[(usize, Assignment)]) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let name = unit.words.first().and_then(Word::literal);
        if self.zsh {
            self.zsh_command(id, name.as_deref());
        }
        let called = name
            .as_ref()
            .and_then(|name| self.function_names.get(name).copied());
        if let Some(index) = called
            && self.call_function(index)
        {
            self.set_standing(id, Standing::Quiet);
            return;
        }
        let quiet = if let Some(name) = &name {
            self.builtin(id, name, declared)
        } else {
            // It could be a builtin that sets any variable.
            self.names.forget_all();
            false
        };
        if quiet {
            self.set_standing(id, Standing::Quiet);
        }
        self.unwrap(id, name.as_deref());
    }

    /// Words that are commands to bash and something else to zsh (zshmisc(1), Precommand Modifiers, Complex
    /// Commands).
    fn zsh_command(&mut self, id: UnitId, name: Option<&str>) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let differs = match name {
            Some("repeat" | "nocorrect" | "noglob" | "-" | "foreach" | "end" | "always") => true,
            Some("alias") => unit
                .words
                .iter()
                .skip(1)
                .filter_map(Word::literal)
                .any(|text| text.starts_with(['-', '+']) && text.contains(['g', 's'])),
            _ => false,
        };
        if differs {
            let span = unit.span;
            self.unparseable(span, "zsh reads this command differently");
        }
    }

    fn set_standing(&mut self, id: UnitId, standing: Standing) {
        if let Some(unit) = self.program.units.get_mut(id)
            && unit.standing == Standing::Full
        {
            unit.standing = standing;
        }
    }

    /// A function of the command is called; `false` where it may be the program of that name.
    fn call_function(&mut self, index: usize) -> bool {
        let Some(function) = self.functions.get(index) else {
            return false;
        };
        let (moves, certain, sets) = (function.moves, function.certain, function.sets.clone());
        for (name, value) in sets {
            if let Some(value) = value {
                self.names.widen(&name, &value);
            }
        }
        if moves {
            let base = self.unknown_base(self.here);
            self.flow = Flow::still(base);
        }
        certain
    }

    /// Whether an earlier command may have made, replaced or moved a folder.
    pub(super) fn is_disturbed(&mut self) -> bool {
        while !self.disturbed
            && let Some(unit) = self.program.units.get(self.judged)
        {
            // The command that asks is the last one.
            if self.judged + 1 == self.program.units.len() {
                break;
            }
            self.disturbed = !quiet::leaves_folders(unit, self.declared);
            self.judged += 1;
        }
        self.disturbed
    }
}

fn extend_segments(simple: &mut Simple, stretch: (usize, usize)) {
    match simple.segments.last_mut() {
        Some(last) if !simple.broken => last.1 = stretch.1,
        _ => simple.segments.push(stretch),
    }
    simple.broken = false;
}

/// Why the command word is not known before it runs, where it is not.
pub(super) fn dynamic_word(words: &[Word], expanded: bool) -> Option<&'static str> {
    let parts = words.first()?.parts.as_slice();
    let rest = match parts {
        [Part::Tilde(user), rest @ ..] if user.is_empty() && starts_with_slash(rest) && !expanded => rest,
        [Part::Home { .. }, rest @ ..] if starts_with_slash(rest) => rest,
        parts if expanded => return Some(dynamic_reason(parts)),
        parts => parts,
    };
    rest.iter()
        .any(|part| !matches!(part, Part::Text { .. }))
        .then(|| dynamic_reason(rest))
}

fn starts_with_slash(parts: &[Part]) -> bool {
    matches!(parts.first(), Some(Part::Text { text, .. }) if text.starts_with('/'))
}

fn dynamic_reason(parts: &[Part]) -> &'static str {
    if parts.iter().any(|part| matches!(part, Part::Glob(_))) {
        "the command word holds a glob"
    } else if parts.iter().any(|part| matches!(part, Part::Tilde(_))) {
        "the command word holds a tilde"
    } else {
        "the command word comes from an expansion"
    }
}
