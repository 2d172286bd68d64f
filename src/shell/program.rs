//! What a command line comes down to.

use super::{Excerpt, Word, Words};
use serde::{Deserialize, Serialize};

/// `[start, end)` in bytes of the command that was handed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// What may stand in the place of an unknown piece of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoleKind {
    /// Any text, blanks included (unquoted).
    Any,
    /// Any text, but it stays one word (quoted).
    NoBlank,
    /// Decimal digits.
    Digits,
}

/// Index into [`Program::units`].
pub type UnitId = usize;
/// Index into [`Program::bases`].
pub type BaseId = usize;

/// A command line, lowered.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Every command that could run, in source order; what a wrapper runs follows the wrapper.
    pub units: Vec<Unit>,
    /// The working folders that units stand in; `bases[0]` is where the command starts.
    pub bases: Vec<Base>,
    /// What could not be established of the command as a whole (it does not parse, a bound was passed).
    pub floors: Vec<Floor>,
}

/// One command that could run.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Where it stands, redirections and leading assignments left out where they stand at its ends. For a
    /// payload (`bash -c '…'`) inside a word whose text is not the source's, the span of that word.
    pub span: Span,
    /// Its source text without redirections and leading assignments, outer blanks removed; for a redirect
    /// without a command the source text of the redirect.
    pub text: Excerpt,
    /// The command word and its operands. Empty for a redirect without a command.
    pub words: Words,
    /// Leading assignments.
    pub assignments: Vec<Assignment>,
    /// Redirections of this command and of every compound around it that opens here for the first time.
    pub redirects: Vec<Redirect>,
    /// Where it runs, innermost last; empty at top level.
    pub context: Vec<Context>,
    /// How its verdict counts.
    pub standing: Standing,
    /// The folder it runs in.
    pub base: BaseId,
    /// Sentinels of this unit.
    pub floors: Vec<Floor>,
    /// Where this unit is a wrapper: what it runs.
    pub wraps: Option<WrapperUse>,
    /// Where a wrapper runs this unit: which.
    pub wrapped_by: Option<UnitId>,
    /// Operands that come at run time (`{}`, what xargs appends) follow the words.
    pub appends: bool,
}

/// How the verdict of a unit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Its own verdict, the catch-all included.
    Full,
    /// Only a rule beyond a bare `*` gives it one, beside other units (`true`, `test`, `export` of harmless
    /// names, a `cat` of nothing but a literal heredoc).
    Quiet,
    /// Judged by itself; counts only where a rule beyond a bare `*` matches, and only towards deny or ask
    /// (what `sudo` runs, what `make` is known to run, the text of a transparent wrapper).
    Tightening,
}

/// Where a unit runs, for the explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// In words: "inside $( ) of echo", "body of f", "run by xargs".
    pub text: String,
    /// The construct.
    pub span: Span,
}

/// `NAME=value` in front of a command or by itself.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The name, with a subscript where there is one.
    pub name: String,
    /// The value.
    pub value: Word,
    /// Where it stands.
    pub span: Span,
}

/// Which way a redirect opens its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedirectOp {
    /// `<`
    Read,
    /// `>`, `>|`, `&>`, `>&file`
    Write,
    /// `>>`, `&>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `<<`, `<<<`
    Here,
    /// `2>&1`, `<&3`, `>&-`
    Duplicate,
}

/// A redirection.
#[derive(Clone, Debug)]
pub struct Redirect {
    /// The operator.
    pub op: RedirectOp,
    /// What it names.
    pub target: RedirectTarget,
    /// It opens the standard input, and no other descriptor.
    pub stdin: bool,
    /// The whole redirection.
    pub span: Span,
    /// The folder in which its target is opened.
    pub base: BaseId,
}

/// The target of a redirection.
#[derive(Clone, Debug)]
pub enum RedirectTarget {
    /// A file name.
    File(Word),
    /// A heredoc body or here-string.
    Body(Word),
    /// A descriptor or `-`.
    Descriptor(String),
}

/// The sentinels; each turns an `allow` into `ask` and is then the matched pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sentinel {
    /// `<unparseable-bash-command>`
    Unparseable,
    /// `<opaque-bash-wrapper>`
    OpaqueWrapper,
    /// `<indirection-bash-wrapper>`
    IndirectionWrapper,
    /// `<dynamic-bash-command>`
    DynamicCommand,
    /// `<bash-environment-override>`
    EnvironmentOverride,
}

impl Sentinel {
    /// The pattern that stands for it in answers, prompts and logs.
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::Unparseable => "<unparseable-bash-command>",
            Self::OpaqueWrapper => "<opaque-bash-wrapper>",
            Self::IndirectionWrapper => "<indirection-bash-wrapper>",
            Self::DynamicCommand => "<dynamic-bash-command>",
            Self::EnvironmentOverride => "<bash-environment-override>",
        }
    }
}

/// Something that could not be established.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Which.
    pub sentinel: Sentinel,
    /// Where.
    pub span: Span,
    /// Why, in a few words ("option -Z is not known", "unclosed quote").
    pub why: String,
    /// The allow stands if the rule that gave it names this program: its literal text starts with one of
    /// these names. Empty: nothing releases it.
    pub released_by: Vec<String>,
}

/// How a wrapper stands to what it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrapperClass {
    /// What it runs is judged in its place.
    Transparent,
    /// What it runs is a unit, and its own allow is floored.
    Feeding,
    /// What it runs tightens; floored unless named.
    Raising,
    /// What it runs is not known.
    Opaque,
    /// An ordinary program whose inner command tightens.
    Runner,
}

/// A wrapper and what it runs.
#[derive(Clone, Debug)]
pub struct WrapperUse {
    /// The class.
    pub class: WrapperClass,
    /// The units it runs.
    pub inner: Vec<UnitId>,
    /// `[start, end)` indices of the wrapper's words that belong to what it runs; their paths are the inner
    /// units'.
    pub handed: Vec<(usize, usize)>,
    /// The paths of what it runs are another machine's.
    pub remote: bool,
}

/// A working folder in which units run.
#[derive(Clone, Debug)]
pub struct Base {
    /// The folder it is entered from; `None` for the first.
    pub parent: Option<BaseId>,
    /// What was entered, and what is known of its success.
    pub step: BaseStep,
}

/// One change of folder.
#[derive(Clone, Debug)]
pub enum BaseStep {
    /// Where the command starts.
    Start,
    /// Entered by `cd`, `pushd`, `-C` or `env -C`.
    Enter {
        /// The operand.
        folder: Folder,
        /// The line goes on only if it succeeded (`&&`, `|| exit`), so that the parent no longer counts.
        required: bool,
        /// Something earlier in the line may have created, replaced or moved the folder.
        disturbed: bool,
    },
    /// Either of several (branches that join).
    OneOf(Vec<BaseId>),
    /// Not known.
    Unknown,
}

/// The operand of a change of folder.
#[derive(Clone, Debug)]
pub enum Folder {
    /// The home folder (`cd` alone).
    Home,
    /// A word.
    Word(Word),
}
