//! `portcullis lsp install`: puts what an editor needs into its configuration, or shows what that would be.

use super::place::home;
use anyhow::Context;
use clap::{Subcommand, ValueEnum};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis lsp install --editor neovim --dry-run   show what would be written, and where
  portcullis lsp install --editor helix

What is written starts `portcullis serve`, which has to be on the PATH of the editor.

Exit codes: 0 done, 3 error.";

const NEOVIM: &str = include_str!("../../editors/neovim/lua/portcullis.lua");
const EMACS: &str = include_str!("../../editors/emacs/portcullis.el");
const HELIX: &str = include_str!("../../editors/helix/languages.toml");
const ZED: &str = include_str!("../../editors/zed/settings.json");

/// Set up an editor to show policies with their consequences
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    command: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write what the editor needs into its configuration
    #[command(after_help = EXAMPLES)]
    Install {
        /// The editor
        #[arg(long, value_enum)]
        editor: Editor,
        /// Write nothing; print what would be written
        #[arg(long)]
        dry_run: bool,
    },
}

/// The editors.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Editor {
    Emacs,
    Helix,
    Neovim,
    Vscode,
    Zed,
}

/// What is to be done for an editor.
struct Plan {
    /// A file to write: its path, its text, and whether that goes behind what is there.
    file: Option<(PathBuf, &'static str, bool)>,
    /// What is left to the person.
    then: String,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let What::Install { editor, dry_run } = args.command;
    let plan = plan(
        editor,
        &home()?,
        std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from),
    );
    let mut told = String::new();
    if let Some((path, text, appends)) = &plan.file {
        let there = match std::fs::read_to_string(path) {
            Ok(there) => there,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("{}: can't be read", path.display())),
        };
        let shown = path.display();
        let whole = if *appends && !there.is_empty() {
            format!("{}\n\n{text}", there.trim_end())
        } else {
            (*text).to_owned()
        };
        if there.contains(text) {
            writeln!(told, "{shown} has it already.")?;
        } else if !appends && !there.is_empty() && !is_ours(&there) {
            anyhow::bail!(
                "{shown} is there and is not ours: nothing was written. What belongs there:\n\n{text}"
            );
        } else if dry_run {
            let verb = if *appends && !there.is_empty() {
                "append to"
            } else {
                "write"
            };
            writeln!(told, "Would {verb} {shown}:\n\n{text}")?;
        } else {
            write(path, &whole)?;
            writeln!(told, "Wrote {shown}.")?;
        }
    }
    told.push_str(&plan.then);
    print(&told)?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a file was written by this command, in this version or another.
fn is_ours(text: &str) -> bool {
    text.lines()
        .next()
        .is_some_and(|line| line.contains("Portcullis"))
}

fn print(text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    writeln!(std::io::stdout().lock(), "{}", text.trim_end())
}

fn plan(editor: Editor, home: &Path, config: Option<PathBuf>) -> Plan {
    let config = config
        .filter(|folder| folder.is_absolute())
        .unwrap_or_else(|| home.join(".config"));
    match editor {
        Editor::Neovim => Plan {
            file: Some((config.join("nvim/lua/portcullis.lua"), NEOVIM, false)),
            then: format!(
                "Add to {}:\n\n    require('portcullis').setup()\n",
                config.join("nvim/init.lua").display()
            ),
        },
        Editor::Emacs => {
            let classic = home.join(".emacs.d");
            let folder = if classic.is_dir() { classic } else { config.join("emacs") };
            Plan {
                then: format!(
                    "Add to {}:\n\n    (add-to-list 'load-path \"{}\")\n    (require 'portcullis)\n",
                    folder.join("init.el").display(),
                    folder.join("portcullis").display()
                ),
                file: Some((folder.join("portcullis/portcullis.el"), EMACS, false)),
            }
        }
        Editor::Helix => Plan {
            file: Some((config.join("helix/languages.toml"), HELIX, true)),
            then: "`hx --health portcullis-policy` says whether Helix found it.\n".to_owned(),
        },
        Editor::Zed => Plan {
            file: Some((config.join("portcullis/.zed/settings.json"), ZED, false)),
            then: "Open that folder in Zed.\n".to_owned(),
        },
        Editor::Vscode => Plan {
            file: None,
            then: "VS Code takes extensions as folders. In the source of Portcullis:\n\n    cd editors/vscode && npm ci && \
                   npm run build\n    ln -s \"$PWD\" ~/.vscode/extensions/portcullis\n"
                .to_owned(),
        },
    }
}

/// Writes a file whole, its folder made where it is not there.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    use std::io::Write as _;
    // A link stays a link: dotfiles often are.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().context("the file lies in no folder")?;
    std::fs::create_dir_all(folder).with_context(|| format!("{}: can't be made", folder.display()))?;
    let mut file = tempfile::NamedTempFile::new_in(folder)
        .with_context(|| format!("{}: can't be written to", folder.display()))?;
    file.write_all(text.as_bytes())?;
    file.persist(&path)
        .with_context(|| format!("{}: can't be written", path.display()))?;
    Ok(())
}
