//! `portcullis lint`: the problems of policy files, each with the line it stands on.

mod sarif;

use super::paint::Paint;
use super::place::{Place, home, utf8};
use super::problems;
use super::source::position;
use crate::lint::{self, Around, Finding, Related};
use crate::policy::{Document, FileKind, Problem, Severity, Span, code};
use crate::presentation::visible;
use crate::server::answers;
use crate::session::ProblemReport;
use anyhow::Context;
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
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
  portcullis lint --sarif config/ > lint.sarif

Exit codes: 0 nothing but notes, 1 warnings, 2 errors, 3 could not run.";

/// Show the problems of policy files
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Policy, guard or agent files, or folders of them [default: those in force]
    pub(super) files: Vec<PathBuf>,
    /// What the files are [default: by their names; else a policy]
    #[arg(long, value_enum, requires = "files")]
    pub(super) kind: Option<Kind>,
    #[command(flatten)]
    pub(super) place: Place,
    /// Print one JSON array of problems
    #[arg(long)]
    pub(super) json: bool,
    /// Print a SARIF 2.1.0 log, which code hosts show beside the lines
    #[arg(long, conflicts_with = "json")]
    pub(super) sarif: bool,
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
    let (found, texts) = if args.files.is_empty() {
        in_force(args)?
    } else {
        named(args)?
    };
    let paint = Paint::stdout();
    let mut out = std::io::stdout().lock();
    let problems: Vec<ProblemReport> = found.iter().map(|finding| reported(&finding.problem)).collect();
    if args.json {
        let mut answer = serde_json::to_value(answers::problems(&problems, &texts))?;
        for (problem, finding) in answer.as_array_mut().into_iter().flatten().zip(&found) {
            if let (Some(problem), Some(witness)) = (problem.as_object_mut(), &finding.witness) {
                problem.insert("witness".to_owned(), witness.as_str().into());
            }
        }
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
    } else if args.sarif {
        writeln!(
            out,
            "{}",
            serde_json::to_string_pretty(&sarif::log(&found, &texts))?
        )?;
    } else {
        for (problem, finding) in problems.iter().zip(&found) {
            writeln!(
                out,
                "{}{}",
                problems::show(problem, &texts, paint),
                related(finding, &texts)
            )?;
        }
    }
    Ok(problems::exit(&problems))
}

/// The other places that a finding is about, a line each.
fn related(finding: &Finding, texts: &Texts) -> String {
    let line = |related: &Related| {
        let at = texts.get(&*related.file).map_or_else(String::new, |text| {
            let at = position(text, related.span.start as usize);
            format!(":{}:{}", at.line, at.column)
        });
        let (file, message) = (visible(&related.file), visible(&related.message));
        format!("  = {file}{at}: {message}\n")
    };
    finding.related.iter().map(line).collect()
}

/// The problems of the files in force here, as the session knows them, and what lint finds in them.
fn in_force(args: &Args) -> anyhow::Result<(Vec<Finding>, Texts)> {
    let cwd = utf8(&args.place.cwd()?)?;
    let home = utf8(&home()?)?;
    let report = args.place.open()?.policy()?;
    // Examples are held to the policy once more below, with the places they are about.
    let of_loader = |problem: &&ProblemReport| !code::of_name(&problem.code).is_empty();
    let problems = report.problems.iter().filter(of_loader);
    let mut found: Vec<Finding> = problems.map(of_report).collect();
    let documents: Vec<(Document<'_>, bool)> = report
        .files
        .iter()
        .filter_map(|file| {
            let kind = match file.kind {
                "policy" => FileKind::Policy,
                "guards" => FileKind::Guards,
                _ => FileKind::Agent,
            };
            let text = report.texts.get(&file.path)?;
            Some((
                Document::parse(file.path.as_str(), kind, text),
                file.scope == "project",
            ))
        })
        .collect();
    let of_kind = |kind| {
        let mut documents = documents.iter().map(|(document, _)| document);
        documents.find(|document| document.kind == kind)
    };
    for (document, is_project) in &documents {
        let around = Around {
            guards: of_kind(FileKind::Guards).filter(|_| document.kind != FileKind::Guards),
            policy: of_kind(FileKind::Policy).filter(|_| document.kind == FileKind::Agent),
            home: &home,
            cwd: &cwd,
            is_project: *is_project,
        };
        found.extend(lint::findings(document, &around));
    }
    drop(documents);
    Ok((found, report.texts))
}

/// The problems of the files named, each read as the loader reads it and judged by itself. Of a folder its policy, guard
/// and agent files.
fn named(args: &Args) -> anyhow::Result<(Vec<Finding>, Texts)> {
    let mut found = Vec::new();
    let mut texts = Texts::new();
    let (home, cwd) = (utf8(&home()?)?, utf8(&args.place.cwd()?)?);
    for path in &files(&args.files)? {
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
        let around = Around {
            home: &home,
            cwd: &cwd,
            ..Around::default()
        };
        found.extend(document.problems.iter().cloned().map(Finding::of_problem));
        found.extend(lint::findings(&document, &around));
        texts.insert(file, text.into());
    }
    Ok((found, texts))
}

/// The files named; of a folder those that lie in it and in its `agents`, in order.
fn files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        for (folder, only_agents) in [(path.clone(), false), (path.join("agents"), true)] {
            let Ok(entries) = std::fs::read_dir(&folder) else {
                anyhow::ensure!(only_agents, "{}: can't be read", folder.display());
                continue;
            };
            let mut inside: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            inside.retain(|file| {
                let name = file
                    .file_name()
                    .and_then(|name| name.to_str())
                    .unwrap_or_default();
                file.is_file()
                    && FileKind::of_name(name)
                        .is_some_and(|kind| only_agents || kind != FileKind::Agent || is_agents(path))
            });
            inside.sort();
            files.extend(inside);
        }
    }
    Ok(files)
}

/// Whether Markdown in a folder is agent files: other folders hold other Markdown.
fn is_agents(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "agents")
}

fn of_report(report: &ProblemReport) -> Finding {
    Finding::of_problem(Problem {
        file: report.file.as_str().into(),
        span: report
            .range
            .as_ref()
            .map(|range| Span::new(range.start, range.end)),
        severity: match report.severity {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            _ => Severity::Info,
        },
        code: code::of_name(&report.code),
        message: report.message.clone(),
        advice: report.advice.clone(),
        instead: None,
    })
}

fn reported(problem: &Problem) -> ProblemReport {
    ProblemReport {
        file: problem.file.to_string(),
        range: problem.span.map(|span| span.start as usize..span.end as usize),
        severity: severity(problem.severity),
        code: problem.code.to_owned(),
        message: problem.message.clone(),
        advice: problem.advice.clone(),
    }
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}
