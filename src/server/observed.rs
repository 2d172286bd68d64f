//! What observers may ask of the session, as a client would be answered.

use super::{convert, requests};
use crate::observer::Queries;
use crate::protocol::{ErrorObject, ObservedSession, Params, code};
use crate::session::Session;
use serde_json::value::{RawValue, to_raw_value};

/// A session that is observed.
pub(super) struct Observed {
    session: Session,
}

impl Observed {
    pub(super) fn new(session: &Session) -> Self {
        Self {
            session: session.clone(),
        }
    }
}

impl Queries for Observed {
    fn check(&self, params: Params<'_>) -> Result<Box<RawValue>, ErrorObject> {
        let query = requests::check::read(params)?;
        let verdict = self.session.check(&query).map_err(convert::invalid)?;
        to_raw_value(&requests::check::result(&verdict))
            .map_err(|_| ErrorObject::new(code::INTERNAL, "Internal error"))
    }

    fn session(&self) -> ObservedSession {
        introduction(&self.session)
    }
}

/// Whose socket it is.
pub(super) fn introduction(session: &Session) -> ObservedSession {
    ObservedSession {
        id: session.id().to_owned(),
        cwd: session.cwd().to_owned(),
        agent: session.agent(),
        pid: std::process::id(),
    }
}
