//! `portcullis check`: what would happen to a call.

use super::paint::Paint;
use super::place::{Asked, Place};
use super::{exit, verdict};
use crate::server::answers;
use crate::session::QueryKind;
use anyhow::Context;
use std::io::{Read, Write};
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

impl Call {
    /// The question in the session's words.
    pub(super) fn kind(&self) -> anyhow::Result<QueryKind> {
        if let (Some(tool), Some(input)) = (&self.tool, &self.input) {
            let mut text = input.clone();
            if input == "-" {
                text.clear();
                std::io::stdin()
                    .read_to_string(&mut text)
                    .context("--input -: standard input can't be read")?;
            }
            return Ok(QueryKind::Call {
                tool: tool.clone(),
                input: serde_json::from_str(&text).with_context(|| {
                    format!("--input is no JSON: pass an object such as '{{\"path\": \"x\"}}', not {input}")
                })?,
            });
        }
        Ok(QueryKind::Surface {
            surface: self
                .surface
                .clone()
                .context("name a surface, or --tool with --input")?,
            value: self.value.clone(),
        })
    }
}

/// Prints the verdict; the exit code is the state.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let asked = args.place.open()?;
    let verdict = asked.session().check(&Asked::query(args.call.kind()?))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string_pretty(&answers::check(&verdict))?
        )?;
    } else {
        let policy = asked.policy()?;
        writeln!(out, "{}", verdict::summary(&verdict, &policy, Paint::stdout()))?;
    }
    Ok(exit::of(verdict.state))
}
