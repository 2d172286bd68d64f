//! `portcullis policy`: the rules in force for an agent and a folder, with where each comes from.

use super::paint::Paint;
use super::place::Place;
use super::problems;
use super::source::position;
use crate::presentation::visible;
use crate::server::answers;
use crate::session::{PolicyReport, RuleReport};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis policy
  portcullis policy --agent reviewer --cwd ~/proj
  portcullis policy --json | jq '.rules[] | select(.action == \"deny\")'

Exit codes: 0 done, 3 error.";

/// List the rules in force, with the file and line of each
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) place: Place,
    /// Print the answer of `permissions/policy` as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Prints files, rules and problems.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let report = args.place.open()?.policy()?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&answers::policy(report))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let paint = Paint::stdout();
    let mut text = String::new();
    files(&mut text, &report, paint);
    rules(&mut text, &report, paint);
    for problem in &report.problems {
        let _ = write!(text, "\n{}", problems::show(problem, &report.texts, paint));
    }
    out.write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn files(text: &mut String, report: &PolicyReport, paint: Paint) {
    for file in &report.files {
        let state = match file.state {
            "unreadable" => paint.red(file.state),
            "problems" => paint.yellow(file.state),
            "absent" => paint.dim(file.state),
            state => state.to_owned(),
        };
        let _ = writeln!(
            text,
            "{} {}: {}  {state}",
            file.scope,
            file.kind,
            visible(&file.path)
        );
    }
}

/// The rules, a block for each surface in the order in which surfaces first appear.
fn rules(text: &mut String, report: &PolicyReport, paint: Paint) {
    let mut surfaces: Vec<&str> = Vec::new();
    for rule in &report.rules {
        if !surfaces.contains(&rule.surface.as_str()) {
            surfaces.push(&rule.surface);
        }
    }
    for surface in surfaces {
        let _ = writeln!(text, "\n{}", paint.bold(&visible(surface)));
        let rules: Vec<&RuleReport> = report
            .rules
            .iter()
            .filter(|rule| rule.surface == surface)
            .collect();
        let width = |rule: &&RuleReport| crate::presentation::columns(&visible(&rule.pattern));
        let widest = rules.iter().map(width).max().unwrap_or_default().min(48);
        for rule in rules {
            let pad = widest.saturating_sub(width(&rule));
            let was = rule
                .rewritten_from
                .map_or_else(String::new, |was| format!(" (was {was})"));
            let reason = rule
                .reason
                .as_deref()
                .map_or_else(String::new, |reason| format!("  \"{}\"", visible(reason)));
            let _ = writeln!(
                text,
                "  {}{}  {}{was}  {}",
                visible(&rule.pattern),
                " ".repeat(pad),
                paint.action(rule.action),
                paint.dim(&format!("{}{reason}", stands(rule, report)))
            );
        }
    }
}

/// `file:line`, or whose rule it is where it stands in no file.
fn stands(rule: &RuleReport, report: &PolicyReport) -> String {
    let line = rule.file.as_deref().and_then(|file| {
        let text = report.texts.get(file)?;
        Some(format!(
            "{file}:{}",
            position(text, rule.range.as_ref()?.start).line
        ))
    });
    line.or_else(|| rule.file.clone()).unwrap_or_else(|| {
        let origin = serde_json::to_value(rule.origin).unwrap_or_default();
        origin.as_str().unwrap_or_default().to_owned()
    })
}
