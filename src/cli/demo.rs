//! `portcullis demo`: one agent session against a real `serve`, so that a newcomer sees what it does.

mod scene;
mod terminal;

use super::paint::Paint;
use super::starter;
use crate::client::{Client, Incoming};
use crate::presentation::visible;
use crate::rule::Action;
use anyhow::{Context, bail};
use scene::{SCENE, Step};
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

const EXAMPLES: &str = "\
Examples:
  portcullis demo                play it; asks you where the policy asks
  portcullis demo </dev/null     play it; nobody answers, so each ask ends as a deny

Everything happens in a temporary folder: no file of yours is read or written.
Exit codes: 0 done, 3 error.";

/// Play one agent session under the starter policy
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {}

/// Plays the session.
pub(super) fn run(_args: &Args) -> anyhow::Result<ExitCode> {
    let stage = scene::stage().context("the demo needs a temporary folder")?;
    let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut play = Play::begin(stage.path(), person)?;
    say(&format!(
        "An agent works in {}, under the policy that `portcullis init` writes.",
        play.paint.bold("~/proj")
    ))?;
    if !person {
        say("There is no terminal to ask at, so whatever is asked about ends as a deny.")?;
    }
    for step in SCENE {
        play.step(step)?;
    }
    play.end()?;
    Ok(ExitCode::SUCCESS)
}

struct Play {
    child: Child,
    client: Client<ChildStdout, ChildStdin>,
    paint: Paint,
}

impl Play {
    /// Writes the starter policy below `root`, starts `serve` there and shakes hands.
    fn begin(root: &Path, person: bool) -> anyhow::Result<Self> {
        let home = root.join("home");
        let config = home.join(".config/portcullis");
        std::fs::create_dir_all(&config)?;
        for (name, text) in starter::FILES {
            std::fs::write(config.join(name), text)?;
        }
        let project = home.join("proj");
        let program = std::env::current_exe().context("this program can't be found to start it again")?;
        let mut child = Command::new(program)
            .arg("serve")
            .current_dir(&project)
            .env("HOME", &home)
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_STATE_HOME")
            .env_remove("XDG_RUNTIME_DIR")
            .env_remove("PORTCULLIS_CONFIG_DIR")
            .env_remove("PORTCULLIS_STATE_DIR")
            .env_remove("PI_CODING_AGENT_DIR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().context("serve has no stdin")?;
        let output = child.stdout.take().context("serve has no stdout")?;
        let mut play = Self {
            child,
            client: Client::new(output, input),
            paint: Paint::stdout(),
        };
        let hello = play.client.call(
            "initialize",
            &json!({
                "processId": std::process::id(),
                "capabilities": {"experimental": {"permissions": {"prompt": person, "promptColumns": terminal::columns()}}},
                "initializationOptions": {"session": {"id": "demo", "cwd": project}},
            }),
        )?;
        if let Err(error) = hello {
            bail!("serve refused the handshake: {error}");
        }
        play.client.notify("initialized", &json!({}))?;
        Ok(play)
    }

    /// One call of the agent, from its intention to the verdict.
    fn step(&mut self, step: &Step) -> anyhow::Result<()> {
        say(&format!(
            "\n{}\n  {} {}",
            step.why,
            self.paint.dim(step.tool),
            self.paint.bold(step.shown)
        ))?;
        let asked = self.client.request(
            "permissions/authorize",
            &json!({"tool": step.tool, "input": step.input()}),
        )?;
        loop {
            match self.client.receive()?.context("serve has ended")? {
                Incoming::Answer { id, result } if id == asked => {
                    return match result {
                        Ok(outcome) => self.verdict(&outcome),
                        Err(error) => bail!("serve refused the call: {error}"),
                    };
                }
                Incoming::Request { id, method, params } if method == "permissions/prompt" => {
                    let answer = terminal::ask(&params, self.paint)?;
                    self.client.answer(&id, &answer)?;
                }
                _ => {}
            }
        }
    }

    /// Shows how a call was resolved, and by what.
    fn verdict(&self, outcome: &Value) -> anyhow::Result<()> {
        let text = |name: &str| outcome.get(name).and_then(Value::as_str).unwrap_or_default();
        let action = if text("decision") == "allow" {
            Action::Allow
        } else {
            Action::Deny
        };
        let pattern = match text("matchedPattern") {
            "" => String::new(),
            pattern => format!(": {}", visible(pattern)),
        };
        say(&format!(
            "  {}  {}",
            self.paint.action(action),
            self.paint
                .dim(&format!("{}{pattern} ({})", text("resolution"), text("origin")))
        ))?;
        for line in text("message").lines() {
            say(&format!("    {}", visible(line)))?;
        }
        Ok(())
    }

    /// Takes leave as the protocol wants it.
    fn end(mut self) -> anyhow::Result<()> {
        if let Err(error) = self.client.call("shutdown", &Value::Null)? {
            bail!("serve refused to shut down: {error}");
        }
        self.client.notify("exit", &Value::Null)?;
        let status = self.child.wait()?;
        if !status.success() {
            bail!("serve ended with {status}");
        }
        say("\nNext: portcullis init, then portcullis check bash 'any command of yours'.")
    }
}

fn say(text: &str) -> anyhow::Result<()> {
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

impl Drop for Play {
    /// A play that breaks off leaves no sidecar behind; its end of input would do, but not before we are gone.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
