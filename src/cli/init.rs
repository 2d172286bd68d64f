//! `portcullis init`: writes a starter policy and starter guards, and never over anything.

use super::place::Folders;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis init
  portcullis init --config-dir ./trial && portcullis check --config-dir ./trial bash 'git push'

Refuses to overwrite: move the old file away first. Exit codes: 0 done, 3 error.";

/// Write a commented starter policy and hard guards
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) folders: Folders,
    /// Print both files instead of writing them
    #[arg(long)]
    pub(super) print: bool,
}

/// Writes the files.
pub(super) fn run(_args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("the folders are not wired yet")
}
