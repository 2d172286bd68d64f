//! The one owner of mutable state: the policy in force, grants, registrations, children, the turn. It
//! composes every room below it and answers in their words; the edge converts to the wire.

mod api;
mod asking;
mod authorize;
mod carried;
mod declared;
mod desk;
mod examples;
pub mod folders;
mod force;
mod forms;
mod granting;
mod grants;
mod handle;
mod inner;
mod judging;
mod links;
mod listing;
mod log_use;
mod members;
mod names;
mod notices;
mod open;
mod pending;
mod question;
mod registrations;
mod report;
mod resolution;
mod stamp;
mod subagent;
#[cfg(test)]
mod tests;
mod watch;
mod witness;

pub use api::{
    AgentStart, AgentStarted, CallSource, Child, DecisionEvent, Events, Invalid, Outcome, PromptEvent, Query,
    QueryKind, Refused, RegisterError, Registration, Request, Scope, SessionConfig, SessionRule, SkillEntry,
    Tier, TranscriptEntry, Turn,
};
pub use authorize::Failed;
pub use handle::Session;
pub use log_use::{LogUse, RuleCount, SeenValue};
pub use report::{FileReport, PolicyReport, ProblemReport, RuleReport};
pub use subagent::Hints;
