//! `permissions/unregister`: a registration is taken back.

use crate::protocol::{self, Empty, ErrorObject, Params, UnregisterParams};
use crate::session::Session;

pub(in crate::server) fn handle(session: &Session, params: Params<'_>) -> Result<Empty, ErrorObject> {
    let params: UnregisterParams = protocol::read(params)?;
    session.unregister(&params.registration_id);
    Ok(Empty {})
}
