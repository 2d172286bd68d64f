//! What the walk is inside of.

use super::{bases::Flow, names::Changes};
use crate::shell::{
    Assignment, BaseId, Context, Part, Redirect, RedirectOp, Standing, UnitId, Word, Words,
    grammar::Dialect,
    syntax::{Compound, Role},
};
use std::collections::VecDeque;

/// One level of the walk's stack.
#[derive(Debug)]
pub(super) enum Frame {
    List(List),
    Item(Item),
    Pipeline(Pipeline),
    Simple(Box<Simple>),
    Compound(Box<CompoundState>),
    Word(Box<WordState>),
    /// A scope of its own: a substitution, a coprocess.
    Scope(Box<Scope>),
    Function(Box<FunctionState>),
    /// The events were left for others; go on at `pc`.
    Call(Box<Call>),
    /// Commands and scripts that a wrapper runs, one after the other.
    Jobs(Box<Jobs>),
}

#[derive(Debug)]
pub(super) struct List {
    /// An item of it never comes to its end (`exit`).
    pub(super) dead: bool,
}

#[derive(Debug)]
pub(super) struct Item {
    pub(super) entry: BaseId,
    pub(super) mark: usize,
    pub(super) background: bool,
    /// What stands left of the operator that was met last, and whether that was `&&`.
    pub(super) left: Option<(Flow, bool)>,
    /// Changes to names from here on may not happen.
    pub(super) maybe: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Pipeline {
    pub(super) entry: BaseId,
    pub(super) mark: usize,
    pub(super) piped: bool,
    pub(super) negated: bool,
    /// Whether the standard input around it is a pipe.
    pub(super) outer_piped: bool,
    /// Functions that stood when it began.
    pub(super) functions: usize,
}

/// Redirections as they come.
#[derive(Debug, Default)]
pub(super) struct Redirects {
    pub(super) list: Vec<Redirect>,
    /// The one whose target comes next, and where it began.
    pub(super) open: Option<(RedirectOp, usize)>,
}

#[derive(Debug)]
pub(super) struct Simple {
    /// Its unit, once there is one.
    pub(super) unit: Option<UnitId>,
    /// It has a command word.
    pub(super) command: bool,
    pub(super) words: Vec<Word>,
    /// Operands of the form `name=value`, by index of their word.
    pub(super) declared: Vec<(usize, Assignment)>,
    pub(super) assignments: Vec<Assignment>,
    pub(super) redirects: Redirects,
    /// Stretches of the buffer that hold its words; a redirection begins a new one.
    pub(super) segments: Vec<(usize, usize)>,
    pub(super) broken: bool,
    /// The command word came from an expansion.
    pub(super) expanded: bool,
    pub(super) entry: BaseId,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
#[derive(Debug)]
pub(super) struct CompoundState {
    pub(super) kind: Compound,
    pub(super) event: usize,
    pub(super) entry: BaseId,
    pub(super) redirects: Redirects,
    /// How many redirections of it were put around its body.
    pub(super) enclosing: usize,
    pub(super) mark: usize,
    /// Where the branches that were walked end, joined.
    pub(super) joined: Flow,
    /// Where the condition fails.
    pub(super) otherwise: Option<BaseId>,
    pub(super) changes: Vec<Changes>,
    /// A branch is taken whatever happens.
    pub(super) exhaustive: bool,
    /// The folder may change from one round to the next.
    pub(super) moves: bool,
    pub(super) variable: Option<String>,
    /// The words of a `for`, the operands of `[[`.
    pub(super) words: Vec<Word>,
    pub(super) has_items: bool,
    pub(super) functions: usize,
    pub(super) outer_piped: bool,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
#[derive(Debug)]
pub(super) struct WordState {
    pub(super) role: Role,
    pub(super) event: usize,
    pub(super) parts: Vec<Part>,
    /// Open constructs whose inside is not part of the text.
    pub(super) mute: u32,
    /// Unquoted characters that are worth a second look.
    pub(super) globs: bool,
    pub(super) braces: bool,
    pub(super) tildes: bool,
    /// An expansion stands in it.
    pub(super) expanded: bool,
    /// Where `=` stands, and whether it appends.
    pub(super) equals: Option<(usize, bool)>,
}

#[derive(Debug)]
pub(super) struct Scope {
    pub(super) entry: BaseId,
    pub(super) mark: usize,
    pub(super) functions: usize,
    pub(super) enclosing: Vec<Redirect>,
    pub(super) units: usize,
    pub(super) flow: Flow,
    /// For a substitution: whether it stands in quotes, and the heredoc whose text it may come to.
    pub(super) substitution: Option<Substituted>,
    pub(super) opening: Vec<Redirect>,
    pub(super) piped: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Substituted {
    pub(super) quoted: bool,
    pub(super) event: usize,
}

#[derive(Debug)]
pub(super) struct FunctionState {
    /// Where it stands among the functions.
    pub(super) index: usize,
    pub(super) entry: BaseId,
    pub(super) mark: usize,
    /// Changes to names from here on are its own.
    pub(super) body_mark: usize,
    pub(super) moves: bool,
    pub(super) outer_piped: bool,
    pub(super) enclosing: Vec<Redirect>,
    pub(super) opening: Vec<Redirect>,
}

#[derive(Debug)]
pub(super) struct Call {
    pub(super) pc: usize,
    pub(super) limit: usize,
    /// The heredoc body that was fetched.
    pub(super) body: Option<Word>,
    pub(super) then: Then,
}

/// What follows when a jump comes back.
#[derive(Debug)]
pub(super) enum Then {
    /// The body is the target of the open redirection.
    Body,
    /// The redirections of a compound command have been read: now its body.
    Compound,
    /// A script has run.
    Script(Box<ScriptScope>),
}

/// What a script may have changed, and does not.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
#[derive(Debug)]
pub(super) struct ScriptScope {
    pub(super) entry: BaseId,
    pub(super) functions: usize,
    pub(super) piped: bool,
    pub(super) enclosing: Vec<Redirect>,
    pub(super) opening: Vec<Redirect>,
    /// It runs in the shell that is walked, so that what it changes stays.
    pub(super) shared: bool,
    /// Names hidden from it.
    pub(super) names: Option<super::names::Names>,
    pub(super) dialect: Dialect,
    pub(super) in_alias: bool,
    /// It runs at some later time, from where its changes to names begin.
    pub(super) later: Option<usize>,
    /// Functions hidden from it.
    pub(super) hidden: Option<std::collections::HashMap<String, usize>>,
    pub(super) stdin_script: bool,
}

/// One command or script that waits.
#[derive(Debug)]
pub(super) enum Job {
    /// A command by its words.
    Words(Words),
    /// A script.
    Script(ScriptJob),
}

/// A script that waits.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
#[derive(Debug)]
pub(super) struct ScriptJob {
    pub(super) text: String,
    pub(super) span: crate::shell::Span,
    pub(super) dialect: Dialect,
    /// It runs in the shell that is walked.
    pub(super) shared: bool,
    /// It comes on standard input, so that what it runs reads it too.
    pub(super) stdin: bool,
    /// It runs later, when names may have other values.
    pub(super) later: bool,
    /// It is what an alias stands for.
    pub(super) alias: bool,
    /// Another shell runs it, which knows none of the functions of this one.
    pub(super) apart: bool,
    /// It is no list of commands: only its substitutions run.
    pub(super) expands: bool,
}

#[derive(Debug)]
pub(super) struct Jobs {
    pub(super) queue: VecDeque<Job>,
    /// The unit that runs them.
    pub(super) unit: UnitId,
    /// They are linked to the unit as what it wraps.
    pub(super) wraps: bool,
    pub(super) standing: Standing,
    pub(super) base: BaseId,
    pub(super) appends: bool,
    pub(super) context: Context,
    /// They run in the shell that is walked.
    pub(super) shared: bool,
    pub(super) depth: u16,
    pub(super) kept_flow: Option<Flow>,
    pub(super) kept_wrapper: Option<UnitId>,
}
