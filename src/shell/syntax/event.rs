//! What the reader finds, in source order.

use crate::shell::{HoleKind, RedirectOp};

/// One step of the reading. Positions are bytes of [`super::Script::buffer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What was met.
    pub kind: Kind,
    /// First byte.
    pub start: u32,
    /// One past the last byte, for what is a token of its own; for what opens, set when it closes.
    pub end: u32,
    /// Index of the event that closes what this one opens. For a compound command that is the `BodyEnd`, and
    /// that of the `BodyEnd` is the `CompoundEnd`.
    pub pair: u32,
}

/// What an event says. Constructs come as a pair that encloses what is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A list of items.
    List,
    /// Its end.
    ListEnd,
    /// Pipelines joined by `&&` and `||`.
    Item {
        /// It ended in `&`.
        background: bool,
    },
    /// `&&`
    And,
    /// `||`
    Or,
    /// Its end.
    ItemEnd,
    /// Commands joined by `|`.
    Pipeline {
        /// More than one stage.
        piped: bool,
        /// An odd number of `!`.
        negated: bool,
        /// `time` stood in front.
        timed: bool,
    },
    /// `time` or `!` in front of a pipeline
    Prefix,
    /// `|` or `|&`
    Stage,
    /// Its end.
    PipelineEnd,
    /// A simple command; it starts at its command word, where it has one.
    Simple {
        /// It has a command word.
        command: bool,
        /// It has redirections.
        redirects: bool,
    },
    /// Its end.
    SimpleEnd,
    /// A compound command.
    Compound(Compound),
    /// A part of a compound command begins.
    Section(Section),
    /// The closing word of a compound command; its redirections follow.
    BodyEnd,
    /// The end of a compound command and its redirections.
    CompoundEnd,
    /// A function definition; the span is the name's.
    Function,
    /// The end of its body.
    FunctionEnd,
    /// A coprocess.
    Coproc,
    /// Its end.
    CoprocEnd,
    /// The variable of a loop.
    LoopVariable,
    /// The name in `{name}>file`, which becomes a number.
    DescriptorVariable,
    /// A word.
    Word(Role),
    /// Its end.
    WordEnd,
    /// What precedes in this word is a name that is assigned to; the value follows. The span is that of
    /// `=` or `+=`.
    Equals,
    /// Unquoted text, as written.
    Bare,
    /// Text that quotes protect, as it is.
    Quoted,
    /// One character behind a backslash (the span is the character's).
    Escaped,
    /// The inside of `$'…'`, as written.
    Ansi,
    /// `$name` or `${name}`; the span is the name's.
    Variable {
        /// Inside double quotes.
        quoted: bool,
    },
    /// An expansion of which only the shape is known.
    Hole(HoleKind),
    /// `${name…}` with an operator; what it holds follows. The span starts at the name.
    Parameter {
        /// What the operator does.
        op: ParamOp,
        /// Inside double quotes.
        quoted: bool,
    },
    /// Its end.
    ParameterEnd,
    /// Arithmetic: `$((…))`, `$[…]`, a subscript, the inside of `((…))`.
    Arithmetic,
    /// Its end.
    ArithmeticEnd,
    /// A command or process substitution.
    Substitution {
        /// Which form.
        form: Form,
        /// Inside double quotes or a heredoc.
        quoted: bool,
    },
    /// Its end.
    SubstitutionEnd,
    /// `(` of an array value; its elements follow as words.
    Array,
    /// Its end.
    ArrayEnd,
    /// `?(`, `*(`, `+(`, `@(`, `!(`; its text follows as pieces.
    ExtendedGlob,
    /// Its end.
    ExtendedGlobEnd,
    /// A redirection; its target follows as a word, but for heredocs.
    Redirect {
        /// The operator.
        op: RedirectOp,
        /// For a heredoc: index into [`super::Script::heredocs`].
        heredoc: Option<u32>,
    },
}

/// Which compound command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compound {
    /// `( … )`
    Subshell,
    /// `{ …; }`
    Group,
    /// `if`
    If,
    /// `while`, `until`
    While,
    /// `for`, `select`
    For,
    /// `for ((…))`
    ArithmeticFor,
    /// `case`
    Case,
    /// `[[ … ]]`
    Condition,
    /// `(( … ))`
    Arithmetic,
}

/// Where a part of a compound command begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `then`
    Then,
    /// `elif`
    Elif,
    /// `else`
    Else,
    /// `do`, or `{` in its place
    Do,
    /// `)` behind the patterns of an arm
    Arm,
    /// The end of an arm
    ArmEnd,
}

/// What a word is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A word of a simple command: the command word, an operand or an assignment.
    Plain,
    /// The target of the redirection before it.
    Target,
    /// One of the words that a `for` runs over, or an element of an array.
    Item,
    /// The subject of `case`, a pattern, an operand of `[[`: no braces, no splitting.
    Whole,
    /// A heredoc's body.
    Body,
}

/// What the operator of `${name…}` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamOp {
    /// Digits: `${#x}`.
    Length,
    /// May assign: `${x=…}`, `${x:=…}`.
    Assign,
    /// Evaluates the value as a prompt, which runs substitutions: `${x@P}`.
    Prompt,
    /// Evaluates an offset or a length that names a variable: `${x:y}`.
    Offset,
    /// Whatever the value of the name names: `${!x}`.
    Indirect,
    /// More than one word even when quoted: `${x[@]}`, `${@:1}`.
    Several,
    /// Anything else.
    Other,
}

/// Which form of substitution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `$( … )`
    Dollar,
    /// `` `…` ``
    Backquote,
    /// `<( … )`
    Input,
    /// `>( … )`
    Output,
    /// `${ …; }`, `${| …; }`
    Function,
}

/// A stretch of text that was not read as bash would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What is wrong with it.
    pub why: &'static str,
}

/// A command that matters beyond itself: what a loop or function does to names and folders is asked before
/// it is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Index of its event.
    pub event: u32,
    /// Index of the event of the innermost scope of its own (a subshell, a substitution) around it.
    pub scope: u32,
    /// What it does.
    pub kind: MarkKind,
}

/// What a marked command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// Changes the folder.
    Moves,
    /// Sets the names among its operands.
    Sets,
    /// Could do anything to the shell it runs in.
    Anything,
}
