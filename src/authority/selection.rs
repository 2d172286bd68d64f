//! Which authority a session has. Decided once, when it is opened; nobody asks afterwards who could answer.

use super::{Authorizer, Chain, Client, Denying, Link, LocalUser, ParentAuthorizer, Relay, Timer};
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

/// The authority of a session.
#[derive(Clone)]
pub struct Selection {
    terminal: Arc<dyn Authorizer>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    LocalUser,
    Parent,
    Denying,
}

/// A human at the client, else the parent, else nobody.
pub fn select(surroundings: Surroundings) -> Selection {
    let Surroundings {
        human,
        parent,
        is_subagent,
        relay,
    } = surroundings;
    let (kind, terminal): (Kind, Arc<dyn Authorizer>) = match (human, parent, relay) {
        (Some(client), _, _) => (Kind::LocalUser, Arc::new(LocalUser::new(client))),
        (None, Some(parent), Some(relay)) => (Kind::Parent, Arc::new(ParentAuthorizer::new(parent, relay))),
        (None, parent, _) => {
            let cause = match parent {
                Some(_) => Cause::ParentGone,
                None if is_subagent => Cause::NoParent,
                None => Cause::NoUi,
            };
            (Kind::Denying, Arc::new(Denying::new(cause)))
        }
    };
    Selection { terminal, kind }
}

impl Selection {
    /// Whether a human at this very client answers in the end: then what only a human may answer is put.
    pub fn is_local_human(&self) -> bool {
        self.kind == Kind::LocalUser
    }

    /// Whether questions are passed up. Such a session runs no links: it carries facts and judges nothing, and
    /// the parent's own links will see them.
    pub fn relays(&self) -> bool {
        self.kind == Kind::Parent
    }

    /// The authority with these links in front, in this order.
    pub fn behind(&self, links: Vec<Arc<dyn Link>>, timer: Arc<dyn Timer>) -> Arc<dyn Authorizer> {
        if links.is_empty() || self.relays() {
            return Arc::clone(&self.terminal);
        }
        Arc::new(Chain::new(links, Arc::clone(&self.terminal), timer))
    }
}
