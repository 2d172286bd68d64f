//! The policy files of a session as they are kept: read, read again, and what holds while one can't be read.

use super::document::ProtectedEntry;
use super::problem::{Severity, code};
use super::snapshot::{GuardsLost, Health, Layer, Snapshot, SourceFile};
use super::{Document, FileKind, Options, Problem, ReadError, Source, Span, compile, protect};
use crate::decision::Origin;
use crate::rule::RuleSet;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Where the files lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Folder of `policy.jsonc` and `hard-guards.jsonc`.
    pub config_dir: PathBuf,
    /// An environment variable puts a folder whose files may loosen below the working folder: the guards then
    /// count as unreadable.
    pub config_dir_refused: bool,
    /// Folder of the global agent files.
    pub agent_dir: PathBuf,
    /// Folder of logs and forwarding, which is protected.
    pub state_dir: PathBuf,
    /// Folder of the sockets of sessions, where they do not lie in the state folder; protected as that is.
    pub run_dir: Option<PathBuf>,
    /// The home folder; empty where it is not known.
    pub home: String,
}

impl Places {
    /// `policy.jsonc`.
    pub fn policy(&self) -> PathBuf {
        self.config_dir.join("policy.jsonc")
    }

    /// `hard-guards.jsonc`.
    pub fn guards(&self) -> PathBuf {
        self.config_dir.join("hard-guards.jsonc")
    }

    /// Folders of a project's agent files, absolute.
    pub fn project_agent_dirs(cwd: &str) -> impl Iterator<Item = PathBuf> {
        [".pi/agents", ".portcullis/agents"]
            .into_iter()
            .map(|below| Path::new(cwd).join(below))
    }
}

/// Whose file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The operator's.
    Global,
    /// The checkout's.
    Project,
}

/// The active agent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentScope {
    /// Its name. One that could lead out of the folder of agent files names no file.
    pub name: String,
    /// It is known from prompt text alone, so its file only tightens.
    pub from_prompt: bool,
}

/// The policy files of a session.
pub struct Store {
    pub(super) places: Places,
    source: Arc<dyn Source>,
    /// The session's own folder, for which layers are compiled as the files are read.
    cwd: String,
    pub(super) files: HashMap<PathBuf, Kept>,
    layers: HashMap<(PathBuf, String), (u64, Arc<Layer>)>,
}

/// One file as it is kept.
pub(super) struct Kept {
    kind: FileKind,
    pub(super) state: State,
    /// The text now there, where it is a text.
    pub(super) text: Option<Arc<str>>,
    /// What was found wrong with it as it was read.
    found: Vec<Problem>,
    /// All that is wrong with it; looked for when somebody asks.
    problems: OnceLock<Vec<Problem>>,
    /// What it said when it last could be read.
    pub(super) last: Option<Arc<LastRead>>,
    generation: u64,
    /// It has been there at some time.
    was_there: bool,
}

impl Kept {
    /// All that is wrong with it now.
    pub(super) fn problems(&self) -> &[Problem] {
        self.problems.get_or_init(|| match (&self.last, &self.text) {
            (Some(last), Some(text)) if self.state == State::Readable => {
                Document::parse(Arc::clone(&last.source.path), self.kind, text).problems
            }
            _ => self.found.clone(),
        })
    }

    /// Whether the reading alone found something wrong.
    pub(super) fn has_found_problems(&self) -> bool {
        !self.found.is_empty()
    }
}

/// How a file is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Absent,
    Readable,
    Unreadable,
}

/// A file's content.
pub(super) struct LastRead {
    pub(super) source: Arc<SourceFile>,
    options: Arc<Options>,
    pub(super) protected: Vec<ProtectedEntry<'static>>,
    pub(super) has_examples: bool,
}

impl Store {
    /// Reads the policy and the guards for a session in `cwd`. Agent files are read when their agent first
    /// becomes active.
    pub fn open(places: Places, source: Arc<dyn Source>, cwd: &str) -> Self {
        let mut store = Self {
            places,
            source,
            cwd: cwd.to_owned(),
            files: HashMap::new(),
            layers: HashMap::new(),
        };
        store.ensure(&store.places.policy(), FileKind::Policy);
        store.ensure(&store.places.guards(), FileKind::Guards);
        store
    }

