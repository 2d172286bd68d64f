//! Requests of the client, one file a method. Each reads its params, asks the session, and answers in words
//! of the wire.

pub(super) mod authorize;
pub(super) mod before_agent_start;
pub(super) mod check;
pub(super) mod explain;
pub(super) mod initialize;
pub(super) mod policy;
pub(super) mod register_authorizer;
pub(super) mod register_tool;
pub(super) mod revoke_session_rule;
pub(super) mod session_rules;
pub(super) mod tool_permission;
pub(super) mod unregister;

use crate::protocol::{AbsolutePath, AgentName, SessionId};
use crate::session::Scope;

/// Whose a request is.
fn scope(session_id: Option<SessionId>, agent_name: Option<AgentName>, cwd: Option<AbsolutePath>) -> Scope {
    Scope {
        session_id: session_id.map(Into::into),
        agent_name: agent_name.map(Into::into),
        cwd: cwd.map(Into::into),
    }
}
