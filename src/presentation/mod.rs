//! Facts for whoever decides, and the ways of showing them.
//!
//! A [`PromptPayload`] is complete; leaving something out is a property of a renderer, never of the payload.
//! One [`Explanation`] of a verdict feeds the payload, the text for the agent, the log, the hover and the
//! command line, so that they cannot disagree.

mod access_facts;
mod agent;
mod blamed;
mod core;
mod dialog;
mod evidence;
mod explanation;
mod grounds;
mod log;
mod payload;
mod pieces;
mod rows;
mod squeeze;
mod terminal;
#[cfg(test)]
mod tests;
mod title;
mod visible;

pub use access_facts::{
    AccessFact, AskFacts, FactDescent, FactGroup, FactMcp, FactOpen, FactPart, FactSentinel,
};
pub use agent::{Refusal, agent_note, agent_text};
pub use dialog::{Budget, Dialog, dialog};
pub use evidence::HEAD;
pub use explanation::{Explanation, GateFacts};
pub use grounds::{Extent, Ground, GroundRule, grounds};
pub use log::{broadcast_facts, review_facts};
pub use payload::{Annotation, CallFacts, Evidence, PayloadKind, PromptPayload, RequestFacts};
pub use terminal::{Screen, terminal};
pub use visible::{columns, fit, visible, wrap};
