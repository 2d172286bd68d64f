//! `permissions/registerAuthorizer`: a runtime offers to review what would be asked.

use crate::protocol::{self, ErrorObject, Params, RegisterAuthorizerParams, RegistrationResult};
use crate::server::convert;
use crate::session::Session;

pub(in crate::server) fn handle(
    session: &Session,
    params: Params<'_>,
) -> Result<RegistrationResult, ErrorObject> {
    let params: RegisterAuthorizerParams = protocol::read(params)?;
    let registration_id = session
        .register_authorizer(&params.name)
        .map_err(convert::register_error)?;
    Ok(RegistrationResult { registration_id })
}
