//! A sheet with the files around it, open or as on disk, and what would be in force were all of them saved.

use super::{Scene, Sheet, Usage};
use crate::lint::Around;
use crate::policy::{AgentScope, Document, FileKind, Places, ReadError, Snapshot, Source, Store};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Open texts laid over the files on disk.
#[derive(Clone)]
pub struct Overlay {
    pub(super) texts: HashMap<PathBuf, Arc<str>>,
    pub(super) below: Arc<dyn Source>,
}

impl Overlay {
    /// Whether both hold the same texts.
    pub fn is_same(&self, other: &Self) -> bool {
        self.texts == other.texts
    }
}

impl Source for Overlay {
    fn read(&self, path: &Path) -> Result<String, ReadError> {
        match self.texts.get(path) {
            Some(text) if text.len() > crate::policy::MAX_BYTES => Err(ReadError::TooLarge),
            Some(text) => Ok(text.to_string()),
            None => self.below.read(path),
        }
    }
}

/// What a feature gets.
pub struct View {
    /// The text it is asked about.
    pub sheet: Arc<Sheet>,
    /// The guards in force, unless the sheet is that file.
    pub guards: Option<Arc<Sheet>>,
    /// The policy in force, unless the sheet is that file.
    pub policy: Option<Arc<Sheet>>,
    /// Where the files lie.
    pub places: Places,
    /// The working folder.
    pub cwd: String,
    /// The session's active agent.
    pub agent: Option<String>,
    /// What the log says.
    pub usage: Arc<dyn Usage>,
    pub(super) overlay: Overlay,
    pub(super) composed: OnceLock<Arc<Snapshot>>,
}

impl View {
    /// What surrounds the sheet, for `lint`.
    pub fn around(&self) -> Around<'_> {
        let role = &self.sheet.role;
        Around {
            guards: self.guards.as_ref().map(|sheet| &sheet.document),
            policy: (role.kind == FileKind::Agent)
                .then(|| self.policy.as_ref().map(|sheet| &sheet.document))
                .flatten(),
            home: &self.places.home,
            cwd: &self.cwd,
            is_project: role.is_project,
        }
    }

    /// What a feature looks at: `agents` are the agents' files beside a policy or guards.
    pub fn scene<'s>(&'s self, agents: &'s [&'s Document<'s>]) -> Scene<'s> {
        Scene {
            document: &self.sheet.document,
            around: self.around(),
            agents,
            usage: &*self.usage,
        }
    }

    /// What would be in force were every open file saved: of an agent's file for that agent, else for the active one.
    /// The path rules have no forms but their own.
    pub fn composed(&self) -> &Arc<Snapshot> {
        self.composed.get_or_init(|| {
            let name = self.sheet.role.agent().map(str::to_owned);
            let agent = name.or_else(|| self.agent.clone()).map(|name| AgentScope {
                name,
                from_prompt: false,
            });
            let mut store = Store::open(self.places.clone(), Arc::new(self.overlay.clone()), &self.cwd);
            Arc::new(store.snapshot(agent.as_ref(), &self.cwd, None))
        })
    }

    /// The text of a policy file as it is open, else as on disk.
    pub fn read(&self, path: &Path) -> Option<String> {
        self.overlay.read(path).ok()
    }
}
