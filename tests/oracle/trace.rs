//! What strace tells of files that were opened for writing and stayed as they were.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Where strace stands: a command that gets a `PATH` of its own is looked for there.
fn program() -> PathBuf {
    ["/usr/bin/strace", "/bin/strace", "/usr/local/bin/strace"]
        .into_iter()
        .map(PathBuf::from)
        .find(|path| path.exists())
        .unwrap_or_else(|| PathBuf::from("strace"))
}

/// Whether strace is here and may trace.
pub fn is_here() -> bool {
    Command::new(program())
        .args(["-f", "-o", "/dev/null", "true"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// A command that runs `shell` and writes what it opens `to` a file; `-y` gives each descriptor its path.
pub fn command(to: &Path, shell: &Path) -> Command {
    let mut command = Command::new(program());
    command
        .args(["-f", "-qq", "-y", "-s", "4096", "--seccomp-bpf", "-e"])
        .arg("trace=openat,open,creat")
        .arg("-o")
        .arg(to)
        .arg(shell);
    command
}

/// The paths below `place` that were opened for writing.
pub fn written(trace: &Path, place: &Path) -> BTreeSet<String> {
    let text = fs::read(trace).unwrap_or_default();
    let below = format!("{}/", place.display());
    String::from_utf8_lossy(&text)
        .lines()
        .filter(|line| line.contains("O_WRONLY") || line.contains("O_RDWR") || line.contains("creat("))
        .filter_map(|line| {
            let (_, opened) = line.rsplit_once(" = ")?;
            let path = opened.split_once('<')?.1.strip_suffix('>')?;
            let path = path.strip_suffix("(deleted)").unwrap_or(path);
            path.starts_with(&below).then(|| path.to_owned())
        })
        .collect()
}
