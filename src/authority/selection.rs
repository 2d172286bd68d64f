//! Which authority a session has. Decided once, when it is opened.

use super::{Authorizer, Client, Denying, LocalUser, ParentAuthorizer, Relay};
use crate::decision::Cause;
use std::sync::Arc;

/// What is known of a session.
pub struct Surroundings {
    /// Its client, where that one can show prompts.
    pub human: Option<Arc<dyn Client>>,
    /// The parent's session.
    pub parent: Option<String>,
    /// Whether it is a subagent, whoever its parent is.
    pub is_subagent: bool,
    /// The way up.
    pub relay: Option<Arc<dyn Relay>>,
}

/// A human at the client, else the parent, else nobody.
pub fn select(surroundings: Surroundings) -> Arc<dyn Authorizer> {
    let Surroundings {
        human,
        parent,
        is_subagent,
        relay,
    } = surroundings;
    match (human, parent, relay) {
        (Some(client), _, _) => Arc::new(LocalUser::new(client)),
        (None, Some(parent), Some(relay)) => Arc::new(ParentAuthorizer::new(parent, relay)),
        (None, Some(_), None) => Arc::new(Denying::new(Cause::ParentGone)),
        (None, None, _) if is_subagent => Arc::new(Denying::new(Cause::NoParent)),
        (None, None, _) => Arc::new(Denying::new(Cause::NoUi)),
    }
}
