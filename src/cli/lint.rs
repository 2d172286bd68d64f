//! `portcullis lint`: the problems of policy files, each with the line it stands on.

use super::paint::Paint;
use super::place::Place;
use super::problems;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis lint                             the files in force here
  portcullis lint --agent reviewer            and those of an agent
  portcullis lint policy.jsonc agents/dev.md  these files
  portcullis lint --json

Exit codes: 0 nothing but notes, 1 warnings, 2 errors, 3 could not run.";

/// Show the problems of policy files
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Policy, guard or agent files [default: those in force]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) place: Place,
    /// Print one JSON array of problems
    #[arg(long)]
    pub(super) json: bool,
}

/// Prints the problems; the exit code is the worst severity.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let report = args.place.open()?.policy()?;
    let paint = Paint::stdout();
    let mut out = std::io::stdout().lock();
    for problem in &report.problems {
        writeln!(out, "{}", problems::show(problem, &report.texts, paint))?;
    }
    Ok(problems::exit(&report.problems))
}
