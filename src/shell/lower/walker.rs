//! The state of the walk and its loop.

use super::{
    bases::Flow,
    evaluated::Evaluation,
    frame::{Call, Frame, Then},
    names::Names,
    options::Options,
};
use crate::shell::{
    Base, BaseId, BaseStep, Context, Floor, Program, Redirect, Sentinel, Span, Standing, UnitId,
    grammar::{Declared, Dialect},
    syntax::{Event, Kind, Reader, Script},
    witness,
};

/// The longest command that is read, in bytes.
const MAX_LENGTH: usize = 1 << 20;
/// How much text may come out of expansions, payloads and nested units together, in bytes.
const BUDGET: usize = 32 << 20;
/// How many contexts a unit carries: the innermost.
pub(super) const MAX_CONTEXTS: usize = 8;

/// A function that the command defines.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: String,
    /// The folder may be another one after a call.
    pub(super) moves: bool,
    /// It is defined whichever way the command goes.
    pub(super) certain: bool,
    /// What its body may set.
    pub(super) sets: super::names::Changes,
}

/// The walk.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
pub(super) struct Walker<'a> {
    pub(super) script: Script,
    pub(super) declared: &'a Declared,
    pub(super) program: Program,
    pub(super) frames: Vec<Frame>,
    pub(super) pc: usize,
    pub(super) limit: usize,
    pub(super) names: Names,
    /// Where the command that was walked last leaves the folder.
    pub(super) flow: Flow,
    /// The folder of the command that comes next.
    pub(super) here: BaseId,
    pub(super) contexts: Vec<Context>,
    pub(super) functions: Vec<Function>,
    /// Some function changes the folder.
    pub(super) moving_function: bool,
    /// The alias names with their texts.
    pub(super) aliases: std::collections::HashMap<String, Vec<String>>,
    /// The standard input is a pipe.
    pub(super) piped: bool,
    /// How units stand here.
    pub(super) standing: Standing,
    /// The wrapper that runs what is walked.
    pub(super) wrapper: Option<UnitId>,
    /// Redirections of the compounds around, outermost first.
    pub(super) enclosing: Vec<Redirect>,
    /// Redirections of compounds that no unit has taken yet.
    pub(super) opening: Vec<Redirect>,
    /// Text that may still be made.
    pub(super) budget: usize,
    /// Words that braces may still make.
    pub(super) words: usize,
    /// How deep what is walked is nested.
    pub(super) depth: u16,
    /// Branches, loops and right-hand sides around: what is defined in them may not be.
    pub(super) uncertain: u32,
    /// Floors that depend on what a wrapper runs.
    pub(super) unless: Vec<(UnitId, Floor)>,
    /// Units up to here have been asked whether they leave folders alone.
    pub(super) judged: usize,
    /// One of them may not have.
    pub(super) disturbed: bool,
    /// Texts that are code where something evaluates them.
    pub(super) evaluation: Evaluation,
    /// What the text says of taking functions away.
    pub(super) unset: super::functions::Unset,
    /// Options that the command has set.
    pub(super) options: Options,
    /// What is walked comes on the standard input of the shell that runs it.
    pub(super) stdin_script: bool,
    /// Operands that come at run time follow the words.
    pub(super) appends: bool,
    pub(super) dialect: Dialect,
    /// What all that was read may set, and how much that was.
    pub(super) everything: Option<(usize, super::scan::Sets)>,
    /// An alias is being expanded; it is not expanded again.
    pub(super) in_alias: bool,
    /// Index of the function that a name means last.
    pub(super) function_names: std::collections::HashMap<String, usize>,
    /// Room for the state of a word.
    pub(super) spare_word: Option<Box<super::frame::WordState>>,
    /// Where the heredoc operator ends whose body is fetched.
    pub(super) heredoc_end: usize,
    faults: usize,
    /// Steps of the walk so far: events, bytes of scripts, words copied. What bounds the time it takes.
    pub(super) steps: usize,
}

/// Every command that `text` could run as bash, with what `declared` says of programs.
pub fn analyze(text: &str, declared: &Declared) -> Program {
    counted(text, declared).0
}

