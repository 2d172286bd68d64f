//! `permissions/turnStart`: a turn starts.

use crate::protocol::{self, ErrorObject, Params, TurnStartParams};
use crate::server::convert;
use crate::session::{Session, TranscriptEntry, Turn};

pub(in crate::server) fn handle(session: &Session, params: Params<'_>) -> Result<(), ErrorObject> {
    let params: TurnStartParams = protocol::read(params)?;
    let turn = Turn {
        turn_id: params.turn_id,
        transcript: params.transcript.map(|entries| {
            entries
                .into_iter()
                .map(|entry| TranscriptEntry {
                    role: entry.role,
                    kind: entry.kind,
                    text: entry.text,
                    cancelled: entry.cancelled.unwrap_or_default(),
                })
                .collect()
        }),
        session_id: params.session_id.map(Into::into),
    };
    session.turn_start(turn).map_err(convert::invalid)
}
