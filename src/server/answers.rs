//! The answers of the protocol as values, so that the command line prints what a client would get.

use super::positions::Encoding;
use super::requests;
use crate::gate::Verdict;
use crate::protocol::{CheckResult, ExplainResult, PolicyResult};
use crate::session::PolicyReport;

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
