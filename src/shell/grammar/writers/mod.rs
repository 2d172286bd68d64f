//! Programs that write their operands, and ordinary ones whose operands' places are known.
//!
//! Sources: `--help` and manual pages of coreutils 9.1, GNU tar 1.34, Info-ZIP, gzip 1.12, rsync 3.2,
//! OpenSSH 9, curl 8, GNU Wget 1.21, patch 2.7, and the command-line references of the tools named.

mod archives;
mod files;
mod ordinary;
mod remote;
mod transfer;

use super::program::Program;
pub(in crate::shell::grammar) use archives::TAR_OPTIONS;
use archives::{COMPRESS, TAR, UNPACKER, UNZIP, ZIP};
use files::{CP, DD, INSTALL, LN, MKDIR, MODE, MV, RM, TEE, TOUCH, WRITE};
use ordinary::{CHECKS, COMPILE, CSPLIT, DATABASE, EDIT, GIT, MKTEMP, NAMED, NAMES, OPEN, PATCH, SPLIT, WRITES};
use remote::{RSYNC, SCP};
use transfer::{CURL, WGET};

/// The writer or ordinary program of that base name.
pub(super) fn lookup(name: &str) -> Option<&'static Program> {
    Some(match name {
        "cp" | "gcp" => &CP,
        "mv" | "gmv" => &MV,
        "ln" | "gln" | "link" => &LN,
        "rm" | "grm" | "unlink" | "trash" | "srm" => &RM,
        "touch" => &TOUCH,
        "mkdir" | "rmdir" => &MKDIR,
        "chmod" | "chown" | "chgrp" | "chflags" => &MODE,
        "tee" | "sponge" => &TEE,
        "truncate" | "shred" | "mkfifo" | "mknod" | "fallocate" => &WRITE,
        "dd" => &DD,
        "install" | "ginstall" => &INSTALL,
        "rsync" => &RSYNC,
        "scp" | "sftp" => &SCP,
        "tar" | "gtar" | "bsdtar" => &TAR,
        "gzip" | "gunzip" | "bzip2" | "bunzip2" | "xz" | "unxz" | "zstd" | "unzstd" | "lz4" | "unlz4" | "compress"
        | "uncompress" | "pigz" | "unpigz" | "lzma" | "unlzma" | "pbzip2" | "zstdmt" | "brotli" => &COMPRESS,
        "7z" | "7za" | "7zz" | "7zr" | "unrar" | "rar" | "ar" | "llvm-ar" | "jar" | "unar" | "lsar" | "cpio" | "pax" => &UNPACKER,
        "zip" => &ZIP,
        "unzip" => &UNZIP,
        "curl" => &CURL,
        "wget" => &WGET,
        "patch" => &PATCH,
        "ed" | "red" | "nano" | "pico" | "micro" | "joe" | "hx" | "helix" | "kak" | "mg" | "gedit" | "kate" | "mate" => &EDIT,
        "code" | "code-insiders" | "cursor" | "codium" | "windsurf" | "zed" | "subl" | "idea" | "open" | "xdg-open" | "gio"
        | "wslview" | "say" | "nvidia-smi" => &OPEN,
        "sqlite3" | "sqlite" | "duckdb" => &DATABASE,
        "split" => &SPLIT,
        "csplit" => &CSPLIT,
        "mktemp" => &MKTEMP,
        "git" => &GIT,
        "gcc" | "g++" | "cc" | "c++" | "clang" | "clang++" | "rustc" => &COMPILE,
        "cargo" | "go" | "make" | "gmake" | "just" | "task" | "cmake" | "ninja" | "meson" | "gradle" | "gradlew" | "mvn"
        | "mvnw" | "sbt" | "dotnet" | "deno" | "rake" | "mix" | "cabal" | "stack" | "zig" | "swift" | "flutter" | "dart"
        | "direnv" | "psql" | "mysql" | "hyperfine" | "ctest" | "nextest" | "vite" | "next" | "turbo" | "nx" | "lerna"
        | "webpack" | "rollup" | "esbuild" => &NAMED,
        "npm" | "pnpm" | "yarn" | "bun" | "npx" | "bunx" | "uvx" | "uv" | "pip" | "pip3" | "poetry" | "pipenv" | "gh"
        | "glab" | "kubectl" | "helm" | "docker" | "podman" | "docker-compose" | "terraform" | "tofu" | "aws" | "gcloud" | "gsutil"
        | "az" | "nix" | "nix-build" | "nix-env" | "brew" | "apt" | "apt-get" | "dnf" | "yum" | "pacman" | "snap" | "dpkg"
        | "rpm" | "bazel" | "rustup" | "bundle" | "gem" | "composer" | "nvm" | "fnm" | "volta" | "mise" | "asdf"
        | "redis-cli" => &NAMES,
        "jest" | "vitest" | "mocha" | "playwright" | "tsc" | "mypy" | "pyright" | "pylint" | "flake8" | "shellcheck"
        | "hadolint" | "yamllint" | "pytest" | "tox" | "nox" | "rspec" | "phpunit" | "tokei" | "cloc" | "golangci-lint"
        | "staticcheck" | "govulncheck" | "ansible-lint" | "tflint" | "actionlint" | "bandit" => &CHECKS,
        "eslint" | "prettier" | "biome" | "ruff" | "black" | "isort" | "rubocop" | "gofmt" | "goimports" | "rustfmt"
        | "clang-format" | "clang-tidy" | "stylelint" | "shfmt" | "autopep8" | "yapf" | "taplo" | "dprint" => &WRITES,
        _ => return None,
    })
}
