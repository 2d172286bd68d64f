//! How often the file system is asked while a command is read: each path once, however often a command names it.
//!
//! A file system of the machine counts what it is asked, over the handed commands, those of the tables of everyday and
//! dangerous commands, and the corpus of the benches.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use portcullis::access::{
    self, Context, Cwd, Declarations, FileError, FileKind, Files, Known, OsFiles, Place, Straight,
};
use std::{collections::BTreeMap, fs, os::unix::fs::symlink, path::Path, process::Command, sync::Mutex};

/// What can be asked of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Question {
    /// What stands there (`lstat`).
    Kind,
    /// Where it leads, at one look along the whole of it.
    Straight,
    /// What the link says.
    Link,
    /// Which names the folder holds.
    Names,
}

/// The machine's file system, and what it was asked.
#[derive(Default)]
struct Counting {
    files: OsFiles,
    asked: Mutex<BTreeMap<(Question, String), usize>>,
}

impl Counting {
    fn count(&self, question: Question, path: &str) {
        *self
            .asked
            .lock()
            .unwrap()
            .entry((question, path.to_owned()))
            .or_default() += 1;
    }
}

impl Files for Counting {
    fn kind(&self, path: &str) -> Result<FileKind, FileError> {
        self.count(Question::Kind, path);
        self.files.kind(path)
    }

    fn straight(&self, path: &str) -> Straight {
        self.count(Question::Straight, path);
        self.files.straight(path)
    }

    fn read_link(&self, path: &str) -> Result<String, FileError> {
        self.count(Question::Link, path);
        self.files.read_link(path)
    }

    fn names(&self, path: &str) -> Result<Vec<String>, FileError> {
        self.count(Question::Names, path);
        self.files.names(path)
    }

    fn ignores_case(&self, path: &str) -> bool {
        self.files.ignores_case(path)
    }

    fn home_of(&self, user: &str) -> Option<String> {
        self.files.home_of(user)
    }
}

/// A home folder with a project in it.
fn world(root: &Path) -> String {
    let project = root.join("u/proj");
    for folder in ["src/app", "tests", "docs", "build", "web", ".git"] {
        fs::create_dir_all(project.join(folder)).unwrap();
    }
    for file in [
        "src/main.rs",
        "src/app/mod.rs",
        "tests/all.rs",
        "Cargo.toml",
        "README.md",
        "docs/a.md",
        ".env",
        "x",
    ] {
        fs::write(project.join(file), "").unwrap();
    }
    for (link, target) in [
        ("latest", "src/app"),
        ("notes.md", "docs/a.md"),
        ("gone", "nowhere"),
        ("round", "round"),
    ] {
        symlink(target, project.join(link)).unwrap();
    }
    project.to_string_lossy().into_owned()
}

/// The commands of the cases in a file of one case a line.
fn of_cases(lines: &str) -> Vec<String> {
    lines
        .lines()
        .filter(|line| !line.trim().is_empty())
        .filter_map(|line| {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let command = case.pointer("/call/input/command")?.as_str()?;
            Some(command.to_owned())
        })
        .collect()
}

/// The commands of a table of one a line, whatever stands behind a tab.
fn of_table(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').next().unwrap_or(line).replace("\\n", "\n"))
        .collect()
}

/// The commands of the corpus that the benches measure.
fn of_corpus() -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/gen/gen.py"))
        .arg(folder.path().join("data"))
        .status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no python3 here, the corpus is not made");
        assert!(
            std::env::var_os("PORTCULLIS_REQUIRE_TOOLS").is_none(),
            "python3 is missing"
        );
        return Vec::new();
    }
    let lines = fs::read_to_string(folder.path().join("data/corpus.jsonl")).unwrap();
    let command = |line: &str| {
        let call: serde_json::Value = serde_json::from_str(line).unwrap();
        call.pointer("/input/command")
            .and_then(serde_json::Value::as_str)
            .map(str::to_owned)
    };
    lines.lines().filter_map(command).collect()
}

#[test]
fn each_path_is_looked_at_once_and_resolved_once() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let project = world(&root);
    let home = root.join("u").to_string_lossy().into_owned();
    let mut commands = vec![
        "cat x x ./x; cat x && rm x; echo > x".to_owned(),
        "cat latest/mod.rs latest/mod.rs notes.md; rm notes.md gone round".to_owned(),
        "for f in src/*.rs; do cat $f; done; ls src/*.rs src/*.rs".to_owned(),
        "cd src && cat main.rs; cat app/../main.rs ../src/main.rs".to_owned(),
    ];
    commands.extend(of_cases(include_str!("cases/handed.jsonl")));
    commands.extend(of_cases(include_str!("cases/own.jsonl")));
    commands.extend(of_table(include_str!("starter/everyday.txt")));
    commands.extend(of_table(include_str!("starter/dangerous.txt")));
    commands.extend(of_corpus());
    let (declarations, known) = (Declarations::default(), Known::default());
    let mut more = Vec::new();
    let mut total = 0;
    for command in &commands {
        let command = command.replace("/home/u", &home);
        let files = Counting::default();
        let cwd = Cwd::resolve(&project, &files.files);
        let context = Context::new(&files, &cwd, Some(&home), &declarations, &known);
        access::bash::access(&command, &Place::at(cwd.typed.clone()), &context);
        let asked = files.asked.lock().unwrap();
        total += asked.values().sum::<usize>();
        for ((question, path), count) in asked.iter().filter(|(_, count)| **count > 1) {
            more.push(format!("{question:?} of {path}, {count} times: {command}"));
        }
    }
    assert!(
        total > commands.len(),
        "the commands name paths, and they are looked at"
    );
    assert!(more.is_empty(), "{} asked again\n{}", more.len(), more.join("\n"));
}
