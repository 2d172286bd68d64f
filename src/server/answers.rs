//! The answers of the protocol as values, so that the command line prints what a client would get.

use super::positions::Encoding;
use super::publisher::convert_problems;
use super::requests;
use crate::gate::Verdict;
use crate::protocol::{CheckResult, ExplainResult, PolicyResult, Problem};
use crate::session::{PolicyReport, ProblemReport};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The result of `permissions/check`.
pub fn check(verdict: &Verdict) -> CheckResult<'_> {
    requests::check::result(verdict)
}

/// The result of `permissions/explain`.
pub fn explain(verdict: &Verdict) -> ExplainResult<'_> {
    requests::explain::result(verdict)
}

/// The result of `permissions/policy`; columns count UTF-16 code units, as every client can.
pub fn policy(report: PolicyReport) -> PolicyResult {
    requests::policy::result(report, Encoding::default())
}

/// The problems of `permissions/policy`, counted in the same way.
pub fn problems(problems: &[ProblemReport], texts: &BTreeMap<String, Arc<str>>) -> Vec<Problem> {
    convert_problems(problems, texts, Encoding::default())
}