/// The same, with the steps that it took.
pub(in crate::shell) fn counted(text: &str, declared: &Declared) -> (Program, usize) {
    let (text, cut) = bounded(text);
    let mut walker = Walker::new(&text, declared);
    if let Some(why) = cut {
        walker.unparseable(
            Span {
                start: text.len(),
                end: text.len(),
            },
            why,
        );
    }
    let length = text.len();
    let (_, end) = Reader::new(&mut walker.script, 0, Dialect::Bash).read(0, length);
    if walker.script.faults.is_empty()
        && let Some(found) = witness::disagreement(&text, &walker.script)
    {
        walker.unparseable(
            Span {
                start: found.start,
                end: found.end,
            },
            found.why,
        );
    }
    walker.sort_marks(0);
    walker.limit = end;
    walker.run();
    let steps = walker.steps;
    (walker.finish(), steps)
}

/// The part of the text that is read, and why that is not all of it.
fn bounded(text: &str) -> (std::borrow::Cow<'_, str>, Option<&'static str>) {
    let mut end = text.len().min(MAX_LENGTH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let read = text.get(..end).unwrap_or_default();
    if read.contains('\0') {
        // No program is ever handed one; the rest is read all the same.
        return (read.replace('\0', "\u{1}").into(), Some("a NUL character"));
    }
    (read.into(), (end < text.len()).then_some("longer than 1 MiB"))
}

impl<'a> Walker<'a> {
    fn new(text: &str, declared: &'a Declared) -> Self {
        Self {
            script: Script::new(text),
            declared,
            program: Program {
                units: Vec::new(),
                bases: vec![Base {
                    parent: None,
                    step: BaseStep::Start,
                }],
                floors: Vec::new(),
            },
            frames: Vec::with_capacity(16),
            pc: 0,
            limit: 0,
            names: Names::default(),
            flow: Flow::still(0),
            here: 0,
            contexts: Vec::new(),
            functions: Vec::new(),
            moving_function: false,
            aliases: std::collections::HashMap::new(),
            piped: false,
            standing: Standing::Full,
            wrapper: None,
            enclosing: Vec::new(),
            opening: Vec::new(),
            budget: BUDGET,
            words: super::braces::MAX_WORDS,
            depth: 0,
            uncertain: 0,
            unless: Vec::new(),
            judged: 0,
            disturbed: false,
            evaluation: Evaluation::default(),
            unset: super::functions::Unset::default(),
            options: Options::default(),
            stdin_script: false,
            appends: false,
            dialect: Dialect::Bash,
            everything: None,
            in_alias: false,
            function_names: std::collections::HashMap::new(),
            spare_word: None,
            heredoc_end: 0,
            faults: 0,
            steps: 0,
        }
    }

    fn run(&mut self) {
        self.collect_faults();
        loop {
            while self.pc < self.limit {
                let index = self.pc;
                let Some(event) = self.script.events.get(index).copied() else {
                    break;
                };
                self.pc += 1;
                self.steps += 1;
                self.event(index, event);
            }
            match self.frames.pop() {
                None => {
                    self.limit = self.pc;
                    if !self.evaluate_latent() {
                        return;
                    }
                }
                Some(Frame::Call(call)) => self.come_back(*call),
                // A construct that the end of the text left open was closed by the reader.
                Some(_) => {}
            }
        }
    }

    fn event(&mut self, index: usize, event: Event) {
        match event.kind {
            Kind::List => self.begin_list(),
            Kind::ListEnd => self.end_list(),
            Kind::Item { background } => self.begin_item(background),
            Kind::And => self.connect(true),
            Kind::Or => self.connect(false),
            Kind::ItemEnd => self.end_item(),
            Kind::Pipeline { piped, negated, .. } => self.begin_pipeline(piped, negated),
            Kind::Stage => self.next_stage(),
            Kind::PipelineEnd => self.end_pipeline(),
            Kind::Simple { command, redirects } => self.begin_simple(command, redirects),
            Kind::SimpleEnd => self.end_simple(),
            Kind::Compound(kind) => self.begin_compound(index, kind),
            Kind::Section(section) => self.section(section),
            Kind::BodyEnd => self.end_compound(event),
            Kind::CompoundEnd => {}
            Kind::Function => self.begin_function(index, event),
            Kind::FunctionEnd => self.end_function(),
            Kind::Coproc => {
                self.coprocess_name(&event);
                self.begin_scope(None);
            }
            Kind::CoprocEnd => {
                self.end_scope();
                self.runs_behind();
            }
            Kind::LoopVariable => self.loop_variable(event),
            Kind::DescriptorVariable => self.descriptor_variable(event),
            Kind::Redirect { op, heredoc } => self.begin_redirect(event, op, heredoc),
            Kind::Word(role) => self.begin_word(index, event, role),
            Kind::WordEnd => self.end_word(event),
            Kind::Substitution { form, quoted } => self.begin_substitution(index, event, form, quoted),
            Kind::SubstitutionEnd => self.end_substitution(),
            _ => self.piece(event),
        }
    }

    /// Leaves the events for `[start, end)`, to come back to where the walk stands now.
    pub(super) fn call(&mut self, start: usize, end: usize, then: Then) {
        self.frames.push(Frame::Call(Box::new(Call {
            pc: self.pc,
            limit: self.limit,
            body: None,
            then,
        })));
        self.pc = start;
        self.limit = end;
    }

    fn come_back(&mut self, call: Call) {
        self.pc = call.pc;
        self.limit = call.limit;
        match call.then {
            Then::Body => self.take_body(call.body),
            Then::Compound => self.enter_compound(),
            Then::Script(scope) => {
                self.leave_script(*scope);
                self.advance_jobs();
            }
        }
    }

    // -- floors ------------------------------------------------------------------------------------------

    /// The command as a whole could not be read.
    pub(super) fn unparseable(&mut self, span: Span, why: &str) {
        if self.program.floors.len() < 64 {
            self.program.floors.push(floor(Sentinel::Unparseable, span, why));
        }
    }

    /// Takes over what the reader could not read.
    pub(super) fn collect_faults(&mut self) {
        while let Some(fault) = self.script.faults.get(self.faults).copied() {
            self.faults += 1;
            let span = self.script.span(fault.start as usize, fault.end as usize);
            self.unparseable(span, fault.why);
        }
    }

    /// A floor of a unit.
    pub(super) fn floor_unit(&mut self, unit: UnitId, floor: Floor) {
        match self.program.units.get_mut(unit) {
            Some(unit) => unit.floors.push(floor),
            None => self.program.floors.push(floor),
        }
    }

    /// A floor of the command that is being read.
    pub(super) fn floor_here(&mut self, floor: Floor) {
        let unit = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Simple(simple) => Some(simple.unit),
            _ => None,
        });
        self.floor_unit(unit.flatten().unwrap_or(UnitId::MAX), floor);
    }

    /// Spends some of the budget; `false` where it is used up.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        if let Some(rest) = self.budget.checked_sub(bytes) {
            self.budget = rest;
            true
        } else {
            if self.budget > 0 {
                self.budget = 0;
                self.unparseable(
                    Span {
                        start: 0,
                        end: self.script.length,
                    },
                    "it expands to too much text",
                );
            }
            false
        }
    }

    // -- small helpers -----------------------------------------------------------------------------------

    /// The text of an event.
    pub(super) fn text_of(&self, event: &Event) -> &str {
        self.script.slice(event.start as usize, event.end as usize)
    }

    /// The event at an index.
    pub(super) fn event_at(&self, index: usize) -> Option<Event> {
        self.script.events.get(index).copied()
    }

    /// The contexts of a unit that stands here.
    pub(super) fn context_here(&self) -> Vec<Context> {
        let start = self.contexts.len().saturating_sub(MAX_CONTEXTS);
        self.contexts.get(start..).unwrap_or_default().to_vec()
    }

    /// Forgets the functions that were defined since there were `count`.
    pub(super) fn forget_functions(&mut self, count: usize) {
        while self.functions.len() > count {
            if let Some(function) = self.functions.pop() {
                self.function_names.remove(&function.name);
            }
        }
    }

    /// Enters a context.
    pub(super) fn enter_context(&mut self, text: String, span: Span) {
        self.contexts.push(Context { text, span });
    }

    fn finish(mut self) -> Program {
        self.settle_floors();
        self.program
    }
}

/// A floor that nothing releases.
pub(super) fn floor(sentinel: Sentinel, span: Span, why: &str) -> Floor {
    Floor {
        sentinel,
        span,
        why: why.to_owned(),
        released_by: Vec::new(),
    }
}
