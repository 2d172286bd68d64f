//! The one owner of mutable state: the policy in force, grants, registrations, children, the turn. It
//! composes every room below it and answers in their words; the edge converts to the wire.

mod api;

pub use api::{
    CallSource, DecisionEvent, Events, Invalid, Outcome, PromptEvent, Query, QueryKind, Refused,
    Registration, Request, Scope, SessionConfig, Tier,
};
