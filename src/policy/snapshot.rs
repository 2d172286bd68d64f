//! What is in force for one agent in one folder: the rules of each authority, and how far they can be trusted.

use super::Options;
use crate::decision::Origin;
use crate::rule::RuleSet;
use std::sync::Arc;

/// The rules of one file.
#[derive(Debug)]
pub struct Layer {
    /// Whose rules.
    pub origin: Origin,
    /// The compiled rules. The universal fallback is among them only where the file writes it; the gates know
    /// the built-in `ask` themselves, and so can tell whose word it was.
    pub rules: RuleSet,
    /// Surfaces on which an entry could not be read whose action was not `allow`, so that every allow of
    /// that surface is floored to ask; `*` stands for all.
    pub floored: Vec<String>,
}

/// Which files can't be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// `policy.jsonc`: everything is an ask that no agent file, grant or yolo answers.
    pub policy_unreadable: bool,
    /// `hard-guards.jsonc`: every allow is as a protected write.
    pub guards_unreadable: bool,
    /// An agent file of the active agent: every allow is floored to ask.
    pub agent_unreadable: bool,
}

/// What is in force. Immutable; a reload makes a new one.
#[derive(Debug)]
pub struct Snapshot {
    /// `hard-guards.jsonc`.
    pub guards: Arc<Layer>,
    /// `policy.jsonc`.
    pub global: Arc<Layer>,
    /// The global file of the active agent, unless the agent is known from prompt text alone: then see
    /// `restrictions`.
    pub agent: Option<Arc<Layer>>,
    /// Layers that only tighten: the project's agent file, and the global one of an agent learnt from
    /// prompt text.
    pub restrictions: Vec<Arc<Layer>>,
    /// `protectedWrites` and what is always protected, as rules with action ask under `path_write`.
    pub protected: Arc<RuleSet>,
    /// The options of `policy.jsonc`.
    pub options: Arc<Options>,
    /// Whether asks are rewritten to allow (the option, or the client's word over it).
    pub yolo: bool,
    /// What can't be read.
    pub health: Health,
    /// The session's working folder, absolute and folded.
    pub cwd: String,
}
