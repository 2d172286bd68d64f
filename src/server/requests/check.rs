//! `permissions/check`: judges without asking, logging or recording.

use super::scope;
use crate::gate::Verdict;
use crate::protocol::{self, CheckParams, CheckResult, GateState, Invalid, Params};
use crate::server::convert;
use crate::server::failure::Failure;
use crate::server::responder::Responder;
use crate::server::test_hook;
use crate::session::{Query, QueryKind, Session};

pub(in crate::server) fn handle(session: &Session, params: Params<'_>, responder: Responder) {
    match read(params) {
        Ok(query) => answer(session, &query, responder),
        Err(invalid) => responder.error(invalid),
    }
}

/// The same for params that were read in one go with their message.
pub(in crate::server) fn handle_read(session: &Session, params: CheckParams, responder: Responder) {
    match question(params) {
        Ok(query) => answer(session, &query, responder),
        Err(invalid) => responder.error(invalid),
    }
}

fn answer(session: &Session, query: &Query, mut responder: Responder) {
    responder.on_failure(Failure::Check {
        surface: subject(query).to_owned(),
    });
    test_hook::reached("permissions/check");
    match session.check_briefly(query) {
        Ok(verdict) => responder.checked(&result(&verdict)),
        Err(invalid) => responder.error(convert::invalid(invalid)),
    }
}

/// The question, in one of its two forms.
pub(in crate::server) fn read(params: Params<'_>) -> Result<Query, Invalid> {
    question(protocol::read(params)?)
}

fn question(params: CheckParams) -> Result<Query, Invalid> {
    let kind = match (params.tool, params.input, params.surface, params.value) {
        (Some(tool), Some(input), None, None) => QueryKind::Call { tool, input: input.0 },
        (None, None, Some(surface), value) => QueryKind::Surface { surface, value },
        (Some(_), None, None, None) => {
            return Err(Invalid::new("/input", "a tool is asked about with its input"));
        }
        (None, Some(_), None, _) => {
            return Err(Invalid::new("/tool", "an input is asked about with its tool"));
        }
        (None, None, None, Some(_)) => {
            return Err(Invalid::new(
                "/surface",
                "a value is asked about with its surface",
            ));
        }
        (None, None, None, None) => {
            return Err(Invalid::new(
                "",
                "either tool and input, or surface and perhaps value",
            ));
        }
        _ => {
            return Err(Invalid::new(
                "",
                "either tool and input, or surface and perhaps value, not both",
            ));
        }
    };
    Ok(Query {
        kind,
        scope: scope(params.session_id, params.agent_name, params.cwd),
    })
}

/// What a query is about, in a word.
pub(super) fn subject(query: &Query) -> &str {
    match &query.kind {
        QueryKind::Call { tool, .. } => tool,
        QueryKind::Surface { surface, .. } => surface,
    }
}

/// The verdict in words of the wire; nothing is copied.
pub(in crate::server) fn result(verdict: &Verdict) -> CheckResult<'_> {
    let deciding = &verdict.deciding;
    CheckResult {
        state: convert::action(verdict.state),
        surface: deciding.surface.as_str().into(),
        value: deciding.value.as_str().into(),
        matched_pattern: deciding.matched_pattern.as_deref().map(Into::into),
        origin: convert::origin(deciding.origin),
        source: convert::source(verdict.source()),
        reason: deciding.reason.as_deref().map(Into::into),
        executed_unit: verdict.executed_unit.as_deref().map(Into::into),
        human_only: verdict.human_only,
        gates: verdict
            .gates
            .iter()
            .map(|gate| GateState {
                gate: convert::gate(gate.gate),
                state: convert::action(gate.state),
                surface: gate.surface.as_str().into(),
                value: gate.value.as_str().into(),
                matched_pattern: gate.matched_pattern.as_deref().map(Into::into),
                origin: convert::origin(gate.origin),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_one_of_two_forms() {
        #[rustfmt::skip]
        let cases: &[(&str, Result<&str, &str>)] = &[
            (r#"{"tool":"bash","input":{"command":"ls"}}"#, Ok("bash")),
            (r#"{"tool":"bash","input":{},"surface":null,"value":null}"#, Ok("bash")),
            (r#"{"surface":"path_read","value":"/x"}"#, Ok("path_read")),
            (r#"{"surface":"bash"}"#, Ok("bash")),
            (r#"{"tool":"bash"}"#, Err("/input")),
            (r#"{"tool":"bash","input":null}"#, Err("/input")),
            (r#"{"input":{}}"#, Err("/tool")),
            (r#"{"value":"x"}"#, Err("/surface")),
            (r"{}", Err("")),
            (r#"{"tool":"bash","input":{},"surface":"bash"}"#, Err("")),
            (r#"{"tool":"bash","input":{},"value":"x"}"#, Err("")),
            (r#"{"tool":"bash","surface":"bash"}"#, Err("")),
            (r#"{"surface":"bash","input":{}}"#, Err("")),
            (r#"{"surface":"bash","cwd":"rel"}"#, Err("/cwd")),
            (r#"{"surface":"bash","agentName":"../x"}"#, Err("/agentName")),
            (r#"{"surface":"bash","sessionId":""}"#, Err("/sessionId")),
        ];
        for (params, expected) in cases {
            let query = read(Some(params));
            let found = query
                .as_ref()
                .map(subject)
                .map_err(|invalid| invalid.field.as_str());
            assert_eq!(found, *expected, "{params}");
        }
    }
}
