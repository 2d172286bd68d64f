//! Who answers an ask: the chain of links, the terminal authority, and the traits through which this room
//! reaches a client or a parent without knowing either.
//!
//! One [`Authorizer`] is selected for a session from what is known of it (a human at its client, a parent, or
//! nobody); there is no question beforehand whether somebody could answer, since the last of them answers by
//! denying.

mod answer;
mod authorizer;
mod chain;
mod client;
mod denying;
mod local;
mod relay;
mod selection;

pub use answer::read_answer;
pub use authorizer::{Answer, Authorizer, GrantScope, Question};
pub use chain::{Chain, Link, LinkVerdict};
pub use client::{
    BoxFuture, Choice, Client, ClientError, Forwarding, Prompt, PromptAnswer, PromptOption, Suggestion,
};
pub use denying::Denying;
pub use local::LocalUser;
pub use relay::{ParentAuthorizer, Relay};
pub use selection::{Surroundings, select};
