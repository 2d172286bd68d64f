//! `portcullis paths`: every file and folder it reads or writes, and whether it is there.

use super::paint::Paint;
use super::place::{Place, utf8};
use crate::transport::SocketKind;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis paths
  portcullis paths --agent reviewer --json
  PORTCULLIS_CONFIG_DIR=/etc/portcullis portcullis paths

Exit codes: 0 done, 3 error.";

/// Show every file and folder it uses here
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) place: Place,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// One file or folder.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Used {
    what: &'static str,
    path: String,
    exists: bool,
    note: Option<&'static str>,
}

/// Prints the paths.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let used = used(&args.place)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &used)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let paint = Paint::stdout();
    let widest = used.iter().map(|used| used.what.len()).max().unwrap_or_default();
    for used in &used {
        let state = if used.exists {
            String::new()
        } else {
            paint.dim("  absent")
        };
        let note = used
            .note
            .map_or_else(String::new, |note| paint.yellow(&format!("  {note}")));
        writeln!(out, "{:widest$}  {}{state}{note}", used.what, used.path)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn used(place: &Place) -> anyhow::Result<Vec<Used>> {
    let cwd = place.cwd()?;
    let folders = place.folders.resolve(&cwd)?;
    let refused = folders
        .config_dir_refused
        .then_some("refused: an environment variable puts it below the working folder");
    let mut used = Vec::new();
    let mut add = |what, path: &Path, note| -> anyhow::Result<()> {
        used.push(Used {
            what,
            path: utf8(path)?,
            exists: path.exists(),
            note,
        });
        Ok(())
    };
    add("policy", &folders.config_dir.join("policy.jsonc"), refused)?;
    add(
        "hard guards",
        &folders.config_dir.join("hard-guards.jsonc"),
        refused,
    )?;
    let project = [cwd.join(".pi/agents"), cwd.join(".portcullis/agents")];
    if let Some(agent) = &place.agent {
        let file = format!("{agent}.md");
        add("agent", &folders.agent_dir.join(&file), None)?;
        for folder in &project {
            add("project agent", &folder.join(&file), Some("only tightens"))?;
        }
    } else {
        add("agents", &folders.agent_dir, None)?;
        for folder in &project {
            add("project agents", folder, Some("only tighten"))?;
        }
    }
    let full = Some("when full: beside it, with a number");
    add("review log", &folders.state_dir.join("review.jsonl"), full)?;
    add("debug log", &folders.state_dir.join("debug.jsonl"), full)?;
    add("forwarding", &folders.state_dir.join("forwarding"), None)?;
    // The sessions that run here now have theirs below.
    let sockets = super::sockets::folders(&place.folders)?;
    for folder in &sockets {
        let running = folder.sockets(SocketKind::Observer);
        let is_preferred = sockets.first() == Some(folder);
        if is_preferred || !running.is_empty() {
            add("sockets", folder.path(), None)?;
        }
        for (_, socket) in running {
            add("observer socket", &socket, None)?;
        }
        for (_, socket) in folder.sockets(SocketKind::Inbox) {
            add("inbox socket", &socket, None)?;
        }
    }
    Ok(used)
}
