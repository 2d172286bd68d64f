//! A human at this session's client.

use super::{Answer, Authorizer, BoxFuture, Client, Question, read_answer};
use std::sync::Arc;

/// Prompts the human. There is no limit in time.
pub struct LocalUser {
    client: Arc<dyn Client>,
}

impl LocalUser {
    /// The human at `client`.
    pub fn new(client: Arc<dyn Client>) -> Self {
        Self { client }
    }
}

impl Authorizer for LocalUser {
    fn authorize(&self, question: Question) -> BoxFuture<'static, Answer> {
        let client = Arc::clone(&self.client);
        Box::pin(async move {
            question.witness.somebody_is_asked();
            question.witness.human_is_asked();
            read_answer(client.prompt(question.prompt).await)
        })
    }
}
