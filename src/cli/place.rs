//! Whose policy, in which folder: the options that several subcommands share, and the session they are asked of.

use crate::authority::{BoxFuture, Client, ClientError, Prompt, PromptAnswer};
use crate::protocol::AgentName;
use crate::session::folders::{self, FolderOptions};
use crate::session::{Events, PolicyReport, Query, QueryKind, Scope, Session, SessionConfig, Tier};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a question is asked from.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Place {
    /// The working folder of the call [default: the current one]
    #[arg(long, value_name = "DIR")]
    pub(super) cwd: Option<PathBuf>,
    /// The active agent: its `<NAME>.md` files count too
    #[arg(long, value_name = "NAME", value_parser = agent_name)]
    pub(super) agent: Option<String>,
    #[command(flatten)]
    pub(super) folders: FolderArgs,
}

/// Where the files are.
#[derive(Clone, Debug, Default, clap::Args)]
#[expect(
    clippy::struct_field_names,
    reason = "the fields are the names of the options"
)]
pub(super) struct FolderArgs {
    /// The folder of `policy.jsonc` and `hard-guards.jsonc` [see: portcullis paths]
    #[arg(long, value_name = "DIR")]
    pub(super) config_dir: Option<PathBuf>,
    /// The folder of the global agent files [default: agents, below the configuration]
    #[arg(long, value_name = "DIR")]
    pub(super) agent_dir: Option<PathBuf>,
    /// The folder of logs and forwarding [see: portcullis paths]
    #[arg(long, value_name = "DIR")]
    pub(super) state_dir: Option<PathBuf>,
}

/// A session that is only asked: nothing is logged, recorded or sent. The runtime that it was opened in lives as
/// long as it does.
pub(super) struct Asked {
    session: Session,
    _runtime: tokio::runtime::Runtime,
}

impl Place {
    /// The absolute working folder.
    pub(super) fn cwd(&self) -> anyhow::Result<PathBuf> {
        let current = || std::env::current_dir().context("the current folder can't be found: pass --cwd");
        let Some(cwd) = &self.cwd else { return current() };
        let cwd = current()?.join(cwd);
        if !cwd.is_dir() {
            bail!("--cwd {}: no such folder", cwd.display());
        }
        // As typed, but without dots: links on the way are the policy's business.
        std::path::absolute(&cwd).with_context(|| format!("--cwd {}", cwd.display()))
    }

    /// Opens a session here.
    pub(super) fn open(&self) -> anyhow::Result<Asked> {
        let cwd = self.cwd()?;
        let found = self.folders.resolve(&cwd)?;
        let config = SessionConfig {
            cwd: utf8(&cwd)?,
            home: utf8(&home()?)?,
            agent_name: self.agent.clone(),
            config_dir: found.config_dir,
            config_dir_refused: found.config_dir_refused,
            agent_dir: found.agent_dir,
            state_dir: found.state_dir,
            runtime_dir: found.runtime_dir,
            tier: Tier::Editor,
            ..SessionConfig::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let session = {
            let _entered = runtime.enter();
            Session::open(config, Arc::new(Nobody), Arc::new(Nobody))
        };
        Ok(Asked {
            session,
            _runtime: runtime,
        })
    }
}

impl FolderArgs {
    /// The folders, as `serve` would find them for a client that passes these options. An option is the word of the
    /// person at the command line and counts from the current folder.
    pub(super) fn resolve(&self, cwd: &Path) -> anyhow::Result<folders::Folders> {
        let absolute = |folder: &Option<PathBuf>| -> anyhow::Result<Option<String>> {
            let Some(folder) = folder else { return Ok(None) };
            Ok(Some(utf8(&std::path::absolute(folder)?)?))
        };
        let options = FolderOptions {
            config_dir: absolute(&self.config_dir)?,
            agent_dir: absolute(&self.agent_dir)?,
            state_dir: absolute(&self.state_dir)?,
            subagents_dir: None,
        };
        Ok(folders::resolve(&options, cwd, &home()?, &|name| {
            std::env::var(name).ok()
        }))
    }
}

impl Asked {
    /// The session.
    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    /// A question of the session's own agent and folder.
    pub(super) fn query(kind: QueryKind) -> Query {
        Query {
            kind,
            scope: Scope::default(),
        }
    }

    /// What is in force.
    pub(super) fn policy(&self) -> anyhow::Result<PolicyReport> {
        Ok(self.session.policy(&Scope::default())?)
    }
}

/// An agent's name by the protocol's rule, since it names a file.
fn agent_name(text: &str) -> Result<String, &'static str> {
    AgentName::try_from(text.to_owned()).map(String::from)
}

/// The home folder: `HOME`, which the rules' `~` stands for as well.
pub(super) fn home() -> anyhow::Result<PathBuf> {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    let home = PathBuf::from(home.context("HOME is not set: rules with ~ need it")?);
    if !home.is_absolute() {
        bail!("HOME is {}: it must be an absolute path", home.display());
    }
    Ok(home)
}

/// The path as text; rules can only speak of UTF-8.
pub(super) fn utf8(path: &Path) -> anyhow::Result<String> {
    path.to_str()
        .map(str::to_owned)
        .with_context(|| format!("{}: the path is not UTF-8", path.display()))
}

/// There is no client behind a command line, and nobody listens to its session.
struct Nobody;

impl Client for Nobody {
    fn prompt(&self, _: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
        Box::pin(std::future::ready(Err(ClientError::Gone)))
    }
}

impl Events for Nobody {
    fn ui_prompt(&self, _: &crate::session::PromptEvent) {}
    fn decision(&self, _: &crate::session::DecisionEvent) {}
    fn policy_changed(
        &self,
        _: &[crate::session::ProblemReport],
        _: &std::collections::BTreeMap<String, Arc<str>>,
    ) {
    }
    fn warn(&self, message: &str) {
        eprintln!("portcullis: {message}");
    }
}