    /// Reads every file again that was read before. Whether anything changed.
    pub fn refresh(&mut self) -> bool {
        let files: Vec<(PathBuf, FileKind)> = self
            .files
            .iter()
            .map(|(path, kept)| (path.clone(), kept.kind))
            .collect();
        let mut changed = false;
        for (path, kind) in files {
            changed |= self.read(&path, kind);
        }
        changed
    }

    /// Every file that is looked at, whether or not it is there.
    pub fn watched(&self) -> impl Iterator<Item = &Path> {
        self.files.keys().map(PathBuf::as_path)
    }

    /// The home folder.
    pub fn home(&self) -> &str {
        &self.places.home
    }

    /// The options in force.
    pub fn options(&self) -> Arc<Options> {
        let kept = self.files.get(&self.places.policy());
        kept.and_then(|kept| kept.last.as_ref())
            .map(|last| Arc::clone(&last.options))
            .unwrap_or_default()
    }

    fn guards_lost(&self, guards: &Path) -> Option<GuardsLost> {
        if self.places.config_dir_refused {
            return Some(GuardsLost::FolderRefused);
        }
        self.is_unreadable(guards).then_some(GuardsLost::Unreadable)
    }

    /// What is in force for an agent in a folder. `yolo` is the client's word over the option. The path rules
    /// have no forms but their own yet, see [`Snapshot::with_forms`].
    pub fn snapshot(&mut self, agent: Option<&AgentScope>, cwd: &str, yolo: Option<bool>) -> Snapshot {
        let (policy, guards) = (self.places.policy(), self.places.guards());
        let options = self.options();
        let global = self.layer(&policy, FileKind::Policy, Origin::Global, cwd);
        let hard = self.layer(&guards, FileKind::Guards, Origin::HardGuard, cwd);
        let mut snapshot = Snapshot {
            guards: hard.unwrap_or_else(|| empty(Origin::HardGuard)),
            global: global.unwrap_or_else(|| empty(Origin::Global)),
            yolo: yolo.unwrap_or(options.yolo_mode),
            options,
            health: Health {
                policy_unreadable: self.is_unreadable(&policy),
                guards_lost: self.guards_lost(&guards),
                agent_unreadable: false,
            },
            cwd: cwd.to_owned(),
            ..Snapshot::default()
        };
        let declared = self.files.get(&guards).and_then(|kept| kept.last.clone());
        let declared = declared.as_ref().map_or(&[][..], |last| &last.protected);
        snapshot.protected = Arc::new(protect::rules(declared, &self.places, cwd));
        for (path, scope) in self.agent_files(agent, cwd) {
            let origin = if scope == Scope::Global {
                Origin::Agent
            } else {
                Origin::ProjectAgent
            };
            let layer = self.layer(&path, FileKind::Agent, origin, cwd);
            snapshot.health.agent_unreadable |= self.is_unreadable(&path);
            let trusted = scope == Scope::Global && agent.is_some_and(|agent| !agent.from_prompt);
            match layer {
                Some(layer) if trusted => snapshot.agent = Some(layer),
                Some(layer) => snapshot.restrictions.push(layer),
                None => {}
            }
        }
        snapshot
    }

    /// The files that may speak of an agent, in the order in which they count.
    pub(super) fn agent_files(&self, agent: Option<&AgentScope>, cwd: &str) -> Vec<(PathBuf, Scope)> {
        let Some(agent) = agent.filter(|agent| names_a_file(&agent.name)) else {
            return Vec::new();
        };
        let file = format!("{}.md", agent.name);
        let project = Places::project_agent_dirs(cwd).map(|folder| (folder.join(&file), Scope::Project));
        std::iter::once((self.places.agent_dir.join(&file), Scope::Global))
            .chain(project)
            .collect()
    }

    fn is_unreadable(&self, path: &Path) -> bool {
        self.files
            .get(path)
            .is_some_and(|kept| kept.state == State::Unreadable)
    }

    /// The rules of a file as they stand in force, read if they were not yet.
    fn layer(&mut self, path: &Path, kind: FileKind, origin: Origin, cwd: &str) -> Option<Arc<Layer>> {
        self.ensure(path, kind);
        let kept = self.files.get(path)?;
        let last = kept.last.clone()?;
        let key = (path.to_owned(), cwd.to_owned());
        if let Some((generation, layer)) = self.layers.get(&key)
            && *generation == kept.generation
        {
            return Some(Arc::clone(layer));
        }
        let document = Document::load(Arc::clone(&last.source.path), kind, &last.source.text);
        let layer = Arc::new(compile::layer(
            &document,
            origin,
            &last.source,
            &self.places.home,
            cwd,
        ));
        self.layers.insert(key, (kept.generation, Arc::clone(&layer)));
        Some(layer)
    }

