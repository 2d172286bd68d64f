//! `portcullis completions`: completion scripts for shells.

use clap_complete::Shell;
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis completions bash > ~/.local/share/bash-completion/completions/portcullis
  portcullis completions zsh > \"${fpath[1]}/_portcullis\"
  portcullis completions fish > ~/.config/fish/completions/portcullis.fish

Exit codes: 0 done, 3 error.";

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    // The generator panics where it can't write, so it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::command(), "portcullis", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
