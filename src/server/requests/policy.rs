//! `permissions/policy` and `permissions/reload`: what is in force, as it is or read anew.

use super::scope;
use crate::protocol::{
    self, ErrorObject, FileKind, FileScope, FileState, FileStatus, Params, PolicyParams, PolicyResult, Rule,
};
use crate::server::convert;
use crate::server::positions::{Encoding, Ranges};
use crate::server::publisher::convert_problems;
use crate::server::test_hook;
use crate::session::{PolicyReport, Session};
use std::collections::BTreeMap;

pub(in crate::server) fn handle(
    session: &Session,
    params: Params<'_>,
    encoding: Encoding,
) -> Result<PolicyResult, ErrorObject> {
    let params: PolicyParams = protocol::read(params)?;
    let scope = scope(params.session_id, params.agent_name, None);
    test_hook::reached("permissions/policy");
    let report = session.policy(&scope).map_err(convert::invalid)?;
    Ok(result(report, encoding))
}

pub(in crate::server) fn reload(
    session: &Session,
    params: Params<'_>,
    encoding: Encoding,
) -> Result<PolicyResult, ErrorObject> {
    let params: PolicyParams = protocol::read(params)?;
    let scope = scope(params.session_id, params.agent_name, None);
    let report = session.reload(&scope).map_err(convert::invalid)?;
    Ok(result(report, encoding))
}

/// What is in force in words of the wire.
pub(in crate::server) fn result(report: PolicyReport, encoding: Encoding) -> PolicyResult {
    let lines: BTreeMap<&str, Ranges<'_>> = report
        .texts
        .iter()
        .map(|(file, text)| (file.as_str(), Ranges::of(text, encoding)))
        .collect();
    let rules = report
        .rules
        .into_iter()
        .map(|rule| {
            let lines = rule.file.as_deref().and_then(|file| lines.get(file));
            Rule {
                range: rule.range.as_ref().and_then(|range| Some(lines?.range(range))),
                surface: rule.surface,
                pattern: rule.pattern,
                action: convert::action(rule.action),
                reason: rule.reason,
                origin: convert::origin(rule.origin),
                file: rule.file,
                rewritten_from: rule.rewritten_from.map(convert::action),
            }
        })
        .collect();
    let files = report
        .files
        .into_iter()
        .map(|file| FileStatus {
            path: file.path,
            kind: match file.kind {
                "policy" => FileKind::Policy,
                "guards" => FileKind::Guards,
                _ => FileKind::Agent,
            },
            scope: match file.scope {
                "project" => FileScope::Project,
                _ => FileScope::Global,
            },
            state: match file.state {
                "absent" => FileState::Absent,
                "valid" => FileState::Valid,
                "problems" => FileState::Problems,
                _ => FileState::Unreadable,
            },
        })
        .collect();
    PolicyResult {
        agent_name: report.agent_name,
        files,
        rules,
        problems: convert_problems(&report.problems, &report.texts, encoding),
    }
}
