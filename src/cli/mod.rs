//! The command line. One file a subcommand; each takes its parsed arguments and answers with an exit code.
//!
//! Nothing is decided here: a subcommand asks the same session that `serve` asks, and shows the answer.

mod check;
mod completions;
mod demo;
mod events;
mod exit;
mod explain;
mod grounds;
mod inbox;
mod init;
mod lint;
mod log;
mod lsp;
mod man;
mod paint;
mod paths;
mod place;
mod policy;
mod problems;
mod schema;
mod serve;
mod sockets;
mod source;
mod starter;
mod verdict;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// What `--version` prints: the program's version and the protocol's.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (protocol 1)");

const EXAMPLES: &str = "\
Start here:
  portcullis init                             write a starter policy
  portcullis check bash 'git push --force'    what would happen to this call?
  portcullis explain bash 'rm -rf build'      and why?
  portcullis log                              what was decided, and by whom
  portcullis demo                             watch one agent session

Exit codes:
  check, explain   0 allow, 1 ask, 2 deny, 3 error
  log verify       0 whole, 2 not as it was written, 3 error
  lint             0 nothing but notes, 1 warnings, 2 errors, 3 could not run
  serve            0 ended by the client, 1 exit without shutdown, 3 a stream that can't be trusted
  all others       0 done, 3 error";

/// Decides, for each call of a coding agent, whether it is allowed, denied, or asked about.
///
/// An agent's runtime starts `portcullis serve` and asks it before each tool call, over JSON-RPC on stdin and
/// stdout. The other commands are for the person who writes the policy.
#[derive(Debug, Parser)]
#[command(name = "portcullis", version = VERSION, after_help = EXAMPLES, disable_help_subcommand = true)]
#[command(
    max_term_width = 110,
    subcommand_required = true,
    arg_required_else_help = true
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands, in the order in which a newcomer needs them.
#[derive(Debug, Subcommand)]
enum Command {
    Init(init::Args),
    Check(check::Args),
    Explain(explain::Args),
    Policy(policy::Args),
    Lint(lint::Args),
    Log(Box<log::Args>),
    Demo(demo::Args),
    Events(events::Args),
    Inbox(inbox::Args),
    Lsp(lsp::Args),
    Serve(serve::Args),
    Paths(paths::Args),
    Schema(schema::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Parses `args` (the program's name first), runs the subcommand, and says how the process should end.
///
/// Arguments that can't be parsed end with 3: 1 and 2 already mean ask and deny.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    // What a runtime spawns waits for its first verdict: it needs no grammar of all the commands.
    let is_serve = args.get(1).is_some_and(|word| word == "serve") && args.len() == 2;
    let cli = if is_serve {
        Ok(Cli {
            command: Command::Serve(serve::Args::default()),
        })
    } else {
        Cli::try_parse_from(args)
    };
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing is left to do where even the error can't be written.
            let _ = error.print();
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::SUCCESS,
                _ => exit::ERROR.into(),
            };
        }
    };
    let result = match cli.command {
        Command::Init(args) => init::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Policy(args) => policy::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Log(args) => log::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Events(args) => events::run(&args),
        Command::Inbox(args) => inbox::run(&args),
        Command::Lsp(args) => lsp::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Paths(args) => paths::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    result.unwrap_or_else(|error| {
        if exit::is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        eprintln!("portcullis: {error:#}");
        exit::ERROR.into()
    })
}

/// The whole command as clap sees it, for completions and the manual.
fn command() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn the_version_names_the_protocol() {
        assert!(VERSION.ends_with(&format!("(protocol {})", crate::protocol::VERSION)));
    }

    #[test]
    fn every_subcommand_teaches_by_example() {
        for sub in command().get_subcommands() {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(
                help.contains("portcullis "),
                "{} has no example in its help",
                sub.get_name()
            );
        }
    }
}
