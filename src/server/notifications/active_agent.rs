//! `permissions/activeAgent`: the active agent changes.

use crate::protocol::{self, ActiveAgentParams, ErrorObject, Params};
use crate::server::convert;
use crate::session::Session;

pub(in crate::server) fn handle(session: &Session, params: Params<'_>) -> Result<(), ErrorObject> {
    let params: ActiveAgentParams = protocol::read(params)?;
    let session_id: Option<String> = params.session_id.map(Into::into);
    session
        .active_agent(params.name.map(Into::into), session_id.as_deref())
        .map_err(convert::invalid)
}
