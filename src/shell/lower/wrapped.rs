//! What a unit runs: commands by their words, and scripts, one after the other.

use super::{
    bases::Flow,
    frame::{Frame, Job, Jobs, ScriptJob, ScriptScope, Then},
    names::{Names, Value},
    walker::Walker,
};
use crate::shell::{
    Context, Folder, HoleKind, Redirect, RedirectOp, Sentinel, Span, Standing, UnitId, Word, WrapperClass,
    WrapperUse,
    grammar::{self, Command, Dialect, Entered, Inner, Wrapping},
    syntax::{MAX_DEPTH, MarkKind, Reader},
};

impl Walker<'_> {
    /// Asks the tables what a unit runs, and puts that on the stack.
    pub(super) fn unwrap(&mut self, id: UnitId, name: Option<&str>) {
        let Some(wrapping) = self.wrapping_of(id) else {
            return;
        };
        let shared = matches!(name, Some("eval" | "command" | "builtin"));
        let Wrapping {
            class,
            inner,
            floors,
            unless_readers,
            folder,
            appends,
            handed,
            remote,
        } = wrapping;
        let outer = self.standing;
        for floor in floors {
            self.floor_unit(id, floor);
        }
        if let Some(floor) = unless_readers {
            self.unless.push((id, floor));
        }
        let Some(unit) = self.program.units.get_mut(id) else {
            return;
        };
        unit.wraps = Some(WrapperUse {
            class,
            inner: Vec::new(),
            handed,
            remote,
        });
        if name == Some("eval") && inner.len() != 1 {
            // It may set any name.
            self.names.forget_all();
        }
        let Some(unit) = self.program.units.get_mut(id).filter(|_| !inner.is_empty()) else {
            return;
        };
        let span = unit.span;
        let standing = match class {
            WrapperClass::Transparent => {
                unit.standing = Standing::Tightening;
                outer
            }
            WrapperClass::Feeding | WrapperClass::Opaque => outer,
            WrapperClass::Raising | WrapperClass::Runner => Standing::Tightening,
        };
        let base = match folder {
            None => self.here,
            Some(Entered::Folder(word)) => self.moved(Folder::Word(word)).ok.unwrap_or(self.here),
            Some(Entered::Unknown) => self.unknown_base(self.here),
        };
        let queue = inner.into_iter().map(|inner| job(inner, shared)).collect();
        let context = Context {
            text: format!("run by {}", name.unwrap_or("a wrapper")),
            span,
        };
        self.begin_jobs(Jobs {
            queue,
            unit: id,
            wraps: true,
            standing,
            base,
            appends,
            context,
            shared,
            depth: self.depth.saturating_add(1),
            kept_flow: None,
            kept_wrapper: None,
        });
    }

    fn wrapping_of(&self, id: UnitId) -> Option<Wrapping> {
        let unit = self.program.units.get(id)?;
        let mut around: Vec<Redirect> = Vec::new();
        let redirects = if self.enclosing.is_empty() {
            &unit.redirects
        } else {
            around.extend(unit.redirects.iter().cloned());
            // The first command of a compound has taken over the redirections of the compound.
            let taken = |redirect: &&Redirect| !unit.redirects.iter().any(|own| own.span == redirect.span);
            around.extend(self.enclosing.iter().rev().take(8).filter(taken).cloned());
            &around
        };
        grammar::analyze(
            &Command {
                words: &unit.words,
                assignments: &unit.assignments,
                redirects,
                piped: self.piped,
                appends: unit.appends,
                span: unit.span,
                place: self.place(),
            },
            self.declared,
        )
    }

    /// Scripts that a builtin keeps or evaluates.
    pub(super) fn run_scripts(&mut self, id: UnitId, scripts: Vec<ScriptJob>, what: String, shared: bool) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let context = Context {
            text: what,
            span: unit.span,
        };
        self.begin_jobs(Jobs {
            queue: scripts.into_iter().map(Job::Script).collect(),
            unit: id,
            wraps: false,
            standing: self.standing,
            base: self.here,
            appends: false,
            context,
            shared,
            depth: self.depth.saturating_add(1),
            kept_flow: None,
            kept_wrapper: None,
        });
    }

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

    fn run_words(&mut self, words: Vec<Word>, shared: bool) {
        // Words that are handed on and on are copied each time.
        if !self.spend(words.len().saturating_mul(64)) {
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
        self.complete(id, &[]);
        if !shared {
            self.names.take_back(mark);
        }
    }

    /// The text of words that a wrapper hands on: as they stand in the command, where they stand there.
    fn text_of_words(&mut self, words: &[Word]) -> (Span, String) {
        let start = words.first().map_or(0, |word| word.span.start);
        let end = words.last().map_or(start, |word| word.span.end);
        let mut at = start;
        let ordered = words.iter().all(|word| {
            let follows = word.span.start >= at && word.span.end > word.span.start;
            at = word.span.end;
            follows
        });
        let span = Span {
            start,
            end: end.max(start),
        };
        if !self.spend(end.saturating_sub(start) + 1) {
            return (span, String::new());
        }
        let mut text = String::new();
        for word in words {
            let piece = match word.literal() {
                Some(piece) if !ordered => piece,
                _ => self.script.slice(word.span.start, word.span.end).to_owned(),
            };
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&piece);
        }
        (span, text)
    }

    /// Puts the walk of a script on the stack; `false` where it is not walked.
    fn run_script(&mut self, job: &ScriptJob) -> bool {
        if !self.spend(job.text.len().saturating_mul(2)) {
            return false;
        }
        if job.later && !self.spend(self.names.count().saturating_mul(64)) {
            return false;
        }
        let depth = self.depth;
        let (origin, verbatim) = self.standing_in(&job);
        let (start, end) = self.script.append(&job.text, origin, verbatim);
        let marks = self.script.marks.len();
        let (first, last) = Reader::new(&mut self.script, depth, job.zsh).read(start, end);
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
            zsh: std::mem::replace(&mut self.zsh, job.zsh),
            in_alias: self.in_alias,
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
        if inside { (Span { start: start + 1, end: end - 1 }, true) } else { (job.span, false) }
    }

    pub(super) fn leave_script(&mut self, scope: ScriptScope) {
        if !scope.shared {
            self.forget_functions(scope.functions);
            self.enclosing = scope.enclosing;
            self.here = scope.entry;
            self.piped = scope.piped;
        }
        self.opening = scope.opening;
        self.zsh = scope.zsh;
        self.in_alias = scope.in_alias;
        if let Some(names) = scope.names {
            self.names = names;
        }
    }

    // -- floors that depend on what is run ---------------------------------------------------------------

    /// What a transparent wrapper runs is judged in its place, so what could not be established of the wrapper
    /// (`env LD_PRELOAD=x ls`, `BASH_ENV=x bash -c ls`) holds against that.
    fn hand_down_floors(&mut self) {
        for id in 0..self.program.units.len() {
            let Some(unit) = self.program.units.get(id) else {
                continue;
            };
            let Some(wraps) = &unit.wraps else { continue };
            if wraps.class != WrapperClass::Transparent || unit.floors.is_empty() {
                continue;
            }
            let (floors, inner) = (unit.floors.clone(), wraps.inner.clone());
            // What it runs follows it, so a wrapper within hands them on in its turn.
            for inner in inner {
                if let Some(unit) = self.program.units.get_mut(inner) {
                    for floor in &floors {
                        // One of a kind is enough, so that a long row of wrappers hands on no longer and longer list.
                        let held = unit.floors.iter().any(|held| {
                            held.sentinel == floor.sentinel && held.released_by == floor.released_by
                        });
                        if !held {
                            unit.floors.push(floor.clone());
                        }
                    }
                }
            }
        }
    }

    /// Settles the floors that fall away where a wrapper runs nothing but proven readers.
    pub(super) fn settle_floors(&mut self) {
        self.hand_down_floors();
        if self.unless.is_empty() {
            return;
        }
        // What a wrapper runs follows it, so the answers of inner units are there when it asks.
        let mut reads = vec![false; self.program.units.len()];
        for (id, unit) in self.program.units.iter().enumerate().rev() {
            let writes = unit.redirects.iter().any(|redirect| {
                matches!(
                    redirect.op,
                    RedirectOp::Write | RedirectOp::Append | RedirectOp::ReadWrite
                )
            });
            let answer = !writes
                && unit.floors.is_empty()
                && match &unit.wraps {
                    Some(wraps) if wraps.class == WrapperClass::Transparent && !wraps.inner.is_empty() => {
                        wraps
                            .inner
                            .iter()
                            .all(|inner| reads.get(*inner).copied().unwrap_or(false))
                    }
                    _ => grammar::is_proven_reader(&unit.words, self.declared),
                };
            if let Some(slot) = reads.get_mut(id) {
                *slot = answer;
            }
        }
        for (id, floor) in std::mem::take(&mut self.unless) {
            let Some(unit) = self.program.units.get_mut(id) else {
                continue;
            };
            let inner = unit
                .wraps
                .as_ref()
                .map(|wraps| wraps.inner.as_slice())
                .unwrap_or_default();
            let all = !inner.is_empty()
                && inner
                    .iter()
                    .all(|inner| reads.get(*inner).copied().unwrap_or(false));
            if !all {
                unit.floors.push(floor);
            }
        }
    }
}

fn job(inner: Inner, shared: bool) -> Job {
    match inner {
        Inner::Words { words } => Job::Words(words),
        Inner::Script { text, dialect } => Job::Script(ScriptJob::of_word(&text, dialect, shared, false)),
        Inner::StdinScript { text, dialect } => Job::Script(ScriptJob::of_word(&text, dialect, shared, true)),
    }
}

impl ScriptJob {
    /// The script that a literal word holds.
    pub(super) fn of_word(word: &Word, dialect: Dialect, shared: bool, stdin: bool) -> Self {
        Self {
            text: word.literal().unwrap_or_default(),
            zsh: dialect == Dialect::Zsh,
            shared,
            stdin,
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
