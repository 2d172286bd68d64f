//! `portcullis policy`: the rules in force for an agent and a folder, with where each comes from.

use super::place::Place;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis policy
  portcullis policy --agent reviewer --cwd ~/proj
  portcullis policy --json | jq '.rules[] | select(.action == \"deny\")'

Exit codes: 0 done, 3 error.";

/// List the rules in force, with the file and line of each
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) place: Place,
    /// Print the answer of `permissions/policy` as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Prints files, rules and problems.
pub(super) fn run(_args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("the session is not wired yet")
}
