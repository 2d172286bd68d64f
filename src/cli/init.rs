//! `portcullis init`: writes a starter policy and starter guards, and never over anything.

use super::place::{self, FolderArgs};
use super::starter;
use anyhow::{Context, bail};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis init
  portcullis init --config-dir ./trial && portcullis check --config-dir ./trial bash 'git push'

Refuses to overwrite: move the old file away first. Exit codes: 0 done, 3 error.";

/// Write a commented starter policy and hard guards
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) folders: FolderArgs,
    /// Print both files instead of writing them
    #[arg(long)]
    pub(super) print: bool,
}

/// Writes the files.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    if args.print {
        for (name, text) in starter::FILES {
            writeln!(out, "// ── {name} ──\n{text}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let cwd = std::env::current_dir().context("the current folder can't be found")?;
    let folders = args.folders.resolve(&cwd)?;
    if folders.config_dir_refused {
        bail!(
            "{}: an environment variable puts the configuration below the working folder, where the agent could \
             write it; pass --config-dir, or change PORTCULLIS_CONFIG_DIR",
            folders.config_dir.display()
        );
    }
    let folder = &folders.config_dir;
    let taken: Vec<String> = starter::FILES
        .iter()
        .map(|(name, _)| folder.join(name))
        .filter(|path| path.symlink_metadata().is_ok())
        .map(|path| path.display().to_string())
        .collect();
    if !taken.is_empty() {
        bail!(
            "{}: already there, nothing was written. Move it away first, or see the starter with: portcullis init \
             --print",
            taken.join(", ")
        );
    }
    std::fs::create_dir_all(folder).with_context(|| format!("{}: can't be created", folder.display()))?;
    for (name, text) in starter::FILES {
        let path = folder.join(name);
        write_new(&path, text).with_context(|| format!("{}: can't be written", path.display()))?;
        writeln!(out, "wrote {}", path.display())?;
    }
    let home = place::home()?;
    let option = match &args.folders.config_dir {
        Some(_) => format!(" --config-dir {}", shown(folder, &home)),
        None => String::new(),
    };
    writeln!(
        out,
        "\nNext:\n  portcullis check{option} bash 'git push --force'\n  portcullis demo"
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Creates the file, never over another, readable by its owner alone.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// The folder as a person would type it.
fn shown(folder: &Path, home: &Path) -> String {
    match folder.strip_prefix(home) {
        Ok(rest) => format!("~/{}", rest.display()),
        Err(_) => folder.display().to_string(),
    }
}
