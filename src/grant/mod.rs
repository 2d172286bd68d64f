//! What a "for this session" answer may record: suggestions in several widths, each checked by judging the
//! very call under it before it is offered, and the check of patterns that a human edited.

mod arity;
mod facts;
mod never;
mod offer;
#[cfg(test)]
#[rustfmt::skip]
mod tests;
mod widths;

pub use facts::validate_facts;
pub use offer::{Offer, Proposal, Refusal, Setting, suggest, validate};
