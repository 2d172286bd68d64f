//! Notifications of the client, one file a notification. Each changes the session before it returns, so that
//! what comes behind it sees the change.

pub(super) mod active_agent;
pub(super) mod child_session_created;
pub(super) mod child_session_disposed;
pub(super) mod turn_start;
