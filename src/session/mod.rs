//! The one owner of mutable state: the policy in force, grants, registrations, children, the turn. It
//! composes every room below it and answers in their words; the edge converts to the wire.

mod api;
mod authorize;
mod declared;
pub mod folders;
mod force;
mod forms;
mod grants;
mod handle;
mod inner;
mod judging;
mod listing;
mod members;
mod names;
mod pending;
mod registrations;
mod resolution;
mod stamp;
#[cfg(test)]
mod tests;
mod watch;

pub use api::{
    AgentStart, AgentStarted, CallSource, Child, DecisionEvent, Events, FileReport, Invalid, Outcome,
    PolicyReport, ProblemReport, PromptEvent, Query, QueryKind, Refused, RegisterError, Registration,
    Request, RuleReport, Scope, SessionConfig, SessionRule, SkillEntry, Tier, TranscriptEntry, Turn,
};
pub use handle::Session;
