//! `portcullis paths`: every file and folder it reads or writes, and whether it is there.

use super::place::Place;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis paths
  portcullis paths --agent reviewer --json
  PORTCULLIS_CONFIG_DIR=/etc/portcullis portcullis paths

Exit codes: 0 done, 3 error.";

/// Show every file and folder it uses here
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) place: Place,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Prints the paths.
pub(super) fn run(_args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("the folders are not wired yet")
}
