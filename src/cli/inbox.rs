//! `portcullis inbox`: answers what waits in all sessions of this user that opted in, at a terminal of its own.

mod ask;
mod desk;
mod feed;
mod keys;
mod screen;
mod view;

use super::place::FolderArgs;
use anyhow::bail;
use desk::{Desk, Effect, Event};
use feed::{Feed, Said};
use keys::{Binding, Keys};
use screen::{Screen, Seen};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  portcullis inbox                              in a terminal that is not the agent's
  portcullis inbox --key allow=f9 --key deny=f10
  PORTCULLIS_INBOX_KEYS='up=p down=n' portcullis inbox

Sessions opt in by `inbox: true`, in policy.jsonc or the client's options. Each answer takes a second press. Keys
can be given to: up down allow session whole deny reason evidence edit quit; Enter and Esc stay what they are.

An agent's own shell can't answer: a session takes answers only from a process in the foreground of a terminal
that is not the agent's, and that the agent's runtime did not start (docs/inbox.md).

Exit codes: 0 done, 3 error.";

/// Answer what waits in your sessions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Give an action this key instead of its usual ones; may be given more than once
    #[arg(long = "key", value_name = "ACTION=KEY")]
    keys: Vec<Binding>,
    #[command(flatten)]
    folders: FolderArgs,
}

/// How often new sessions are looked for.
const LOOK: Duration = Duration::from_millis(250);

/// Shows and answers until the human has had enough.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let keys = Keys::new(&bindings(args)?);
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        bail!(
            "inbox shows asks to a human and needs a terminal on stdin and stdout; to follow them from a program, \
             use `portcullis events --json`"
        );
    }
    let (said, listen) = mpsc::channel();
    let mut feed = Feed::new(super::sockets::folders(&args.folders)?, said.clone());
    let mut screen = Screen::open()?;
    Screen::watch(move |seen| {
        let event = match seen {
            Seen::Key(key) => Event::Key(key),
            Seen::Paste(text) => Event::Paste(text),
            // Looked at with the next drawing.
            Seen::Resize => Event::Resized,
        };
        said.send(Said::Event(event)).is_ok()
    });
    let mut desk = Desk::new(keys);
    let begun = Instant::now();
    let mut looked: Option<Instant> = None;
    loop {
        if looked.is_none_or(|at| at.elapsed() >= LOOK) {
            looked = Some(Instant::now());
            feed.look();
        }
        screen.draw(&desk)?;
        let first = match listen.recv_timeout(LOOK) {
            Ok(said) => said,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        for said in std::iter::once(first).chain(listen.try_iter()) {
            let Some(event) = feed.takes(said) else { continue };
            match desk.happens(begun.elapsed(), event) {
                None => {}
                Some(Effect::Quit) => return Ok(ExitCode::SUCCESS),
                Some(Effect::Answer(key, params)) => {
                    if let Err(why) = feed.answer(key, &params) {
                        desk.happens(begun.elapsed(), Event::Refused(key, why));
                    }
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The bindings of the environment, and those of the command line, which come first.
fn bindings(args: &Args) -> anyhow::Result<Vec<Binding>> {
    let mut bindings = args.keys.clone();
    let environment = std::env::var("PORTCULLIS_INBOX_KEYS").unwrap_or_default();
    for text in environment.split_whitespace() {
        match text.parse() {
            Ok(binding) => bindings.push(binding),
            Err(why) => bail!("PORTCULLIS_INBOX_KEYS: {why}"),
        }
    }
    Ok(bindings)
}
