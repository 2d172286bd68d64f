//! The path gate: every local path of every tool. It has no default; where no `path*` rule matches it is
//! silent.

use super::intent::{Bench, Judged};
use crate::access::Access;
use crate::decision::Gate;

/// Every verdict of this gate.
pub(super) fn judge<'a>(bench: &Bench<'a>, access: &'a Access) -> Vec<Judged<'a>> {
    let intents = access.intents.iter().filter(|intent| intent.gate == Gate::Path);
    intents.filter_map(|intent| bench.judge(intent)).collect()
}
