//! The chain of `authorizerChain` as it stands now: names in the policy's order, each a link that is there.

use super::inner::Inner;
use super::registrations::Registrations;
use crate::authority::{Authorizer, Client, ClientLink, Link, RuntimeTimer, Timer};
use crate::policy::Options;
use crate::record::Event;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// What links are made of.
pub(super) struct Links {
    client: Arc<dyn Client>,
    /// Whether the client can ask a model.
    completes_models: bool,
    pub(super) timer: Arc<dyn Timer>,
}

impl Links {
    /// Links that go through this client.
    pub(super) fn new(client: Arc<dyn Client>, completes_models: bool) -> Self {
        Self {
            client,
            completes_models,
            timer: Arc::new(RuntimeTimer),
        }
    }

    fn link(&self, name: &str, options: &Options, registrations: &Registrations) -> Option<Arc<dyn Link>> {
        let id = registrations.link(name)?;
        let limit = Duration::from_millis(options.authorizer_timeout_ms);
        let client = Arc::clone(&self.client);
        Some(Arc::new(ClientLink::new(
            name.to_owned(),
            id.to_owned(),
            limit,
            client,
        )))
    }
}

/// What the names of `authorizerChain` came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Resolved {
    /// Those that are asked, with the registration of each.
    links: Vec<(String, String)>,
    /// Those that nobody registered.
    skipped: Vec<String>,
}

impl Resolved {
    /// Whether every link of this chain still has its place in `now`.
    pub(super) fn still_stands_in(&self, now: &Self) -> bool {
        self.links.iter().all(|link| now.links.contains(link))
    }
}

impl Inner {
    /// Who answers an ask: the configured links that are there, in front of whoever was selected.
    pub(super) fn authority_for(
        &self,
        options: &Options,
        registrations: &Registrations,
    ) -> (Arc<dyn Authorizer>, Resolved) {
        let mut links = Vec::new();
        let mut resolved = Resolved::default();
        if self.selection.relays() {
            return (
                self.selection.behind(links, Arc::clone(&self.links.timer)),
                resolved,
            );
        }
        for name in &options.authorizer_chain {
            match self.links.link(name, options, registrations) {
                Some(link) => {
                    resolved.links.push((name.clone(), link.identity().to_owned()));
                    links.push(link);
                }
                None => resolved.skipped.push(name.clone()),
            }
        }
        (
            self.selection.behind(links, Arc::clone(&self.links.timer)),
            resolved,
        )
    }

    /// Writes down what the chain came to, where that is new.
    pub(super) fn tell_of_chain(&self, resolved: &Resolved) {
        let mut state = self.state();
        let known = state.told_chain.as_ref();
        if known == Some(resolved) || (known.is_none() && *resolved == Resolved::default()) {
            return;
        }
        state.told_chain = Some(resolved.clone());
        drop(state);
        let names: Vec<&String> = resolved.links.iter().map(|(name, _)| name).collect();
        self.review(
            Event::ChainResolved,
            [("links", json!(names)), ("skipped", json!(resolved.skipped))],
        );
    }
}
