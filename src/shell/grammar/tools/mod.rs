//! Programs with subcommands: which of their options name files, and which operands behind a subcommand do.
//!
//! Only what matters for paths is listed. An option that is not here may still take a path: its value counts
//! where it looks like one or names an entry, and its direction is not known.
//!
//! Sources: `--help` and the references of Cargo 1.8x, Go 1.2x, GNU make 4.3, `CMake` 3.2x, Ninja, Maven 3,
//! Gradle 8, npm 10, pnpm 9, Yarn 1, Bun 1, pip 24, uv, Poetry, Docker 27, kubectl 1.3x, Helm 3, Terraform 1,
//! AWS CLI 2, GitHub CLI 2, `psql(1)`, `mysql(1)`, esbuild, Deno 2, .NET 8.

mod build;
mod packages;
mod services;

use super::option::{Arg, Opt, Style};
use build::{BAZEL, CARGO, CMAKE, DOTNET, GO, GRADLE, JUST, MAKE, MAVEN, MESON, NINJA, NIX, TASK};
use packages::{BUNDLE, BUNDLER, DENO, NPM, PIP, POETRY, UV};
use services::{AWS, COMPOSE, DOCKER, GCLOUD, GH, GSUTIL, HELM, KUBECTL, MYSQL, PSQL, TERRAFORM};

/// What the operands behind a subcommand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Names of targets, packages, images; what looks like a path counts.
    Names,
    /// Sources, then what they are copied to; `place:path` and what has a scheme are elsewhere.
    Copy,
    /// So many names, then a folder or file that is made.
    Makes(usize),
    /// A folder that is made, the working one without an operand.
    MakesHere,
    /// A folder whose content is sent away, but for what an ignore file names.
    Context,
    /// Files that are read.
    Reads,
    /// Files that are written.
    Writes,
    /// Files of which it is not known what is done with them.
    Files,
    /// Folders or names of charts: an existing entry is a folder.
    Charts,
}

/// The operands and options behind a subcommand.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The words of the subcommand.
    pub sub: &'static [&'static str],
    /// Its operands.
    pub place: Place,
    /// Its options.
    pub special: &'static [Opt],
}

/// A program with subcommands.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// `Single`: long options with one dash as well.
    pub style: Style,
    /// Options wherever they stand.
    pub special: &'static [Opt],
    /// Its subcommands, the longest first.
    pub rows: &'static [Row],
}

const fn tool(special: &'static [Opt], rows: &'static [Row]) -> Tool {
    Tool { style: Style::Mixed, special, rows }
}

const fn row(sub: &'static [&'static str], place: Place, special: &'static [Opt]) -> Row {
    Row { sub, place, special }
}

/// What is known of a program with subcommands; nothing where it is not listed.
pub fn lookup(name: &str) -> Option<&'static Tool> {
    Some(match name {
        "cargo" => &CARGO,
        "go" => &GO,
        "make" | "gmake" => &MAKE,
        "ninja" => &NINJA,
        "meson" => &MESON,
        "just" => &JUST,
        "task" => &TASK,
        "cmake" => &CMAKE,
        "mvn" | "mvnw" => &MAVEN,
        "gradle" | "gradlew" => &GRADLE,
        "npm" | "pnpm" | "yarn" | "bun" | "npx" | "bunx" => &NPM,
        "pip" | "pip3" => &PIP,
        "uv" | "uvx" => &UV,
        "poetry" | "pipenv" | "composer" => &POETRY,
        "docker" | "podman" | "nerdctl" => &DOCKER,
        "docker-compose" | "podman-compose" => &COMPOSE,
        "kubectl" | "oc" => &KUBECTL,
        "helm" => &HELM,
        "terraform" | "tofu" => &TERRAFORM,
        "aws" => &AWS,
        "gcloud" => &GCLOUD,
        "gsutil" => &GSUTIL,
        "gh" | "glab" => &GH,
        "psql" => &PSQL,
        "mysql" => &MYSQL,
        "esbuild" | "rollup" | "webpack" | "vite" => &BUNDLER,
        "deno" => &DENO,
        "dotnet" => &DOTNET,
        "bundle" | "gem" => &BUNDLE,
        "nix" | "nix-build" | "nix-env" => &NIX,
        "bazel" => &BAZEL,
        _ => return None,
    })
}

/// The option that a word is, and where its glued value begins.
pub fn option(
    text: &str,
    tool: &'static Tool,
    row: Option<&'static Row>,
) -> Option<(&'static Opt, Option<usize>)> {
    let special = || row.into_iter().flat_map(|row| row.special).chain(tool.special);
    let dashes = if text.starts_with("--") { 2 } else { 1 };
    let (name, given) = match text.find('=') {
        Some(eq) => (text.get(dashes..eq)?, Some(eq + 1)),
        None => (text.get(dashes..)?, None),
    };
    if dashes == 2 || tool.style == Style::Single {
        let long = special().find(|opt| !opt.long.is_empty() && opt.long == name);
        if let Some(opt) = long {
            return Some((opt, given));
        }
    }
    if dashes == 2 {
        return None;
    }
    let letter = text.as_bytes().get(1).copied()?;
    let opt = special().find(|opt| opt.short == letter && letter != 0)?;
    match text.len() {
        2 => Some((opt, None)),
        _ if opt.arg == Arg::No => None,
        _ if tool.style == Style::Single => given.filter(|from| *from == 3).map(|from| (opt, Some(from))),
        _ => Some((opt, Some(if given == Some(3) { 3 } else { 2 }))),
    }
}
