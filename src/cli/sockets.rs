//! Where sockets lie, as a session here would find it.

use super::place::FolderArgs;
use crate::transport::{RunFolder, run_folders};
use anyhow::Context;

/// The folders in which sockets of sessions lie, the better one first.
pub(super) fn folders(args: &FolderArgs) -> anyhow::Result<Vec<RunFolder>> {
    let cwd = std::env::current_dir().context("the current folder can't be found")?;
    let found = args.resolve(&cwd)?;
    Ok(run_folders(&found.state_dir, found.runtime_dir.as_deref()))
}
