//! `permissions/childSessionCreated`: an in-process child is there.

use crate::protocol::{self, ChildSessionCreatedParams, ErrorObject, Params};
use crate::server::convert;
use crate::session::{Child, Session};

pub(in crate::server) fn handle(session: &Session, params: Params<'_>) -> Result<(), ErrorObject> {
    let params: ChildSessionCreatedParams = protocol::read(params)?;
    session
        .child_created(Child {
            session_id: params.session_id.into(),
            parent_session_id: params.parent_session_id.into(),
            agent_name: params.agent_name.map(Into::into),
            cwd: params.cwd.map(Into::into),
            tools: params.tools,
        })
        .map_err(convert::invalid)
}
