//! `portcullis log verify`: is the log as it was written?

use super::Source;
use crate::cli::paint::Paint;
use crate::record::verify;
use anyhow::Context;
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis log verify
  portcullis log verify --state-dir /backup/portcullis

Each line carries a hash of itself and of the line that the same process wrote before it. A line that was changed,
taken out, put in or torn shows; what was cut off at the end does not, and neither does a log that was made anew by
somebody who can write it: see docs/records.md.
Exit codes: 0 whole, 2 not as it was written, 3 error.";

/// The log is not as it was written.
const BROKEN: u8 = 2;

/// Say whether every line is as it was written
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
}

/// Prints what is wrong, and what was looked at.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let path = args.source.path()?;
    let report = verify(&path).with_context(|| format!("{} can't be read", path.display()))?;
    let paint = Paint::stdout();
    let mut out = std::io::stdout().lock();
    for found in &report.breaks {
        writeln!(
            out,
            "{}:{}: {} {}",
            found.file.display(),
            found.line,
            paint.red("this line"),
            found.what
        )?;
    }
    let before = match report.begun_before {
        0 => String::new(),
        _ => format!("; of {} the first went with older files", report.begun_before),
    };
    writeln!(
        out,
        "{} lines of {} writers{before}: {}",
        report.lines,
        report.chains,
        match report.breaks.len() {
            0 => "as they were written".to_owned(),
            1 => paint.red("1 break"),
            count => paint.red(&format!("{count} breaks")),
        }
    )?;
    Ok(if report.breaks.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(BROKEN)
    })
}
