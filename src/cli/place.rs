//! Whose policy, in which folder: the options that several subcommands share.

use std::path::PathBuf;

/// Where a question is asked from.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Place {
    /// The working folder of the call [default: the current one]
    #[arg(long, value_name = "DIR")]
    pub(super) cwd: Option<PathBuf>,
    /// The active agent: its `<NAME>.md` files count too
    #[arg(long, value_name = "NAME")]
    pub(super) agent: Option<String>,
    #[command(flatten)]
    pub(super) folders: Folders,
}

/// Where the files are.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Folders {
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
