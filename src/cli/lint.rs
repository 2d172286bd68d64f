//! `portcullis lint`: the problems of policy files, each with the line it stands on.

use super::paint::Paint;
use super::place::{Place, utf8};
use super::problems;
use crate::lint;
use crate::policy::{Document, FileKind, Problem, Severity};
use crate::server::answers;
use crate::session::ProblemReport;
use anyhow::Context;
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Texts by file.
type Texts = BTreeMap<String, Arc<str>>;

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
    /// What the files are [default: by their names; else a policy]
    #[arg(long, value_enum, requires = "files")]
    pub(super) kind: Option<Kind>,
    #[command(flatten)]
    pub(super) place: Place,
    /// Print one JSON array of problems
    #[arg(long)]
    pub(super) json: bool,
}

/// The kinds of file.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Kind {
    /// `policy.jsonc`
    Policy,
    /// `hard-guards.jsonc`
    Guards,
    /// `<agent>.md`
    Agent,
}

impl From<Kind> for FileKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Policy => Self::Policy,
            Kind::Guards => Self::Guards,
            Kind::Agent => Self::Agent,
        }
    }
}

/// Prints the problems and findings; the exit code is the worst severity.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (problems, texts) = if args.files.is_empty() {
        in_force(args)?
    } else {
        named(args)?
    };
    let paint = Paint::stdout();
    let mut out = std::io::stdout().lock();
    if args.json {
        let problems = answers::problems(&problems, &texts);
        writeln!(out, "{}", serde_json::to_string_pretty(&problems)?)?;
    } else {
        for problem in &problems {
            writeln!(out, "{}", problems::show(problem, &texts, paint))?;
        }
    }
    Ok(problems::exit(&problems))
}

/// The problems of the files in force here, as the session knows them, and what lint finds in them.
fn in_force(args: &Args) -> anyhow::Result<(Vec<ProblemReport>, Texts)> {
    let report = args.place.open()?.policy()?;
    let mut problems = report.problems;
    for file in &report.files {
        let kind = match file.kind {
            "policy" => FileKind::Policy,
            "guards" => FileKind::Guards,
            _ => FileKind::Agent,
        };
        if let Some(text) = report.texts.get(&file.path) {
            let document = Document::parse(file.path.as_str(), kind, text);
            problems.extend(lint::findings(&document).iter().map(reported));
        }
    }
    Ok((problems, report.texts))
}

/// The problems of the files named, each read as the loader reads it.
fn named(args: &Args) -> anyhow::Result<(Vec<ProblemReport>, Texts)> {
    let mut problems = Vec::new();
    let mut texts = Texts::new();
    for path in &args.files {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("{}: can't be read", path.display()))?;
        let file = utf8(path)?;
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let kind = args
            .kind
            .map(FileKind::from)
            .or_else(|| FileKind::of_name(name))
            .unwrap_or(FileKind::Policy);
        let document = Document::parse(file.as_str(), kind, &text);
        problems.extend(document.problems.iter().map(reported));
        problems.extend(lint::findings(&document).iter().map(reported));
        texts.insert(file, text.into());
    }
    Ok((problems, texts))
}

fn reported(problem: &Problem) -> ProblemReport {
    ProblemReport {
        file: problem.file.to_string(),
        range: problem.span.map(|span| span.start as usize..span.end as usize),
        severity: match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        },
        code: problem.code.to_owned(),
        message: problem.message.clone(),
        advice: problem.advice.clone(),
    }
}
