//! `portcullis log`: what was decided, by whom and why, read from the review log.

mod event;
mod filter;
mod follow;
mod stats;
mod table;
mod verify;
mod why;

use super::paint::Paint;
use super::place::FolderArgs;
use crate::record::{Entry, Tail};
use anyhow::Context;
use filter::Filter;
use std::collections::VecDeque;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use table::Table;

const EXAMPLES: &str = "\
Examples:
  portcullis log                                 the last 50 decisions
  portcullis log --result deny --since 2h        what was refused in the last two hours
  portcullis log --by user --agent reviewer      what a human answered for one agent
  portcullis log --surface bash --json | jq .value
  portcullis log --follow                        go on as decisions are made
  portcullis log why 7f3a9c21                    one decision, with every rule that was considered
  portcullis log stats --html report.html        counts, who answered, and which rules would save questions
  portcullis log verify                          is the log as it was written?

Times are RFC 3339 (2026-12-01T08:00:00Z), a day (2026-12-01, in UTC), or back from now (90s, 15m, 2h, 7d). A call
that a rule allows without asking is counted and has no line of its own: see `portcullis log stats`.
Exit codes: 0 done, 3 error; `log verify`: 0 whole, 2 not as it was written, 3 error.";

/// Read the review log: decisions, who made them, and why
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<Sub>,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    source: Source,
    /// Go on as lines are written, also into the next file; Ctrl-C ends it
    #[arg(long, short)]
    follow: bool,
    /// Show no more than the last N [default: 50; with --follow: 10; with --json: all]
    #[arg(long, short = 'n', value_name = "N")]
    last: Option<usize>,
    /// Show every line: also the configuration, links, counts, and what became of the log
    #[arg(long)]
    all: bool,
    /// Print the lines as they stand in the log, one JSON object each
    #[arg(long)]
    json: bool,
}

/// What else can be asked of the log.
#[derive(Debug, clap::Subcommand)]
enum Sub {
    Why(why::Args),
    Stats(stats::Args),
    Verify(verify::Args),
}

/// Where the log is.
#[derive(Clone, Debug, clap::Args)]
struct Source {
    /// The folder of the log [see: portcullis paths]
    #[arg(long, value_name = "DIR")]
    state_dir: Option<PathBuf>,
}

impl Source {
    /// The path of its youngest file.
    fn path(&self) -> anyhow::Result<PathBuf> {
        let cwd = std::env::current_dir().context("the current folder can't be found")?;
        let folders = FolderArgs {
            state_dir: self.state_dir.clone(),
            ..FolderArgs::default()
        };
        Ok(folders.resolve(&cwd)?.state_dir.join("review.jsonl"))
    }
}

/// Prints what was asked for.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Some(Sub::Why(args)) => why::run(args),
        Some(Sub::Stats(args)) => stats::run(args),
        Some(Sub::Verify(args)) => verify::run(args),
        None => list(args),
    }
}

fn list(args: &Args) -> anyhow::Result<ExitCode> {
    let path = args.source.path()?;
    let wanted = args.filter.compile()?;
    let last = args.last.unwrap_or(match (args.follow, args.json) {
        (true, _) => 10,
        (false, true) => usize::MAX,
        (false, false) => 50,
    });
    let takes = |line: &str| {
        let entry = Entry::of(line)?;
        ((args.all || event::is_told(&entry)) && wanted.takes(&entry)).then_some(entry)
    };
    let mut tail = Tail::of(&path);
    let mut kept: VecDeque<(Entry, String)> = VecDeque::new();
    let read = tail.poll(&mut |line| {
        if let Some(entry) = takes(line.text) {
            kept.push_back((entry, line.text.to_owned()));
            if kept.len() > last {
                kept.pop_front();
            }
        }
    });
    read.with_context(|| format!("{} can't be read", path.display()))?;
    let table = Table::for_terminal(Paint::stdout());
    let mut out = std::io::stdout().lock();
    if !args.json && (args.follow || !kept.is_empty()) {
        writeln!(out, "{}", table.heading())?;
    }
    let mut show = |entry: &Entry, line: &str| -> std::io::Result<()> {
        if args.json {
            writeln!(out, "{line}")
        } else {
            writeln!(out, "{}", table.row(entry))
        }
    };
    let nothing = kept.is_empty();
    for (entry, line) in kept {
        show(&entry, &line)?;
    }
    if args.follow {
        return follow::run(&mut tail, |line| match takes(line) {
            Some(entry) => show(&entry, line),
            None => Ok(()),
        });
    }
    if nothing && !args.json {
        eprintln!("portcullis: nothing in {} matches", path.display());
    }
    Ok(ExitCode::SUCCESS)
}
