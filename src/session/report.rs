//! What is in force and what is wrong with it, as the edge gets it.

use crate::decision::Origin;
use crate::rule::Action;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The answer to `policy` and `reload`: what is in force for one agent of one session.
#[derive(Clone, Debug, Default)]
pub struct PolicyReport {
    /// The agent.
    pub agent_name: Option<String>,
    /// Every file that could count, in the order in which it does.
    pub files: Vec<FileReport>,
    /// Every rule.
    pub rules: Vec<RuleReport>,
    /// What is wrong with the files.
    pub problems: Vec<ProblemReport>,
    /// The texts that the byte ranges point into, by path.
    pub texts: BTreeMap<String, Arc<str>>,
}

/// One policy file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// Absolute path.
    pub path: String,
    /// `policy`, `guards` or `agent`.
    pub kind: &'static str,
    /// `global` or `project`.
    pub scope: &'static str,
    /// `absent`, `valid`, `problems` or `unreadable`.
    pub state: &'static str,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleReport {
    /// The key.
    pub surface: String,
    /// The pattern.
    pub pattern: String,
    /// What it says now, rewrites applied.
    pub action: Action,
    /// The operator's words.
    pub reason: Option<String>,
    /// Whose.
    pub origin: Origin,
    /// The file it stands in; `None` for a built-in or a grant.
    pub file: Option<String>,
    /// Bytes of that file's text.
    pub range: Option<Range<usize>>,
    /// What it said before a floor or yolo rewrote it.
    pub rewritten_from: Option<Action>,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemReport {
    /// The file.
    pub file: String,
    /// Bytes of that file's text; `None` for the file as a whole.
    pub range: Option<Range<usize>>,
    /// `error`, `warning` or `info`.
    pub severity: &'static str,
    /// A stable code.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub advice: Option<String>,
}
