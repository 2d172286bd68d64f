//! Problems of policy files for a reader at a terminal: file, line, the line itself, and the next step.

use super::paint::Paint;
use super::source::{excerpt, position};
use crate::presentation::visible;
use crate::session::ProblemReport;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

/// One problem, with a final newline.
pub(super) fn show(problem: &ProblemReport, texts: &BTreeMap<String, Arc<str>>, paint: Paint) -> String {
    let severity = match problem.severity {
        "error" => paint.red("error"),
        "warning" => paint.yellow("warning"),
        other => paint.dim(other),
    };
    let place = problem.range.as_ref().zip(texts.get(&problem.file));
    let at = place.map_or_else(String::new, |(range, text)| {
        let at = position(text, range.start);
        format!(":{}:{}", at.line, at.column)
    });
    let mut out = format!(
        "{severity}: {} {}\n --> {}{at}\n",
        paint.bold(&visible(&problem.message)),
        paint.dim(&format!("[{}]", problem.code)),
        visible(&problem.file)
    );
    if let Some((range, text)) = place {
        let _ = writeln!(out, "{}", excerpt(text, range));
    }
    if let Some(advice) = &problem.advice {
        let _ = writeln!(out, "  = {}", visible(advice));
    }
    out
}

/// 0 nothing but notes, 1 warnings, 2 errors.
pub(super) fn exit(problems: &[ProblemReport]) -> ExitCode {
    let worst = problems.iter().map(|problem| match problem.severity {
        "error" => 2,
        "warning" => 1,
        _ => 0,
    });
    ExitCode::from(worst.max().unwrap_or(0))
}
