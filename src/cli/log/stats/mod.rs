//! `portcullis log stats`: counts, who answered, and which rules would save questions.

mod charts;
mod gathered;
mod html;
mod text;

use super::Source;
use super::filter::Filter;
use crate::cli::paint::Paint;
use anyhow::Context;
use gathered::Stats;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis log stats
  portcullis log stats --since 7d --agent reviewer
  portcullis log stats --html report.html        one file with charts, to be opened in a browser

Counts what was decided and what rules allowed without asking; lists what was asked most, each with the rule that
would answer it as you did. Exit codes: 0 done, 3 error.";

/// Count decisions, say who answered, and suggest rules for what is asked most
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    source: Source,
    /// Questions that are listed
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Write a report with charts to FILE; `-` is standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Prints the counts.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let path = args.source.path()?;
    let wanted = args.filter.compile()?;
    let stats = Stats::of(&path, &wanted).with_context(|| format!("{} can't be read", path.display()))?;
    let mut out = std::io::stdout().lock();
    match &args.html {
        None => out.write_all(text::report(&stats, args.top, Paint::stdout()).as_bytes())?,
        Some(file) => {
            let report = html::report(&stats, args.top);
            if file.as_os_str() == "-" {
                out.write_all(report.as_bytes())?;
            } else {
                std::fs::write(file, report)
                    .with_context(|| format!("{} can't be written", file.display()))?;
                writeln!(out, "{}", file.display())?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
