//! What is questionable about a policy file that reads without a problem. Findings have the shape of problems, so
//! that whoever shows the one shows the other.

mod examples;

use crate::policy::{Document, Problem};

/// Every finding, in the order of the text.
pub fn findings(document: &Document<'_>) -> Vec<Problem> {
    examples::findings(document)
}
