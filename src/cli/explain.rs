//! `portcullis explain`: why a call is allowed, asked about or denied.

use super::check::Call;
use super::paint::Paint;
use super::place::{Asked, Place};
use super::{exit, grounds, verdict};
use crate::presentation::{self, Extent};
use crate::server::answers;
use std::io::Write;
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
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let asked = args.place.open()?;
    let verdict = asked.session().explain(&Asked::query(args.call.kind()?))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string_pretty(&answers::explain(&verdict))?
        )?;
    } else {
        let paint = Paint::stdout();
        let policy = asked.policy()?;
        writeln!(out, "{}\n", verdict::summary(&verdict, &policy, paint))?;
        writeln!(
            out,
            "{}",
            grounds::show(&presentation::grounds(&verdict, Extent::WHOLE), paint)
        )?;
    }
    Ok(exit::of(verdict.state))
}
