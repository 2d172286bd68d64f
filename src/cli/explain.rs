//! `portcullis explain`: why a call is allowed, asked about or denied.

use super::check::Call;
use super::place::Place;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis explain bash 'cd /tmp && git -C repo push'
  portcullis explain --tool read --input '{\"path\": \"link-to-secrets\"}'
  portcullis explain --json bash 'make test' | jq .trace

Shows every command and path that was found in the call, each rule that matched it with its rank, and what
was done to the answer (floors, yolo). Exit codes: 0 allow, 1 ask, 2 deny, 3 error.";

/// Say why: every unit, path and rule that was considered
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) call: Call,
    #[command(flatten)]
    pub(super) place: Place,
    /// Print the answer of `permissions/explain` as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Prints the verdict with its trace; the exit code is the state.
pub(super) fn run(_args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("the session is not wired yet")
}
