//! What the end-to-end tests share: a temporary home with the starter policy, and tools that may be missing.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The binary under test.
pub const PORTCULLIS: &str = env!("CARGO_BIN_EXE_portcullis");

/// A home folder of its own, with the starter policy, a project that is a git work tree in all but name, and state.
pub struct House {
    root: tempfile::TempDir,
    /// Where sockets lie. Its path is short, whatever the path of the repository is: a socket's address is.
    run: tempfile::TempDir,
}

impl House {
    /// With the starter policy and guards, as `init` writes them.
    pub fn with_starter() -> Self {
        let house = Self::empty();
        let init = house.portcullis(&["init"]);
        assert!(init.status.success(), "{}", text(&init.stderr));
        house
    }

    /// Without any policy.
    pub fn empty() -> Self {
        // Not below /tmp, where the starter policy lets an agent write.
        let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let run = tempfile::tempdir().unwrap();
        let house = Self { root, run };
        for folder in ["home", "home/proj/src", "home/proj/.git"] {
            std::fs::create_dir_all(house.path(folder)).unwrap();
        }
        std::fs::write(house.path("home/proj/src/main.rs"), "fn main() {}\n").unwrap();
        house
    }

    /// A path below the root, without links on its way.
    pub fn path(&self, below: &str) -> PathBuf {
        self.root.path().canonicalize().unwrap().join(below)
    }

    /// The home folder.
    pub fn home(&self) -> PathBuf {
        self.path("home")
    }

    /// The project, below the home folder.
    pub fn project(&self) -> PathBuf {
        self.path("home/proj")
    }

    /// Where `init` wrote.
    pub fn config(&self) -> PathBuf {
        self.path("home/.config/portcullis")
    }

    /// Where logs go.
    pub fn state(&self) -> PathBuf {
        self.path("home/.local/state/portcullis")
    }

    /// Where the sockets of its sessions lie.
    pub fn sockets(&self) -> PathBuf {
        self.run.path().join("portcullis")
    }

    /// `program`, run in the project with this home and nothing else of the environment but `PATH`.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("HOME", self.home())
            .env("XDG_RUNTIME_DIR", self.run.path())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .current_dir(self.project())
            .stdin(Stdio::null());
        command
    }

    /// Runs the binary to its end.
    pub fn portcullis(&self, args: &[&str]) -> Output {
        self.command(PORTCULLIS).args(args).output().unwrap()
    }
}

/// Lossy text of an output.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The exit code of a program that was not killed.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("ended by a signal")
}

/// Whether `tool` can be run. Where it can't, the test that asked is skipped with a line that says so; with
/// `PORTCULLIS_REQUIRE_TOOLS=1`, as in CI, it fails instead.
pub fn have(tool: &str, probe: &str) -> bool {
    let found = Command::new(tool)
        .arg(probe)
        .stdin(Stdio::null())
        .output()
        .is_ok_and(|output| output.status.success());
    found || missing(tool)
}

/// Whether `path` is there, by the same rules.
pub fn have_path(path: &Path, how: &str) -> bool {
    path.exists() || missing(&format!("{} ({how})", path.display()))
}

fn missing(what: &str) -> bool {
    assert!(
        std::env::var_os("PORTCULLIS_REQUIRE_TOOLS").is_none_or(|value| value != "1"),
        "{what} is missing, and PORTCULLIS_REQUIRE_TOOLS=1 demands it"
    );
    eprintln!("skipped: {what} is missing");
    false
}

/// A file of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The `node_modules` of `tests/node`, if it was installed.
pub fn node_modules() -> Option<PathBuf> {
    let modules = repository("tests/node/node_modules");
    have_path(&modules, "npm ci --prefix tests/node").then_some(modules)
}
