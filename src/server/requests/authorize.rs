//! `permissions/authorize`: decides a call, asking whoever has to be asked.

use super::scope;
use crate::protocol::{self, AuthorizeParams, AuthorizeResult, CallSource, Params};
use crate::server::convert;
use crate::server::failure::{Call, Failure};
use crate::server::responder::Responder;
use crate::session::{self, Outcome, Session};

/// Reads the call. Where that can't be done the request is answered here.
pub(in crate::server) fn read(
    session: &Session,
    params: Params<'_>,
    mut responder: Responder,
    publishes: bool,
) -> Option<(session::Request, Responder)> {
    let params: AuthorizeParams = match protocol::read(params) {
        Ok(params) => params,
        Err(invalid) => {
            responder.error(invalid);
            return None;
        }
    };
    let request = session::Request {
        tool: params.tool,
        input: params.input.0,
        tool_call_id: params.tool_call_id.map(Into::into),
        source: match params.source.unwrap_or_default() {
            CallSource::ToolCall => session::CallSource::ToolCall,
            CallSource::SkillInput => session::CallSource::SkillInput,
            CallSource::SkillRead => session::CallSource::SkillRead,
        },
        scope: scope(params.session_id, params.agent_name, params.cwd),
    };
    responder.on_failure(Failure::Authorize(Box::new(Call {
        session_id: request
            .scope
            .session_id
            .clone()
            .unwrap_or_else(|| session.id().to_owned()),
        tool_call_id: request.tool_call_id.clone(),
        agent_name: request.scope.agent_name.clone(),
        tool: request.tool.clone(),
        session: session.clone(),
        publishes,
    })));
    Some((request, responder))
}

/// Answers with what was decided.
pub(in crate::server) fn answer(outcome: Result<Outcome, session::Invalid>, responder: Responder) {
    match outcome {
        Ok(outcome) => responder.result(&result(outcome)),
        Err(invalid) => responder.error(convert::invalid(invalid)),
    }
}

fn result(outcome: Outcome) -> AuthorizeResult {
    AuthorizeResult {
        request_id: outcome.request_id.to_string(),
        session_id: outcome.session_id,
        tool_call_id: outcome.tool_call_id,
        agent_name: outcome.agent_name,
        decision: convert::decision(outcome.decision),
        resolution: convert::resolution(outcome.resolution),
        cause: outcome.cause.map(convert::cause),
        surface: outcome.surface,
        value: outcome.value,
        matched_pattern: outcome.matched_pattern,
        origin: convert::origin(outcome.origin),
        decided_by: convert::decided_by(outcome.decided_by),
        message: outcome.message,
    }
}
