//! Rules: an action for a pattern under a surface, and which of several matching rules decides.
//!
//! Nothing in this room knows where a rule came from or what it is asked about. It matches text, ranks
//! matches, and answers questions about patterns as languages (does one cover another, could one match
//! some value of a text that is only partly known).

mod action;
mod common;
mod index;
mod language;
mod leads;
mod machine;
mod open;
mod pattern;
#[cfg(test)]
mod properties;
mod radix;
mod search;
mod sequence;
mod set;
mod starts;
mod surface;
#[cfg(test)]
mod tests;
mod wildcard;

pub use action::Action;
pub use language::Relation;
pub use leads::Leads;
pub use open::{Hole, Open, OpenPart};
pub use pattern::{Pattern, PatternRank};
pub use set::{Rule, RuleSet};
pub use surface::Surface;
