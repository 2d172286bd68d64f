//! What a unit runs, as the tables say, and the floors that depend on it.

use super::{
    frame::{Job, Jobs, ScriptJob},
    walker::Walker,
};
use crate::shell::{
    Context, Folder, Redirect, RedirectOp, Standing, UnitId, Word, WrapperClass, WrapperUse,
    grammar::{self, Command, Dialect, Entered, Inner, Wrapping},
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
        let queue = inner
            .into_iter()
            .filter_map(|inner| self.job(id, inner, shared))
            .collect();
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

    /// What waits for the walk: a command or script that the unit runs.
    fn job(&mut self, id: UnitId, inner: Inner, shared: bool) -> Option<Job> {
        Some(match inner {
            Inner::Words { words } => Job::Words(words.into()),
            Inner::Rest { start } => Job::Words(self.program.units.get_mut(id)?.words.tail(start)),
            Inner::Reread { start, dialect } => {
                let unit = self.program.units.get_mut(id)?;
                let first = unit.words.get(start).and_then(Word::literal)?;
                // The shell itself looks its functions up; a command word of zsh may be more than that.
                let calls = shared && self.function_names.contains_key(&first);
                if calls || self.dialect == Dialect::Zsh || dialect == Dialect::Zsh {
                    let text = grammar::joined(unit.words.get(start..)?);
                    Job::Script(ScriptJob::of_word(&text, dialect, shared, false))
                } else {
                    Job::Words(unit.words.tail(start))
                }
            }
            Inner::Script { text, dialect } => Job::Script(ScriptJob::of_word(&text, dialect, shared, false)),
            Inner::StdinScript { text, dialect } => {
                Job::Script(ScriptJob::of_word(&text, dialect, shared, true))
            }
        })
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
    pub(super) fn run_scripts(&mut self, id: UnitId, scripts: Vec<ScriptJob>, what: String) {
        self.run_jobs(id, scripts.into_iter().map(Job::Script).collect(), what);
    }

    /// What a builtin runs, keeps or evaluates.
    pub(super) fn run_jobs(&mut self, id: UnitId, jobs: Vec<Job>, what: String) {
        if jobs.is_empty() {
            return;
        }
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let context = Context {
            text: what,
            span: unit.span,
        };
        self.begin_jobs(Jobs {
            queue: jobs.into(),
            unit: id,
            wraps: false,
            standing: self.standing,
            base: self.here,
            appends: false,
            context,
            shared: false,
            depth: self.depth.saturating_add(1),
            kept_flow: None,
            kept_wrapper: None,
        });
    }

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
