//! `portcullis man`: the manual, made from the same text as `--help`.

use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis man | man -l -
  portcullis man --out /usr/local/share/man/man1

Exit codes: 0 done, 3 error.";

/// Print the manual page, or write one page for each command
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Write `portcullis.1`, `portcullis-check.1`, … into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints or writes the manual.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: can't be created", folder.display()))?;
        clap_mangen::generate_to(super::command(), folder)
            .with_context(|| format!("{}: can't write the pages", folder.display()))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(super::command()).render(&mut page)?;
        std::io::stdout().lock().write_all(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}
