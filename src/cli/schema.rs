//! `portcullis schema`: what is generated from the types, for editors and for clients in other languages.

use crate::{policy, protocol};
use clap::ValueEnum;
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis schema policy > policy.schema.json
  portcullis schema protocol > openrpc.json

Exit codes: 0 done, 3 error.";

/// Print a schema: of the policy files, or of the protocol
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Which
    #[arg(value_enum)]
    pub(super) which: Which,
}

/// What can be printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Which {
    /// JSON Schema of `policy.jsonc`
    Policy,
    /// JSON Schema of `hard-guards.jsonc`
    Guards,
    /// The protocol, as an `OpenRPC` document
    Protocol,
}

/// Prints the schema.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let schema = match args.which {
        Which::Policy => policy::schema::policy(),
        Which::Guards => policy::schema::guards(),
        Which::Protocol => protocol::document(),
    };
    writeln!(
        std::io::stdout().lock(),
        "{}",
        serde_json::to_string_pretty(&schema)?
    )?;
    Ok(ExitCode::SUCCESS)
}
