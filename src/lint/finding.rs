//! One finding: a problem, what else in the files it is about, a text that shows it, and how to mend it.

use crate::policy::{Document, Problem, Severity, Span};
use std::sync::Arc;

/// Something questionable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What and where, in the shape of what the loader finds.
    pub problem: Problem,
    /// Other places that it is about.
    pub related: Vec<Related>,
    /// A value of the surface that shows it: a command, a path, a name.
    pub witness: Option<String>,
    /// Ways to mend it, the likeliest first.
    pub fixes: Vec<Fix>,
}

/// Another place that a finding is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Absolute path of the file, which may be another one.
    pub file: Arc<str>,
    /// Where.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// One way to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an imperative.
    pub title: String,
    /// Changes to the text of the finding's file, in order and apart.
    pub edits: Vec<Edit>,
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}

/// What a finding is, before it is said where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) severity: Severity,
    pub(super) code: &'static str,
}

pub(super) const fn error(code: &'static str) -> Kind {
    let severity = Severity::Error;
    Kind { severity, code }
}

pub(super) const fn warning(code: &'static str) -> Kind {
    let severity = Severity::Warning;
    Kind { severity, code }
}

pub(super) const fn note(code: &'static str) -> Kind {
    let severity = Severity::Info;
    Kind { severity, code }
}

impl Finding {
    pub(super) fn new(
        document: &Document<'_>,
        kind: Kind,
        span: Span,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            problem: Problem {
                file: Arc::clone(&document.file),
                span: Some(span),
                severity: kind.severity,
                code: kind.code,
                message: message.into(),
                advice: Some(advice.into()),
                instead: None,
            },
            related: Vec::new(),
            witness: None,
            fixes: Vec::new(),
        }
    }

    /// A problem of the loader, with the fix that it names.
    pub fn of_problem(problem: Problem) -> Self {
        let fix = problem
            .instead
            .as_ref()
            .zip(problem.span)
            .map(|(text, span)| Fix {
                title: format!("Write `{}`", text.trim_matches(['"', '\''])),
                edits: vec![Edit {
                    span,
                    text: text.clone(),
                }],
            });
        Self {
            problem,
            related: Vec::new(),
            witness: None,
            fixes: fix.into_iter().collect(),
        }
    }

    pub(super) fn shown_by(mut self, witness: impl Into<String>) -> Self {
        self.witness = Some(witness.into());
        self
    }

    pub(super) fn about(mut self, file: &Arc<str>, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related {
            file: Arc::clone(file),
            span,
            message: message.into(),
        });
        self
    }

    /// A fix that replaces one place.
    pub(super) fn or_write(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.fixes.push(Fix {
            title: title.into(),
            edits: vec![Edit { span, text }],
        });
        self
    }
}

/// A JSON string of `text`.
pub(super) fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
