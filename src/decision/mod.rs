//! The words every room shares for a decision: which gate, whose rule, how it ended, and who decided.

mod request_id;
mod source;
mod words;

pub use request_id::RequestId;
pub use source::{DecisionSource, Via};
pub use words::{Cause, CheckSource, Direction, Gate, Origin, Resolution};
