//! Who answers an ask: the chain of links, the terminal authority, and the traits through which this room
//! reaches a client or a parent without knowing either.

mod client;

pub use client::{
    BoxFuture, Choice, Client, ClientError, Forwarding, Prompt, PromptAnswer, PromptOption, Suggestion,
};
