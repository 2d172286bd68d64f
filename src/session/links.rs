//! The chain of `authorizerChain` as it stands now: names in the policy's order, each a link that is there.

use super::Tier;
use super::inner::Inner;
use super::registrations::Registrations;
use crate::authority::{
    AUTO_REVIEW, Authorizer, AutoReview, Category, Client, ClientLink, ClientModel, EndpointModel, Failure,
    Link, Model, ReviewSettings, RuntimeTimer, Selection, Timer,
};
use crate::policy::{self, Options};
use crate::record::{Event, clean};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// What links are made of.
pub(super) struct Links {
    client: Arc<dyn Client>,
    /// Whether the client can ask a model.
    completes_models: bool,
    timer: Arc<dyn Timer>,
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

    /// The link of a name; `None` where nobody registered it.
    fn link(&self, name: &str, options: &Options, registrations: &Registrations) -> Option<Arc<dyn Link>> {
        if name == AUTO_REVIEW {
            return Some(Arc::new(self.auto_review(options)));
        }
        let id = registrations.link(name)?.to_owned();
        let limit = Duration::from_millis(options.authorizer_timeout_ms);
        let client = Arc::clone(&self.client);
        Some(Arc::new(ClientLink::new(name.to_owned(), id, limit, client)))
    }

    /// The built-in link is always there; what it lacks it says when it is asked.
    fn auto_review(&self, options: &Options) -> AutoReview {
        let Some(configured) = &options.auto_review else {
            return AutoReview::unconfigured(masked);
        };
        let settings = ReviewSettings {
            provider: configured.provider.clone(),
            model: configured.model.clone(),
            timeout: Duration::from_millis(configured.timeout_ms),
            instructions: configured.instructions.clone(),
        };
        AutoReview::new(settings, self.model(configured), masked)
    }

    /// The client's model; for a client that has none, the endpoint that the policy names.
    fn model(&self, configured: &policy::AutoReview) -> Result<Arc<dyn Model>, Failure> {
        if self.completes_models {
            return Ok(Arc::new(ClientModel::new(Arc::clone(&self.client))));
        }
        let Some(endpoint) = &configured.endpoint else {
            let detail = "the client has no model, and autoReview names no endpoint";
            return Err(Failure::new(Category::Unconfigured, detail));
        };
        let key_name = configured.api_key_env.as_deref();
        let read = |name: &str| std::env::var(name).ok();
        let model = EndpointModel::new(endpoint, &configured.provider, key_name, read)?;
        Ok(Arc::new(model))
    }
}

/// What leaves for a model, without secrets.
fn masked(value: Value) -> Value {
    clean(value, usize::MAX)
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
        // A session that passes its asks up judges nothing, and an editor is asked nothing.
        let selection = self.selection_now(options);
        if selection.relays() || self.config.tier == Tier::Editor {
            return (selection.behind(links, Arc::clone(&self.links.timer)), resolved);
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
        (selection.behind(links, Arc::clone(&self.links.timer)), resolved)
    }

    /// Whether `portcullis inbox` may answer: the client's word, else the policy's.
    pub(super) fn opted_in(&self, options: &Options) -> bool {
        self.config.inbox.unwrap_or(options.inbox)
    }

    /// Who answers in the end what is asked now.
    pub(super) fn selection_now(&self, options: &Options) -> Selection {
        self.selection.now(self.opted_in(options))
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
