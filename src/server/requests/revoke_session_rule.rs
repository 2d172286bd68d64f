//! `permissions/revokeSessionRule`: a grant is revoked.

use crate::protocol::{self, Empty, ErrorObject, Params, RevokeSessionRuleParams};
use crate::session::Session;

pub(in crate::server) fn handle(session: &Session, params: Params<'_>) -> Result<Empty, ErrorObject> {
    let params: RevokeSessionRuleParams = protocol::read(params)?;
    session.revoke_session_rule(&params.id);
    Ok(Empty {})
}
