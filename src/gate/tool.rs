//! The tool gate: file tools by path, MCP calls by target, any other tool by its value.

use super::intent::{Bench, Judged};
use crate::access::Access;
use crate::decision::Gate;

/// Every verdict of this gate.
pub(super) fn judge<'a>(bench: &Bench<'a>, access: &'a Access) -> Vec<Judged<'a>> {
    let intents = access.intents.iter().filter(|intent| intent.gate == Gate::Tool);
    intents.filter_map(|intent| bench.judge(intent)).collect()
}
