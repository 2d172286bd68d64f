//! `portcullis serve`: the sidecar itself, on stdin and stdout.

use std::process::ExitCode;

const EXAMPLES: &str = "\
Example:
  portcullis serve     spawned by a runtime or an editor, with pipes on stdin and stdout

It speaks JSON-RPC 2.0 with Content-Length frames (docs/protocol.md); logs go to stderr. Folders come from
`initialize`, else from the environment (portcullis paths).

Exit codes: 0 after shutdown and exit, end of input or a signal; 1 for exit without shutdown; 3 for a stream
that can't be trusted.";

/// Serve one agent session, or one editor, on stdin and stdout
#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Accepted because editors pass it; stdin and stdout are the only transport
    #[arg(long)]
    stdio: bool,
}

/// Serves until the client is done. The server says how the process ends.
pub(super) fn run(_args: &Args) -> anyhow::Result<ExitCode> {
    Ok(ExitCode::from(crate::server::run()?))
}
