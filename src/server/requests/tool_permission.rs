//! `permissions/toolPermission`: the surface-level state of tools.

use super::scope;
use crate::protocol::{self, ErrorObject, Params, ToolPermissionParams, ToolPermissionResult};
use crate::server::convert;
use crate::session::Session;

pub(in crate::server) fn handle(
    session: &Session,
    params: Params<'_>,
) -> Result<ToolPermissionResult, ErrorObject> {
    let params: ToolPermissionParams = protocol::read(params)?;
    let scope = scope(params.session_id, params.agent_name, None);
    let states = session
        .tool_permission(&params.tools, &scope)
        .map_err(convert::invalid)?;
    Ok(ToolPermissionResult {
        states: states
            .into_iter()
            .map(|(tool, state)| (tool, convert::action(state)))
            .collect(),
    })
}
