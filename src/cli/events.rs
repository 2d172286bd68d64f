//! `portcullis events`: follows what is asked and decided in all sessions of this user.

mod follow;
mod line;

use super::place::FolderArgs;
use clap::ValueEnum;
use follow::{Following, Told};
use line::Line;
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis events                        one line for each ask and each decision, of all sessions
  portcullis events --event ui_prompt      only when somebody is about to be asked (docs/notifications.md)
  portcullis events --session s1 --json    one JSON object a line, of one session

It follows the sessions that run now and those that start later, until it is interrupted. It only watches: it
answers nothing and delays nobody. What it could not take in time is told as `lagged`. Sessions that come and go
are told on stderr.

Exit codes: 0 the reader has gone, 3 error.";

/// Follow what is asked and decided, in every session
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Only what concerns this session, or its in-process children by their own ids
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only events of this name; may be given more than once
    #[arg(long = "event", value_name = "NAME")]
    events: Vec<Event>,
    /// Print JSON objects {session: {id, cwd, agent, pid}, event, params}, one a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folders: FolderArgs,
}

/// What may be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Event {
    /// A human is about to be asked
    UiPrompt,
    /// A call was decided
    Decision,
    /// The policy was read again
    #[value(name = "policyChanged")]
    PolicyChanged,
}

impl Event {
    const fn name(self) -> &'static str {
        match self {
            Self::UiPrompt => "ui_prompt",
            Self::Decision => "decision",
            Self::PolicyChanged => "policyChanged",
        }
    }
}

/// Follows until nobody reads any more.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folders = super::sockets::folders(&args.folders)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let events: Vec<&'static str> = args.events.iter().map(|event| event.name()).collect();
        let mut following = Following::start(folders, &events);
        let mut out = std::io::stdout();
        loop {
            match following.next().await {
                Told::Came(session) => eprintln!("{}", line::came(&session)),
                Told::Went(session) => eprintln!("{}", line::went(&session)),
                Told::Heard(session, heard) => {
                    let line = Line {
                        session: &session,
                        heard: &heard,
                    };
                    if !line.concerns(args.session.as_deref()) {
                        continue;
                    }
                    let text = if args.json { line.json() } else { line.text() };
                    writeln!(out, "{text}")?;
                    out.flush()?;
                }
            }
        }
    })
}
