//! Who is told what becomes of a question on its way to an answer.

use super::{Prompt, Review};
use crate::presentation::Annotation;

/// Told by whoever has the question, at the moment itself.
pub trait Witness: Send + Sync {
    /// Somebody is asked from now on, be it a link, a human or a parent. May be told more than once.
    fn somebody_is_asked(&self);

    /// A human at this very client is asked now.
    fn human_is_asked(&self);

    /// A link of this name answered, or failed to.
    fn link_answered(&self, name: &str, review: &Review);

    /// The prompt, with what links that deferred have to say of the ask.
    fn remarked(&self, mut prompt: Prompt, remarks: Vec<Annotation>) -> Prompt {
        if let Some(payload) = prompt.payload.as_object_mut() {
            payload.insert(
                "annotations".to_owned(),
                serde_json::to_value(remarks).unwrap_or_default(),
            );
        }
        prompt
    }
}
