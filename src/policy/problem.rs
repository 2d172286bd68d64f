//! What is wrong with a file, in words a person can act on.

use super::Span;
use std::sync::Arc;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something written is not in force as written.
    Error,
    /// Something in force is probably not what was meant.
    Warning,
    /// Worth knowing.
    Info,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Absolute path of the file.
    pub file: Arc<str>,
    /// Where; `None` for the file as a whole.
    pub span: Option<Span>,
    /// How bad.
    pub severity: Severity,
    /// A stable code, one of [`code`].
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub advice: Option<String>,
    /// The text to write in the place of `span`, where that is all that is to be done.
    pub instead: Option<String>,
}

/// The codes of problems. They are part of the interface: scripts and editors match on them.
pub mod code {
    /// The file is there but can't be read, or was there and is gone.
    pub const UNREADABLE: &str = "unreadable";
    /// The text is not what its format demands.
    pub const SYNTAX: &str = "syntax";
    /// Over 16 MiB, or nested deeper than 64.
    pub const TOO_LARGE: &str = "too-large";
    /// The outermost value is no object.
    pub const NOT_AN_OBJECT: &str = "not-an-object";
    /// A key stands twice.
    pub const DUPLICATE_KEY: &str = "duplicate-key";
    /// An empty or blank key.
    pub const BLANK_KEY: &str = "blank-key";
    /// The key `__proto__`.
    pub const PROTO_KEY: &str = "proto-key";
    /// A field that has no meaning here.
    pub const UNKNOWN_FIELD: &str = "unknown-field";
    /// A surface that is probably misspelt.
    pub const UNKNOWN_SURFACE: &str = "unknown-surface";
    /// A surface of another permission system that has no meaning here.
    pub const FOREIGN_SURFACE: &str = "foreign-surface";
    /// A value of the wrong type.
    pub const WRONG_TYPE: &str = "wrong-type";
    /// A value outside its range, or not among its words.
    pub const WRONG_VALUE: &str = "wrong-value";
    /// An option without a part it needs.
    pub const MISSING_FIELD: &str = "missing-field";
    /// An action that is none of the three.
    pub const UNREADABLE_ACTION: &str = "unreadable-action";
    /// A pattern that can't be what was meant: it names an unknown variable or a user's folder.
    pub const UNREADABLE_PATTERN: &str = "unreadable-pattern";
    /// A path pattern that no spelling of a path can match.
    pub const PATTERN_NEVER_MATCHES: &str = "pattern-never-matches";
    /// A reason beside an action that is not `deny`.
    pub const REASON_WITHOUT_DENY: &str = "reason-without-deny";
    /// `ask` in the guards.
    pub const ASK_IN_GUARDS: &str = "ask-in-guards";
    /// `permission["*"]` with patterns.
    pub const UNIVERSAL_WITH_PATTERNS: &str = "universal-with-patterns";
    /// A file that reads as if later entries won.
    pub const LAST_MATCH_ORDER: &str = "last-match-order";
    /// An option that is ignored.
    pub const DEPRECATED: &str = "deprecated";
    /// Guards that an environment variable puts where the checkout could write them.
    pub const CONFIG_FOLDER_REFUSED: &str = "config-folder-refused";

    /// Every code of the loader.
    pub const ALL: [&str; 22] = [
        ASK_IN_GUARDS,
        BLANK_KEY,
        CONFIG_FOLDER_REFUSED,
        DEPRECATED,
        DUPLICATE_KEY,
        FOREIGN_SURFACE,
        LAST_MATCH_ORDER,
        MISSING_FIELD,
        NOT_AN_OBJECT,
        PATTERN_NEVER_MATCHES,
        PROTO_KEY,
        REASON_WITHOUT_DENY,
        SYNTAX,
        TOO_LARGE,
        UNIVERSAL_WITH_PATTERNS,
        UNKNOWN_FIELD,
        UNKNOWN_SURFACE,
        UNREADABLE,
        UNREADABLE_ACTION,
        UNREADABLE_PATTERN,
        WRONG_TYPE,
        WRONG_VALUE,
    ];

    /// The code of that name; none of ours is the empty text.
    pub fn of_name(name: &str) -> &'static str {
        ALL.into_iter().find(|code| *code == name).unwrap_or_default()
    }
}

/// Problems of one file as they are found.
#[derive(Clone, Debug)]
pub(super) struct Findings {
    file: Arc<str>,
    problems: Vec<Problem>,
}

impl Findings {
    pub(super) const fn new(file: Arc<str>) -> Self {
        Self {
            file,
            problems: Vec::new(),
        }
    }

    pub(super) fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
        advice: impl Into<Option<String>>,
    ) {
        self.problems.push(Problem {
            file: Arc::clone(&self.file),
            span: span.into(),
            severity,
            code,
            message: message.into(),
            advice: advice.into(),
            instead: None,
        });
    }

    /// Says of the last problem what to write in its place.
    pub(super) fn instead(&mut self, text: impl Into<String>) {
        if let Some(last) = self.problems.last_mut() {
            last.instead = Some(text.into());
        }
    }

    pub(super) fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, advice: &str) {
        self.add(Severity::Error, code, span, message, advice.to_owned());
    }

    pub(super) fn warning(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        advice: &str,
    ) {
        self.add(Severity::Warning, code, span, message, advice.to_owned());
    }

    /// In the order of the text.
    pub(super) fn into_problems(self) -> Vec<Problem> {
        let mut problems = self.problems;
        problems.sort_by_key(|problem| problem.span.map_or(0, |span| span.start));
        problems
    }
}
