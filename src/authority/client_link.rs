//! A link that the client registered: `permissions/callAuthorizer`.

use super::{BoxFuture, Category, Client, ClientError, Link, LinkAnswer, LinkCall, LinkVerdict, Opinion};
use super::{Question, Review};
use std::sync::Arc;
use std::time::Duration;

/// Asks the client under the name that it registered.
pub struct ClientLink {
    name: String,
    registration_id: String,
    limit: Duration,
    client: Arc<dyn Client>,
}

impl ClientLink {
    /// The link that `client` registered as `name`.
    pub fn new(name: String, registration_id: String, limit: Duration, client: Arc<dyn Client>) -> Self {
        Self {
            name,
            registration_id,
            limit,
            client,
        }
    }
}

impl Link for ClientLink {
    fn name(&self) -> &str {
        &self.name
    }

    fn identity(&self) -> &str {
        &self.registration_id
    }

    fn limit(&self) -> Duration {
        self.limit
    }

    fn review(&self, question: &Question) -> BoxFuture<'static, Review> {
        let client = Arc::clone(&self.client);
        let prompt = &question.prompt;
        let call = LinkCall {
            name: self.name.clone(),
            request_id: prompt.request_id,
            session_id: prompt.session_id.clone(),
            tool_call_id: prompt.tool_call_id.clone(),
            agent_name: prompt.agent_name.clone(),
            payload: prompt.payload.clone(),
            access: question
                .facts
                .as_ref()
                .map_or_else(Vec::new, |facts| facts.asking.clone()),
            forwarding: prompt.forwarding.clone(),
        };
        Box::pin(async move { read(client.call_authorizer(call).await) })
    }
}

fn read(answer: Result<LinkAnswer, ClientError>) -> Review {
    match answer {
        Ok(LinkAnswer { verdict, reason }) => {
            let opinion = Opinion::of(reason.filter(|reason| !reason.trim().is_empty()));
            match verdict {
                LinkVerdict::Allow => Review::Allow(opinion),
                LinkVerdict::Deny => Review::Deny(opinion),
                LinkVerdict::Defer => Review::Defer(opinion),
            }
        }
        Err(ClientError::Unreadable(detail)) => Review::failed(Category::Malformed, detail),
        Err(error) => Review::failed(Category::Unavailable, error.to_string()),
    }
}
