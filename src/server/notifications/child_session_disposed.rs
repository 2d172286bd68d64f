//! `permissions/childSessionDisposed`: an in-process child is gone.

use crate::protocol::{self, ChildSessionDisposedParams, ErrorObject, Params};
use crate::server::convert;
use crate::session::Session;

pub(in crate::server) fn handle(session: &Session, params: Params<'_>) -> Result<(), ErrorObject> {
    let params: ChildSessionDisposedParams = protocol::read(params)?;
    let session_id: String = params.session_id.into();
    session.child_disposed(&session_id).map_err(convert::invalid)
}
