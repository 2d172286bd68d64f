//! A page: scenarios under headings, in blocks of code that say what they are.

use std::collections::BTreeMap;
use std::path::Path;

pub struct Page {
    pub name: String,
    pub scenarios: Vec<Scenario>,
}

/// What stands under one heading.
#[derive(Default)]
pub struct Scenario {
    pub title: String,
    /// Policy files by name.
    pub files: BTreeMap<String, String>,
    /// What exists: paths, `path -> target` for a link.
    pub disk: Vec<String>,
    pub calls: Vec<Call>,
    /// `FILE:LINE CODE`, sorted.
    pub diagnostics: Vec<String>,
}

/// A call, and what it comes to.
pub struct Call {
    pub line: usize,
    pub state: String,
    pub surface: String,
    pub value: String,
    pub pattern: Option<String>,
}

impl Call {
    pub fn shown(&self) -> String {
        format!("{} {}", self.surface, self.value)
    }
}

impl Page {
    pub fn read(path: &Path) -> Self {
        let name = path.file_stem().unwrap().to_str().unwrap();
        Self::parse(name, &std::fs::read_to_string(path).unwrap())
    }

    pub fn parse(name: &str, text: &str) -> Self {
        let mut scenarios: Vec<Scenario> = Vec::new();
        let mut lines = text.lines().enumerate();
        while let Some((_, line)) = lines.next() {
            if let Some(title) = line.strip_prefix('#') {
                scenarios.push(Scenario {
                    title: title.trim_matches(['#', ' ']).to_owned(),
                    ..Scenario::default()
                });
            }
            let Some(kind) = line.strip_prefix("```") else {
                continue;
            };
            let scenario = scenarios.last_mut().expect("a block before the first heading");
            let mut block = Vec::new();
            for (at, line) in lines.by_ref() {
                if line == "```" {
                    break;
                }
                block.push((at + 1, line));
            }
            scenario.take(kind, &block);
        }
        scenarios.retain(|scenario| !scenario.files.is_empty());
        assert!(!scenarios.is_empty(), "{name}: no policy");
        Self {
            name: name.to_owned(),
            scenarios,
        }
    }
}

impl Scenario {
    fn take(&mut self, kind: &str, block: &[(usize, &str)]) {
        let lines = || {
            block
                .iter()
                .map(|(_, line)| *line)
                .filter(|line| !line.trim().is_empty())
        };
        match kind.split_once(' ') {
            Some(("jsonc" | "yaml", file)) => {
                let text: Vec<&str> = block.iter().map(|(_, line)| *line).collect();
                self.files.insert(file.to_owned(), text.join("\n") + "\n");
            }
            None if kind == "calls" => self.calls.extend(
                block
                    .iter()
                    .filter(|(_, line)| !line.trim().is_empty())
                    .map(|&(at, line)| call(at, line)),
            ),
            None if kind == "diagnostics" => {
                self.diagnostics = lines().map(str::to_owned).collect();
            }
            None if kind == "files" => self.disk = lines().map(str::to_owned).collect(),
            // What is only shown.
            None if matches!(kind, "" | "console") => {}
            _ => panic!("{}: what is a block of `{kind}`?", self.title),
        }
    }
}

/// `STATE SURFACE VALUE  → PATTERN`
fn call(line: usize, text: &str) -> Call {
    let (text, pattern) = match text.split_once('→') {
        Some((text, pattern)) => (text, Some(pattern.trim().to_owned())),
        None => (text, None),
    };
    let mut words = text.trim().splitn(2, ' ');
    let state = words.next().unwrap().to_owned();
    let rest = words.next().expect("a call without a surface").trim_start();
    let (surface, value) = rest.split_once(' ').unwrap_or((rest, ""));
    Call {
        line,
        state,
        surface: surface.to_owned(),
        value: value.trim().replace("\\n", "\n"),
        pattern,
    }
}
