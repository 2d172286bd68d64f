//! Commands and scripts that something runs, one after the other.

use super::{
    bases::Flow,
    frame::{Frame, Job, Jobs, ScriptJob, ScriptScope, Then},
    names::{Names, Value},
    walker::Walker,
};
use crate::shell::{
    Excerpt, HoleKind, Sentinel, Span, Word, Words,
    grammar::Dialect,
    syntax::{MAX_DEPTH, MarkKind, Reader},
};

impl Walker<'_> {
    /// Puts jobs on the stack. What the walk holds here is kept in the frame until they are done.
    pub(super) fn begin_jobs(&mut self, mut jobs: Jobs) {
        if jobs.depth > MAX_DEPTH {
            let span = jobs.context.span;
            self.unparseable(span, "nested too deeply");
            return;
        }
        let flow = self.flow;
        if !jobs.shared {
            // What runs elsewhere does not move this shell; its base is that of the jobs.
            jobs.kept_flow = Some(flow);
        }
        std::mem::swap(&mut self.standing, &mut jobs.standing);
        std::mem::swap(&mut self.here, &mut jobs.base);
        std::mem::swap(&mut self.appends, &mut jobs.appends);
        std::mem::swap(&mut self.depth, &mut jobs.depth);
        jobs.kept_wrapper = self.wrapper;
        if jobs.wraps {
            self.wrapper = Some(jobs.unit);
        }
        self.contexts.push(jobs.context.clone());
        self.frames.push(Frame::Jobs(Box::new(jobs)));
    }

    fn end_jobs(&mut self, jobs: &mut Jobs) {
        std::mem::swap(&mut self.standing, &mut jobs.standing);
        std::mem::swap(&mut self.here, &mut jobs.base);
        std::mem::swap(&mut self.appends, &mut jobs.appends);
        std::mem::swap(&mut self.depth, &mut jobs.depth);
        self.wrapper = jobs.kept_wrapper;
        self.contexts.pop();
        if let Some(flow) = jobs.kept_flow {
            self.flow = flow;
        }
    }

    /// Does what waits on top of the stack, until a script has to be walked or nothing waits.
    pub(super) fn advance_jobs(&mut self) {
        while let Some(Frame::Jobs(jobs)) = self.frames.last_mut() {
            match jobs.queue.pop_front() {
                None => {
                    if let Some(Frame::Jobs(mut jobs)) = self.frames.pop() {
                        self.end_jobs(&mut jobs);
                    }
                }
                Some(Job::Words(words)) => {
                    let shared = jobs.shared;
                    self.run_words(words, shared);
                }
                Some(Job::Script(script)) => {
                    if self.run_script(&script) {
                        return;
                    }
                }
            }
        }
    }

    fn run_words(&mut self, words: Words, shared: bool) {
        // Words of its own are copies of others; a tail of what a wrapper was given is kept with that.
        let copied = if words.are_shared() { 1 } else { words.len() };
        self.steps += copied;
        if !self.spend(copied.saturating_mul(64)) {
            return;
        }
        let (span, text) = self.text_of_words(&words);
        let id = self.new_unit();
        if let Some(unit) = self.program.units.get_mut(id) {
            unit.span = span;
            unit.text = text;
            let why = super::commands::dynamic_word(&words, false);
            if let Some(why) = why {
                let at = words.first().map_or(span, |word| word.span);
                unit.floors
                    .push(super::walker::floor(Sentinel::DynamicCommand, at, why));
            }
            unit.words = words;
        }
        self.flow = Flow::still(self.here);
        // What another process sets is not set here.
        let mark = self.names.mark();
        // No wrapper runs a function: it runs a builtin or a program.
        self.complete(id, &[], false);
        if !shared {
            self.names.take_back(mark);
        }
    }

    /// The text of words that a wrapper hands on: as they stand in the command, where they stand there.
    fn text_of_words(&mut self, words: &Words) -> (Span, Excerpt) {
        let length = match (words.first(), words.last()) {
            (Some(first), Some(last)) if !words.are_shared() => {
                last.span.end.saturating_sub(first.span.start)
            }
            _ => 0,
        };
        if !self.spend(length + 1) {
            return (
                words.first().map(|word| word.span).unwrap_or_default(),
                Excerpt::default(),
            );
        }
        words.text(|span| self.script.slice(span.start, span.end))
    }

    /// Puts the walk of a script on the stack; `false` where it is not walked.
    fn run_script(&mut self, job: &ScriptJob) -> bool {
        self.steps += job.text.len();
        if !self.spend(job.text.len().saturating_mul(2)) {
            return false;
        }
        if job.later && !self.spend(self.names.count().saturating_mul(64)) {
            return false;
        }
        let depth = self.depth;
        // Code that runs in this very shell is read as this shell reads.
        let dialect = if job.apart { job.dialect } else { self.dialect };
        let (origin, verbatim) = self.standing_in(job);
        let (start, end) = self.script.append(&job.text, origin, verbatim);
        let marks = self.script.marks.len();
        let mut reader = Reader::new(&mut self.script, depth, dialect);
        let (first, last) = if job.expands {
            reader.read_text(start, end)
        } else {
            reader.read(start, end)
        };
        self.sort_marks(marks);
        self.collect_faults();
        let names = (!job.shared).then(|| {
            let inherited = if job.later {
                Names::later(&self.names)
            } else {
                Names::child(&self.names)
            };
            std::mem::replace(&mut self.names, inherited)
        });
        let scope = ScriptScope {
            entry: self.here,
            functions: self.functions.len(),
            piped: self.piped,
            enclosing: if job.shared {
                Vec::new()
            } else {
                std::mem::take(&mut self.enclosing)
            },
            opening: std::mem::take(&mut self.opening),
            shared: job.shared,
            names,
            dialect: std::mem::replace(&mut self.dialect, dialect),
            in_alias: self.in_alias,
            later: job.later.then(|| self.names.mark()),
            hidden: job.apart.then(|| std::mem::take(&mut self.function_names)),
            stdin_script: std::mem::replace(&mut self.stdin_script, job.stdin),
        };
        self.in_alias |= job.alias;
        if job.later && self.script.marks.iter().any(|mark| mark.kind == MarkKind::Moves) {
            self.here = self.unknown_base(self.here);
        }
        if !job.shared {
            self.piped = self.piped || job.stdin;
        }
        self.call(first, last, Then::Script(Box::new(scope)));
        true
    }

    /// Where the text of a script stands in the command, and whether it stands there as it is.
    fn standing_in(&self, job: &ScriptJob) -> (Span, bool) {
        let Span { start, end } = job.span;
        if end > self.script.length {
            return (job.span, false);
        }
        let raw = self.script.slice(start, end);
        if raw == job.text {
            return (job.span, true);
        }
        let inside = raw
            .strip_prefix(['\'', '"'])
            .and_then(|raw| raw.strip_suffix(['\'', '"']))
            .is_some_and(|raw| raw == job.text);
        if inside {
            (
                Span {
                    start: start + 1,
                    end: end - 1,
                },
                true,
            )
        } else {
            (job.span, false)
        }
    }

    pub(super) fn leave_script(&mut self, scope: ScriptScope) {
        if !scope.shared {
            self.forget_functions(scope.functions);
            self.enclosing = scope.enclosing;
            self.here = scope.entry;
            self.piped = scope.piped;
        }
        self.opening = scope.opening;
        self.dialect = scope.dialect;
        self.in_alias = scope.in_alias;
        self.stdin_script = scope.stdin_script;
        if let Some(functions) = scope.hidden {
            self.function_names = functions;
        }
        if let Some(names) = scope.names {
            let inner = std::mem::replace(&mut self.names, names);
            if let Some(mark) = scope.later {
                // What runs at any later time may have set them by then.
                self.names.drift(&inner, mark);
            }
        }
    }
}

impl ScriptJob {
    /// The script that a literal word holds.
    pub(super) fn of_word(word: &Word, dialect: Dialect, shared: bool, stdin: bool) -> Self {
        Self {
            text: word.literal().unwrap_or_default(),
            dialect,
            shared,
            stdin,
            apart: !shared,
            ..Self::code(String::new(), word.span)
        }
    }
}

impl Names {
    /// What a shell that is started from here knows: not the values (few of them are exported), but that
    /// the home and working folders are not what they were.
    pub(super) fn child(outer: &Self) -> Self {
        let mut names = Self::default();
        for name in ["HOME", "PWD"] {
            if outer.get(name).is_some() {
                names.set(name, Value::Dynamic(HoleKind::Any));
            }
        }
        names
    }

    /// What runs later knows of what is set now: that it may be anything.
    pub(super) fn later(outer: &Self) -> Self {
        let mut names = Self::default();
        for name in outer.known() {
            names.set(&name, Value::Dynamic(HoleKind::Any));
        }
        names
    }
}