    fn ensure(&mut self, path: &Path, kind: FileKind) {
        if !self.files.contains_key(path) {
            self.read(path, kind);
        }
    }

    /// Reads a file. Whether that changed anything.
    fn read(&mut self, path: &Path, kind: FileKind) -> bool {
        let read = self.source.read(path);
        let kept = self.files.entry(path.to_owned()).or_insert_with(|| Kept {
            kind,
            state: State::Absent,
            text: None,
            found: Vec::new(),
            problems: OnceLock::new(),
            last: None,
            generation: 0,
            was_there: false,
        });
        let name: Arc<str> = Arc::from(&*path.to_string_lossy());
        match read {
            Ok(text) => {
                if kept.text.as_deref() == Some(&text) {
                    return false;
                }
                let text: Arc<str> = Arc::from(text);
                kept.generation += 1;
                kept.was_there = true;
                let document = Document::load(Arc::clone(&name), kind, &text);
                if document.is_readable() {
                    let source = Arc::new(SourceFile {
                        path: name,
                        text: Arc::clone(&text),
                    });
                    let origin = self.places.origin(path, kind);
                    let layer = compile::layer(&document, origin, &source, &self.places.home, &self.cwd);
                    let key = (path.to_owned(), self.cwd.clone());
                    // Those for other folders are of the text before.
                    self.layers.retain(|(of, _), _| of != path);
                    self.layers.insert(key, (kept.generation, Arc::new(layer)));
                    kept.last = Some(Arc::new(LastRead {
                        source,
                        has_examples: document.has_examples(),
                        options: Arc::new(document.options),
                        protected: document.protected.iter().map(owned).collect(),
                    }));
                    kept.state = State::Readable;
                } else {
                    kept.state = State::Unreadable;
                    self.layers.retain(|(of, _), _| of != path);
                }
                kept.found = document.problems;
                kept.problems = OnceLock::new();
                kept.text = Some(text);
                true
            }
            Err(error) => {
                let absent = error == ReadError::Absent && !kept.was_there;
                let (state, problems) = if absent {
                    (State::Absent, Vec::new())
                } else {
                    kept.was_there = true;
                    (
                        State::Unreadable,
                        vec![unreadable(name, kind, &error, kept.last.is_some())],
                    )
                };
                let changed = kept.state != state || kept.found != problems || kept.text.is_some();
                (kept.state, kept.found, kept.text) = (state, problems, None);
                kept.problems = OnceLock::new();
                changed
            }
        }
    }
}

impl Places {
    fn origin(&self, path: &Path, kind: FileKind) -> Origin {
        match kind {
            FileKind::Policy => Origin::Global,
            FileKind::Guards => Origin::HardGuard,
            FileKind::Agent if path.starts_with(&self.agent_dir) => Origin::Agent,
            FileKind::Agent => Origin::ProjectAgent,
        }
    }
}

fn empty(origin: Origin) -> Arc<Layer> {
    Arc::new(Layer::new(origin, RuleSet::default()))
}

fn owned(entry: &ProtectedEntry<'_>) -> ProtectedEntry<'static> {
    ProtectedEntry {
        pattern: Cow::Owned(entry.pattern.clone().into_owned()),
        span: entry.span,
    }
}

/// Whether an agent's name is a plain file name.
fn names_a_file(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0'])
}

fn unreadable(file: Arc<str>, kind: FileKind, error: &ReadError, has_last: bool) -> Problem {
    let (code, why) = match error {
        ReadError::Absent => (code::UNREADABLE, "it was there and is gone".to_owned()),
        ReadError::Unreadable(why) => (code::UNREADABLE, why.clone()),
        ReadError::TooLarge => (code::TOO_LARGE, "it is over 16 MiB".to_owned()),
    };
    let until = match kind {
        FileKind::Policy => "every call is asked about",
        FileKind::Guards => "every allow takes a human at the prompt",
        FileKind::Agent => "every allow of this agent is an ask",
    };
    let kept = if has_last {
        " What it last denied and asked about stays in force."
    } else {
        ""
    };
    Problem {
        file,
        span: None::<Span>,
        severity: Severity::Error,
        code,
        message: format!("the file can't be read: {why}"),
        advice: Some(format!("Until it reads again, {until}.{kept}")),
        instead: None,
    }
}
