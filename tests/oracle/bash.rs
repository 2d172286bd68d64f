//! A real bash in a throw-away folder, with nothing in its environment but a `PATH` of markers.

use super::changes::Snapshot;
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
use std::{
    collections::BTreeSet,
    fs,
    os::unix::{
        fs::{PermissionsExt, symlink},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, Mutex, Weak},
    thread,
    time::{Duration, Instant},
};

/// Longest run of one command.
const LIMIT: Duration = Duration::from_secs(5);

/// Programs that start others; they are what they are, also where every other program is a marker.
const STARTERS: [&str; 9] = [
    "env", "xargs", "timeout", "nohup", "nice", "setsid", "stdbuf", "find", "cat",
];

/// How a program was called: its name and its arguments.
pub type Record = Vec<String>;

/// What a command did.
#[derive(Debug, Default)]
pub struct Ran {
    /// The markers that ran.
    pub records: Vec<Record>,
    /// Absolute paths that were created, changed or removed, or opened for writing.
    pub changed: BTreeSet<String>,
}

/// Which programs there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programs {
    /// `m` is a marker; every other program is the machine's.
    Real,
    /// Every program but the shells and those that start others is a marker.
    Markers,
}

/// A bash with its folders.
pub struct Bash {
    root: PathBuf,
    program: PathBuf,
    fixture: Snapshot,
    /// What is running now, and since when.
    running: Arc<Mutex<Option<(Instant, Pid)>>>,
}

impl Bash {
    /// Makes the folders below `root`, which is empty, with a marker for each of `names`.
    pub fn new(root: &Path, names: &BTreeSet<String>) -> Self {
        let root = root.canonicalize().unwrap();
        // The same program without its libraries to load starts in half the time.
        let bash = [
            "/bin/bash-static",
            "/usr/bin/bash-static",
            "/bin/bash",
            "/usr/bin/bash",
        ]
        .into_iter()
        .map(PathBuf::from)
        .find(|path| path.exists())
        .unwrap_or_else(|| PathBuf::from("bash"));
        let (real, fake) = (root.join("real"), root.join("fake"));
        fs::create_dir_all(&real).unwrap();
        fs::create_dir_all(&fake).unwrap();
        let marker = real.join("m");
        compile(&marker, &root.join("log"));
        for name in names.iter().map(String::as_str).chain(["m"]) {
            let _ = fs::hard_link(&marker, fake.join(name));
        }
        for name in STARTERS {
            let _ = fs::remove_file(fake.join(name));
            let found = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(name));
            if let Some(found) = found.iter().find(|path| path.exists()) {
                symlink(found, fake.join(name)).unwrap();
            }
        }
        for folder in [&real, &fake] {
            for name in ["bash", "sh"] {
                let _ = fs::remove_file(folder.join(name));
                // What `sh` is, is the machine's matter: here and there another shell.
                let own = Path::new("/bin/sh");
                let other = name == "sh" && *folder == real && own.exists();
                let program = if other { own } else { &bash };
                symlink(program, folder.join(name)).unwrap();
            }
        }
        let mut made = Self {
            root,
            program: bash,
            fixture: Snapshot::default(),
            running: Arc::default(),
        };
        made.refresh();
        let running = Arc::downgrade(&made.running);
        thread::spawn(move || watch(&running));
        made
    }

    /// Whether something stands at `path` before a command.
    pub fn held(&self, path: &str) -> bool {
        self.fixture.holds(path)
    }

    /// The folder that commands run in.
    pub fn place(&self) -> PathBuf {
        self.root.join("place")
    }

    /// Makes the folder as it is before a command.
    fn refresh(&mut self) {
        let place = self.place();
        let _ = fs::remove_dir_all(&place);
        for folder in ["d/e", "k"] {
            fs::create_dir_all(place.join(folder)).unwrap();
        }
        for name in ["a", "b", "c.txt", "d/x", "d/e/y"] {
            fs::write(place.join(name), "1\n2\n").unwrap();
        }
        symlink("a", place.join("l")).unwrap();
        self.fixture = Snapshot::of(&place);
    }

    /// Runs `text`; with `trace`, strace tells what was opened, too.
    pub fn run(&mut self, text: &str, programs: Programs, trace: bool) -> Ran {
        let log = self.root.join("log");
        let place = self.place();
        let trace = trace.then(|| self.root.join("trace"));
        let mut command = match &trace {
            None => Command::new(&self.program),
            Some(to) => super::trace::command(to, &self.program),
        };
        let path = match programs {
            Programs::Real => format!("{}:/usr/bin:/bin", self.root.join("real").display()),
            Programs::Markers => self.root.join("fake").display().to_string(),
        };
        command
            .args(["--norc", "-c", text])
            .env_clear()
            .env("PATH", path)
            .env("HOME", &place)
            .current_dir(&place)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        // A text with a NUL, or too long for an argument, runs nowhere.
        if let Ok(mut child) = command.spawn() {
            let group = Pid::from_child(&child);
            *self.running.lock().unwrap() = Some((Instant::now(), group));
            let _ = child.wait();
            *self.running.lock().unwrap() = None;
            settle(group);
        }
        let records = records(&fs::read(&log).unwrap_or_default());
        if !records.is_empty() {
            let _ = fs::remove_file(&log);
        }
        let mut changed = self.fixture.changes(&place);
        let stale = !changed.is_empty();
        if let Some(trace) = &trace {
            // A file that came and went within the command is nobody's; a new one is among the changes.
            let opened = super::trace::written(trace, &place);
            changed.extend(opened.into_iter().filter(|path| self.fixture.holds(path)));
            let _ = fs::remove_file(trace);
        }
        if stale {
            self.refresh();
        }
        Ran { records, changed }
    }
}

/// Waits for what a command left running, for a moment, and ends it then.
fn settle(group: Pid) {
    for _ in 0..20 {
        if test_kill_process_group(group).is_err() {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
    let _ = kill_process_group(group, Signal::KILL);
    thread::sleep(Duration::from_millis(1));
}

/// Ends what runs for too long.
fn watch(running: &Weak<Mutex<Option<(Instant, Pid)>>>) {
    while let Some(running) = running.upgrade() {
        if let Some((since, group)) = *running.lock().unwrap()
            && since.elapsed() > LIMIT
        {
            let _ = kill_process_group(group, Signal::KILL);
        }
        drop(running);
        thread::sleep(Duration::from_millis(200));
    }
}

fn records(log: &[u8]) -> Vec<Record> {
    let text = String::from_utf8_lossy(log);
    text.split("\u{1e}\n")
        .filter(|record| !record.is_empty())
        .map(|record| {
            let record = record.strip_suffix('\0').unwrap_or(record);
            record.split('\0').map(str::to_owned).collect()
        })
        .collect()
}

/// Makes the marker that writes to `log`: a small program, a script where no compiler is at hand.
fn compile(to: &Path, log: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle/marker.c");
    let define = format!("-DLOG=\"{}\"", log.display());
    for more in [&["-static"][..], &[]] {
        let made = Command::new("cc")
            .args(["-O1", "-o"])
            .arg(to)
            .args(more)
            .arg(&define)
            .arg(&source)
            .stderr(Stdio::null())
            .status();
        if made.is_ok_and(|status| status.success()) {
            return;
        }
    }
    let script = format!(
        "#!/bin/bash\n{{ printf '%s\\0' \"${{0##*/}}\" \"$@\"; printf '\\036\\n'; }} >> '{}'\n",
        log.display()
    );
    fs::write(to, script).unwrap();
    fs::set_permissions(to, fs::Permissions::from_mode(0o755)).unwrap();
}
