//! Simple commands → units.

use super::{
    bases::Flow,
    frame::{Frame, Simple},
    names::Value,
    quiet,
    walker::{Walker, floor},
};
use crate::shell::{
    Assignment, Excerpt, HoleKind, Part, Sentinel, Span, Standing, Unit, UnitId, Word, Words,
    grammar::Dialect, syntax::Role,
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
            text: Excerpt::default(),
            words: Words::default(),
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
                } else if role == Role::Item {
                    self.take_element(&word);
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

    /// An element of an array.
    fn take_element(&mut self, word: &Word) {
        let word = &*word.joined_front();
        let lead = match word.parts.first() {
            Some(Part::Text { text, .. } | Part::Glob(text)) => text.as_str(),
            _ => "",
        };
        if lead.starts_with('[') {
            // What stands in the brackets is arithmetic.
            self.evaluation.values = true;
        }
        self.evaluation.flows |= word.is_dynamic();
        self.keep_code(word);
    }

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
            unit.text = text.into();
            unit.words = handed.into();
            unit.assignments = std::mem::take(&mut simple.assignments);
            // Its own redirections first, then those of the compounds that begin with it.
            let around = std::mem::replace(&mut unit.redirects, std::mem::take(&mut simple.redirects.list));
            unit.redirects.extend(around);
            unit.floors.append(&mut floors);
        }
        self.complete(id, &simple.declared, true);
        self.advance_jobs();
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
    /// A function counts where the shell itself looks the name up, which `called` says.
    pub(super) fn complete(&mut self, id: UnitId, declared: &[(usize, Assignment)], called: bool) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let name = unit.words.first().and_then(Word::literal);
        if self.dialect == Dialect::Zsh {
            self.zsh_command(id, name.as_deref());
        }
        let function = name
            .as_ref()
            .filter(|_| called)
            .and_then(|name| self.function_names.get(name).copied());
        self.keep_operands(id, name.as_deref().unwrap_or_default(), function.is_some());
        self.take_prefixes(id, name.as_deref());
        if let Some(index) = function {
            self.evaluation.flows = true;
            if self.call_function(index) {
                self.set_standing(id, Standing::Quiet);
                return;
            }
        }
        let quiet = if let Some(name) = &name {
            self.builtin(id, name, declared)
        } else {
            // It could be a builtin that sets any variable, or takes a function away.
            self.names.forget_all();
            self.doubt_functions(None);
            self.evaluation.values = true;
            self.evaluation.flows = true;
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

    /// Assignments in front of a builtin that evaluates or that POSIX calls special may hold for it and after
    /// it (bash(1), SIMPLE COMMANDS).
    fn take_prefixes(&mut self, id: UnitId, name: Option<&str>) {
        let stays = match name {
            None => true,
            Some(name) => matches!(
                name,
                ":" | "."
                    | "break"
                    | "builtin"
                    | "command"
                    | "continue"
                    | "eval"
                    | "exec"
                    | "exit"
                    | "export"
                    | "readonly"
                    | "return"
                    | "set"
                    | "shift"
                    | "source"
                    | "times"
                    | "trap"
                    | "unset"
            ),
        };
        let Some(unit) = self
            .program
            .units
            .get(id)
            .filter(|unit| stays && !unit.assignments.is_empty())
        else {
            return;
        };
        for assignment in &unit.assignments {
            let name = assignment.name.split(['[', '+']).next().unwrap_or_default();
            let value = if name == assignment.name {
                Value::of_word(&assignment.value)
            } else {
                Value::Dynamic(HoleKind::Any)
            };
            self.names.widen(name, &value);
        }
    }

    /// A function may be gone, or any.
    pub(super) fn doubt_functions(&mut self, name: Option<&str>) {
        for function in &mut self.functions {
            if name.is_none_or(|name| name == function.name) {
                function.certain = false;
            }
        }
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

pub(super) fn extend_segments(simple: &mut Simple, stretch: (usize, usize)) {
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
    if parts
        .iter()
        .any(|part| matches!(part, Part::Glob(_) | Part::Names { .. }))
    {
        "the command word holds a glob"
    } else if parts.iter().any(|part| matches!(part, Part::Tilde(_))) {
        "the command word holds a tilde"
    } else {
        "the command word comes from an expansion"
    }
}
