//! Who answers an ask: the chain of links, the terminal authority, and the traits through which this room
//! reaches a client or a parent without knowing either.
//!
//! One [`Authorizer`] is selected for a session from what is known of it (a human at its client, a parent, or
//! nobody); there is no question beforehand whether somebody could answer, since the last of them answers by
//! denying.

mod answer;
mod authorizer;
mod auto_review;
mod chain;
mod client;
mod client_link;
mod denying;
mod endpoint;
mod inbox;
mod link;
mod local;
mod model;
mod relay;
mod selection;
#[cfg(test)]
mod testing;
mod timer;
mod turn;
mod witness;

pub use answer::read_answer;
pub use authorizer::{Answer, Authorizer, GrantScope, Question};
pub use auto_review::{AutoReview, Redact, ReviewSettings};
pub use chain::Chain;
pub use client::{
    BoxFuture, Choice, Client, ClientError, Completion, Forwarding, LinkAnswer, LinkCall, LinkVerdict,
    Prompt, PromptAnswer, PromptOption, Suggestion,
};
pub use client_link::ClientLink;
pub use denying::Denying;
pub use endpoint::EndpointModel;
pub use inbox::{EitherUser, Inbox, InboxUser};
pub use link::{Category, Failure, Link, Opinion, Review, Risk};
pub use local::LocalUser;
pub use model::{ClientModel, Model};
pub use relay::{ParentAuthorizer, Relay};
pub use selection::{Selection, Surroundings, select};
pub use timer::{RuntimeTimer, Timer};
pub use turn::{Turn, Utterance};
pub use witness::Witness;

/// The name of the built-in reviewer in `authorizerChain`.
pub const AUTO_REVIEW: &str = "auto-review";
