//! `portcullis check`: what would happen to a call.

use super::place::Place;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis check bash 'git push --force'
  portcullis check read ~/.ssh/id_ed25519
  portcullis check path_write src/main.rs
  portcullis check mcp exa:search
  portcullis check --tool write --input '{\"path\": \".env\", \"content\": \"\"}'
  portcullis check --agent reviewer --cwd ~/proj --json bash 'npm test'

Exit codes: 0 allow, 1 ask, 2 deny, 3 error. Nothing is asked, recorded or logged.";

/// Say what would happen to a call: allow, ask or deny
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) call: Call,
    #[command(flatten)]
    pub(super) place: Place,
    /// Print the answer of `permissions/check` as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// What is asked about: a surface with a value, or a tool with its input.
#[derive(Debug, clap::Args)]
pub(super) struct Call {
    /// `bash`, a tool's name, `path`, `path_read`, `path_write`, `mcp` or `skill`
    #[arg(required_unless_present = "tool", conflicts_with = "tool")]
    pub(super) surface: Option<String>,
    /// The command, path, target or name; without it the surface as a whole is judged
    #[arg(allow_hyphen_values = true)]
    pub(super) value: Option<String>,
    /// The tool of a whole call, as its runtime names it
    #[arg(long, value_name = "NAME", requires = "input")]
    pub(super) tool: Option<String>,
    /// Its input, a JSON object; `-` reads it from standard input
    #[arg(long, value_name = "JSON", requires = "tool", allow_hyphen_values = true)]
    pub(super) input: Option<String>,
}

/// Prints the verdict; the exit code is the state.
pub(super) fn run(_args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("the session is not wired yet")
}
