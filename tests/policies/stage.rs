//! A scenario played: its files as the loader reads them, its calls through the gates, its diagnostics as `lint` says them.

use crate::page::{Call, Scenario};
use portcullis::access::{Context, Cwd, Known, MemoryFiles, Skill, Skills, of_query};
use portcullis::gate::{JudgeOptions, Verdict, declarations, judge};
use portcullis::lint::{self, Around};
use portcullis::policy::{
    AgentScope, Document, Encoding, FileKind, Lines, Places, ReadError, Snapshot, Source, Store,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

const HOME: &str = "/home/u";
const CWD: &str = "/home/u/p";

/// Policy files by path.
struct Texts(BTreeMap<String, String>);

impl Source for Texts {
    fn read(&self, path: &Path) -> Result<String, ReadError> {
        let text = path.to_str().and_then(|path| self.0.get(path));
        text.cloned().ok_or(ReadError::Absent)
    }
}

pub struct Stage {
    texts: BTreeMap<String, String>,
    snapshot: Snapshot,
    files: MemoryFiles,
}

fn is_markdown(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|end| end == "md")
}

/// Where a file of a page lies.
fn place(file: &str) -> String {
    match file.strip_prefix("project/") {
        Some(agent) => format!("{CWD}/.portcullis/agents/{agent}"),
        None => format!("{HOME}/.config/portcullis/{file}"),
    }
}

impl Stage {
    pub fn of(scenario: &Scenario) -> Self {
        let texts: BTreeMap<String, String> = scenario
            .files
            .iter()
            .map(|(file, text)| {
                let text = if is_markdown(file) {
                    format!("---\n{text}---\n")
                } else {
                    text.clone()
                };
                (place(file), text)
            })
            .collect();
        let places = Places {
            config_dir: format!("{HOME}/.config/portcullis").into(),
            agent_dir: format!("{HOME}/.config/portcullis/agents").into(),
            state_dir: format!("{HOME}/.local/state/portcullis").into(),
            home: HOME.to_owned(),
            ..Places::default()
        };
        let mut agents = texts.keys().filter(|file| is_markdown(file));
        let agent = agents.next().map(|file| AgentScope {
            name: Path::new(file).file_stem().unwrap().to_str().unwrap().to_owned(),
            from_prompt: false,
        });
        let mut store = Store::open(places, Arc::new(Texts(texts.clone())), CWD);
        let snapshot = store.snapshot(agent.as_ref(), CWD, None);
        let mut files = MemoryFiles::new().directory(CWD);
        for entry in &scenario.disk {
            let at = |path: &str| match path.strip_prefix('~') {
                Some(rest) => format!("{HOME}{rest}"),
                None if path.starts_with('/') => path.to_owned(),
                None => format!("{CWD}/{path}"),
            };
            files = match entry.split_once(" -> ") {
                Some((link, target)) => files.link(&at(link), target),
                None if entry.ends_with('/') => files.directory(&at(entry)),
                None => files.file(&at(entry)),
            };
        }
        Self {
            texts,
            snapshot,
            files,
        }
    }

    pub fn judge(&self, call: &Call) -> Verdict {
        let cwd = Cwd::resolve(CWD, &self.files);
        let declared = declarations(&self.snapshot.options, CWD);
        let skills = [Skill {
            name: "pdf".to_owned(),
            path: Some(format!("{HOME}/skills/pdf/SKILL.md")),
        }];
        let known = Known {
            mcp_servers: vec!["exa".to_owned()],
            skills: Skills::new(&skills, &self.files),
            tools: None,
        };
        let context = Context::new(&self.files, &cwd, Some(HOME), &declared, &known);
        let access = of_query(&call.surface, &call.value, &context);
        judge(&access, &self.snapshot, &[], &self.files, JudgeOptions::default())
    }

    /// `FILE:LINE CODE` of everything that is said of the files, sorted.
    pub fn diagnostics(&self) -> Vec<String> {
        let read = |file: &String, text| {
            let name = Path::new(file).file_name().unwrap().to_str().unwrap();
            Document::parse(file.as_str(), FileKind::of_name(name).unwrap(), text)
        };
        let documents: Vec<Document<'_>> = self.texts.iter().map(|(file, text)| read(file, text)).collect();
        let of_kind = |kind| documents.iter().find(|document| document.kind == kind);
        let mut said = Vec::new();
        for document in &documents {
            let around = Around {
                guards: of_kind(FileKind::Guards).filter(|_| document.kind != FileKind::Guards),
                policy: of_kind(FileKind::Policy).filter(|_| document.kind == FileKind::Agent),
                home: HOME,
                cwd: CWD,
                is_project: document.file.starts_with(CWD),
            };
            let findings = lint::findings(document, &around)
                .into_iter()
                .map(|finding| finding.problem);
            let lines = Lines::new(&document.text);
            let name = Path::new(&*document.file).file_name().unwrap().to_str().unwrap();
            for problem in document.problems.iter().cloned().chain(findings) {
                let at = problem.span.unwrap_or_default().start as usize;
                let line = lines.position(&document.text, at, Encoding::Utf8).line;
                // The fence of the frontmatter is not on the page.
                let line = if document.kind == FileKind::Agent {
                    line
                } else {
                    line + 1
                };
                said.push(format!("{name}:{line} {}", problem.code));
            }
        }
        said.sort();
        said
    }
}
