//! What the reader is inside of.

use super::event::{Form, Kind};

/// One level of the reader's stack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// A list of commands.
    List(List),
    /// A simple command.
    Simple(Simple),
    /// The next part of a compound command.
    Clause(Clause),
    /// The redirections behind a compound command.
    Tail {
        /// Event that opened the command.
        opened: u32,
        /// Event that ended its body.
        body: u32,
    },
    /// A word.
    Word(Word),
    /// `"…"`
    Double {
        /// Where the opening quote stands.
        opened: usize,
        /// Something stands in it.
        filled: bool,
    },
    /// `${…}` behind the name.
    Braced(Braced),
    /// Arithmetic.
    Arithmetic(Arithmetic),
    /// The elements of an array value.
    Elements {
        /// Event that opened it.
        opened: u32,
    },
    /// An extended glob.
    Extended {
        /// Event that opened it.
        opened: u32,
    },
    /// The expanding body of a heredoc; the region ends where the body ends.
    Body {
        /// Tabs at the start of a line are not part of it.
        strip: bool,
        /// Event that opened it.
        opened: u32,
        /// Index of the heredoc.
        heredoc: u32,
        /// Whether a heredoc outside waits for the line that is read.
        interrupts: bool,
    },
    /// The heredocs that wait for the line that begins here; the next is the last of the list once they are
    /// `ordered`.
    Heredocs { ordered: bool },
    /// A stretch of its own has been read: go on behind it.
    Region {
        /// Where to go on.
        resume: usize,
        /// The end of the region around it.
        end: usize,
    },
    /// The closing character of a substitution.
    Closing {
        /// Event that opened it.
        opened: u32,
        /// The form.
        form: Form,
        /// Heredocs that were waiting outside.
        waiting: usize,
        /// Whether one of them waits for the line that is read.
        interrupts: bool,
        /// Scope outside.
        scope: u32,
        /// What had been read of heredocs outside.
        rewritten: Rewritten,
    },
    /// What is above ends here.
    End {
        /// Event that opened it.
        opened: u32,
        /// Event that closes it.
        kind: Kind,
    },
}

/// What has been read of heredocs in the substitution that is read.
///
/// bash 5.2 and 5.3 write the commands of `$(…)`, `<(…)` and `>(…)` down again as they read them, and run what they
/// wrote. Behind a heredoc's body they leave out the next `;` (`print_cmd.c`, `was_heredoc`), so that two commands
/// run as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rewritten {
    /// None, or the text is run as it stands.
    No,
    /// The body of one comes with the next separator.
    Awaited,
    /// A body has been written.
    Written,
}

/// What ends a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// The end of the region.
    Region,
    /// `)`
    Paren,
    /// `}`
    Curly,
    /// `}` of a substitution, which no delimiter need follow
    Substitution,
    /// One of these reserved words (bits of [`super::reserved`]).
    Words(u16),
    /// `;;`, `;&`, `;;&` or `esac`
    Arm,
}

/// Where a list stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListState {
    /// In front of an item.
    Item,
    /// A command must follow; newlines may come before it where `linebreak`.
    Command {
        /// Behind `&&`, `||`, `|`.
        linebreak: bool,
    },
    /// Behind a command.
    After,
}

/// A list of commands.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    pub(super) close: Close,
    pub(super) state: ListState,
    /// It has an item.
    pub(super) filled: bool,
    /// Where a `;` stands that may be left out.
    pub(super) separator: Option<usize>,
    /// Events of the list, the item and the pipeline that are open.
    pub(super) opened: u32,
    pub(super) item: u32,
    pub(super) pipeline: u32,
}

/// A simple command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simple {
    pub(super) opened: u32,
    /// Words so far.
    pub(super) words: u32,
    /// Assignments and redirections so far.
    pub(super) others: u32,
    /// Operands may be assignments (`export`, `declare`).
    pub(super) declares: bool,
    /// The first word.
    pub(super) first: (usize, usize),
    /// A redirection stands in it.
    pub(super) redirects: bool,
    /// A word has just been read and is not counted yet.
    pub(super) waiting: bool,
}

/// Which part of a compound command comes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clause {
    /// Event that opened the command.
    pub(super) opened: u32,
    pub(super) step: Step,
}

/// The parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// `then`
    Then,
    /// `elif`, `else`, `fi`
    Elif,
    /// `fi`
    Fi,
    /// `do`
    Do,
    /// `done`
    Done,
    /// `}`
    CloseCurly,
    /// `)`
    CloseParen {
        /// Scope outside.
        scope: u32,
    },
    /// `in`, or the body, behind the name of a `for`
    In,
    /// Words behind `in`
    Items,
    /// `do`, or `{` in its place; one `;` may come first where `semicolon`
    BeforeDo { semicolon: bool },
    /// `in` of a `case`
    CaseIn,
    /// An arm or `esac`
    Arm,
    /// Behind a pattern: `|` or `)`
    Pattern,
    /// `;;` or `esac` behind an arm
    ArmEnd,
    /// A token of `[[`; a regular expression comes next where `regex`
    Test {
        regex: bool,
        /// Open parentheses.
        parens: u32,
    },
    /// The compound command that is a function's body
    FunctionBody,
    /// Behind `((…))`
    ArithmeticDone,
}

/// A word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) opened: u32,
    /// What may end it beside blanks.
    pub(super) mode: Mode,
    /// Where an assignment may still be recognised.
    pub(super) assigns: bool,
    /// It is an assignment.
    pub(super) assigned: bool,
}

/// How a word is delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Metacharacters.
    Usual,
    /// A regular expression behind `=~`: `|`, `(`, `)`, `<`, `>` and `;` are part of it, blanks inside
    /// parentheses too.
    Regex { parens: u32 },
}

/// `${…}`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Braced {
    pub(super) opened: u32,
    /// Inside double quotes or a heredoc.
    pub(super) quoted: bool,
    pub(super) state: BracedState,
    /// Where `${` stands.
    pub(super) start: usize,
}

/// Where in `${…}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BracedState {
    /// Behind the name and subscript.
    Operator,
    /// In the operand. Single quotes quote where `quotes`.
    Operand { quotes: bool },
}

/// Arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arithmetic {
    pub(super) opened: u32,
    pub(super) shape: Shape,
    /// Open parentheses or brackets.
    pub(super) depth: u32,
    /// Where the construct begins, for going back.
    pub(super) start: usize,
    /// What had been read when it began.
    pub(super) faults: u32,
    pub(super) heredocs: u32,
    pub(super) marks: u32,
}

/// Which arithmetic, by how it is closed and what it is otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `((…))`, else nested subshells.
    Command,
    /// `$((…))`, else a substitution.
    Expansion { quoted: bool },
    /// `for ((…))`
    For,
    /// `$[…]` or a subscript
    Bracket,
}

impl Frame {
    /// A list that `opened` opens.
    pub(super) fn list(opened: u32, close: Close) -> Self {
        Self::List(List {
            close,
            state: ListState::Item,
            filled: false,
            separator: None,
            opened,
            item: opened,
            pipeline: opened,
        })
    }
}
