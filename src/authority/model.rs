//! A model, and the way to it through the client.

use super::{BoxFuture, Client, Completion, Failure};
use std::sync::Arc;

/// Somebody that completes a text.
pub trait Model: Send + Sync {
    /// The text, or why there is none. Dropping the future aborts the call.
    fn complete(&self, completion: Completion) -> BoxFuture<'static, Result<String, Failure>>;
}

/// The client's own model: `permissions/completeModel`.
pub struct ClientModel {
    client: Arc<dyn Client>,
}

impl ClientModel {
    /// The model that `client` has.
    pub fn new(client: Arc<dyn Client>) -> Self {
        Self { client }
    }
}

impl Model for ClientModel {
    fn complete(&self, completion: Completion) -> BoxFuture<'static, Result<String, Failure>> {
        let client = Arc::clone(&self.client);
        Box::pin(async move { client.complete_model(completion).await })
    }
}
