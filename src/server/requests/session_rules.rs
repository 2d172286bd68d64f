//! `permissions/sessionRules`: the grants of a session.

use crate::protocol::{self, ErrorObject, Params, SessionRule, SessionRulesParams, SessionRulesResult};
use crate::server::convert;
use crate::session::Session;

pub(in crate::server) fn handle(
    session: &Session,
    params: Params<'_>,
) -> Result<SessionRulesResult, ErrorObject> {
    let params: SessionRulesParams = protocol::read(params)?;
    let session_id: Option<String> = params.session_id.map(Into::into);
    let rules = session
        .session_rules(session_id.as_deref())
        .map_err(convert::invalid)?;
    Ok(SessionRulesResult {
        rules: rules
            .into_iter()
            .map(|rule| SessionRule {
                id: rule.id,
                session_id: rule.session_id,
                surface: rule.surface,
                pattern: rule.pattern,
                created_at: rule.created_at,
                request_id: rule.request_id.to_string(),
            })
            .collect(),
    })
}
