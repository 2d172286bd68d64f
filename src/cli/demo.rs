//! `portcullis demo`: one agent session against a real `serve`, so that a newcomer sees what it does.

use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis demo                play it; asks you where the policy asks
  portcullis demo </dev/null     play it; nobody answers, so each ask ends as a deny

Everything happens in a temporary folder: no file of yours is read or written.
Exit codes: 0 done, 3 error.";

/// Play one agent session under the starter policy
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {}

/// Plays the session.
pub(super) fn run(_args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("the client is not wired yet")
}
